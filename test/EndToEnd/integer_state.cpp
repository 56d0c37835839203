// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers that change along the way and are used in indices, conditions and
// factors: the reverse sweep sees the values of the forward sweep.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double walk(const double *x, int n) {
  double s = 1;
  int k = 1, parity = 0;
  for (int i = 0; i < 3 * n; ++i) {
    s = s * x[k] + parity;
    k = (3 * k + 1) % n;
    parity = 1 - parity;
    if (parity == 0)
      k = (k + i) % n;
  }
  return s * (k + 1);
}

[[grad]] double afterwards(const double *x, int n) {
  int k = 0;
  double s = x[k];
  k = n - 1;
  s *= x[k];
  k /= 2;
  s = s * s + x[k] * k;
  k = 12345;
  return s;
}

[[grad]] double sorted(double *x, int n) {
  // Selection sort; the permutation depends on the values.
  for (int i = 0; i + 1 < n; ++i) {
    int smallest = i;
    for (int j = i + 1; j < n; ++j)
      if (x[j] < x[smallest])
        smallest = j;
    double t = x[i];
    x[i] = x[smallest];
    x[smallest] = t;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[i] * x[i];
  return s;
}

[[grad]] double counts(const double *x, int n) {
  int positive = 0;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      ++positive;
    s = s * 0.5 + positive * x[i] * x[i];
  }
  return s / (positive + 1);
}

[[grad]] double bits(const double *x, int n) {
  double s = 1;
  unsigned state = 0x9e3779b9u;
  for (int i = 0; i < n; ++i) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    s = (state & 4) ? s * x[state % n] + 1 : s + x[i] * x[i];
  }
  return s;
}

[[grad]] double indirection(double *x, int n) {
  int next[5] = {2, 0, 4, 1, 3};
  int at = 0;
  for (int i = 0; i < n; ++i) {
    x[at] *= x[next[at]];
    int previous = at;
    at = next[at];
    next[previous] = previous;
    x[at] += previous;
  }
  return x[0] * x[n - 1] + x[1];
}

[[grad]] double parameterChanges(const double *x, int n) {
  double s = x[0];
  n = n - 1;
  for (int i = 0; i < n; ++i)
    s = s * x[i] + n;
  n = n / 2;
  s *= x[n];
  return s * n;
}

int main() {
  const nabla_test::Point X = {1.1, -0.7, 0.4, 0.9, -0.3};
  NABLA_CHECK(check_array(walk, walk_grad, X));
  NABLA_CHECK(check_array(afterwards, afterwards_grad, X));
  NABLA_CHECK(check_array(sorted, sorted_grad, X));
  NABLA_CHECK(check_array(counts, counts_grad, X));
  NABLA_CHECK(check_array(bits, bits_grad, X));
  NABLA_CHECK(check_array(indirection, indirection_grad, X));
  NABLA_CHECK(check_array(parameterChanges, parameterChanges_grad, X));
  return nabla_test::result();
}
