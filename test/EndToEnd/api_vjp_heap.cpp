// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pullback keeps blocks of the heap that the function gives back, for all its
// calls, and gives them back with itself. Expected values are closed forms.
//
// RUN: %nabla -std=c++17 -O2 %s -o %t && %t
// RUN: %nabla -std=c++17 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t && %t

#include "support/check_gradient.h"
#include <cstdlib>
#include <nabla/nabla.h>

double squares(const double *x, int n) {
  double *y = new double[n];
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += y[i] * y[i];
  delete[] y;
  return s;
}
double cleared(const double *x, int n) {
  double *y = static_cast<double *>(std::calloc(n + 1, sizeof(double)));
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i <= n; ++i)
    s += (1 + y[i]) * y[i];
  std::free(y);
  return s;
}
double inCallees(const double *x, int n) {
  double s = 0;
  for (int i = 1; i <= n; ++i)
    s += squares(x, i);
  return s;
}

int main() {
  std::vector<double> x = {2, 3};
  auto one = nabla::vjp<squares>(x, 2);
  auto two = nabla::vjp<cleared>(x, 2);
  auto three = nabla::vjp<inCallees>(x, 2);
  for (double seed : {1.0, -2.0, 1.0}) {
    NABLA_CHECK(check_near("new", one.pullback(seed)[1], seed * 4 * 27));
    NABLA_CHECK(
        check_near("calloc", two.pullback(seed)[1], seed * (6 + 4 * 27)));
    NABLA_CHECK(
        check_near("callees", three.pullback(seed)[0], seed * 2 * 4 * 8));
  }
  return nabla_test::result();
}
