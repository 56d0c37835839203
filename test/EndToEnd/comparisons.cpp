// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons and logic on active values and on integers decide, and have no
// derivative of their own.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double everyOperator(double x, double y) {
  double s = 0;
  if (x < y)
    s += x * y;
  if (x <= y)
    s += x * x;
  if (x > y)
    s += 3 * x;
  if (x >= y)
    s += y * y * y;
  if (x == y)
    s += 100 * x;
  if (x != y)
    s += x - y;
  return s;
}

[[grad]] double logic(double x, double y, int n) {
  double s = x;
  if (x > 0 && y > 0)
    s *= y;
  if (x > 2 || y > 2)
    s += x * x;
  if (!(x < 1) && (n == 3 || y < -1))
    s -= 0.5 * y * y;
  if (!n)
    s *= 7;
  return s;
}

[[grad]] double stored(double x, double y) {
  bool big = x * y > 1;
  const bool positive = x > 0;
  bool both = big && positive;
  x = x * x;
  if (both)
    x *= y;
  if (!big)
    x += 4 * y;
  return positive ? x : -x;
}

[[grad]] double asNumber(double x, double y) {
  return (x > y) * x + (x < y) * y * y + double(x > 0) * x;
}

int main() {
  NABLA_CHECK(check_scalar(everyOperator, everyOperator_grad, {1.2, 3.4}));
  NABLA_CHECK(check_scalar(everyOperator, everyOperator_grad, {3.4, 1.2}));
  NABLA_CHECK(check_scalar(logic, logic_grad, {1.5, 2.5, 3}));
  NABLA_CHECK(check_scalar(logic, logic_grad, {0.5, -0.5, 0}));
  NABLA_CHECK(check_scalar(logic, logic_grad, {-3.0, 1.0, 2}));
  NABLA_CHECK(check_scalar(stored, stored_grad, {1.5, 2.5}));
  NABLA_CHECK(check_scalar(stored, stored_grad, {1.5, 0.5}));
  NABLA_CHECK(check_scalar(stored, stored_grad, {-1.5, -2.5}));
  NABLA_CHECK(check_scalar(asNumber, asNumber_grad, {1.5, 0.5}));
  NABLA_CHECK(check_scalar(asNumber, asNumber_grad, {-1.5, 0.5}));
  return nabla_test::result();
}
