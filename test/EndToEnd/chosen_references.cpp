// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References to what std::min, std::max and std::clamp give back: the object
// itself, which may change afterwards.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <cmath>

struct Two {
  double a, b[2];
};
[[grad]] double parameters(double a, double b, double c) {
  const double &m = std::max(a, c);
  const double &n = std::min(a, b);
  const auto &k = std::clamp(b, a, c);
  a *= 2.0;
  b *= b;
  return m * b + n * c + k * a;
}
[[grad]] double elements(double *x, int n) {
  double s = 0;
  for (int i = 1; i < n; ++i) {
    const double &larger = std::max(x[i - 1], x[i]);
    const double *smaller = &std::min(x[i - 1], x[i]);
    x[i] *= 1.5 * x[0];
    s += larger * *smaller;
    x[i - 1] += s;
    s *= larger;
  }
  return s;
}
static double product(const double &p, const double &q, double &changed) {
  changed *= 2;
  return p * q;
}
[[grad]] double arguments(double a, double b) {
  double r = product(std::max(a, b), std::min(a, b), a);
  return r * product(std::max(a, b * 3), std::max(b, std::min(a, b)), b);
}
[[grad]] double integers(double a, int i, int j) {
  const int &m = std::max(i, j);
  double s = a;
  for (i = 0; i < m && i < 9; ++i)
    s *= 1 + a;
  return s * m;
}
[[grad]] double temporaries(double a, double b) {
  const double m = std::max(a + 1, std::min(b * 2, a));
  return m * std::max(std::max(a, b), m * b);
}

// The same by ?: of scalars, and the address of it.
[[grad]] double conditional(double x, double y) {
  double &m = x < y ? x : y;
  const double *p = &(x < y ? y : x);
  m *= y;
  y += m * x;
  x *= 3;
  return m * y + *p * x;
}
[[grad]] double parts(const double *x, int n) {
  Two s = {x[0], {x[1], x[2]}};
  for (int i = 0; i < n; ++i) {
    double &m = s.a < s.b[i % 2] ? s.a : s.b[1 - i % 2];
    m = m * x[i] + s.a;
    s.b[i % 2] += m;
  }
  return s.a * s.b[0] * s.b[1];
}

// Functions that return one of several objects, some on the way.
static const double &pick(const double &a, const double &b) {
  if (a < b)
    return b;
  return a;
}
static double &firstAbove(double *x, int n, double least) {
  for (int i = 0; i < n; ++i)
    if (x[i] > least)
      return x[i];
  return x[0];
}
static bool lessAbs(double a, double b) { return std::fabs(a) < std::fabs(b); }
[[grad]] double picked(double x, double y) {
  const double &r = pick(x, y), &s = std::max(x, y, lessAbs);
  x *= 3;
  y = x * y;
  return r * s + pick(r * 2, y);
}
[[grad]] double found(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    double &m = firstAbove(x, n, 0.3 * k);
    m *= x[0];
    x[1] = m * x[2];
    s += m * x[n - 1];
  }
  return s;
}

int main() {
  NABLA_CHECK(check_scalar(picked, picked_grad, {0.4, -0.7}));
  NABLA_CHECK(check_scalar(picked, picked_grad, {0.4, 0.7}));
  NABLA_CHECK(check_array(found, found_grad, {0.2, 0.4, 0.9, 0.7}));
  NABLA_CHECK(check_array(found, found_grad, {0.7, 0.4, 0.2, 1.1}));
  NABLA_CHECK(check_scalar(parameters, parameters_grad, {0.2, 0.9, 0.7}));
  NABLA_CHECK(check_scalar(parameters, parameters_grad, {0.2, 0.4, 0.7}));
  NABLA_CHECK(check_scalar(parameters, parameters_grad, {0.2, 0.1, 0.7}));
  NABLA_CHECK(check_array(elements, elements_grad, {0.9, 0.4, 0.7, 1.2}));
  NABLA_CHECK(check_array(elements, elements_grad, {0.4, 0.9, 0.7, 1.2}));
  NABLA_CHECK(check_scalar(arguments, arguments_grad, {0.7, 0.4}));
  NABLA_CHECK(check_scalar(arguments, arguments_grad, {0.4, 0.7}));
  NABLA_CHECK(check_scalar(integers, integers_grad, {0.4, 2, 3}));
  NABLA_CHECK(check_scalar(integers, integers_grad, {0.4, 3, 2}));
  NABLA_CHECK(check_scalar(temporaries, temporaries_grad, {0.4, 0.7}));
  NABLA_CHECK(check_scalar(conditional, conditional_grad, {0.4, 0.7}));
  NABLA_CHECK(check_scalar(conditional, conditional_grad, {0.7, 0.4}));
  NABLA_CHECK(check_array(parts, parts_grad, {0.4, 0.7, 1.2}));
  return nabla_test::result();
}
