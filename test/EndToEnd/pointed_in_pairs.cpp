// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays of a callee that is not inlined: their adjoints are added to by
// name and read through pointers that the forward sweep has left, in loops and
// straight-line code.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/nabla.h>

struct Pair {
  double p[2];
};

static void product(const double *p, int i, double *a) {
  *a = p[i] * p[1 - i] + std::sin(p[i]);
}

[[grad]] double by_element(const double *p, double h) {
  double a[2], s = 0;
  for (int i = 0; i < 2; ++i)
    product(p, i, &a[i]);
  for (int i = 0; i < 2; ++i)
    s += h * a[i] * p[i];
  return s;
}

[[grad]] double straight(const double *p, double h) {
  double a[2], b = h;
  double *q = &a[0], *r = &b;
  *q = p[0] * p[1];
  a[1] = a[0] * h;
  *r = *r * a[1];
  return a[0] * b + a[1];
}

// Recursive, so never inlined.
static Pair leap(Pair s, double h, int n) {
  double a[2][1];
  for (int i = 0; i < 2; ++i)
    product(s.p, i, a[i]);
  for (int i = 0; i < 2; ++i)
    s.p[i] += h * a[i][0];
  return n > 0 ? leap(s, h, n - 1) : s;
}
[[grad]] double by_value(double x, double y, double h) {
  Pair s = leap({{x, y}}, h, 2);
  return s.p[0] * s.p[1];
}

static void step(Pair &s, double h, int n) {
  double a[2];
  for (int i = 0; i < 2; ++i)
    product(s.p, i, a + i);
  for (int i = 0; i < 2; ++i)
    s.p[i] += h * a[i];
  if (n > 0)
    step(s, h, n - 1);
}
[[grad]] double by_reference(double x, double y, double h) {
  Pair s{{x, y}};
  step(s, h, 2);
  return s.p[0] * s.p[1];
}

// A row by reference, whose shadow is a pointer to an array.
static void attract(const double (&x)[3][2], int i, int n, double (&a)[2]) {
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < 2; ++k)
      if (j != i)
        a[k] += x[j][k] * x[i][k];
}
static double move(double (&x)[3][2], double h, int n) {
  double a[3][2] = {};
  for (int i = 0; i < n; ++i)
    attract(x, i, n, a[i]);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      x[i][k] += h * a[i][k];
  return n > 2 ? move(x, 0.5 * h, n - 1) : x[0][0] * x[1][1];
}
[[grad]] double rows(double x, double y, double h) {
  double p[3][2] = {{x, y}, {y, 0.5}, {x * y, x}};
  return move(p, h, 3);
}

/// The pullback, whose sweeps are a pair, against f_grad, which is one function
/// and is compared with differences above.
template <auto F, typename G> static void pullback(const char *Name, G Grad) {
  double X[2] = {0.7, 1.3}, D[2] = {}, DH = 0;
  Grad(X, 0.3, D, &DH);
  auto Record = nabla::vjp<F>(nabla::span<const double>(X, 2), 0.3);
  auto [P, H] = Record.pullback(1.0);
  NABLA_CHECK(nabla_test::check_near(Name, P[0], D[0]));
  NABLA_CHECK(nabla_test::check_near(Name, P[1], D[1]));
  NABLA_CHECK(nabla_test::check_near(Name, H, DH));
}

template <typename F, typename G> static void flat(F Value, G Grad) {
  NABLA_CHECK(nabla_test::check_flat(
      [&](double *X) { return Value(X, X[2]); },
      [&](double *X, double *D) { return Grad(X, X[2], D, D + 2); },
      {0.7, 1.3, 0.3}));
}

int main() {
  flat(by_element, by_element_grad);
  flat(straight, straight_grad);
  pullback<by_element>("by_element", by_element_grad);
  pullback<straight>("straight", straight_grad);
  NABLA_CHECK(
      nabla_test::check_scalar(by_value, by_value_grad, {0.7, 1.3, 0.3}));
  NABLA_CHECK(nabla_test::check_scalar(by_reference, by_reference_grad,
                                       {0.7, 1.3, 0.3}));
  NABLA_CHECK(nabla_test::check_scalar(rows, rows_grad, {0.7, 1.3, 0.3}));
  return nabla_test::result();
}
