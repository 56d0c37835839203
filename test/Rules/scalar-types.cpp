// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas for other scalars than float, double and long double: a dual number,
// defined outside of nabla and std, whose functions are found by its type; and
// std::complex. What a dual number carries through a partial is the second
// derivative, which differences of the partial must give as well.
//
// RUN: %clang -std=c++17 -I%include %s -lm -o %t
// RUN: %t | FileCheck %s

#include <cmath>
#include <complex>
#include <cstdio>
#include <nabla/rules/formula.h>

namespace elsewhere {

struct Dual {
  double Value, Dot;
  Dual(double V = 0, double D = 0) : Value(V), Dot(D) {}
};

Dual operator+(Dual A, Dual B) { return {A.Value + B.Value, A.Dot + B.Dot}; }
Dual operator-(Dual A, Dual B) { return {A.Value - B.Value, A.Dot - B.Dot}; }
Dual operator-(Dual A) { return {-A.Value, -A.Dot}; }
Dual operator*(Dual A, Dual B) {
  return {A.Value * B.Value, A.Dot * B.Value + A.Value * B.Dot};
}
Dual operator/(Dual A, Dual B) {
  double Q = A.Value / B.Value;
  return {Q, (A.Dot - Q * B.Dot) / B.Value};
}
bool operator<(Dual A, Dual B) { return A.Value < B.Value; }
bool operator>(Dual A, Dual B) { return A.Value > B.Value; }
bool operator>=(Dual A, Dual B) { return A.Value >= B.Value; }
bool operator==(Dual A, Dual B) { return A.Value == B.Value; }
bool operator!=(Dual A, Dual B) { return A.Value != B.Value; }

Dual sin(Dual A) { return {std::sin(A.Value), std::cos(A.Value) * A.Dot}; }
Dual cos(Dual A) { return {std::cos(A.Value), -std::sin(A.Value) * A.Dot}; }
Dual exp(Dual A) {
  double E = std::exp(A.Value);
  return {E, E * A.Dot};
}
Dual log(Dual A) { return {std::log(A.Value), A.Dot / A.Value}; }
Dual sqrt(Dual A) {
  double S = std::sqrt(A.Value);
  return {S, A.Dot / (2 * S)};
}
Dual cosh(Dual A) { return {std::cosh(A.Value), std::sinh(A.Value) * A.Dot}; }
Dual tan(Dual A) {
  double T = std::tan(A.Value);
  return {T, (1 + T * T) * A.Dot};
}
Dual tanh(Dual A) {
  double T = std::tanh(A.Value);
  return {T, (1 - T * T) * A.Dot};
}
Dual erf(Dual A) {
  return {std::erf(A.Value), 2 / std::sqrt(std::acos(-1.0)) *
                                 std::exp(-A.Value * A.Value) * A.Dot};
}
bool isfinite(Dual A) { return std::isfinite(A.Value); }
Dual pow(Dual A, Dual B) {
  double P = std::pow(A.Value, B.Value);
  return {P, P * (B.Dot * std::log(A.Value) + B.Value * A.Dot / A.Value)};
}

} // namespace elsewhere

using elsewhere::Dual;

static void report(const char *Name, double Is, double ShouldBe) {
  bool Ok = std::fabs(Is - ShouldBe) <= 1e-6 * (1 + std::fabs(ShouldBe));
  std::printf("%s: %s, should be %.9g, is %.9g\n", Ok ? "ok" : "WRONG", Name,
              ShouldBe, Is);
}

/// The second derivative at X, both ways.
template <class F> void second(double X) {
  auto Partial = [](double X) {
    return F::template partial_0<double>(X, F::template value<double>(X));
  };
  Dual D(X, 1), R = F::template value<Dual>(D);
  report(F::name, F::template partial_0<Dual>(D, R).Dot,
         (Partial(X + 1e-5) - Partial(X - 1e-5)) / 2e-5);
}

/// The derivative of a holomorphic function, against a difference.
template <class F> void complexPartial() {
  using C = std::complex<double>;
  C X(0.4, 0.3), H(1e-5, 2e-5);
  C R = F::template value<C>(X);
  C Is = F::template partial_0<C>(X, R);
  C ShouldBe =
      (F::template value<C>(X + H) - F::template value<C>(X - H)) / (2.0 * H);
  report(F::name, Is.real(), ShouldBe.real());
  report(F::name, Is.imag(), ShouldBe.imag());
}

#define RULE(Name) nabla::formula<nabla::names::Name>

int main() {
  second<RULE(sin)>(0.7);
  second<RULE(exp)>(0.7);
  second<RULE(log)>(0.7);
  second<RULE(sqrt)>(0.7);
  second<RULE(tan)>(0.7);
  second<RULE(tanh)>(0.7);
  second<RULE(erf)>(0.7);
  Dual X(1.3, 1), Y(2.5, 0);
  using Pow = RULE(pow);
  report("pow", Pow::partial_0<Dual>(X, Y, Pow::value<Dual>(X, Y)).Dot,
         2.5 * 1.5 * std::pow(1.3, 0.5));
  report("pow", Pow::partial_1<Dual>(X, Y, Pow::value<Dual>(X, Y)).Dot,
         std::pow(1.3, 1.5) * (1 + 2.5 * std::log(1.3)));

  complexPartial<RULE(exp)>();
  complexPartial<RULE(log)>();
  complexPartial<RULE(sqrt)>();
  complexPartial<RULE(sin)>();
  complexPartial<RULE(cos)>();
  complexPartial<RULE(tan)>();
  complexPartial<RULE(asin)>();
  complexPartial<RULE(acos)>();
  complexPartial<RULE(atan)>();
  complexPartial<RULE(sinh)>();
  complexPartial<RULE(cosh)>();
  complexPartial<RULE(tanh)>();
  complexPartial<RULE(asinh)>();
  complexPartial<RULE(atanh)>();

  // What else a formula tells.
  static_assert(sizeof(RULE(sin)::value<float>(1)) == sizeof(float));
  static_assert(RULE(atan2)::arity == 2 && RULE(ldexp)::is_real[0] &&
                !RULE(ldexp)::is_real[1]);
  std::printf("done\n");
}

// CHECK-NOT: WRONG
// CHECK: done
