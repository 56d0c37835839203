// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rest of <cmath> that has a derivative, in every precision and spelling,
// and what has derivative zero. Differences in long double.
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

ONE_ARGUMENT(exp2)
ONE_ARGUMENT(expm1)
ONE_ARGUMENT(log2)
ONE_ARGUMENT(log10)
ONE_ARGUMENT(log1p)
ONE_ARGUMENT(cbrt)
ONE_ARGUMENT(asin)
ONE_ARGUMENT(acos)
ONE_ARGUMENT(atan)
ONE_ARGUMENT(sinh)
ONE_ARGUMENT(cosh)
ONE_ARGUMENT(asinh)
ONE_ARGUMENT(acosh)
ONE_ARGUMENT(atanh)
ONE_ARGUMENT(erf)
ONE_ARGUMENT(erfc)

[[grad]] double angle(double x, double y) {
  return std::atan2(y, x) + std::hypot(x, y) * atan2(x, 2.0);
}

[[grad]] double extrema(double x, double y) {
  return std::fmax(x, y) * x + std::fmin(x * x, y) + std::fmax(x, 0.5) * y;
}

[[grad]] double fused(double x, double y) {
  return std::fma(x, y, x * x) * std::fdim(x, y) + std::copysign(x, y);
}

[[grad]] double remainders(double x, double y) {
  return std::fmod(x, y) * x + std::fmod(x * y, 0.7);
}

[[grad]] double steps(double x) {
  return std::floor(x) * x + std::ceil(x) * x * x + std::round(x) * x +
         std::trunc(x) * x;
}

int main() {
  for (double x : {-0.8, 1.3})
    exp2Check(x);
  for (double x : {-0.8, 1.3})
    expm1Check(x);
  for (double x : {0.3, 2.5})
    log2Check(x);
  for (double x : {0.3, 2.5})
    log10Check(x);
  for (double x : {-0.5, 0.7})
    log1pCheck(x);
  for (double x : {-1.5, 0.7})
    cbrtCheck(x);
  for (double x : {-0.4, 0.7})
    asinCheck(x);
  for (double x : {-0.4, 0.7})
    acosCheck(x);
  for (double x : {-0.8, 1.3})
    atanCheck(x);
  for (double x : {-0.8, 1.3})
    sinhCheck(x);
  for (double x : {-0.8, 1.3})
    coshCheck(x);
  for (double x : {-0.8, 1.3})
    asinhCheck(x);
  for (double x : {1.3, 2.5})
    acoshCheck(x);
  for (double x : {-0.4, 0.7})
    atanhCheck(x);
  for (double x : {-0.8, 1.3})
    erfCheck(x);
  for (double x : {-0.8, 1.3})
    erfcCheck(x);
  NABLA_CHECK(check_scalar(angle, angle_grad, {1.3, 0.4}));
  NABLA_CHECK(check_scalar(angle, angle_grad, {-1.3, 0.4}));
  NABLA_CHECK(check_scalar(angle, angle_grad, {-1.3, -0.4}));
  NABLA_CHECK(check_scalar(extrema, extrema_grad, {1.3, 0.4}));
  NABLA_CHECK(check_scalar(extrema, extrema_grad, {-0.3, 0.4}));
  NABLA_CHECK(check_scalar(fused, fused_grad, {1.3, 0.4}));
  NABLA_CHECK(check_scalar(fused, fused_grad, {1.3, -0.4}));
  NABLA_CHECK(check_scalar(fused, fused_grad, {-1.3, 0.4}));
  NABLA_CHECK(check_scalar(remainders, remainders_grad, {5.3, 1.4}));
  NABLA_CHECK(check_scalar(steps, steps_grad, {2.3}));
  NABLA_CHECK(check_scalar(steps, steps_grad, {-2.4}));
  return nabla_test::result();
}
