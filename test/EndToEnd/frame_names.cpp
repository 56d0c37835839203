// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that are kept in one frame and share a name, or have one that a
// second variable of that name would get.
//
// RUN: %at-levels %nabla -std=c++17 -Wall -Wextra -Werror %s -o %t

#include "support/check_gradient.h"
#include <cmath>

// Each is exported with a frame.
[[grad]] double scopes(double x, double y) {
  double s = 0;
  if (x > 0) {
    double a = x * y, a_1 = std::sin(x);
    a = std::cos(a) * a_1;
    a_1 = a * a + y;
    s += a * a_1;
  }
  if (y > 0) {
    double a = y * s, a_1 = std::cos(s), a_2 = a * a_1;
    a = std::sin(a) * a_1 * a_2;
    a_1 = a * a * a_2;
    s += a * a_1;
  }
  double a = std::cos(s), a_1_1 = std::sin(a), a_2 = a;
  a = a_1_1 * a_2 * a;
  return a * a_1_1 * a_2 + s;
}

// What Nabla has named is differentiated again.
[[grad]] double branched(double x) {
  double a = x;
  if (a > 1)
    a = a * a * a;
  else
    a = a * a;
  return a;
}
[[grad]] double slope(double x) {
  double d = 0;
  branched_grad(x, &d);
  return d;
}

[[grad]] double twice(double x, double y) {
  double t = x;
  if (y > 1)
    t *= y;
  else
    t = t * t * y;
  switch (y > 1 ? 1 : 0) {
  case 0:
    t = t * t;
    break;
  default:
    t = t * x;
  }
  return t;
}
// Quotients and roots: the text of their adjoints compares with zero.
[[grad]] double rooted(double x, double y) {
  return std::sqrt(x * y) * x + y * y * x;
}
[[grad]] double rootedSlope(double x, double y) {
  double d = 0, e = 0;
  rooted_grad(x, y, &d, &e);
  return d * e;
}

[[grad]] double slopes(double x, double y) {
  double d = 0, e = 0;
  twice_grad(x, y, &d, &e);
  return d * e;
}

int main() {
  using nabla_test::check_scalar;
  for (double x : {0.6, 1.3})
    for (double y : {0.5, 1.4}) {
      NABLA_CHECK(check_scalar(scopes, scopes_grad, {x, y}));
      NABLA_CHECK(check_scalar(slope, slope_grad, {x}));
      NABLA_CHECK(check_scalar(slopes, slopes_grad, {x, y}));
      NABLA_CHECK(check_scalar(rootedSlope, rootedSlope_grad, {x, y}));
    }
  return nabla_test::result();
}
