// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of the caller that are overwritten: their shadows hold the adjoint of
// the final contents on entry, of the initial contents on exit.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double scale(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = 2 * x[i];
  return x[0];
}

[[grad]] double erase(double *x, int n) {
  double s = x[0] * x[1];
  for (int i = 0; i < n; ++i)
    x[i] = i;
  return s;
}

[[grad]] double prefixProducts(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] = x[i] * x[i - 1];
  return x[n - 1] * x[n - 2];
}

[[grad]] double reversed(double *x, int n) {
  for (int i = 0; i < n / 2; ++i) {
    double t = x[i];
    x[i] = x[n - 1 - i];
    x[n - 1 - i] = t;
  }
  return x[0] * x[0] * x[1];
}

[[grad]] double stencil(double *u, int n) {
  for (int step = 0; step < 4; ++step)
    for (int i = 1; i < n - 1; ++i)
      u[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * u[i];
  return s;
}

[[grad]] double sameElementTwice(double *x, int n) {
  int k = n - 1;
  x[k] = std::sin(x[k]);
  x[k] = x[k] * x[0];
  x[0] = x[k] * x[k];
  x[k] = x[0];
  return x[k] * x[1];
}

// Solves the tridiagonal system with sub- and superdiagonal 1, diagonal x,
// right-hand side 1, 2, ... by elimination in place.
[[grad]] double tridiagonal(double *d, int n) {
  double rhs[6];
  for (int i = 0; i < n; ++i)
    rhs[i] = i + 1;
  for (int i = 1; i < n; ++i) {
    d[i] -= 1 / d[i - 1];
    rhs[i] -= rhs[i - 1] / d[i - 1];
  }
  rhs[n - 1] /= d[n - 1];
  for (int i = n - 2; i >= 0; --i)
    rhs[i] = (rhs[i] - rhs[i + 1]) / d[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += rhs[i] * rhs[i];
  return s;
}

// Cholesky factorisation in place of an n x n matrix stored by rows; half the
// logarithm of the determinant.
[[grad]] double cholesky(double *a) {
  const int n = 3;
  double logDet = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    logDet += std::log(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  return logDet;
}

[[grad]] double conditional(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      x[i] = x[i] * x[i];
    else if (i > 0)
      x[i] = x[i - 1];
    x[i] += 0.5;
  }
  return x[0] * x[1] * x[n - 1];
}

int main() {
  const nabla_test::Point X = {1.1, -0.7, 0.4, 0.9, -0.3};
  NABLA_CHECK(check_array(scale, scale_grad, X));
  NABLA_CHECK(check_array(erase, erase_grad, X));
  NABLA_CHECK(check_array(prefixProducts, prefixProducts_grad, X));
  NABLA_CHECK(check_array(reversed, reversed_grad, X));
  NABLA_CHECK(check_array(reversed, reversed_grad, {1.1, -0.7, 0.4, 0.9}));
  NABLA_CHECK(check_array(stencil, stencil_grad, X));
  NABLA_CHECK(check_array(sameElementTwice, sameElementTwice_grad, X));
  NABLA_CHECK(check_array(tridiagonal, tridiagonal_grad, {2.5, 3.0, 2.2, 4.0}));
  NABLA_CHECK(check_array(cholesky, cholesky_grad,
                          {4.0, 1.0, 0.5, 1.0, 3.0, -0.7, 0.5, -0.7, 2.0}));
  NABLA_CHECK(check_array(conditional, conditional_grad, X));
  return nabla_test::result();
}
