// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parameters are differentiated: by name, by index, all that can be;
// values that do not matter; results that do not depend on a parameter.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad("x")]] double byName(double x, double y) { return x * y * y; }
[[grad("y", "x")]] double byNames(double x, double k, double y) {
  return x * k * y;
}
[[grad(1)]] double byIndex(double x, double y) { return x * y * y; }
[[grad(0, 2)]] double byIndices(double x, double k, double y) {
  return x * k * y * y;
}

[[grad("a")]] double selectedArray(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * a[i] * b[i];
  return s;
}

[[grad]] double unusedParameter(double x, double y) { return 3 * x; }
[[grad]] double lostParameter(double x, double y) {
  double t = y * y;
  y = x;
  t = x + y;
  return t;
}

[[grad]] double inactiveWork(double x, int n) {
  double table[4];
  for (int i = 0; i < 4; ++i)
    table[i] = std::sqrt(i + 1.0) * n;
  double c = table[n] / table[0];
  for (int i = 0; i < 3; ++i)
    c = c * 0.5 + i;
  return c * x * x;
}

// `scale` becomes active in the second iteration only.
[[grad]] double activeLater(double x, double y) {
  double scale = 2, s = 0;
  for (int i = 0; i < 3; ++i) {
    s += scale * x;
    scale = y * scale;
  }
  return s;
}

// What is written to `log` is not differentiated and has no shadow.
[[grad("x")]] double inactiveOutput(double x, double *log) {
  double s = x * x;
  log[0] = 3;
  s *= log[0];
  return s;
}

int main() {
  double dx = 1, dy = 2;
  NABLA_CHECK(check_equal("value", byName_grad(2, 3, &dx), 18));
  NABLA_CHECK(check_equal("d_x", dx, 1 + 9));
  dx = 1;
  // Shadows stand in the order of the parameters, not of the names.
  NABLA_CHECK(check_equal("value", byNames_grad(2, 3, 5, &dx, &dy), 30));
  NABLA_CHECK(check_equal("d_x", dx, 1 + 15));
  NABLA_CHECK(check_equal("d_y", dy, 2 + 6));
  dy = 2;
  NABLA_CHECK(check_equal("value", byIndex_grad(2, 3, &dy), 18));
  NABLA_CHECK(check_equal("d_y", dy, 2 + 12));
  dx = 1, dy = 2;
  NABLA_CHECK(check_equal("value", byIndices_grad(2, 3, 5, &dx, &dy), 150));
  NABLA_CHECK(check_equal("d_x", dx, 1 + 75));
  NABLA_CHECK(check_equal("d_y", dy, 2 + 60));

  double a[2] = {1, 2}, b[2] = {3, 4}, da[2] = {0, 0.5};
  selectedArray_grad(a, b, 2, da);
  NABLA_CHECK(check_equal("d_a[0]", da[0], 6));
  NABLA_CHECK(check_equal("d_a[1]", da[1], 0.5 + 16));

  NABLA_CHECK(check_scalar(unusedParameter, unusedParameter_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(lostParameter, lostParameter_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(inactiveWork, inactiveWork_grad, {1.2, 2}));
  NABLA_CHECK(check_scalar(activeLater, activeLater_grad, {1.2, 0.7}));

  double log[1] = {0};
  dx = 1;
  NABLA_CHECK(check_equal("value", inactiveOutput_grad(2, log, &dx), 12));
  NABLA_CHECK(check_equal("d_x", dx, 1 + 12));
  NABLA_CHECK(check_equal("log", log[0], 3));
  return nabla_test::result();
}
