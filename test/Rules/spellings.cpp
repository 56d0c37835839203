// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls have a rule: every spelling of a standard function, every overload
// and precision, integer arguments; and what only looks like one does not.
//
// RUN: %nabla -std=c++17 -O1 %s -o %t
// RUN: %t | FileCheck %s

#include <algorithm>
#include <cmath>
#include <cstdio>

static int Wrong = 0;

static void near(const char *What, long double Is, long double ShouldBe,
                 long double Ulp) {
  if (std::fabs(Is - ShouldBe) <= 4 * Ulp * (1 + std::fabs(ShouldBe)))
    return;
  ++Wrong;
  std::printf("WRONG: %s should be %.19Lg, is %.19Lg\n", What, ShouldBe, Is);
}

constexpr long double F = 0x1p-23L, D = 0x1p-52L, L = 0x1p-63L;

/// One call: its gradient in x at 0.7 is Slope, to Ulp.
#define CALL(Name, Type, Expression, Slope, Ulp)                               \
  [[grad]] Type Name(Type x) { return Expression; }                            \
  struct check_##Name {                                                        \
    check_##Name() {                                                           \
      Type d = 0, x = (Type)0.7L;                                              \
      long double X = x;                                                       \
      Name##_grad(x, &d);                                                      \
      near(#Expression, d, Slope, Ulp);                                        \
    }                                                                          \
  } checked_##Name;

CALL(std_double, double, std::sin(x), std::cos(X), D)
CALL(std_float, float, std::sin(x), std::cos(X), F)
CALL(std_long, long double, std::sin(x), std::cos(X), L)
CALL(std_f, float, ::sinf(x), std::cos(X), F)
CALL(std_l, long double, ::sinl(x), std::cos(X), L)
CALL(global_double, double, ::sin(x), std::cos(X), D)
CALL(unqualified, double, sin(x), std::cos(X), D)
CALL(global_f, float, sinf(x), std::cos(X), F)
CALL(global_l, long double, sinl(x), std::cos(X), L)
CALL(builtin_double, double, __builtin_sin(x), std::cos(X), D)
CALL(builtin_float, float, __builtin_sinf(x), std::cos(X), F)
CALL(builtin_long, long double, __builtin_sinl(x), std::cos(X), L)

// A float argument of a double function is computed in double.
CALL(widened, float, float(::sin(x)), std::cos(X), F)

// Overloads that promote.
CALL(pow_int, double, std::pow(x, 3), 3 * X *X, D)
CALL(pow_int_first, double, std::pow(2, x),
     std::log(2.0L) * std::pow(2.0L, X), D)
CALL(pow_mixed, double, std::pow(x, 2.5f), 2.5L * std::pow(X, 1.5L), D)
CALL(pow_float_int, float, float(std::pow(x, -2)), -2 / (X * X *X), F)
CALL(pow_float, float, std::pow(x, 0.5f), 0.5L / std::sqrt(X), F)
CALL(pow_c, float, powf(x, 4.0f), 4 * X *X *X, F)
CALL(hypot_mixed, double, std::hypot(x, 1), X / std::hypot(X, 1.0L), D)
CALL(hypot_three, double, std::hypot(x, 1.0, 2.0), X / std::sqrt(X *X + 5), D)
CALL(atan2_mixed, double, std::atan2(x, 2), 2 / (X * X + 4), D)
CALL(fma_mixed, double, std::fma(x, 3, 1.0f), 3, D)
CALL(ldexp_int, double, std::ldexp(x, 3), 8, D)
CALL(scalbln_long, double, std::scalbln(x, 3L), 8, D)
CALL(powi_builtin, double, __builtin_powi(x, 3), 3 * X *X, D)
CALL(abs_double, double, std::abs(-x), 1, D)
CALL(abs_float, float, std::abs(x), 1, F)
CALL(fabs_builtin, double, __builtin_fabs(-x), 1, D)
CALL(max_template, double, std::max(x, 0.25) * 2, 2, D)
CALL(max_explicit, double, std::max<double>(x, 1) + x, 1, D)
CALL(min_template, float, std::min(x, 3.0f), 1, F)
CALL(clamped, double, std::clamp(x, 0.0, 1.0), 1, D)

// A function of integers is no business of derivatives.
CALL(abs_int, double, x * std::abs(-3), 3, D)
CALL(max_int, double, x * std::max(3, 4), 4, D)
CALL(sqrt_of_int, double, x * std::sqrt(4), 2, D)

// Without derivative.
CALL(rounded, double, x * (std::floor(x) + std::round(x) + std::lround(x)), 2,
     D)
CALL(classified, double, std::isnan(x) ? 0 : x, 1, D)

// Digamma, for which C++ has no name, is Nabla's.
CALL(log_gamma, double, std::lgamma(x), -1.220023553697934714748607244560L, D)
CALL(gamma_float, float, tgammaf(x),
     -1.220023553697934714748607244560L * std::tgamma(0.7L), F)

// Functions that only share a name have their own derivatives.
namespace mine {
inline double sin(double x) { return 3 * x; }
inline namespace v1 {
inline double cosh(double x) { return 5 * x; }
} // namespace v1
struct trigonometry {
  double factor;
};
inline double tanh(trigonometry t, double x) { return t.factor * x; }
} // namespace mine
static double lerp(double a, double b, double t) { return a * b * t * t; }
static double sqrt(int n, double x) { return n * x * x; }

CALL(mine_sin, double, mine::sin(x), 3, D)
CALL(mine_cosh, double, mine::cosh(x), 5, D)
CALL(mine_lerp, double, lerp(x, 2.0, 3.0), 18, D)
CALL(mine_sqrt, double, sqrt(2, x), 4 * X, D)

int main() {
  if (!Wrong)
    std::printf("all right\n");
}

// CHECK-NOT: WRONG
// CHECK: all right
