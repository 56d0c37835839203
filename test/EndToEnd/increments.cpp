// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ++ and -- on integers that index and count, and on reals.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double prefixOnReals(double x) {
  double y = x * x;
  ++y;
  --x;
  return y * x;
}

[[grad]] double postfixOnReals(double x) {
  double y = x * x;
  y++;
  x--;
  y *= x;
  x++;
  return y * x;
}

[[grad]] double integers(const double *x, int n) {
  double s = 0;
  int k = 0, down = n;
  for (int i = 0; i < n; i++) {
    --down;
    s += x[k] * x[down] * (k + 1);
    k++;
  }
  ++k;
  return s * k;
}

[[grad]] double integerWalks(const double *x, int n) {
  double s = 1;
  int at = 0;
  for (int i = 0; i < 2 * n; ++i) {
    s = s * x[at] + at;
    at = (at + 3) % n;
  }
  return s;
}

[[grad]] double onElements(double *x, int n) {
  int seen[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    x[i]++;
    --x[i / 2];
    ++seen[(i * i) % 4];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * seen[i % 4];
  return s;
}

int main() {
  NABLA_CHECK(check_scalar(prefixOnReals, prefixOnReals_grad, {1.3}));
  NABLA_CHECK(check_scalar(postfixOnReals, postfixOnReals_grad, {1.3}));
  NABLA_CHECK(check_array(integers, integers_grad, {1.0, -0.5, 2.0, 0.7}));
  NABLA_CHECK(
      check_array(integerWalks, integerWalks_grad, {1.0, -0.5, 0.8, 0.7, 1.1}));
  NABLA_CHECK(check_array(onElements, onElements_grad, {1.0, -0.5, 2.0, 0.7}));
  return nabla_test::result();
}
