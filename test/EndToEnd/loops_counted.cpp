// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counted loops of every direction, stride, relation, counter type and shape of
// bound, trip count zero included.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double upward(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * x[i] + std::sin(s);
  return s;
}

[[grad]] double inclusive(const double *x, int n) {
  double s = 1;
  for (int i = 1; i <= n; i++)
    s = s * x[i - 1] + i;
  return s;
}

[[grad]] double downward(const double *x, int n) {
  double s = 1;
  for (int i = n - 1; i >= 0; --i)
    s = s * x[i] + i * s;
  for (int i = n; i > 0; i--)
    s = s * 0.5 + x[i - 1] * s;
  return s;
}

[[grad]] double strides(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < n; i += 2)
    s = s * x[i] + 1;
  for (int i = 1; i < n; i += 3)
    s = s * s + x[i];
  for (int i = n - 1; i >= 0; i -= 2)
    s = s * x[i] - 1;
  for (int i = 0; i <= n - 2; i = i + 2)
    s += x[i] * x[i + 1] * s;
  return s;
}

[[grad]] double unequal(const double *x, int n) {
  double s = 1;
  for (int i = 0; i != n; ++i)
    s = s * x[i] + 1;
  for (int i = n; i != 0; --i)
    s = s * x[i - 1] + 1;
  return s;
}

[[grad]] double mirrored(const double *x, int n) {
  double s = 1;
  for (int i = 0; n > i; ++i)
    s = s * x[i] + 1;
  for (int i = n - 1; 0 <= i; --i)
    s = s * x[i] + 1;
  return s;
}

[[grad]] double sizes(const double *x, std::size_t n) {
  double s = 1;
  for (std::size_t i = 0; i < n; ++i)
    s = s * x[i] + 1;
  for (unsigned i = 0; i < n; i += 2u)
    s += s * x[i];
  for (long i = static_cast<long>(n) - 1; i >= 0; --i)
    s = s * x[i] - s;
  for (short i = 0; i < 3; ++i)
    s = s * 0.9 + i * s;
  return s;
}

[[grad]] double triangular(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    for (int j = 0; j < i; ++j)
      t = t * x[j] + 1;
    for (int j = i; j < n; ++j)
      t = t + x[j] * t * 0.5;
    for (int j = i - 1; j >= 0; --j)
      t = std::sin(t) + x[j];
    s += t * t;
  }
  return s;
}

[[grad]] double threeDeep(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = i; k <= j; ++k)
        s = 0.9 * s + x[i] * x[j] * x[k] / (1 + s * s);
  return s;
}

[[grad]] double boundsOfExpressions(const double *x, int n) {
  double s = 1;
  int m = n;
  for (int i = m / 2; i < 2 * m - n; ++i)
    s = s * x[i] + 1;
  for (int i = n > 2 ? 1 : 0; i < (n < 9 ? n : 9); ++i)
    s = s * x[i] + 2;
  return s;
}

[[grad]] double boundChangesAfterwards(const double *x, int n) {
  double s = 1;
  int m = n;
  for (int i = 0; i < m; ++i)
    s = s * x[i] + 1;
  m = 2;
  for (int i = 0; i < m; ++i)
    s = s * x[i] + 1;
  n = 1;
  return s * n * m;
}

[[grad]] double literalTrips(double x) {
  double s = x;
  for (int i = 0; i < 5; ++i)
    s = std::cos(s) * x;
  for (int i = 0; i < 0; ++i)
    s = 1e9;
  for (int i = 3; i < 1; ++i)
    s *= 1e9;
  for (int i = 0; i < 1; ++i)
    s *= x;
  return s;
}

[[grad]] double counterOutside(const double *x, int n) {
  double s = 1;
  int i;
  for (i = 0; i < n; ++i)
    s = s * x[i] + 1;
  return s * i;
}

[[grad]] double sameNames(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * x[i] + 1;
  for (int i = 0; i < n; ++i) {
    double t = s * x[i];
    for (int i = 0; i < 2; ++i) {
      double s = t * t;
      t = s * 0.1 + i;
    }
    s = t + s;
  }
  return s;
}

[[grad]] double withoutBraces(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      if (i > j)
        s = s * x[i] + x[j];
      else
        s = s + x[i] * s;
  return s;
}

[[grad]] double emptyBody(double x) {
  for (int i = 0; i < 3; ++i)
    ;
  for (int i = 0; i < 3; ++i) {
  }
  return x * x;
}

int main() {
  const nabla_test::Point X = {1.1, -0.7, 0.4, 0.9, -0.3};
  NABLA_CHECK(check_array(upward, upward_grad, X));
  NABLA_CHECK(check_array(upward, upward_grad, {}));
  NABLA_CHECK(check_array(inclusive, inclusive_grad, X));
  NABLA_CHECK(check_array(downward, downward_grad, X));
  NABLA_CHECK(check_array(strides, strides_grad, X));
  NABLA_CHECK(check_array(strides, strides_grad, {1.1, -0.7, 0.4, 0.9}));
  NABLA_CHECK(check_array(strides, strides_grad, {1.1}));
  NABLA_CHECK(check_array(unequal, unequal_grad, X));
  NABLA_CHECK(check_array(mirrored, mirrored_grad, X));
  NABLA_CHECK(check_array(sizes, sizes_grad, X));
  NABLA_CHECK(check_array(triangular, triangular_grad, X));
  NABLA_CHECK(check_array(threeDeep, threeDeep_grad, X));
  NABLA_CHECK(check_array(threeDeep, threeDeep_grad, {0.3}));
  NABLA_CHECK(check_array(boundsOfExpressions, boundsOfExpressions_grad, X));
  NABLA_CHECK(
      check_array(boundChangesAfterwards, boundChangesAfterwards_grad, X));
  NABLA_CHECK(check_scalar(literalTrips, literalTrips_grad, {0.8}));
  NABLA_CHECK(check_array(counterOutside, counterOutside_grad, X));
  NABLA_CHECK(check_array(sameNames, sameNames_grad, X));
  NABLA_CHECK(check_array(withoutBraces, withoutBraces_grad, X));
  NABLA_CHECK(check_scalar(emptyBody, emptyBody_grad, {0.8}));
  return nabla_test::result();
}
