// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each overload has its own derivatives.
//
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t
// RUN: %nabla -std=c++20 -O2 -I%S/Inputs %s -o %t && %t

#include "expect.h"

[[grad]] double f(double x) { return x * x; }
[[grad]] float f(float x) { return 2 * x * x; }
[[grad]] long double f(long double x) { return 3 * x * x; }
[[grad]] double f(double x, double y) { return 4 * x * y; }
[[grad("y")]] double f(double x, double y, int n) { return n * x * y; }
[[grad]] double f(const double *x, int n) { return n * x[0] * x[n - 1]; }
double f(int x) { return x; }

// The derivative of an overload calls the overload of its function.
[[grad]] double g(double x) { return f(x, x) + f(x); }

int main() {
  double d = 0, e = 0;
  float s = 0;
  long double l = 0;
  f_grad(1., &d);
  EXPECT(d, 2);
  f_grad(1.f, &s);
  EXPECT(s, 4);
  f_grad(1.l, &l);
  EXPECT(l, 6);
  f_grad(2., 3., &d, &e);
  EXPECT(d, 14);
  EXPECT(e, 8);
  f_grad(2., 3., 5, &e);
  EXPECT(e, 18);
  double x[] = {1, 2, 3}, dx[] = {0, 0, 0};
  EXPECT(f_grad(x, 3, dx), 9);
  EXPECT(dx[0], 9);
  EXPECT(dx[1], 0);
  EXPECT(dx[2], 3);
  d = 0;
  EXPECT(g_grad(1, &d), 5);
  EXPECT(d, 10);
  return failures;
}
