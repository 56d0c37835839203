// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main job: the gradient of the lynx-hare likelihood against differences of
// the same model in long double, written out here by hand, and the fit.
//
// RUN: %at-levels %nabla -std=c++17 -I%root/examples/lynx_hare %s -o %t
// RUN: %root/examples/lynx_hare/run.sh %build | FileCheck %s
// CHECK: nlopt stopped: {{FTOL|XTOL|STOPVAL}}_REACHED
// CHECK: hare birth 0.5{{[0-9]+}}  hare death 0.02{{[0-9]+}}  lynx death 0.{{7|8}}{{[0-9]+}}  lynx birth 0.02{{[0-9]+}}
// CHECK: data and fit are drawn in

#include "model.h"
#include <cstdio>

using Real = long double;

/// The model once more: populations u and v, one Runge-Kutta step after another.
static Real likelihood(const Real *log_parameter) {
  Real p[8];
  for (int i = 0; i < 8; ++i)
    p[i] = std::exp(log_parameter[i]);
  auto du = [&](Real u, Real v) { return p[0] * u - p[1] * u * v; };
  auto dv = [&](Real u, Real v) { return p[3] * u * v - p[2] * v; };
  Real u = p[4], v = p[5], sum = 0, h = Real(1) / 100;
  for (int year = 0; year < 21; ++year) {
    Real a = std::log(Real(lynx_hare::hare[year]) / u) / p[6];
    Real b = std::log(Real(lynx_hare::lynx[year]) / v) / p[7];
    sum += (a * a + b * b) / 2 + log_parameter[6] + log_parameter[7];
    for (int step = 0; step < 100; ++step) {
      Real u1 = du(u, v), v1 = dv(u, v);
      Real u2 = du(u + h / 2 * u1, v + h / 2 * v1);
      Real v2 = dv(u + h / 2 * u1, v + h / 2 * v1);
      Real u3 = du(u + h / 2 * u2, v + h / 2 * v2);
      Real v3 = dv(u + h / 2 * u2, v + h / 2 * v2);
      Real u4 = du(u + h * u3, v + h * v3), v4 = dv(u + h * u3, v + h * v3);
      u += h / 6 * (u1 + 2 * u2 + 2 * u3 + u4);
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    }
  }
  return sum;
}

/// Central differences, extrapolated twice.
static Real slope(const double *x, int i) {
  auto difference = [&](Real h) {
    Real up[8], down[8];
    for (int k = 0; k < 8; ++k)
      up[k] = down[k] = x[k];
    up[i] += h;
    down[i] -= h;
    return (likelihood(up) - likelihood(down)) / (2 * h);
  };
  Real d1 = difference(1e-4L), d2 = difference(5e-5L), d3 = difference(2.5e-5L);
  Real r1 = (4 * d2 - d1) / 3, r2 = (4 * d3 - d2) / 3;
  return (16 * r2 - r1) / 15;
}

int main() {
  const double points[2][8] = {
      {-0.6, -3.6, -0.2, -3.7, 3.5, 1.7, -1.5, -1.4},
      {-0.7, -3.9, -0.7, -3.9, 3.4, 1.4, -0.7, -0.7}};
  int wrong = 0;
  for (const double *x : points) {
    double gradient[8] = {};
    double value = lynx_hare::neg_log_likelihood_grad(x, gradient);
    Real exact[8];
    for (int i = 0; i < 8; ++i)
      exact[i] = x[i];
    Real expected = likelihood(exact);
    if (!(std::fabs(value - expected) < 1e-9L * std::fabs(expected) + 1e-9L)) {
      std::printf("value should be %.17Lg is %.17g\n", expected, value);
      ++wrong;
    }
    for (int i = 0; i < 8; ++i) {
      Real should = slope(x, i);
      if (!(std::fabs(gradient[i] - should) <=
            1e-8L * (1 + std::fabs(should)))) {
        std::printf("component %d should be %.17Lg is %.17g\n", i, should,
                    gradient[i]);
        ++wrong;
      }
    }
  }
  return wrong != 0;
}
