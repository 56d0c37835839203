// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// digamma, trigamma, polygamma and the parts of elliptic integrals, at points
// where closed forms are known.

#include "nabla/rules/gamma.h"
#include "nabla/rules/elliptic.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

namespace {

constexpr double Gamma = 0.57721566490153286060651209008240243; // Euler's
constexpr double Pi = 3.14159265358979323846264338327950288;
constexpr double Zeta3 = 1.20205690315959428539973816151144999;
constexpr double Infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST(Digamma, ClosedForms) {
  EXPECT_DOUBLE_EQ(nabla::digamma(1.0), -Gamma);
  EXPECT_DOUBLE_EQ(nabla::digamma(2.0), 1 - Gamma);
  EXPECT_DOUBLE_EQ(nabla::digamma(0.5), -Gamma - 2 * std::log(2.0));
  EXPECT_DOUBLE_EQ(nabla::digamma(0.25), -Gamma - Pi / 2 - 3 * std::log(2.0));
  EXPECT_FLOAT_EQ(nabla::digamma(1.0f), float(-Gamma));
  // Just below the zero at 1.46163214496836234...
  EXPECT_DOUBLE_EQ(nabla::digamma(1.4616321449683623), -9.2412655217294275e-17);
}

TEST(Digamma, Recurrence) {
  for (double X : {0.1, 0.9, 1.7, 4.2, 9.99, 10.01, 80.0})
    EXPECT_NEAR(nabla::digamma(X + 1), nabla::digamma(X) + 1 / X,
                1e-15 * (1 + 1 / X));
}

TEST(Digamma, Reflection) {
  for (double X : {0.1, 0.25, 0.4})
    EXPECT_NEAR(nabla::digamma(1 - X) - nabla::digamma(X),
                Pi / std::tan(Pi * X), 4e-15);
  EXPECT_NEAR(nabla::digamma(-0.5), 2 - Gamma - 2 * std::log(2.0), 1e-15);
}

TEST(Digamma, Ends) {
  EXPECT_EQ(nabla::digamma(0.0), -Infinity);
  EXPECT_EQ(nabla::digamma(-0.0), Infinity);
  EXPECT_EQ(nabla::digamma(Infinity), Infinity);
  EXPECT_TRUE(std::isnan(nabla::digamma(-3.0)));
  EXPECT_TRUE(std::isnan(nabla::digamma(-Infinity)));
  EXPECT_TRUE(std::isnan(nabla::digamma(std::nan(""))));
  EXPECT_DOUBLE_EQ(nabla::digamma(1e300), std::log(1e300));
}

TEST(Trigamma, ClosedForms) {
  EXPECT_DOUBLE_EQ(nabla::trigamma(1.0), Pi * Pi / 6);
  EXPECT_DOUBLE_EQ(nabla::trigamma(0.5), Pi * Pi / 2);
  EXPECT_DOUBLE_EQ(nabla::trigamma(-0.5), Pi * Pi / 2 + 4);
  EXPECT_EQ(nabla::trigamma(0.0), Infinity);
  EXPECT_EQ(nabla::trigamma(Infinity), 0);
}

TEST(Polygamma, ClosedForms) {
  EXPECT_DOUBLE_EQ(nabla::polygamma(2, 1.0), -2 * Zeta3);
  EXPECT_DOUBLE_EQ(nabla::polygamma(2, 0.5), -14 * Zeta3);
  EXPECT_DOUBLE_EQ(nabla::polygamma(3, 1.0), std::pow(Pi, 4) / 15);
  EXPECT_DOUBLE_EQ(nabla::polygamma(3, 0.5), std::pow(Pi, 4));
  EXPECT_NEAR(nabla::polygamma(3, -0.5), std::pow(Pi, 4) + 96, 1e-13);
}

TEST(Elliptic, ClosedForms) {
  EXPECT_DOUBLE_EQ(nabla::ellint_b(0.0), Pi / 4);
  EXPECT_DOUBLE_EQ(nabla::ellint_d(0.0), Pi / 4);
  EXPECT_EQ(nabla::ellint_b(1.0), 1);
  EXPECT_EQ(nabla::ellint_d(1.0), Infinity);
  // K = gamma(1/4)^2 / (4 sqrt(pi)) at k^2 = 1/2, where 2 E - K = pi / (2 K).
  double K = std::pow(std::tgamma(0.25), 2) / (4 * std::sqrt(Pi));
  double E = (K + Pi / (2 * K)) / 2;
  double Half = std::sqrt(0.5);
  EXPECT_NEAR(nabla::ellint_b(Half), 2 * (E - K / 2), 1e-15);
  EXPECT_NEAR(nabla::ellint_d(Half), 2 * (K - E), 1e-15);
}

TEST(Elliptic, DerivativesOfIncompleteOnes) {
  // At k = 1: F = artanh(sin phi), E = sin phi, and dE/dk = sin phi - F.
  EXPECT_NEAR(nabla::ellint_2_dk(1.0, 0.7),
              std::sin(0.7) - std::atanh(std::sin(0.7)), 1e-15);
  EXPECT_EQ(nabla::ellint_1_dk(0.0, 0.7), 0);
  // Odd in phi; a whole period adds twice the complete one.
  EXPECT_EQ(nabla::ellint_1_dk(0.6, -0.7), -nabla::ellint_1_dk(0.6, 0.7));
  EXPECT_NEAR(nabla::ellint_1_dk(0.6, 0.7 + Pi),
              nabla::ellint_1_dk(0.6, 0.7) +
                  2 * 0.6 * nabla::ellint_b(0.6) / (1 - 0.36),
              1e-14);
}
