// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditional operator: nested, in operands, in indices, and as the guard
// of an argument outside a domain.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double absolute(double x) { return x < 0 ? -x : x; }

[[grad]] double nested(double x, double y) {
  return x > 1 ? (y > 0 ? x * y : x - y) : y > 0 ? y * y : x * x * x;
}

[[grad]] double inOperand(double x, double y) {
  double t = (x > y ? x : y) * (x > y ? 2 : 3) + x;
  return t * (t > 4 ? std::sin(t) : t * t);
}

[[grad]] double guarded(double x) {
  double r = x > 0 ? std::log(x) : 0.0;
  return r * x + (x > 0 ? std::sqrt(x) : x);
}

[[grad]] double oneSideConstant(double x) {
  return (x > 1 ? x * x : 2.0) * 3 + (x > 1 ? 5 : x);
}

[[grad]] double inIndex(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i + 1 < n ? i + 1 : 0];
  return s;
}

[[grad]] double integerChoice(double x, int n) {
  int k = n > 2 ? n : 2 * n;
  return k * x * (n % 2 ? x : 1.0);
}

[[grad]] double overwritten(double x, double y) {
  double s = x > y ? x * x : y;
  x = 0.5 * x - 3;
  s += x > y ? 7 : x * y;
  return s;
}

int main() {
  NABLA_CHECK(check_scalar(absolute, absolute_grad, {1.5}));
  NABLA_CHECK(check_scalar(absolute, absolute_grad, {-1.5}));
  for (double x : {0.5, 1.5})
    for (double y : {-0.7, 0.9}) {
      NABLA_CHECK(check_scalar(nested, nested_grad, {x, y}));
      NABLA_CHECK(check_scalar(inOperand, inOperand_grad, {x, y}));
      NABLA_CHECK(check_scalar(overwritten, overwritten_grad, {x, y}));
    }
  NABLA_CHECK(check_scalar(guarded, guarded_grad, {1.5}));
  NABLA_CHECK(check_scalar(guarded, guarded_grad, {-1.5}));
  NABLA_CHECK(check_scalar(oneSideConstant, oneSideConstant_grad, {0.4}));
  NABLA_CHECK(check_scalar(oneSideConstant, oneSideConstant_grad, {1.4}));
  NABLA_CHECK(check_array(inIndex, inIndex_grad, {1.0, -2.0, 0.5, 3.0}));
  NABLA_CHECK(check_scalar(integerChoice, integerChoice_grad, {1.4, 3}));
  NABLA_CHECK(check_scalar(integerChoice, integerChoice_grad, {1.4, 2}));
  return nabla_test::result();
}
