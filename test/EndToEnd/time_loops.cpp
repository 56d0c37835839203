// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Long loops that carry a state: integration in time, with a helper that
// updates the state in place; a million steps stay within memory.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

namespace {

void rightHandSide(const double *u, const double *p, double *du) {
  du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
  du[1] = -p[2] * u[1] + p[3] * u[0] * u[1];
}

void rungeKutta(double *u, const double *p, double h) {
  double k1[2], k2[2], k3[2], k4[2], v[2];
  rightHandSide(u, p, k1);
  for (int i = 0; i < 2; ++i)
    v[i] = u[i] + h / 2 * k1[i];
  rightHandSide(v, p, k2);
  for (int i = 0; i < 2; ++i)
    v[i] = u[i] + h / 2 * k2[i];
  rightHandSide(v, p, k3);
  for (int i = 0; i < 2; ++i)
    v[i] = u[i] + h * k3[i];
  rightHandSide(v, p, k4);
  for (int i = 0; i < 2; ++i)
    u[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

} // namespace

[[grad]] double lotkaVolterra(const double *p, int) {
  double u[2] = {p[4], p[5]};
  double misfit = 0;
  for (int year = 0; year < 4; ++year) {
    for (int step = 0; step < 20; ++step)
      rungeKutta(u, p, 1.0 / 20);
    for (int i = 0; i < 2; ++i) {
      double r = std::log(u[i]) - 0.3 * (year + i);
      misfit += r * r;
    }
  }
  return misfit;
}

[[grad]] double heat(double *u, int n) {
  double next[8];
  for (int step = 0; step < 30; ++step) {
    for (int i = 0; i < n; ++i) {
      double left = i > 0 ? u[i - 1] : u[0];
      double right = i + 1 < n ? u[i + 1] : u[n - 1];
      next[i] = u[i] + 0.2 * (left - 2 * u[i] + right) - 0.01 * u[i] * u[i];
    }
    for (int i = 0; i < n; ++i)
      u[i] = next[i];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * u[i];
  return s;
}

// u' = -k u by explicit steps: u (1 - k h)^n.
[[grad]] double decay(double u, double k, int n) {
  double h = 1.0 / n;
  for (int i = 0; i < n; ++i)
    u = u - h * k * u;
  return u;
}

int main() {
  NABLA_CHECK(check_array(lotkaVolterra, lotkaVolterra_grad,
                          {0.6, 0.3, 0.8, 0.25, 2.0, 1.5}));
  NABLA_CHECK(check_array(heat, heat_grad, {0.5, 1.0, -0.5, 2.0, 0.3}));
  for (int n : {0 + 1, 1000, 1000000}) {
    double du = 0, dk = 0, h = 1.0 / n;
    double v = decay_grad(2.0, 0.5, n, &du, &dk);
    double factor = std::pow(1 - 0.5 * h, n);
    NABLA_CHECK(check_near("value", v, 2 * factor, 1e-9));
    NABLA_CHECK(check_near("d_u", du, factor, 1e-9));
    NABLA_CHECK(check_near("d_k", dk, -2 * factor / (1 - 0.5 * h), 1e-9));
  }
  return nabla_test::result();
}
