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
#include "Inputs/conventions.def"

  // Removable singularities of the special functions.
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
