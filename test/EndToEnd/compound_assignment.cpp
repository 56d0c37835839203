// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compound assignment to scalars, elements and references, the target on its
// own right-hand side included.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double scalars(double x, double y) {
  double s = x;
  s += y * x;
  s -= y / x;
  s *= x + y;
  s /= y * y + 1;
  return s;
}

[[grad]] double selfReference(double x, double y) {
  x *= x;
  x += x;
  y -= y * x;
  y /= x + y;
  x /= x * y;
  x -= 3 * x;
  return x * y;
}

[[grad]] double onParameters(double x, double y) {
  x += 2;
  y *= x;
  x -= y;
  return x * x * y;
}

[[grad]] double onElements(double *a, int n) {
  for (int i = 1; i < n; ++i) {
    a[i] += a[i - 1] * a[i];
    a[i] *= 0.5 + a[i - 1];
    a[i - 1] -= a[i] * a[i];
    a[i] /= 2 + a[i - 1] * a[i - 1];
  }
  return a[0] * a[n - 1];
}

[[grad]] double withIntegers(double x, int n) {
  int k = 2;
  k += n;
  k *= 3;
  k -= 1;
  k /= 2;
  k %= 7;
  k <<= 2;
  k |= 1;
  k ^= 3;
  k &= 63;
  k >>= 1;
  x *= k;
  x += n;
  x /= 3;
  return x * x;
}

[[grad]] double inLoops(double x, double y) {
  double p = 1, q = 0;
  for (int i = 1; i < 7; ++i) {
    p *= x / i;
    q += p * y;
    y /= 1 + q * q;
  }
  return p + q * y;
}

int main() {
  NABLA_CHECK(check_scalar(scalars, scalars_grad, {1.2, -0.7}));
  NABLA_CHECK(check_scalar(selfReference, selfReference_grad, {1.2, -0.7}));
  NABLA_CHECK(check_scalar(onParameters, onParameters_grad, {1.2, -0.7}));
  NABLA_CHECK(check_array(onElements, onElements_grad, {0.5, 1.5, -0.3, 0.8}));
  NABLA_CHECK(check_scalar(withIntegers, withIntegers_grad, {1.2, 5}));
  NABLA_CHECK(check_scalar(inLoops, inLoops_grad, {1.2, -0.7}));
  return nabla_test::result();
}
