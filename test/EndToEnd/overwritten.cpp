// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars overwritten in straight lines, branches and loops: the reverse sweep
// needs the values from before.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double straight(double x, double y) {
  x = x * y;
  y = std::sin(x) * y;
  x = x * x;
  y = y * x;
  x = 1 / y + x;
  double t = x * y;
  t = t * t;
  t = std::exp(0.1 * t) * x;
  return t;
}

[[grad]] double swapped(double x, double y) {
  double t = x;
  x = y * y;
  y = t;
  t = x;
  return x * y * y * t;
}

[[grad]] double killed(double x, double y) {
  double t = x * y;
  t = 3;
  y = t * x;
  t = y * y;
  x = 0;
  return t + x;
}

[[grad]] double inLoop(double x, double y) {
  double a = x, b = y, c = 1;
  for (int i = 0; i < 5; ++i) {
    double t = a * b;
    a = std::sin(t) + c;
    t = t * c;
    b = t * 0.5 + i;
    c = a * b * 0.1;
    a = a * c;
  }
  return a + b * c;
}

[[grad]] double nestedLoops(double x, double y) {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    double r = s * y;
    for (int j = 0; j <= i; ++j) {
      r = r * 0.7 + std::cos(r * s);
      s = s + 0.1 * r;
    }
    s = std::sin(s) * r;
    y = y * 0.9 + 0.1 * s;
  }
  return s * y;
}

[[grad]] double readAfterLoop(double x) {
  double last = 0, s = 1;
  for (int i = 0; i < 4; ++i) {
    last = s * x;
    s = last * 0.5 + x;
  }
  last = last * s;
  s = last * last;
  return s + last;
}

int main() {
  NABLA_CHECK(check_scalar(straight, straight_grad, {0.8, 1.3}));
  NABLA_CHECK(check_scalar(swapped, swapped_grad, {0.8, 1.3}));
  NABLA_CHECK(check_scalar(killed, killed_grad, {0.8, 1.3}));
  NABLA_CHECK(check_scalar(inLoop, inLoop_grad, {0.8, 1.3}));
  NABLA_CHECK(check_scalar(nestedLoops, nestedLoops_grad, {0.8, 1.3}));
  NABLA_CHECK(check_scalar(readAfterLoop, readAfterLoop_grad, {0.8}));
  return nabla_test::result();
}
