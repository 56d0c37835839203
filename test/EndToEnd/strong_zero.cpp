// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A zero adjoint contributes zero, even where the partial is infinite or NaN.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <cmath>

[[grad]] double guardedRoot(double x) {
  double r = std::sqrt(x);
  return x > 0 ? r : 3 * x;
}

[[grad]] double guardedByIf(double x, double y) {
  double r = std::log(x), s = y;
  if (y > 1)
    s = s * r;
  return s;
}

[[grad]] double norm(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  double r = std::sqrt(s);
  if (s == 0)
    r = 0;
  return r;
}

[[grad]] double unusedNaN(double x, double y) {
  double bad = std::log(-x * x);
  double alsoBad = std::acos(2 + x * x) / 0.0;
  bad = bad + alsoBad;
  return x * y;
}

[[grad]] double power(double x, double y) { return std::pow(x, y); }
[[grad]] double powerOfBase(double x) { return std::pow(x, 2.0); }
[[grad]] double powerPlus(double x, double y) { return std::pow(x, y) + y; }

[[grad]] double unusedElement(double x) {
  double a[2] = {std::sqrt(x), x};
  double s = 0;
  for (int i = 0; i < 2; ++i)
    if (i == 1)
      s += a[i] * a[i];
  return s;
}

[[grad]] double division(double x, double y) {
  double q = x / y;
  return y != 0 ? q : 2 * x;
}

[[grad]] double atKink(double x) { return std::fabs(x); }

double helper(double x) { return std::sqrt(x) * std::log(x); }
[[grad]] double throughCall(double x) {
  double h = helper(x);
  return x > 0 ? h : x;
}

// Where the branch that is not taken overflows.
static double elu(double x) { return x > 0 ? x : std::expm1(x); }
static double sigmoid(double x) {
  if (x >= 0)
    return 1 / (1 + std::exp(-x));
  double e = std::exp(x);
  return e / (1 + e);
}
static double softPlus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}
[[grad]] double activations(double x, double y) {
  return elu(x) + 2 * elu(y) + softPlus(x) + softPlus(y) +
         sigmoid(x) * sigmoid(y);
}

// A slope that is infinite, of a value that does not depend on the input.
[[grad]] double clamped(double x, double y) {
  double c = std::min(1.0, std::max(-1.0, x));
  double r = std::sqrt(y < 0 ? 0.0 : y);
  return y * std::acos(c) + std::asin(std::clamp(x, -1.0, 1.0)) + r +
         std::log(std::fmax(y, 0.5)) + std::acos(std::fmin(x, 1));
}

static double length(double x, double y) { return std::sqrt(x * x + y * y); }
[[grad]] double squaredAgain(double x, double y) {
  const double n = length(x, y);
  return n * n + 3 * x;
}

// Rotation by a vector, and its first order where there is none.
[[grad]] double rotated(const double *w, const double *p) {
  const double square = w[0] * w[0] + w[1] * w[1];
  double turned = p[0] * w[1] - p[1] * w[0];
  if (square > 0) {
    const double angle = std::sqrt(square);
    turned *= std::sin(angle) / angle;
  }
  return turned * turned + turned;
}

int main() {
  double dx = 0, dy = 0;
  auto zero = [&] { dx = dy = 0; };

  guardedRoot_grad(0.0, &dx);
  NABLA_CHECK(check_equal("sqrt in a branch not taken", dx, 3));
  zero(), guardedRoot_grad(-2.0, &dx);
  NABLA_CHECK(check_equal("sqrt outside its domain", dx, 3));
  zero(), guardedRoot_grad(4.0, &dx);
  NABLA_CHECK(check_equal("sqrt that is used", dx, 0.25));

  zero(), guardedByIf_grad(0.0, 0.5, &dx, &dy);
  NABLA_CHECK(check_equal("d_x", dx, 0));
  NABLA_CHECK(check_equal("d_y", dy, 1));

  double x[2] = {0, 0}, d[2] = {1, 2};
  norm_grad(x, 2, d);
  NABLA_CHECK(check_equal("norm at zero", d[0], 1));
  NABLA_CHECK(check_equal("norm at zero", d[1], 2));

  zero(), unusedNaN_grad(3.0, 5.0, &dx, &dy);
  NABLA_CHECK(check_equal("d_x beside an unused NaN", dx, 5));
  NABLA_CHECK(check_equal("d_y beside an unused NaN", dy, 3));

  zero(), power_grad(0.0, 2.0, &dx, &dy);
  NABLA_CHECK(check_equal("pow(0, 2) by base", dx, 0));
  NABLA_CHECK(check_equal("pow(0, 2) by exponent", dy, 0));
  zero(), power_grad(0.0, 1.0, &dx, &dy);
  NABLA_CHECK(check_equal("pow(0, 1) by base", dx, 1));
  zero(), power_grad(-2.0, 3.0, &dx, &dy);
  NABLA_CHECK(check_equal("pow(-2, 3) by base", dx, 12));
  zero(), powerOfBase_grad(0.0, &dx);
  NABLA_CHECK(check_equal("pow(0, 2.0)", dx, 0));
  zero(), powerOfBase_grad(-3.0, &dx);
  NABLA_CHECK(check_equal("pow(-3, 2.0)", dx, -6));
  zero(), powerPlus_grad(0.0, 2.0, &dx, &dy);
  NABLA_CHECK(check_equal("pow(0, 2) + 2 by exponent", dy, 1));

  zero(), unusedElement_grad(0.0, &dx);
  NABLA_CHECK(check_equal("sqrt in an element that is not read", dx, 0));

  zero(), division_grad(1.5, 0.0, &dx, &dy);
  NABLA_CHECK(check_equal("quotient not used, by numerator", dx, 2));
  NABLA_CHECK(check_equal("quotient not used, by denominator", dy, 0));

  zero(), atKink_grad(0.0, &dx);
  NABLA_CHECK(check_equal("fabs at its kink", dx, 0));

  zero(), throughCall_grad(0.0, &dx);
  NABLA_CHECK(check_equal("in a callee", dx, 1));

  zero(), activations_grad(800.0, -800.0, &dx, &dy);
  NABLA_CHECK(check_equal("activations, x large", dx, 2));
  NABLA_CHECK(check_equal("activations, y small", dy, 0));
  zero(), activations_grad(-0.25, 0.5, &dx, &dy);
  double sigmoidX = 1 / (1 + std::exp(0.25));
  double sigmoidY = 1 / (1 + std::exp(-0.5));
  NABLA_CHECK(check_near("activations, by x", dx,
                         std::exp(-0.25) + sigmoidX +
                             sigmoidX * (1 - sigmoidX) * sigmoidY));
  NABLA_CHECK(check_near("activations, by y", dy,
                         2 + sigmoidY + sigmoidX * sigmoidY * (1 - sigmoidY)));

  zero(), clamped_grad(1.5, -2.0, &dx, &dy);
  NABLA_CHECK(check_equal("clamped, by x", dx, 0));
  NABLA_CHECK(check_equal("clamped, by y", dy, 0));
  zero(), clamped_grad(0.6, 0.64, &dx, &dy);
  NABLA_CHECK(check_near("not clamped, by x", dx, -0.64 / 0.8));
  NABLA_CHECK(
      check_near("not clamped, by y", dy, std::acos(0.6) + 1 / 1.6 + 1 / 0.64));

  zero(), squaredAgain_grad(0.0, 0.0, &dx, &dy);
  NABLA_CHECK(check_equal("squared again, by x", dx, 3));
  NABLA_CHECK(check_equal("squared again, by y", dy, 0));

  const double p[2] = {0.5, -2}, none[2] = {0, 0};
  double dw[2] = {0, 0}, dp[2] = {0, 0};
  rotated_grad(none, p, dw, dp);
  NABLA_CHECK(check_equal("rotated by nothing, by w", dw[0], 2));
  NABLA_CHECK(check_equal("rotated by nothing, by w", dw[1], 0.5));
  NABLA_CHECK(check_equal("rotated by nothing, by p", dp[0], 0));
  return nabla_test::result();
}
