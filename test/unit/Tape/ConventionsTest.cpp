// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of docs/conventions.md on the tape, in each precision: partials at
// kinks, ties, poles and infinities, and nothing at all where the seed is zero.
// test/Rules/adjoints.cpp is the same for compiled functions.

#include "Check.h"
#include <limits>

namespace {

constexpr double Inf = std::numeric_limits<double>::infinity();
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

template <class Tag, class T> struct Convention {
  using Formula = nabla::formula<Tag>;
  using Variable = nabla::variable<T>;
  std::array<Variable, Formula::arity> X;
  std::array<double, Formula::arity> At;

  template <std::size_t I> auto operand() const {
    if constexpr (Formula::is_real[I])
      return X[I];
    else
      return static_cast<int>(At[I]);
  }
  template <std::size_t... I> Variable call(std::index_sequence<I...>) const {
    return nabla::call<Tag>(operand<I>()...);
  }
  /// The K-th real operand.
  Variable &real(int K) {
    for (int I = 0;; ++I)
      if (Formula::is_real[I] && K-- == 0)
        return X[I];
  }

  T gradient(int K, T Seed) {
    for (int I = 0; I < Formula::arity; ++I)
      X[I] = T(At[I]);
    GradientTape Tape;
    Tape.watch(real(K));
    Variable Y = call(std::make_index_sequence<Formula::arity>());
    return Tape.gradient(Y, real(K), Seed, unconnected::zero).value();
  }
};

template <class Tag, class T, class... Args>
void check(const char *Text, int K, double Value, Args... X) {
  Convention<Tag, T> C{{}, {double(X)...}};
  const T Is = C.gradient(K, 1);
  EXPECT_TRUE(Is == T(Value) || (std::isnan(Is) && std::isnan(Value)))
      << Text << ", partial " << K << ": should be " << Value << ", is " << Is;
  EXPECT_EQ(C.gradient(K, 0), 0) << Text << ", partial " << K;
}

#define AT(Name, K, Value, ...)                                                \
  check<nabla::names::Name, float>(#Name "(" #__VA_ARGS__ ")", K, Value,       \
                                   __VA_ARGS__);                               \
  check<nabla::names::Name, double>(#Name "(" #__VA_ARGS__ ")", K, Value,      \
                                    __VA_ARGS__);                              \
  check<nabla::names::Name, long double>(#Name "(" #__VA_ARGS__ ")", K, Value, \
                                         __VA_ARGS__);

TEST(TapeRule, Conventions) {
#include "../../Rules/Inputs/conventions.def"
}

} // namespace
