// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee sets through a reference has another value afterwards: the
// reverse sweep of what came before needs the old one. Expected values:
// differences.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

using nabla_test::check_scalar;

static double recursive(double &v, int n) {
  if (n <= 0)
    return v * v;
  v = 0.5 * v + std::sin(v);
  return recursive(v, n - 1) * v;
}

[[grad]] double parameter(double x, double y) {
  double s = std::tanh(x * y);
  double t = recursive(x, 2);
  return s + t + x;
}
[[grad]] double local(double x, double y) {
  double z = x + 1;
  double s = std::tanh(z * y);
  s += recursive(z, 2) * z * x;
  double w = z * y;
  return s * w + recursive(z, 1);
}
[[grad]] double chosen(double x, double y) {
  double a = x, b = y;
  double s = std::sin(a * b);
  s += recursive(x > y ? a : b, 2);
  return s * a * b;
}

int main() {
  NABLA_CHECK(check_scalar(parameter, parameter_grad, {0.7, 1.1}));
  NABLA_CHECK(check_scalar(local, local_grad, {0.7, 1.1}));
  NABLA_CHECK(check_scalar(chosen, chosen_grad, {0.7, 1.1}));
  NABLA_CHECK(check_scalar(chosen, chosen_grad, {1.3, 0.4}));
  return nabla_test::result();
}
