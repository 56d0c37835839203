// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions whose body is visible: small and large, nested, in loops,
// with results by value and through pointers and references. A callee runs
// once.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

namespace {

double square(double x) { return x * x; }
double weighted(double x, double y, int n) { return square(x) * n + y; }

// Large enough not to be inlined: loops, a branch, a local array.
double series(double x, int terms) {
  double power[8];
  power[0] = 1;
  for (int i = 1; i < 8; ++i)
    power[i] = power[i - 1] * x;
  double s = 0;
  for (int i = 0; i < terms; ++i)
    if (i % 2 == 0)
      s += power[i] / (i + 1);
    else
      s -= std::sin(power[i]) * s;
  return s;
}

double twice(double x, int terms) {
  double s = series(x, terms);
  for (int i = 0; i < 3; ++i)
    s = series(s * 0.1, terms) + x * s;
  return s;
}

void addScaled(double *y, const double *x, double factor, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += factor * x[i] * x[i];
}

double smooth(double *u, int n) {
  double change = 0;
  for (int i = 1; i + 1 < n; ++i) {
    double old = u[i];
    u[i] = 0.25 * (u[i - 1] + 2 * u[i] * u[i] + u[i + 1]);
    change += (u[i] - old) * (u[i] - old);
  }
  return change;
}

void swapScaled(double &a, double &b) {
  double t = a * 2;
  a = b * t;
  b = t;
}

void split(double x, double *sine, double &cosine) {
  *sine = std::sin(x);
  cosine = std::cos(x);
}

int bucket(double x) { return x > 1 ? 1 : 0; }
int atLeast(int n, int m) { return n < m ? m : n; }

} // namespace

[[grad]] double small(double x, double y) {
  return square(x) * square(square(y)) + weighted(x, y, 3) -
         square(x + square(y));
}

[[grad]] double large(double x, double y) {
  return series(x, 7) * series(y, 5) + series(series(x, 3), 4);
}

[[grad]] double nested(double x) { return twice(x, 6) * twice(square(x), 3); }

[[grad]] double inLoop(const double *x, int n) {
  double s = 0.3;
  for (int i = 0; i < n; ++i) {
    s = series(s, 4 + i % 3) + x[i];
    if (s > 1)
      s = 1 / (1 + square(s)) - 0.1 * series(x[i], i + 1);
  }
  return s;
}

[[grad]] double intoLocalArray(const double *x, int n) {
  double y[6] = {1, 2, 3, 4, 5, 6};
  addScaled(y, x, x[0], n);
  addScaled(y + 1, y, 0.1, 3);
  addScaled(&y[3], x, y[1], 2);
  return y[0] * y[1] + y[2] * y[3] + y[4];
}

[[grad]] double intoParameter(double *u, int n) {
  double s = 0;
  for (int step = 0; step < 5; ++step)
    s += smooth(u, n) * (step + 1);
  return s + u[n / 2];
}

[[grad]] double byReference(double x, double y) {
  swapScaled(x, y);
  double a[2] = {x, y};
  swapScaled(a[1], a[0]);
  swapScaled(a[0], x);
  double sine, cosine;
  split(a[0] * 0.01, &sine, cosine);
  return a[0] * a[1] + x * sine + y * cosine;
}

[[grad]] double ofResult(double x, double y) {
  double a[2] = {x, y};
  return a[bucket(x)] * a[bucket(y)] * atLeast(2, bucket(x)) + square(a[0]);
}

[[grad]] double unusedResult(double x) {
  double u[4] = {x, x * x, 1, 2};
  smooth(u, 4);
  square(x);
  return u[1] * u[2];
}

[[grad]] double sameArrayTwice(double *x, int n) {
  addScaled(x, x, 0.5, n);
  addScaled(x, x + 1, x[0], n - 1);
  return x[0] * x[1] + x[n - 1];
}

[[grad]] double inConditions(double x, double y) {
  double s = 0;
  if (square(x) > y)
    s = square(x) * y;
  for (int i = atLeast(0, bucket(x)); i < atLeast(3, 1); ++i)
    s += series(x, i) * y;
  return square(y) > 1 ? s * square(s) : s;
}

// Both the result and its copy live on.
[[grad]] double copyOfResult(double x, double y) {
  double a = square(x);
  double b = a;
  a = y * b;
  double *p = new double[2];
  double *q = p;
  p[0] = a;
  p[1] = b * x;
  p = &y;
  double s = a * b + q[0] * q[1] * *p;
  delete[] q;
  return s;
}

int main() {
  const nabla_test::Point X = {0.9, -0.7, 0.4, 1.3, -0.3};
  NABLA_CHECK(check_scalar(small, small_grad, {1.2, -0.7}));
  NABLA_CHECK(check_scalar(large, large_grad, {0.6, -0.7}));
  NABLA_CHECK(check_scalar(nested, nested_grad, {0.6}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, X));
  NABLA_CHECK(check_array(intoLocalArray, intoLocalArray_grad, X));
  NABLA_CHECK(check_array(intoParameter, intoParameter_grad, X));
  NABLA_CHECK(check_scalar(byReference, byReference_grad, {1.2, -0.7}));
  NABLA_CHECK(check_scalar(ofResult, ofResult_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(unusedResult, unusedResult_grad, {1.2}));
  NABLA_CHECK(check_array(sameArrayTwice, sameArrayTwice_grad, X));
  NABLA_CHECK(check_scalar(inConditions, inConditions_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(inConditions, inConditions_grad, {0.7, 1.4}));
  NABLA_CHECK(check_scalar(copyOfResult, copyOfResult_grad, {0.7, 1.4}));
  return nabla_test::result();
}
