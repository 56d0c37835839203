// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions without which nothing is computed, in every precision and
// spelling: std::, global, f and l suffixes, builtins. Differences in long
// double.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

#define ONE_ARGUMENT(F)                                                        \
  [[grad]] double F##Double(double x) { return std::F(x * 1.0) * x; }          \
  [[grad]] float F##Float(float x) { return std::F(x) + F##f(x); }             \
  [[grad]] long double F##Long(long double x) { return std::F(x) * F##l(x); }  \
  [[grad]] double F##Global(double x) { return ::F(x) + __builtin_##F(x); }    \
  void F##Check(double x) {                                                    \
    NABLA_CHECK(check_scalar(F##Double, F##Double_grad, {x}));                 \
    NABLA_CHECK(check_scalar(F##Global, F##Global_grad, {x}));                 \
    float Narrow = 0.5f;                                                       \
    F##Float_grad(float(x), &Narrow);                                          \
    long double Wide = 0.5L, Error;                                            \
    F##Long_grad(x, &Wide);                                                    \
    auto F##At = [=](long double H) { return std::F((long double)x + H); };    \
    long double Slope =                                                        \
        nabla_test::differences<long double>(F##At, 0.02L, &Error);            \
    NABLA_CHECK(check_near("float d_x", Narrow, 0.5L + 2 * Slope, 2e-6L));     \
    NABLA_CHECK(check_near("long double d_x", Wide,                            \
                           0.5L + 2 * Slope * F##At(0), 1e-11L));              \
  }

ONE_ARGUMENT(exp)
ONE_ARGUMENT(log)
ONE_ARGUMENT(sqrt)
ONE_ARGUMENT(sin)
ONE_ARGUMENT(cos)
ONE_ARGUMENT(tan)
ONE_ARGUMENT(tanh)
ONE_ARGUMENT(fabs)

[[grad]] double powers(double x, double y) {
  return std::pow(x, y) + std::pow(x, 3) + pow(2.5, y) + std::pow(x, 0.5) +
         std::pow(x, -2.0) * std::pow(x * y, 2);
}

[[grad]] float powersFloat(float x, float y) {
  return std::pow(x, y) + powf(x, 2.0f) + std::pow(x, 2);
}

[[grad]] double integerExponent(double x, int n) { return std::pow(x, n); }

[[grad]] double absolutes(double x) {
  return std::abs(x) * x + std::fabs(x * 2) + fabs(-x);
}

[[grad]] double compositions(double x, double y) {
  return std::log(std::exp(x) + std::exp(y)) +
         std::tanh(std::sin(x * y) / std::sqrt(1 + x * x)) *
             std::cos(std::tan(0.1 * y));
}

[[grad]] double inLoop(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s = std::sin(s) + std::exp(-x[i] * x[i]) * std::cos(s);
    s += std::sqrt(s * s + 1);
  }
  return s;
}

int main() {
  for (double x : {-0.8, 1.3})
    expCheck(x);
  for (double x : {0.3, 2.5})
    logCheck(x);
  for (double x : {0.3, 2.5})
    sqrtCheck(x);
  for (double x : {-0.8, 1.3})
    sinCheck(x);
  for (double x : {-0.8, 1.3})
    cosCheck(x);
  for (double x : {-1.2, 0.7})
    tanCheck(x);
  for (double x : {-0.8, 1.3})
    tanhCheck(x);
  for (double x : {-1.5, 0.7})
    fabsCheck(x);
  NABLA_CHECK(check_scalar(powers, powers_grad, {1.3, 2.2}));
  NABLA_CHECK(check_scalar(powers, powers_grad, {0.7, -1.2}));
  for (double n : {-2, 0, 1, 3}) {
    NABLA_CHECK(check_scalar(integerExponent, integerExponent_grad, {1.3, n}));
    NABLA_CHECK(check_scalar(integerExponent, integerExponent_grad, {-1.3, n}));
  }
  float dx = 0, dy = 0;
  powersFloat_grad(1.5f, 2.0f, &dx, &dy);
  NABLA_CHECK(check_near("float d_x", dx, 9.0, 1e-6));
  NABLA_CHECK(check_near("float d_y", dy, 2.25 * std::log(1.5), 1e-6));
  NABLA_CHECK(check_scalar(absolutes, absolutes_grad, {1.3}));
  NABLA_CHECK(check_scalar(absolutes, absolutes_grad, {-1.3}));
  NABLA_CHECK(check_scalar(compositions, compositions_grad, {0.3, -1.2}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, {0.3, -1.2, 0.8}));
  return nabla_test::result();
}
