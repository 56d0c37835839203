// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers into arrays: offsets, elements' addresses, local pointers, negative
// and commuted subscripts.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double offsets(const double *x, int n) {
  double s = *x;
  for (int i = 1; i < n; ++i)
    s = s * *(x + i) + (x + i)[-1] + *(i + x) * i[x];
  return s;
}

[[grad]] double localPointers(double *x, int n) {
  double *second = x + 1;
  double *last = &x[n - 1];
  const double *first = x;
  *second = *first * *last;
  last[0] += second[0] * second[1];
  return *last * x[1];
}

[[grad]] double ofLocalArray(double x, double y) {
  double a[5] = {x, y, x * y, x + y, 1};
  double *p = a;
  double *q = a + 2;
  for (int i = 0; i < 2; ++i) {
    p[i] *= q[i];
    q[i] = p[i] + q[i + 1];
  }
  return a[0] * a[1] * a[2] + *(q + 1) * q[-1];
}

[[grad]] double rows(const double *m, int n) {
  double s = 0;
  for (int i = 0; i < n / 3; ++i) {
    const double *row = m + 3 * i;
    s += row[0] * row[1] * row[2];
    const double *next = &m[3 * ((i + 1) % (n / 3))];
    s += row[0] * next[2];
  }
  return s;
}

[[grad]] double ofMatrix(double x) {
  double m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      m[i][j] = x * (i + 1) + j;
  double *row = m[1];
  double *element = &m[2][1];
  row[2] = row[0] * row[1];
  *element *= row[2];
  return m[1][2] * m[2][1] + **m;
}

[[grad]] double halves(double *x, int n) {
  double *low = x, *high = x + n / 2;
  for (int i = 0; i < n / 2; ++i) {
    double sum = low[i] + high[i], difference = low[i] - high[i];
    low[i] = sum * difference;
    high[i] = difference * 0.5;
  }
  return low[0] * high[0] + low[1];
}

[[grad]] double twoPointers(const double *x, const double *y, double *out,
                            int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    out[i] = x[i] * y[n - 1 - i];
    s += out[i] * out[i];
  }
  return s;
}

int main() {
  const nabla_test::Point X = {1.1, -0.7, 0.4, 0.9, -0.3, 0.6};
  NABLA_CHECK(check_array(offsets, offsets_grad, X));
  NABLA_CHECK(check_array(localPointers, localPointers_grad, X));
  NABLA_CHECK(check_scalar(ofLocalArray, ofLocalArray_grad, {1.2, 0.4}));
  NABLA_CHECK(check_array(rows, rows_grad, X));
  NABLA_CHECK(check_scalar(ofMatrix, ofMatrix_grad, {1.2}));
  NABLA_CHECK(check_array(halves, halves_grad, X));
  NABLA_CHECK(
      check_flat([](double *x) { return twoPointers(x, x + 2, x + 4, 2); },
                 [](double *x, double *d) {
                   return twoPointers_grad(x, x + 2, x + 4, 2, d, d + 2, d + 4);
                 },
                 X));
  return nabla_test::result();
}
