// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does not depend on the differentiated input is there beside what does:
// options as arguments, tables that are computed, random numbers, branches that
// give constants. Expected gradients are closed forms and differences.
//
// RUN: %at-levels %nabla -std=c++17 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <random>
#include <string>
#include <vector>

enum class Model { Normal, Lognormal };
static double scale(double v, const std::string &unit = "percent") {
  return unit == "percent" ? v : 100 * v;
}
[[grad]] double priced(double f, double vol, Model m = Model::Lognormal,
                       const char *label = "spot", bool discount = true) {
  double p = scale(vol) * 0.4;
  if (m == Model::Lognormal)
    p *= f;
  if (std::string(label) == "spot" && discount)
    p *= std::exp(-0.03 * vol);
  return p + scale(0.01 * f, "raw");
}

[[grad]] double constantParts(double x) {
  std::vector<double> basis(50);
  double norm = 0;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    basis[i] = std::sin(0.1 * i) + std::lgamma(i + 0.5);
    norm += basis[i] * basis[i];
  }
  std::mt19937 random(7);
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += basis[i * 10] * std::pow(x, i) + std::tgamma(i + 1.5) * x;
  double noise = 0;
  for (int i = 0; i < 20; ++i)
    noise += (random() + 0.5) / 4294967296.0;
  return s / std::sqrt(norm) + noise * x;
}

/// Branches that return a constant, and at a kink the branch that is taken.
static double ramp(double x) {
  if (x >= 0)
    return x;
  return 0;
}
static double cap(double x) { return x <= 1 ? x : 1; }
[[grad]] double ramps(double x, double y) {
  double s = 0;
  for (int i = -2; i <= 2; ++i)
    s += ramp(x * i + y) * (i + 3) + cap(y * i + 2 * x);
  return s;
}

/// A hundred thousand terms in single precision.
[[grad]] float terms(float a, float b) {
  float s = 0;
  for (int i = 0; i < 100000; ++i) {
    const float t = 1e-5f * i;
    s += 1e-5f * a * std::exp(-b * t) * t;
  }
  return s;
}

int main() {
  double d[2] = {};
  NABLA_CHECK(check_near(
      "priced", priced_grad(90, 0.2, Model::Lognormal, "spot", true, d, d + 1),
      0.08 * 90 * std::exp(-0.006) + 90));
  NABLA_CHECK(check_near("by f", d[0], 0.08 * std::exp(-0.006) + 1));
  NABLA_CHECK(check_near("by vol", d[1], 36 * std::exp(-0.006) * (1 - 0.006)));
  d[0] = d[1] = 0;
  priced_grad(90, 0.2, Model::Normal, "forward", true, d, d + 1);
  NABLA_CHECK(check_near("by f, normal", d[0], 1));
  NABLA_CHECK(check_near("by vol, normal", d[1], 0.4));

  NABLA_CHECK(check_scalar(constantParts, constantParts_grad, {0.8}));
  NABLA_CHECK(check_scalar(ramps, ramps_grad, {0.7, -0.3}));
  d[0] = d[1] = 0; // at the kinks of cap, where both arguments are 1 for i = 0
  ramps_grad(0.5, -0.25, d, d + 1);
  NABLA_CHECK(check_near("ramps by x", d[0], 4 + 10 + 3 * 2));
  NABLA_CHECK(check_near("ramps by y", d[1], 4 + 5 + (0 + 1 + 2)));

  float da = 0, db = 0;
  terms_grad(2, 0.5f, &da, &db);
  double e = std::exp(-0.5); // of the integral of a t exp(-b t)
  NABLA_CHECK(check_near("terms by a", da, 4 - 6 * e, 1e-3));
  NABLA_CHECK(check_near("terms by b", db, 2 * (26 * e - 16), 1e-3));
  return nabla_test::result();
}
