// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees that read their caller's memory, which is overwritten before their
// reverse sweep runs: by a later call, or by the caller.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

static double twice(double *x, int n) {
  if (n <= 0)
    return 1;
  x[0] *= 1.1;
  return twice(x, n - 1) + twice(x, n - 1) * x[0];
}

[[grad]] double siblings(const double *x, int n) {
  double y[2] = {x[0] * x[1], x[n - 1]};
  return twice(y, 3) * y[0] + y[1];
}

static double halves(double *x, int n) {
  if (n == 1)
    return x[0] * x[0];
  double left = halves(x, n / 2);
  x[n / 2] += left * x[0];
  double right = halves(x + n / 2, n - n / 2);
  return left * right + x[n / 2] * x[0];
}

[[grad]] double divided(const double *x, int n) {
  double y[5];
  for (int i = 0; i < n; ++i)
    y[i] = 0.5 * x[i];
  return halves(y, n) * y[n - 1];
}

static double change(double old, double *first, int depth) {
  if (depth <= 0)
    return 1.1 * old - *first;
  first[0] -= 0.63 * old;
  double s = change(first[0] * first[0], &old, depth - 1);
  return s * old - *first;
}

[[grad]] double byTheCaller(const double *x, int n) {
  double y[1] = {x[0]};
  double a = change(x[1], y, 2);
  y[0] = a * x[n - 1];
  return y[0] * y[0];
}

static double scaled(const double *x, const int *at, int depth) {
  if (depth == 0)
    return x[at[0]];
  return x[at[0]] * scaled(x, at, depth - 1);
}

// What the callee reads to find its elements changes too.
[[grad]] double moving(const double *x, int n) {
  int at = 0;
  double s = 1;
  for (int i = 0; i < n; ++i) {
    at = (at + 2) % n;
    s += scaled(x, &at, 1) * x[i];
  }
  at = -1000;
  return s * (at + 1001);
}

int main() {
  const nabla_test::Point X = {0.9, -1.3, 1.1, 0.7, 1.6};
  NABLA_CHECK(check_array(siblings, siblings_grad, X));
  NABLA_CHECK(check_array(divided, divided_grad, X));
  NABLA_CHECK(check_array(byTheCaller, byTheCaller_grad, X));
  NABLA_CHECK(check_array(moving, moving_grad, X));
  return nabla_test::result();
}
