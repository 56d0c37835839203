// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dense kernels as people write them: products, triangular solves, LU without
// pivoting, over flat and two-dimensional arrays.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double bilinear(const double *x, int n) {
  // n numbers: the rows of a 2 x 3 matrix.
  double product[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      double s = 0;
      for (int k = 0; k < 3; ++k)
        s += x[i * 3 + k] * x[j * 3 + k] * (k + 1);
      product[i][j] = s;
    }
  return product[0][0] * product[1][1] - product[0][1] * product[1][0] + n;
}

[[grad]] double determinant(double *a, int) {
  const int n = 3;
  double det = 1;
  for (int k = 0; k < n; ++k) {
    det *= a[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return det;
}

[[grad]] double logSumExp(const double *x, int n) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i] - largest);
  return largest + std::log(s);
}

[[grad]] double network(const double *w, int) {
  const double in[2] = {0.5, -1};
  double hidden[3];
  for (int i = 0; i < 3; ++i) {
    double s = w[i];
    for (int j = 0; j < 2; ++j)
      s += w[3 + 2 * i + j] * in[j];
    hidden[i] = std::tanh(s);
  }
  double out = w[9];
  for (int i = 0; i < 3; ++i)
    out += w[10 + i] * hidden[i];
  double r = out - 0.7;
  return 0.5 * r * r;
}

double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

// One step of steepest descent on a quadratic, with its exact step length.
[[grad]] double descent(const double *x, int n) {
  double g[4], h[4];
  for (int i = 0; i < n; ++i)
    g[i] = (i + 1) * x[i] + 0.5 * x[(i + 1) % n];
  for (int i = 0; i < n; ++i)
    h[i] = (i + 1) * g[i] + 0.5 * g[(i + 1) % n];
  double step = dot(g, g, n) / dot(g, h, n);
  return step * dot(g, x, n);
}

int main() {
  NABLA_CHECK(
      check_array(bilinear, bilinear_grad, {1.0, -0.5, 2.0, 0.3, 0.7, -1.1}));
  NABLA_CHECK(check_array(determinant, determinant_grad,
                          {4.0, 1.0, 0.5, 1.0, 3.0, -0.7, 0.5, -0.7, 2.0}));
  NABLA_CHECK(check_array(logSumExp, logSumExp_grad, {1.0, 3.0, -2.0, 2.5}));
  NABLA_CHECK(check_array(logSumExp, logSumExp_grad, {701.0, 703.0}));
  NABLA_CHECK(check_array(
      network, network_grad,
      {0.1, -0.2, 0.3, 0.5, -0.6, 0.7, 0.8, -0.9, 1.0, 0.2, -0.4, 0.6, 0.9}));
  NABLA_CHECK(check_array(descent, descent_grad, {1.0, -0.5, 2.0, 0.3}));
  return nabla_test::result();
}
