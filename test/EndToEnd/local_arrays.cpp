// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays of one to three dimensions: initialisers, partial initialisers,
// scratch rewritten by every iteration, arrays carried through a loop.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double initialised(double x, double y) {
  double a[3] = {x, y, x * y};
  double zero[4] = {};
  double partly[4] = {x};
  zero[1] = y;
  return a[0] * a[2] + a[1] * zero[1] + zero[0] + partly[0] * a[2] +
         partly[3] * y;
}

[[grad]] double matrix(const double *x, int n) {
  double m[4][4];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m[i][j] = x[i] * x[j] + (i == j);
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += m[i][j] * m[j][i] * (i + 1);
  return s;
}

[[grad]] double initialisedMatrix(double x, double y) {
  double r[2][2] = {{x, -y}, {y, x}};
  double v[2] = {1, x};
  double out[2] = {0, 0};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      out[i] += r[i][j] * v[j];
  return out[0] * out[1];
}

[[grad]] double threeDimensions(const double *x, int n) {
  double t[2][3][4];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        t[i][j][k] = x[(i + j + k) % n] * (1 + i) + k;
  for (int j = 1; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      t[1][j][k] *= t[0][j - 1][k + 1];
  double s = 0;
  for (int j = 0; j < 3; ++j)
    s += t[1][j][j] * t[0][j][0];
  return s;
}

[[grad]] double scratch(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double w[3];
    for (int k = 0; k < 3; ++k)
      w[k] = std::exp(0.3 * k * x[i]);
    double total = w[0] + w[1] + w[2];
    for (int k = 0; k < 3; ++k)
      s += std::log(w[k] / total) * w[k];
  }
  return s;
}

[[grad]] double scratchOutside(const double *x, int n) {
  double w[3];
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      w[k] = std::sin(x[i] + k);
    s += w[0] * w[1] * w[2];
  }
  return s * w[1];
}

[[grad]] double carried(const double *x, int n) {
  double state[3] = {1, 0.5, x[0]};
  for (int step = 0; step < 10; ++step) {
    double next[3];
    for (int k = 0; k < 3; ++k)
      next[k] = state[k] + 0.1 * std::sin(state[(k + 1) % 3] * x[step % n]);
    for (int k = 0; k < 3; ++k)
      state[k] = next[k];
  }
  return state[0] * state[1] + state[2];
}

[[grad]] double integerArrays(const double *x, int n) {
  int order[5];
  for (int i = 0; i < n; ++i)
    order[i] = (2 * i + 1) % n;
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * x[order[i]] + x[order[order[i]]];
  return s;
}

int main() {
  const nabla_test::Point X = {1.1, -0.7, 0.4};
  NABLA_CHECK(check_scalar(initialised, initialised_grad, {1.2, 3.4}));
  NABLA_CHECK(check_array(matrix, matrix_grad, X));
  NABLA_CHECK(
      check_scalar(initialisedMatrix, initialisedMatrix_grad, {1.2, 3.4}));
  NABLA_CHECK(check_array(threeDimensions, threeDimensions_grad, X));
  NABLA_CHECK(check_array(scratch, scratch_grad, X));
  NABLA_CHECK(check_array(scratchOutside, scratchOutside_grad, X));
  NABLA_CHECK(check_array(carried, carried_grad, X));
  NABLA_CHECK(check_array(integerArrays, integerArrays_grad,
                          {1.1, -0.7, 0.4, 0.9, 1.3}));
  return nabla_test::result();
}
