// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every partial of every rule at every sample point, as the tangent of the call
// along that operand, in float, double and long double, against differences of
// the function itself in 400 bits. At most 2
// units in the last place may be lost for the rules of cmath.def, 4 for those
// of special.def, unless the rule says ulps(...). Prints the worst of each.
//
// RUN: %clang -std=c++20 -I%include %s -lmpfr -o %t
// RUN: %t

#include "Inputs/reference_special.h"
#include <cmath>
#include <cstdio>
#include <limits>
#include <nabla/rules/tangent.h>
#include <utility>

using reference::Real;

namespace {

int Failures = 0;

template <class T> struct Format;
template <> struct Format<float> {
  static constexpr const char *name = "float";
};
template <> struct Format<double> {
  static constexpr const char *name = "double";
};
template <> struct Format<long double> {
  static constexpr const char *name = "long double";
};

/// The unit in the last place of a T near X.
template <class T> Real ulp(const Real &X) {
  using Limits = std::numeric_limits<T>;
  mpfr_exp_t E =
      mpfr_zero_p(X.get()) ? Limits::min_exponent : mpfr_get_exp(X.get());
  if (E < Limits::min_exponent)
    E = Limits::min_exponent;
  return reference::exp2(Real(long(E - Limits::digits)));
}

/// The derivative of Primal in its argument number K, from two points so close
/// that about 200 bits of the result are right.
template <class Fn, std::size_t... I>
Real difference(Fn Primal, const Real *X, std::size_t K,
                std::index_sequence<I...>) {
  Real Scale = reference::fabs(X[K]);
  Real H = (Scale == Real(0) ? Real(1) : Scale) * reference::exp2(Real(-100));
  Real Up = Primal((I == K ? X[I] + H : X[I])...);
  Real Down = Primal((I == K ? X[I] - H : X[I])...);
  return (Up - Down) / (H + H);
}

template <class Formula> struct TagOf;
template <class Tag> struct TagOf<nabla::formulas::of<Tag>> {
  using Type = Tag;
};

/// Along real operand K.
template <class Rule, class T, int K, std::size_t... I, int... All>
T tangent(const T *X, std::index_sequence<I...>,
          std::integer_sequence<int, All...>) {
  return nabla::value_and_tangent<typename TagOf<Rule>::Type>(X[I]...,
                                                              T(All == K)...)
      .tangent;
}

/// Measures the rules one by one in T.
template <class Rule, class T, class Fn> class Measured {
  static constexpr auto Indices = std::make_index_sequence<Rule::arity>();
  T X[Rule::arity];
  Real Exact[Rule::arity];
  Fn Primal;
  double Limit;

public:
  double Worst = 0;

  Measured(Fn Primal, double Limit) : Primal(Primal), Limit(Limit) {
    for (const auto &Sample : Rule::samples) {
      const double *Point = (const double *)&Sample;
      bool InRange = true;
      for (int I = 0; I != Rule::arity; ++I) {
        Exact[I] = Real((long double)(X[I] = T(Point[I])));
        InRange &= std::isfinite(X[I]) && (X[I] == 0) == (Point[I] == 0);
      }
      if (InRange)
        measure(Indices);
    }
  }

private:
  template <std::size_t... I> void measure(std::index_sequence<I...>) {
    T R = T(Rule::template value<T>(X[I]...));
    Real Exactly = Primal(Exact[I]...);
    long double Size = std::fabs(Exactly.rounded());
    if (!std::isfinite(R) || (Size > 0 && Size < std::numeric_limits<T>::min()))
      return; // out of this format's range
    (measureAt<I>(), ...);
  }

  template <std::size_t I> void measureAt() {
    if constexpr (Rule::is_real[I]) {
      constexpr int K = realsBefore(I);
      if (Rule::is_unknown[K])
        return;
      T Is = tangent<Rule, T, K>(
          X, Indices,
          std::make_integer_sequence<int,
                                     nabla::detail::number_of_reals<Rule>()>());
      Real ShouldBe = difference(Primal, Exact, I, Indices);
      Real Off = reference::fabs(Real((long double)Is) - ShouldBe);
      double Ulps = (double)(Off / ulp<T>(ShouldBe)).rounded();
      if (!(Ulps <= Worst))
        Worst = Ulps;
      if (!(Ulps <= Limit))
        fail(I, ShouldBe.rounded(), Is, Ulps);
    }
  }

  static constexpr int realsBefore(std::size_t I) {
    int N = 0;
    for (std::size_t J = 0; J != I; ++J)
      N += Rule::is_real[J];
    return N;
  }

  void fail(std::size_t I, long double ShouldBe, T Is, double Ulps) {
    ++Failures;
    std::printf("FAIL: %s in %s, partial in operand %zu at (", Rule::name,
                Format<T>::name, I);
    for (int J = 0; J != Rule::arity; ++J)
      std::printf(J ? ", %.10Lg" : "%.10Lg", (long double)X[J]);
    std::printf("): should be %.22Lg, is %.22Lg, %.3g ulp (limit %g)\n",
                ShouldBe, (long double)Is, Ulps, Limit);
  }
};

template <class Rule, class Fn> void check(Fn Primal, double Limit) {
  if (Rule::ulps != 0)
    Limit = Rule::ulps;
  bool AllUnknown = true;
  for (bool Unknown : Rule::is_unknown)
    AllUnknown &= Unknown;
  if (AllUnknown)
    return;
  Measured<Rule, float, Fn> F(Primal, Limit);
  Measured<Rule, double, Fn> D(Primal, Limit);
  Measured<Rule, long double, Fn> L(Primal, Limit);
  std::printf("| `%s`%s | %.2f | %.2f | %.2f |\n", Rule::name,
              Rule::ulps != 0 ? " *" : "", F.Worst, D.Worst, L.Worst);
}

} // namespace

#undef NABLA_RULE
#undef NABLA_INACTIVE
#undef NABLA_PREDICATE
#define NABLA_INACTIVE(Name, Operands, Spellings)
#define NABLA_PREDICATE(Name, Operands, Spellings)
#define NABLA_RULE(Name, Operands, ...)                                        \
  check<nabla::formula<nabla::names::Name>>(                                   \
      [](const auto &...X) { return reference::Name(X...); }, Limit);

int main() {
  std::printf("| function | float | double | long double |\n"
              "| --- | --- | --- | --- |\n");
  {
    constexpr double Limit = 2;
#include <nabla/rules/cmath.def>
  }
  {
    constexpr double Limit = 4;
#include <nabla/rules/special.def>
#include <nabla/rules/special17.def>
  }
  std::printf("%d failures\n", Failures);
  return Failures != 0;
}
