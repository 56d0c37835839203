// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin's adjoint of a call of every function that has a rule, in float,
// double and long double, at every sample: the same bits as the formula of the
// rule, which accuracy.cpp measures. So the plugin reads the rules right, finds
// them by the calls, and puts them into each precision. And at every point of
// docs/conventions.md, with a seed of zero too.
//
// RUN: %nabla -std=c++20 -O1 %s -o %t
// RUN: %t | FileCheck %s

#include <cmath>
#include <cstdio>
#include <nabla/rules/formula.h>
#include <utility>

// How each kind of function is called in each precision.
#define DOUBLE_cmath(f, ...) std::f
#define DOUBLE_spellings(f, ...) f
#define DOUBLE_c(f) ::f
#define DOUBLE_builtin(f) __builtin_##f
#define FLOAT_cmath(f, ...) std::f
#define FLOAT_spellings(f, ...) f
#define FLOAT_c(Name) ::Name##f
#define FLOAT_builtin(Name) __builtin_##Name##f
#define LONG_DOUBLE_cmath(f, ...) std::f
#define LONG_DOUBLE_spellings(f, ...) f
#define LONG_DOUBLE_c(f) ::f##l
#define LONG_DOUBLE_builtin(f) __builtin_##f##l

#define OPERAND(a) NABLA_SECOND(NABLA_INTEGER_##a, T) a
#define OPERANDS(...) NABLA_EACH(OPERAND, __VA_ARGS__)

#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_INACTIVE(Name, Operands, Spellings)
#define NABLA_PREDICATE(Name, Operands, Spellings)

// One [[grad]] function for each rule and type.
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  [[grad]] T call_##Name(OPERANDS Operands) {                                  \
    return FLOAT_##Spellings Operands;                                         \
  }
namespace in_float {
using T = float;
#include <nabla/rules/cmath.def>
#include <nabla/rules/special.def>
} // namespace in_float
#undef NABLA_RULE
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  [[grad]] T call_##Name(OPERANDS Operands) {                                  \
    return DOUBLE_##Spellings Operands;                                        \
  }
namespace in_double {
using T = double;
#include <nabla/rules/cmath.def>
#include <nabla/rules/special.def>
} // namespace in_double
#undef NABLA_RULE
#define NABLA_RULE(Name, Operands, Spellings, ...)                             \
  [[grad]] T call_##Name(OPERANDS Operands) {                                  \
    return LONG_DOUBLE_##Spellings Operands;                                   \
  }
namespace in_long_double {
using T = long double;
#include <nabla/rules/cmath.def>
#include <nabla/rules/special.def>
} // namespace in_long_double

// The partials of each rule: from the gradient, and from the formula.

template <class F> constexpr int numReals() {
  int N = 0;
  for (bool Real : F::is_real)
    N += Real;
  return N;
}

template <class F, class T, int K, std::size_t... I>
T partial(const T *X, std::index_sequence<I...>) {
  T R = T(F::template value<T>(X[I]...));
  if constexpr (K == 0)
    return F::template partial_0<T>(X[I]..., R);
  else if constexpr (K == 1)
    return F::template partial_1<T>(X[I]..., R);
  else
    return F::template partial_2<T>(X[I]..., R);
}

static int Compared = 0;

template <class T>
void compare(const char *Name, int K, const T *X, T Is, T ShouldBe) {
  ++Compared;
  if (Is == ShouldBe || (std::isnan(Is) && std::isnan(ShouldBe)))
    return;
  std::printf("WRONG: %s in %zu bytes, partial %d at %Lg, ...: "
              "should be %.21Lg, is %.21Lg\n",
              Name, sizeof(T), K, (long double)X[0], (long double)ShouldBe,
              (long double)Is);
}

template <class F, class T, class Grad, std::size_t... I, std::size_t... K>
void check(Grad G, std::index_sequence<I...> All, std::index_sequence<K...>) {
  for (const auto &Sample : F::samples) {
    T X[F::arity];
    for (int J = 0; J != F::arity; ++J)
      X[J] = T(((const double *)&Sample)[J]);
    T D[sizeof...(K)] = {};
    G(X[I]..., &D[K]...);
    (compare(F::name, int(K), X, D[K], partial<F, T, int(K)>(X, All)), ...);
  }
}

template <class F, class T, class Grad> void check(Grad G) {
  check<F, T>(G, std::make_index_sequence<F::arity>(),
              std::make_index_sequence<numReals<F>()>());
}

#undef NABLA_RULE
#define NABLA_RULE(Name, Operands, ...)                                        \
  check<nabla::formula<nabla::names::Name>, float>(                            \
      [](auto... A) { in_float::call_##Name##_grad(A...); });                  \
  check<nabla::formula<nabla::names::Name>, double>(                           \
      [](auto... A) { in_double::call_##Name##_grad(A...); });                 \
  check<nabla::formula<nabla::names::Name>, long double>(                      \
      [](auto... A) { in_long_double::call_##Name##_grad(A...); });

// At awkward points: the value that docs/conventions.md says; and nothing at
// all where the seed is zero, whatever the partial is.

template <class F, class T, class Vjp, class... Args, std::size_t... K>
void at(Vjp V, int Wanted, double Value, std::index_sequence<K...>, Args... X) {
  T D[sizeof...(K)] = {}, Points[] = {T(X)...};
  V(T(X)..., T(1), &D[K]...);
  compare(F::name, Wanted, Points, D[Wanted], T(Value));
  T Zeros[sizeof...(K)] = {};
  V(T(X)..., T(0), &Zeros[K]...);
  (compare(F::name, int(K), Points, Zeros[K], T(0)), ...);
}

#define AT_IN(T, Type, Name, K, Value, ...)                                    \
  at<nabla::formula<nabla::names::Name>, T>(                                   \
      [](auto... A) { in_##Type::call_##Name##_vjp(A...); }, K, Value,         \
      std::make_index_sequence<                                                \
          numReals<nabla::formula<nabla::names::Name>>()>(),                   \
      __VA_ARGS__);
#define AT(...)                                                                \
  AT_IN(float, float, __VA_ARGS__)                                             \
  AT_IN(double, double, __VA_ARGS__)                                           \
  AT_IN(long double, long_double, __VA_ARGS__)

static constexpr double Inf = HUGE_VAL, NaN = NAN;

int main() {
#include "Inputs/conventions.def"
#include <nabla/rules/cmath.def>
#include <nabla/rules/special.def>
  std::printf("%d partials compared\n", Compared);
}

// CHECK-NOT: WRONG
// CHECK: {{[1-9][0-9][0-9]+}} partials compared
