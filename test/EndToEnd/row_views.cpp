// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of a matrix as one array, and an array as rows, by conversions of
// pointers: the same elements under two types.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdlib>

typedef double Row[3];

[[grad]] double flat(const double *x, int n) {
  double m[2][3] = {{x[0], x[1], x[2]}, {x[1] * x[2], x[0], x[0] * x[0]}};
  double *p = (double *)m;
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += p[i] * p[i] * (i + n);
  return s;
}
[[grad]] double flatWritten(const double *x, int) {
  double m[2][2][2] = {};
  double *p = reinterpret_cast<double *>(m);
  for (int i = 0; i < 8; ++i)
    p[i] = x[i % 3] * (i + 1);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      p[i + 2 * j] *= m[j][i][1] + m[1][1][i];
  double (*plane)[2] = (double (*)[2])m;
  return plane[0][1] * m[1][0][0] + std::sin(plane[3][0]) * p[2];
}
[[grad]] double rows(double *x, int n) {
  double (*a)[3] = (double (*)[3])x;
  double s = 0;
  for (int i = 0; i < n / 3; ++i) {
    for (int j = 1; j < 3; ++j)
      a[i][j] *= a[i][j - 1];
    s += a[i][2] * x[3 * i + 1];
  }
  return s;
}
[[grad]] double constRows(const double *x, int n) {
  const double (*a)[3] = (const double (*)[3])x;
  const Row *b = reinterpret_cast<const Row *>(x + 3);
  return a[1][0] * a[0][1] + b[0][2] * b[0][2] * n + (*a)[2];
}
[[grad]] double onTheHeap(const double *x, int n) {
  double *block = static_cast<double *>(std::malloc(n * sizeof(double)));
  Row *a = reinterpret_cast<Row *>(block);
  for (int i = 0; i < n; ++i)
    a[i / 3][i % 3] = x[i] * x[0];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += block[i] * x[n - 1 - i];
  std::free(block);
  return s;
}

static double recursive(Row *a, double *flat, int n) {
  if (n == 0)
    return flat[1] * a[0][2];
  for (int j = 0; j < 3; ++j)
    flat[j] = a[1][j] * a[0][j] + flat[3 + j];
  return recursive(a, (double *)a, n - 1) + a[0][1];
}
[[grad]] double handedOn(double *x, int) {
  return recursive((Row *)x, x, 2) * x[0];
}

int main() {
  using namespace nabla_test;
  const Point at = {0.7, 0.4, 0.9, 1.1, -0.6, 0.3};
  NABLA_CHECK(check_array(flat, flat_grad, at));
  NABLA_CHECK(check_array(flatWritten, flatWritten_grad, at));
  NABLA_CHECK(check_array(rows, rows_grad, at));
  NABLA_CHECK(check_array(constRows, constRows_grad, at));
  NABLA_CHECK(check_array(onTheHeap, onTheHeap_grad, at));
  NABLA_CHECK(check_array(handedOn, handedOn_grad, at));
  return result();
}
