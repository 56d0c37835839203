// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// float, double and long double in one function: conversions are linear,
// adjoints have the precision of the primal. Closed forms, and long double
// differences.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] float allFloat(float x, float y) {
  float s = x * y + 0.5f * x;
  s *= s;
  return s / y;
}

[[grad]] double floatToDouble(float x, double y) {
  double s = x * y;
  float t = s;
  return t * y + (float)s * x + static_cast<double>(x) * x;
}

[[grad]] float result(double x) { return x * x; }

[[grad]] long double allLong(long double x, long double y) {
  long double s = x / y - 0.1L;
  return s * s * x;
}

[[grad]] double throughLong(double x) {
  long double s = x;
  for (int i = 0; i < 4; ++i)
    s = s * x + 1;
  return s;
}

// Each contribution to d_x is 1e-4, its sum is wrong in float arithmetic only
// by its last conversion.
[[grad]] double sumOfSmall(const float *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += 1e-4 * x[i];
  return s;
}

double narrowHelper(float x) { return x * x; }
float wideHelper(double x) { return static_cast<float>(x * 3); }

[[grad]] double helpers(double x, float y) {
  return narrowHelper(x) * y + wideHelper(y) * x + wideHelper(narrowHelper(y));
}

[[grad]] float floatLoop(const float *x, int n) {
  float s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[i] + 0.5f;
    if (s > 2)
      s /= 2;
  }
  return s;
}

[[grad]] double integersAndFloats(float x, int n) {
  float s = n * x + x / n;
  return s * n + 0.1 * x;
}

int main() {
  using namespace nabla_test;
  {
    float dx = 0.5f, dy = -1;
    float v = allFloat_grad(1.5f, 2.0f, &dx, &dy);
    // f = (x y + x / 2)^2 / y = x^2 (y + 1/2)^2 / y
    double x = 1.5, y = 2;
    NABLA_CHECK(check_near("value", v, x * x * 2.5 * 2.5 / y, 1e-6));
    NABLA_CHECK(check_near("d_x", dx, 0.5 + 2 * x * 2.5 * 2.5 / y, 1e-6));
    NABLA_CHECK(check_near(
        "d_y", dy, -1 + x * x * (2 * 2.5 / y - 2.5 * 2.5 / (y * y)), 1e-6));
  }
  {
    float dx = 0;
    double dy = 0;
    floatToDouble_grad(1.5f, 2.0, &dx, &dy);
    // f = x y^2 + x^2 y + x^2
    NABLA_CHECK(check_near("d_x", dx, 4 + 6 + 3, 1e-6));
    NABLA_CHECK(check_near("d_y", dy, 2 * 1.5 * 2 + 1.5 * 1.5, 1e-6));
  }
  {
    double dx = 0.25;
    NABLA_CHECK(check_equal("value", result_grad(1.1, &dx), result(1.1)));
    NABLA_CHECK(check_near("d_x", dx, 0.25 + 2.2, 1e-6));
  }
  {
    long double dx = 0, dy = 0, x = 1.1L, y = 0.7L;
    allLong_grad(x, y, &dx, &dy);
    long double s = x / y - 0.1L;
    NABLA_CHECK(check_near("d_x", dx, 2 * s * x / y + s * s, 1e-18L));
    NABLA_CHECK(check_near("d_y", dy, -2 * s * x * x / (y * y), 1e-18L));
  }
  NABLA_CHECK(check_scalar(throughLong, throughLong_grad, {1.1}));
  {
    float x[3] = {1, 2, 3}, dx[3] = {0, 1, 0};
    sumOfSmall_grad(x, 3, dx);
    for (int i = 0; i < 3; ++i)
      NABLA_CHECK(check_near("d_x", dx[i], (i == 1) + 1e-4, 1e-7));
  }
  {
    double dx = 0;
    float dy = 0;
    helpers_grad(1.5, 0.5f, &dx, &dy);
    // f = x^2 y + 3 y x + 3 y^2
    NABLA_CHECK(check_near("d_x", dx, 2 * 1.5 * 0.5 + 1.5, 1e-6));
    NABLA_CHECK(check_near("d_y", dy, 1.5 * 1.5 + 3 * 1.5 + 3, 1e-6));
  }
  NABLA_CHECK(check_flat(
      [](double *x) {
        float c[3] = {float(x[0]), float(x[1]), float(x[2])};
        return double(floatLoop(c, 3));
      },
      [](double *x, double *d) {
        float c[3] = {float(x[0]), float(x[1]), float(x[2])};
        float dc[3] = {float(d[0]), float(d[1]), float(d[2])};
        double v = floatLoop_grad(c, 3, dc);
        for (int i = 0; i < 3; ++i)
          d[i] = dc[i];
        return v;
      },
      {1.25, 2.5, -0.5},
      [](long double *x) {
        long double s = 1;
        for (int i = 0; i < 3; ++i) {
          s = s * x[i] + 0.5L;
          if (s > 2)
            s /= 2;
        }
        return s;
      },
      {1e-6}));
  {
    float dx = 0;
    integersAndFloats_grad(1.5f, 3, &dx);
    NABLA_CHECK(check_near("d_x", dx, 9 + 1 + 0.1, 1e-6));
  }
  return nabla_test::result();
}
