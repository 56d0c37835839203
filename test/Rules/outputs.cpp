// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of <cmath> with a second result behind a pointer, lists, and
// sources of numbers that carry no derivative.
//
// RUN: %nabla -std=c++20 -O0 %sanitize %s -o %t && %t

#include "../EndToEnd/support/check_gradient.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <random>

[[grad]] double parts(double x) {
  int n;
  double mantissa = std::frexp(x, &n), whole;
  double rest = std::modf(x, &whole);
  return mantissa * rest * n + whole * x;
}

[[grad]] float partsInFloat(float x) {
  int n;
  float whole, mantissa = frexpf(x, &n);
  return mantissa * mantissa * std::modf(x * x, &whole);
}

[[grad]] double quotient(double x, double y) {
  int n;
  double r = std::remquo(x, y, &n);
  return r * r * n;
}

[[grad]] double logGamma(double x) {
  int sign;
  return lgamma_r(x, &sign) * sign;
}

[[grad]] double angles(const double *x, int n) {
  double s, c, sum = 0;
  for (int i = 0; i < n; ++i) {
    ::sincos(x[i], &s, &c);
    sum += s * c * (i + 1) + c;
  }
  ::sincos(sum, &sum, &c);
  return sum + c;
}

[[grad]] double lists(double x, double y, double z) {
  return std::max({x * y, y * z, z * x}) - std::min({x, y}) + std::max({z});
}

[[grad]] double midway(double x, double y) {
  return std::midpoint(x, y) * std::lerp(x, y, 0.25) + std::clamp(x, y, 3.0);
}

[[grad]] double classes(double x) {
  double s = std::fpclassify(x) == FP_NORMAL && !std::isnan(x) ? x * x : 0;
  return std::signbit(-x) ? s : 0;
}

[[grad]] double integers(double x, int n) {
  return x * std::sqrt(n) + std::pow(x, n) * std::exp(n) + std::fmax(x, n);
}

[[grad]] double noisy(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += x * (std::rand() % 10 + 1) * x;
  return s;
}

[[grad]] double drawn(double x, std::mt19937 &engine) {
  std::normal_distribution<double> normal(0, 1);
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += std::exp(x * normal(engine));
  return s;
}

int main() {
  for (double x : {0.7, 3.3, -2.6})
    NABLA_CHECK(check_scalar(parts, parts_grad, {x}));
  float d_f = 0;
  partsInFloat_grad(1.5f, &d_f); // mantissa x / 2, rest x * x - 2
  NABLA_CHECK(
      check_near("float", d_f, 1.5 / 2 * 0.25 + 1.5 * 1.5 / 4 * 3, 1e-6L));
  NABLA_CHECK(check_scalar(quotient, quotient_grad, {7.3, 2.1}));
  for (double x : {0.7, 3.3, -2.6})
    NABLA_CHECK(check_scalar(logGamma, logGamma_grad, {x}));
  NABLA_CHECK(check_array(angles, angles_grad, {0.3, -0.8, 1.4}));
  for (double x : {0.4, 1.1, -2.0})
    NABLA_CHECK(check_scalar(lists, lists_grad, {x, 0.7, 1.3}));
  double d_x = 0, d_y = 0, d_z = 0;
  lists_grad(1, 1, 1, &d_x, &d_y, &d_z); // the first of those that are equal
  NABLA_CHECK(check_equal("tie", d_x, 0));
  NABLA_CHECK(check_equal("tie", d_y, 1));
  NABLA_CHECK(check_equal("tie", d_z, 1));
  NABLA_CHECK(check_scalar(midway, midway_grad, {1.4, 0.9}));
  NABLA_CHECK(check_scalar(classes, classes_grad, {1.4}));
  NABLA_CHECK(check_scalar(integers, integers_grad, {1.4, 3}));

  std::srand(5);
  double s = noisy(1), d = 0;
  std::srand(5);
  NABLA_CHECK(check_equal("value", noisy_grad(1, &d), s));
  NABLA_CHECK(check_equal("drawn once", d, 2 * s));

  std::mt19937 one(3), two(3);
  d = 0;
  double value = drawn(0.5, one);
  NABLA_CHECK(check_equal("value", drawn_grad(0.5, two, &d), value));
  NABLA_CHECK(check_true("the engine is where it should be", one == two));
  std::mt19937 three(3);
  std::normal_distribution<double> normal(0, 1);
  double expected = 0;
  for (int i = 0; i < 3; ++i) {
    double z = normal(three);
    expected += z * std::exp(0.5 * z);
  }
  NABLA_CHECK(check_near("d_x", d, expected));
  return nabla_test::result();
}
