// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Side effects inside of expressions, in C++17's order of evaluation: nested
// and compound assignments, ++ and --, comma, && and ||, ?: as a place.
//
// RUN: %at-levels %nabla -std=c++17 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdio>

[[grad]] double chains(double x, double y) {
  double a, b, c = 1;
  a = b = x * y;
  c += (a *= 2);
  (b = a) = c;
  a = (b += x) * (c -= y);
  a = b = c = a * b * c;
  return a + b * c;
}

[[grad]] double rightFirst(double *a, int) {
  int i = 0;
  a[i] = i = 1;
  a[i++] += a[i] * a[0];
  a[0] = a[1]++ + a[2];
  double x = a[2];
  x = x++ + a[0];
  x = x-- * x;
  return x * a[0] + a[1] * i;
}

[[grad]] double walks(const double *p, int n) {
  double s = 0, x = 2;
  for (int i = 0; i < n; ++i)
    s += x * *p++;
  const double *q = p;
  while (q != p - n)
    s *= 1 + 0.1 * *--q;
  for (const double *r = q; r < p; r += 2)
    s += *r * *r;
  return s;
}

[[grad]] double fills(double *a, int n) {
  int i = 0;
  while (i < n) {
    double t = a[i];
    a[i++] = t * t;
  }
  i = n;
  while (i > 0)
    a[--i] *= i + 1;
  double *p = a;
  for (int k = 0; k < n; ++k, ++p)
    *p += k ? p[-1] : 0;
  return a[n - 1] * a[0];
}

[[grad]] double shortCircuits(double x, double y) {
  double a = x;
  bool b = (x > 0.5 && (a = y * y) > 0.5) || (a += x) > 2;
  if (b || (y *= 2) > 1)
    a *= y;
  if (x > 1 && (x = a) > 0)
    y += x;
  x > 0 && (a += x * y);
  return a * x + y;
}

[[grad]] double commas(double x, double y) {
  double a = (x *= 2, y += x, x * y);
  for (int i = 0; a += x, i < 3; y *= 1.1, ++i)
    x = (y += 1, y * 0.5);
  return a * x, a + x * y;
}

[[grad]] double chosenPlaces(double x, double y, int n) {
  double a = x * x, b = y;
  *(n > 1 ? &a : &b) *= 3;
  (x > y ? a : b) += x * y;
  double &r = n ? a : b;
  r *= r;
  double *p = &a;
  for (int i = 0; i < 4; ++i) {
    p = i % 2 ? &a : &b;
    *p = *p * x + i;
    p = *p > 2 ? &x : &y;
    *p *= 1.1;
  }
  return a * b + x * y;
}

[[grad]] double chosenValues(double x, double y) {
  double a = x > y ? x *= 2 : y * y;
  double b = y > 1 ? (a += 1, a * y) : x < 1 ? x : (y = 3 * x);
  x > 1 ? void(a *= 2) : void(b *= y);
  return a * b + x * y;
}

[[grad]] double statementsAsOperands(double x) {
  int n = 0;
  double a[3] = {x, x * x, 1};
  double s = a[n++] * a[n++] + a[n];
  s += -(x = x * 2) + (n -= 2);
  s *= !n ? (++x) : 1;
  return s + x-- + (s = x);
}

// Text in a callee, which mentions what its parameters are handed.
static double shown(const double *p, int n, double w) {
  char text[64];
  std::snprintf(text, sizeof text, "%g %d %g", p[0], n, w);
  return p[1] * n * w;
}
[[grad]] double showing(const double *x, int n) {
  double u[2] = {x[0], x[1] * x[1]};
  double *q = u, s = 0;
  for (int i = 0; i < n + 1; ++i) {
    const double w = x[0] * i;
    s += shown(u, i, w) + shown(q, i, w);
  }
  return s;
}

int main() {
  for (double x : {0.4, 0.8, 1.3})
    for (double y : {0.6, 1.7}) {
      NABLA_CHECK(check_scalar(chains, chains_grad, {x, y}));
      NABLA_CHECK(check_scalar(shortCircuits, shortCircuits_grad, {x, y}));
      NABLA_CHECK(check_scalar(commas, commas_grad, {x, y}));
      NABLA_CHECK(check_scalar(chosenValues, chosenValues_grad, {x, y}));
      for (double n : {0., 1., 2.})
        NABLA_CHECK(check_scalar(chosenPlaces, chosenPlaces_grad, {x, y, n}));
    }
  NABLA_CHECK(
      check_scalar(statementsAsOperands, statementsAsOperands_grad, {0.7}));
  NABLA_CHECK(check_array(showing, showing_grad, {0.4, 0.9}));
  NABLA_CHECK(check_array(rightFirst, rightFirst_grad, {0.4, 0.9, 1.3}));
  nabla_test::Point X;
  for (int n = 1; n < 6; ++n) {
    X.push_back(0.3 + 0.2 * n);
    NABLA_CHECK(check_array(walks, walks_grad, X));
    NABLA_CHECK(check_array(fills, fills_grad, X));
  }
  return nabla_test::result();
}
