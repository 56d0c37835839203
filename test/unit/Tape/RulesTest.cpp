// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule as a function of variables: its first derivatives are the rule's
// partials, and its second derivatives, which the tape makes from the same
// formulas, are compared with differences of the partials in long double.

#include "Check.h"

namespace {

template <class Tag> struct RuleTester {
  using Formula = nabla::formula<Tag>;
  static constexpr int Arity = Formula::arity;
  using Point = std::array<long double, Arity>;
  template <class T>
  using Operands = std::array<T, Arity>; // integers are among them as T

  static Point point(double X) { return {X}; }
  template <std::size_t N> static Point point(const double (&X)[N]) {
    Point P;
    for (int I = 0; I < Arity; ++I)
      P[I] = X[I];
    return P;
  }

  template <class T, std::size_t... I>
  static T value(const Point &P, std::index_sequence<I...>) {
    return static_cast<T>(Formula::template value<T>(as<T, I>(P)...));
  }
  template <class T, std::size_t I> static auto as(const Point &P) {
    if constexpr (Formula::is_real[I])
      return static_cast<T>(P[I]);
    else
      return static_cast<int>(P[I]);
  }
  template <class T, int K, std::size_t... I>
  static T partial(const Point &P, std::index_sequence<I...> Is) {
    const T R = value<T>(P, Is);
    if constexpr (K == 0)
      return Formula::template partial_0<T>(as<T, I>(P)..., R);
    else if constexpr (K == 1)
      return Formula::template partial_1<T>(as<T, I>(P)..., R);
    else
      return Formula::template partial_2<T>(as<T, I>(P)..., R);
  }

  /// The K-th real operand's place among all.
  static constexpr int place(int K) {
    int I = 0;
    for (int Real = -1;; ++I)
      if (Formula::is_real[I] && ++Real == K)
        return I;
  }
  static constexpr int Reals = [] {
    int N = 0;
    for (bool R : Formula::is_real)
      N += R;
    return N;
  }();

  /// The call with variables X for the real operands.
  template <class Vars, std::size_t... I>
  static auto call(const Point &P, const Vars &X, std::index_sequence<I...>) {
    return nabla::call<Tag>(operand<I>(P, X)...);
  }
  template <std::size_t I, class Vars>
  static auto operand(const Point &P, const Vars &X) {
    if constexpr (Formula::is_real[I])
      return X[I];
    else
      return static_cast<int>(P[I]);
  }

  static constexpr auto Indices = std::make_index_sequence<Arity>();

  template <int K> static void first(const Point &P) {
    if constexpr (K < Reals) {
      if constexpr (!Formula::is_unknown[K]) {
        for (bool Persistent : {false, true}) {
          std::array<V, Arity> X;
          for (int I = 0; I < Arity; ++I)
            X[I] = double(P[I]);
          V &Source = X[place(K)];
          GradientTape Tape(Persistent ? nabla::persistent
                                       : nabla::tape_option::none);
          Tape.watch(Source);
          V Y = call(P, X, Indices);
          Tape.stop();
          EXPECT_EQ(Y.value(), value<double>(P, Indices));
          EXPECT_EQ(Tape.gradient(Y, Source, unconnected::zero).value(),
                    (partial<double, K>(P, Indices)))
              << Formula::name << " by " << K;
        }
        second<K, 0>(P);
      }
      first<K + 1>(P);
    }
  }

  /// d2/dK dJ.
  template <int K, int J> static void second(const Point &P) {
    if constexpr (J < Reals) {
      if constexpr (!Formula::is_unknown[J]) {
        std::array<V, Arity> X;
        for (int I = 0; I < Arity; ++I)
          X[I] = double(P[I]);
        V Second;
        bool Known = true;
        try {
          GradientTape Outer, Inner;
          Outer.watch(X[place(J)]);
          Inner.watch(X[place(K)]);
          V Y = call(P, X, Indices);
          V D = Inner.gradient(Y, X[place(K)], unconnected::zero);
          Second = Outer.gradient(D, X[place(J)], unconnected::zero);
        } catch (const tape_error &E) {
          // A partial that calls a function without known derivative.
          EXPECT_NE(std::string(E.what()).find("no known form"),
                    std::string::npos);
          Known = false;
        }
        if (Known)
          compare<K, J>(P, Second.value());
      }
      second<K, J + 1>(P);
    }
  }
  template <int K, int J> static void compare(const Point &P, double Is) {
    const long double X = P[place(J)];
    auto At = [&](long double Y) {
      Point Moved = P;
      Moved[place(J)] = Y;
      return partial<long double, K>(Moved, Indices);
    };
    const long double H = 1e-3L * (X == 0 ? 1 : std::fabs(X));
    auto Estimate = [&](long double S) {
      auto D = [&](long double T) { return (At(X + T) - At(X - T)) / (2 * T); };
      return (64 * D(S / 4) - 20 * D(S / 2) + D(S)) / 45;
    };
    const long double Fine = Estimate(H / 8), Coarse = Estimate(H);
    // What two step widths do not agree on is no reference.
    const double Doubt = double(std::fabs(Fine - Coarse));
    if (!(Doubt <= 1e-6 * (1 + std::fabs(Fine))))
      return;
    ++Compared;
    EXPECT_NEAR(Is, double(Fine),
                1e-6 * (1 + std::fabs(double(Fine))) + 100 * Doubt)
        << Formula::name << " by " << K << " and " << J << " at "
        << double(P[0]);
  }
  static inline int Compared = 0;

  static int run() {
    for (const auto &Sample : Formula::samples)
      first<0>(point(Sample));
    return Compared;
  }
};

#undef NABLA_RULE
#define NABLA_RULE(Name, ...)                                                  \
  TEST(TapeRule, Name) { RuleTester<nabla::names::Name>::run(); }
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_INACTIVE(...)
#define NABLA_PREDICATE(...)
#include "nabla/rules/builtin.def"

/// d2F/dx2 at X by nested tapes.
template <class F> double secondAt(double X0, F Function) {
  V X(X0);
  GradientTape Outer, Inner;
  Outer.watch(X);
  Inner.watch(X);
  V Y = Function(X);
  V D = Inner.gradient(Y, X, unconnected::zero);
  return Outer.gradient(D, X, unconnected::zero).value();
}

TEST(TapeRuleAtZero, SecondDerivatives) {
  EXPECT_NEAR(secondAt(0, [](V X) { return j1(X); }), 0, 1e-15);
#if defined(__cpp_lib_math_special_functions)
  EXPECT_NEAR(secondAt(0, [](V X) { return cyl_bessel_j(0.0, X); }), -0.5,
              1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return cyl_bessel_j(1.0, X); }), 0, 1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return cyl_bessel_j(2.0, X); }), 0.25,
              1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return cyl_bessel_i(0.0, X); }), 0.5,
              1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return cyl_bessel_i(2.0, X); }), 0.25,
              1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return sph_bessel(0, X); }), -1.0 / 3,
              1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return sph_bessel(1, X); }), 0, 1e-15);
  EXPECT_NEAR(secondAt(0, [](V X) { return sph_bessel(2, X); }), 2.0 / 15,
              1e-15);
#endif
}

} // namespace
