// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What partials are at kinks, ties, poles and infinities: the table of
// docs/conventions.md, in float, double and long double.
//
// RUN: %clang -std=c++20 -I%include %s -lm -o %t
// RUN: %t | FileCheck %s

#include <cmath>
#include <cstdio>
#include <limits>
#include <nabla/rules/formula.h>

static constexpr double Inf = std::numeric_limits<double>::infinity();
static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

template <class T>
void compare(const char *Name, int K, T Is, double ShouldBe) {
  if (Is == T(ShouldBe) || (std::isnan(Is) && std::isnan(ShouldBe)))
    return;
  std::printf("WRONG: %s, partial %d: should be %g, is %Lg\n", Name, K,
              ShouldBe, (long double)Is);
}

/// Partial K of the rule Name is Value at the arguments.
#define AT(Name, K, Value, ...)                                                \
  in<float>([](auto... X) {                                                    \
    using T = float;                                                           \
    using F = nabla::formula<nabla::names::Name>;                              \
    compare(#Name "(" #__VA_ARGS__ ")", K,                                     \
            F::partial_##K<T>(X..., F::value<T>(X...)), Value);                \
  }, __VA_ARGS__);                                                             \
  in<double>([](auto... X) {                                                   \
    using T = double;                                                          \
    using F = nabla::formula<nabla::names::Name>;                              \
    compare(#Name "(" #__VA_ARGS__ ")", K,                                     \
            F::partial_##K<T>(X..., F::value<T>(X...)), Value);                \
  }, __VA_ARGS__);                                                             \
  in<long double>([](auto... X) {                                              \
    using T = long double;                                                     \
    using F = nabla::formula<nabla::names::Name>;                              \
    compare(#Name "(" #__VA_ARGS__ ")", K,                                     \
            F::partial_##K<T>(X..., F::value<T>(X...)), Value);                \
  }, __VA_ARGS__);

template <class T, class Fn, class... Args> void in(Fn F, Args... X) {
  F(T(X)...);
}

int main() {
  // Kinks.
  AT(fabs, 0, 0, 0.0)
  AT(fabs, 0, 0, -0.0)
  AT(fabs, 0, 1, Inf)
  AT(fabs, 0, -1, -Inf)
  AT(copysign, 0, 0, 0.0, 1)
  AT(copysign, 0, -1, 2, -0.0)
  AT(hypot, 0, 0, 0.0, 0.0)
  AT(hypot, 1, 0, 0.0, 0.0)
  AT(hypot, 0, 1, 3, 0.0)
  AT(hypot3, 2, 0, 0.0, 0.0, 0.0)
  AT(fdim, 0, 0, 2, 2)
  AT(fdim, 1, 0, 2, 2)

  // Ties go to the argument that is returned.
  AT(max, 0, 1, 2, 2)
  AT(max, 1, 0, 2, 2)
  AT(min, 0, 1, 2, 2)
  AT(min, 1, 0, 2, 2)
  AT(fmax, 0, 1, 2, 2)
  AT(fmax, 1, 0, 2, 2)
  AT(fmin, 0, 1, 2, 2)
  AT(fmin, 1, 0, 2, 2)
  AT(clamp, 0, 1, 2, 2, 5)
  AT(clamp, 1, 0, 2, 2, 5)
  AT(clamp, 0, 1, 5, 2, 5)
  AT(clamp, 2, 0, 5, 2, 5)

  // What is not a number is not what fmax and fmin return.
  AT(fmax, 0, 1, 2, NaN)
  AT(fmax, 1, 1, NaN, 2)
  AT(fmin, 0, 1, 2, NaN)
  AT(fmin, 1, 1, NaN, 2)

  // Vertical tangents and poles.
  AT(sqrt, 0, Inf, 0.0)
  AT(sqrt, 0, 0, Inf)
  AT(cbrt, 0, Inf, 0.0)
  AT(cbrt, 0, Inf, -0.0)
  AT(cbrt, 0, 0, Inf)
  AT(log, 0, Inf, 0.0)
  AT(log, 0, 0, Inf)
  AT(log2, 0, Inf, 0.0)
  AT(log10, 0, Inf, 0.0)
  AT(log1p, 0, Inf, -1)
  AT(asin, 0, Inf, 1)
  AT(asin, 0, Inf, -1)
  AT(acos, 0, -Inf, 1)
  AT(acos, 0, -Inf, -1)
  AT(acosh, 0, Inf, 1)
  AT(atanh, 0, Inf, 1)
  AT(atanh, 0, Inf, -1)
  AT(atan2, 0, NaN, 0.0, 0.0)
  AT(atan2, 1, NaN, 0.0, 0.0)
  AT(tgamma, 0, -Inf, 0.0)
  AT(tgamma, 0, -Inf, -0.0)
  AT(tgamma, 0, NaN, -2)
  AT(lgamma, 0, -Inf, 0.0)
  AT(lgamma, 0, NaN, -2)

  // Powers of zero, of one, of negative numbers.
  AT(pow, 0, 0, 0.0, 2.5)
  AT(pow, 0, 1, 0.0, 1)
  AT(pow, 0, Inf, 0.0, 0.5)
  AT(pow, 0, 0, 0.0, 0.0)
  AT(pow, 0, -Inf, 0.0, -1)
  AT(pow, 0, Inf, -0.0, -2)
  AT(pow, 0, 0, 7, 0.0)
  AT(pow, 0, 12, -2, 3)
  AT(pow, 1, 0, 0.0, 2.5)
  AT(pow, 1, 0, 0.0, 0.0)
  AT(pow, 1, -Inf, 0.0, -1)
  AT(pow, 1, 0, 1, 5)
  AT(pow, 1, NaN, -2, 3)
  AT(pow, 0, Inf, Inf, 2)
  AT(pow, 0, 0, Inf, 0.5)
  AT(pow, 0, 0, Inf, -1)

  // Infinity.
  AT(exp, 0, 0, -Inf)
  AT(exp, 0, Inf, Inf)
  AT(expm1, 0, 0, -Inf)
  AT(tanh, 0, 0, Inf)
  AT(tanh, 0, 0, -Inf)
  AT(atan, 0, 0, Inf)
  AT(asinh, 0, 0, -Inf)
  AT(erf, 0, 0, Inf)
  AT(erfc, 0, 0, -Inf)
  AT(fmod, 1, 0, 3, Inf)

  // Steps: whole multiples.
  AT(fmod, 0, 1, 6, 2)
  AT(fmod, 1, -3, 6, 2)
  AT(remainder, 1, -4, 7, 2)

  // Removable singularities of the special functions.
  AT(j1, 0, 0.5, 0.0)
  AT(comp_ellint_1, 0, 0, 0.0)
  AT(comp_ellint_2, 0, 0, 0.0)
  AT(comp_ellint_2, 0, -Inf, 1)
  AT(legendre, 0, 6, 3, 1)
  AT(legendre, 0, 6, 3, -1)
  AT(legendre, 0, -10, 4, -1)
  AT(cyl_bessel_j, 1, 0.5, 1, 0.0)
  AT(cyl_bessel_j, 1, 0, 0.0, 0.0)
  AT(sph_bessel, 0, 0, 0, 0.0)
  std::printf("done\n");
}

// CHECK-NOT: WRONG
// CHECK: done
