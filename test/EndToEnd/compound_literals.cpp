// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Literals of C's kind, (T){...}: structs as arguments, arrays behind pointers,
// in loops, and changed through the pointer. Expected values are differences.
//
// RUN: %at-levels %nabla -std=c++17 -w %s -o %t

#include "support/check_gradient.h"
#include <cmath>

struct Pair {
  double a, b[2];
};

static double product(Pair p) { return p.a * p.b[0] + p.b[1]; }

[[grad]] double argument(double x, double y) {
  return product((Pair){std::sin(x), {y, x * y}}) * x;
}

[[grad]] double behindPointer(double x, double y) {
  double *p = (double[]){x * y, y, 3};
  p[1] *= p[0];
  return p[0] * p[1] + p[2] * x;
}

[[grad]] double inLoop(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    Pair q = (Pair){x[i], {s, x[0]}};
    q.b[0] *= q.a;
    s = q.b[0] + q.b[1] * product((Pair){q.a, {q.b[1], s}});
  }
  return s;
}

int main() {
  NABLA_CHECK(check_scalar(argument, argument_grad, {0.7, 1.3}));
  NABLA_CHECK(check_scalar(behindPointer, behindPointer_grad, {0.7, 1.3}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, {0.3, 0.7, -0.4, 1.1}));
  return nabla_test::result();
}
