// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of every rule, in float, double and long double, at every sample and at every
// point of docs/conventions.md: the tangent along each operand and the gradient
// that the tape finds are the same bits as the formula. (That the compiled
// adjoint is, adjoints.cpp says; that the tangent is right, accuracy.cpp.) A
// tangent of zero adds nothing, whatever the partial is; several add up; and
// the tangent of variables can be differentiated again.
//
// RUN: %clang -std=c++20 -O0 -I%include %s -lm -o %t
// RUN: %t | FileCheck %s

#include <cmath>
#include <cstdio>
#include <limits>
#include <nabla/gradient_tape.h>
#include <nabla/rules/tangent.h>
#include <utility>

using nabla::formula;

static int Compared = 0;

template <class T>
void compare(const char *Name, const char *Engine, int K, T Is, T ShouldBe) {
  ++Compared;
  if (Is == ShouldBe || (std::isnan(Is) && std::isnan(ShouldBe)))
    return;
  std::printf("WRONG: %s in %zu bytes, %s along %d: should be %.21Lg, is "
              "%.21Lg\n",
              Name, sizeof(T), Engine, K, (long double)ShouldBe,
              (long double)Is);
}

template <class Tag, int I, class T> auto operand(T X) {
  if constexpr (formula<Tag>::is_real[I])
    return X;
  else
    return int(X);
}

/// The place of real operand K among all.
template <class Tag> constexpr int placeOf(int K) {
  int I = 0;
  for (int Real = -1;; ++I)
    if (formula<Tag>::is_real[I] && ++Real == K)
      return I;
}

/// X, as a variable where it is operand Place.
template <class Tag, int I, int Place, class V, class T>
auto watched(const V &Source, T X) {
  if constexpr (I == Place)
    return Source;
  else
    return operand<Tag, I>(X);
}

template <class Tag, class T, std::size_t K, std::size_t... I,
          std::size_t... All>
void along(const T *X, std::index_sequence<I...>, std::index_sequence<All...>) {
  using F = formula<Tag>;
  if constexpr (!F::is_unknown[K]) {
    const T R = T(F::template value<T>(operand<Tag, I>(X[I])...));
    const T Partial =
        nabla::detail::partial_of<int(K), F, T>(R, operand<Tag, I>(X[I])...);
    auto Unit =
        nabla::value_and_tangent<Tag>(operand<Tag, I>(X[I])..., T(All == K)...);
    static_assert(std::is_same_v<decltype(Unit.tangent), T>);
    compare(F::name, "value", K, Unit.value, R);
    compare(F::name, "tangent", K, Unit.tangent, Partial);
    auto Zero =
        nabla::value_and_tangent<Tag>(operand<Tag, I>(X[I])..., T(0 * All)...);
    compare(F::name, "zero tangent", K, Zero.tangent, T(0));

    constexpr int Place = placeOf<Tag>(K);
    nabla::variable<T> Source(X[Place]);
    nabla::GradientTape Tape;
    Tape.watch(Source);
    auto Y = nabla::call<Tag>(watched<Tag, int(I), Place>(Source, X[I])...);
    compare(F::name, "tape", K,
            Tape.gradient(Y, Source, nabla::unconnected::zero).value(),
            Partial);
  }
}

template <class Tag, class T, std::size_t... I, std::size_t... K>
void all(const T *X, std::index_sequence<I...> Is,
         std::index_sequence<K...> Ks) {
  (along<Tag, T, K>(X, Is, Ks), ...);
  // Along several at once.
  using F = formula<Tag>;
  if constexpr (sizeof...(K) > 1 && !(F::is_unknown[K] || ...)) {
    const T R = T(F::template value<T>(operand<Tag, I>(X[I])...));
    T Sum = 0;
    bool First = true;
    auto Add = [&](T Part) {
      Sum = First ? Part : Sum + Part;
      First = false;
    };
    (Add(T(K + 2) *
         nabla::detail::partial_of<int(K), F, T>(R, operand<Tag, I>(X[I])...)),
     ...);
    compare(F::name, "tangent", -1,
            nabla::value_and_tangent<Tag>(operand<Tag, I>(X[I])..., T(K + 2)...)
                .tangent,
            Sum);
  }
}

template <class Tag, class T, class... Args> void at(Args... X) {
  const T Point[] = {T(X)...};
  all<Tag, T>(Point, std::make_index_sequence<formula<Tag>::arity>(),
              std::make_index_sequence<
                  nabla::detail::number_of_reals<formula<Tag>>()>());
}

template <class Tag, class T> void samples() {
  for (const auto &Sample : formula<Tag>::samples) {
    T X[formula<Tag>::arity];
    for (int J = 0; J != formula<Tag>::arity; ++J)
      X[J] = T(((const double *)&Sample)[J]);
    all<Tag, T>(X, std::make_index_sequence<formula<Tag>::arity>(),
                std::make_index_sequence<
                    nabla::detail::number_of_reals<formula<Tag>>()>());
  }
}

#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_INACTIVE(...)
#define NABLA_PREDICATE(...)
#define NABLA_RULE(Name, ...)                                                  \
  samples<nabla::names::Name, float>();                                        \
  samples<nabla::names::Name, double>();                                       \
  samples<nabla::names::Name, long double>();
#define AT(Name, K, Value, ...)                                                \
  at<nabla::names::Name, float>(__VA_ARGS__);                                  \
  at<nabla::names::Name, double>(__VA_ARGS__);                                 \
  at<nabla::names::Name, long double>(__VA_ARGS__);

static constexpr double Inf = std::numeric_limits<double>::infinity();
static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

int main() {
#include "Inputs/conventions.def"
#include <nabla/rules/builtin.def>

  // d2/dx2 of sin: the tangent of variables.
  nabla::variable<double> X(0.3);
  nabla::GradientTape Tape;
  Tape.watch(X);
  auto Y = nabla::value_and_tangent<nabla::names::sin>(
      X, nabla::variable<double>(1.0));
  compare("sin", "value of variables", 0, Y.value.value(), std::sin(0.3));
  compare("sin", "tangent of variables", 0, Y.tangent.value(), std::cos(0.3));
  compare("sin", "second derivative", 0,
          Tape.gradient(Y.tangent, X, nabla::unconnected::zero).value(),
          -std::sin(0.3));

  try {
    nabla::value_and_tangent<nabla::names::cyl_bessel_j>(1.5, 2.0, 1.0, 0.0);
    std::printf("WRONG: a partial without known form has a tangent\n");
  } catch (const std::invalid_argument &) {
  }
  std::printf("%d numbers compared\n", Compared);
}

// CHECK-NOT: WRONG
// CHECK: {{[1-9][0-9][0-9]+}} numbers compared
