// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References: parameters read and written, local references to scalars and
// elements, references to references.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double readOnly(const double &x, double &y) { return x * y * y; }

[[grad]] double written(double &x, double &y) {
  x = x * y;
  y = x + 1;
  x += y * y;
  return x * y;
}

[[grad]] double localReferences(double x, double y) {
  double &alias = x;
  alias = alias * y;
  double a[3] = {x, y, alias};
  double &element = a[1];
  element *= a[0];
  const double &view = a[2];
  return x * element + view * a[1];
}

[[grad]] double inLoop(double *x, int n) {
  double s = 0;
  for (int i = 1; i < n; ++i) {
    double &here = x[i];
    const double &before = x[i - 1];
    here = here * before;
    s += here * here;
  }
  return s;
}

[[grad]] double ofReference(double x) {
  double &a = x;
  double &b = a;
  b *= b;
  return a * x;
}

[[grad]] double integers(double x, int &count) {
  int &k = count;
  k += 2;
  return x * count * k;
}

double integersOf(double x, int n) { return integers(x, n); }
double integersOf_grad(double x, int n, double *d_x) {
  return integers_grad(x, n, d_x);
}

int main() {
  NABLA_CHECK(check_scalar(readOnly, readOnly_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(written, written_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(localReferences, localReferences_grad, {1.2, 0.7}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, {1.1, -0.7, 0.4, 0.9}));
  NABLA_CHECK(check_scalar(ofReference, ofReference_grad, {1.2}));
  NABLA_CHECK(check_scalar(integersOf, integersOf_grad, {1.2, 3}));
  int count = 3;
  double d_x = 0;
  integers_grad(1.2, count, &d_x);
  NABLA_CHECK(check_equal("count, changed once", count, 5));
  return nabla_test::result();
}
