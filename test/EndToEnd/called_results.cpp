// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of calls whose addresses are taken, in branches and loops, and
// pointers of an iteration that a callee moves.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

static double wave(double x, int n) {
  return n == 0 ? x : std::sin(x) * wave(x * 0.5, n - 1);
}
struct Point2 {
  double a, b;
};
static Point2 pointOf(double x, int n) {
  if (n == 0)
    return {x, x * x};
  Point2 p = pointOf(x * 0.9, n - 1);
  return {p.b, p.a * x};
}
static void advance(double **p, int n) {
  if (n) {
    ++*p;
    advance(p, n - 1);
  }
}
[[grad]] double inBranch(double q, double a) {
  double s = 0;
  if (q > 0) {
    double b = wave(q * a, 2);
    for (int n = 0; n < 3; ++n) {
      double *src = (n % 2) != 1 ? &a : &b;
      s += *src * q;
      *src *= s;
    }
  }
  return s;
}
[[grad]] double inLoop(double q, double a) {
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    double b = wave(q * a, 2);
    double *src = (n % 2) != 1 ? &a : &b;
    s += *src * q * b;
    *src *= s;
  }
  return s * a;
}
[[grad]] double recordInBranch(double q, double a) {
  double s = 0;
  if (q > 0) {
    Point2 b = pointOf(q * a, 2);
    for (int n = 0; n < 3; ++n) {
      double *src = (n % 2) != 1 ? &b.a : &b.b;
      s += *src * q;
      *src *= s;
    }
  }
  return s;
}
[[grad]] double recordInLoop(double q, double a) {
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    Point2 b = pointOf(q * a, 2), *p = &b;
    double *src = (n % 2) != 1 ? &a : &p->b;
    s += *src * q * p->a;
    *src *= s;
  }
  return s * a;
}
[[grad]] double moved(double *x, int n) {
  double s = 1;
  for (int i = 0; i < 2; ++i) {
    double *p = x;
    advance(&p, i);
    s *= *p;
  }
  return s;
}
int main() {
  NABLA_CHECK(check_array(moved, moved_grad, {0.7, 0.4}));
  NABLA_CHECK(check_scalar(inBranch, inBranch_grad, {0.7, 0.4}));
  NABLA_CHECK(check_scalar(inLoop, inLoop_grad, {0.7, 0.4}));
  NABLA_CHECK(check_scalar(recordInBranch, recordInBranch_grad, {0.7, 0.4}));
  NABLA_CHECK(check_scalar(recordInLoop, recordInLoop_grad, {0.7, 0.4}));
  return nabla_test::result();
}
