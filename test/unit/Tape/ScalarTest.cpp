// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// variable<T> as a number: arithmetic of every form and precision, its own
// rules, complex numbers, generic code.

#include "Check.h"
#include <complex>
#include <sstream>
#include <unordered_set>

namespace my {
double logistic(double X) { return 1 / (1 + std::exp(-X)); }
double monomial(double X, int N) { return N == 0 ? 1 : X * monomial(X, N - 1); }
} // namespace my

NABLA_RULE(logistic, (x), spellings(my::logistic), partials(r * (1 - r)),
           samples(-2, 0, 0.5))
NABLA_RULE(monomial, (x, n), spellings(my::monomial),
           partials((n == 0 ? 0 : n * my::monomial(x, n - 1))),
           samples({1.5, 3}))

namespace {

template <class T> class Scalar : public testing::Test {};
using Types = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(Scalar, Types, );

TYPED_TEST(Scalar, ArithmeticOfEveryForm) {
  using T = TypeParam;
  using W = nabla::variable<T>;
  auto F = [](auto X, auto Y, auto C) {
    auto Z =
        X * Y + C * X - Y / C + X / Y - -X + (+Y) + C / X + (C - Y) + (X - C);
    Z += X;
    Z -= Y * C;
    Z *= X;
    Z /= Y;
    ++Z;
    Z--;
    return Z * Y;
  };
  const T A = T(1.5), B = T(-2.25), C = T(0.75);
  for (bool Persistent : {false, true}) {
    W X = A, Y = B;
    GradientTape Tape(Persistent ? nabla::persistent
                                 : nabla::tape_option::none);
    Tape.watch(X, Y);
    W Z = F(X, Y, C);
    Tape.stop();
    auto G = Tape.gradient(Z, std::make_tuple(X, Y));
    const double Tolerance = sizeof(T) == 4 ? 2e-5 : 1e-10;
    EXPECT_NEAR(double(Z.value()),
                double(F((long double)A, (long double)B, (long double)C)),
                Tolerance);
    EXPECT_NEAR(
        double(std::get<0>(G)->value()),
        slope([&](auto S) { return F(S, (long double)B, (long double)C); }, A),
        Tolerance);
    EXPECT_NEAR(
        double(std::get<1>(G)->value()),
        slope([&](auto S) { return F((long double)A, S, (long double)C); }, B),
        Tolerance);
  }
}

TYPED_TEST(Scalar, SecondDerivatives) {
  using W = nabla::variable<TypeParam>;
  W X = TypeParam(0.5), Y = TypeParam(2);
  GradientTape Outer, Inner;
  Outer.watch(X, Y);
  Inner.watch(X, Y);
  W Z = fma(X, Y, X * X * X) + hypot(X, Y, TypeParam(1));
  auto G = Inner.gradient(Z, std::make_tuple(X, Y));
  auto H = Outer.gradient(*std::get<0>(G), std::make_tuple(X, Y));
  const double N = std::sqrt(0.25 + 4 + 1);
  EXPECT_NEAR(double(std::get<0>(H)->value()),
              6 * 0.5 + 1 / N - 0.25 / (N * N * N), 1e-5);
  EXPECT_NEAR(double(std::get<1>(H)->value()), 1 - 0.5 * 2 / (N * N * N), 1e-5);
}

TYPED_TEST(Scalar, SecondDerivativesOfFormulasWithLiterals) {
  using W = nabla::variable<TypeParam>;
  W X = TypeParam(0.5);
  nabla::variable<nabla::array<TypeParam>> A{TypeParam(0.5)};
  const Warnings Ignored;
  GradientTape Outer(nabla::persistent), Inner(nabla::persistent);
  Outer.watch(X, A);
  Inner.watch(X, A);
  W Z = pow(X, TypeParam(3)) + legendre(2, X) + cbrt(X) + expm1(X) + fabs(X);
  auto B = pow(A, 3);
  W D = *Inner.gradient(Z, X);
  auto E = *Inner.gradient(B, A);
  Inner.stop();
  Outer.stop();
  EXPECT_NEAR(double(Outer.gradient(D, X)->value()),
              3 + 3 - 2.0 / 9 * std::pow(0.5, -5.0 / 3) + std::exp(0.5), 1e-5);
  EXPECT_NEAR(double(Outer.gradient(E, A)->value()[0]), 3, 1e-5);
}

TEST(Variable, MixesAsNumbersDo) {
  nabla::variable<float> F = 2;
  V D = 3;
  nabla::variable<long double> L = 4;
  GradientTape Tape(nabla::persistent);
  Tape.watch(F, D, L);
  auto P = F * D;
  static_assert(std::is_same<decltype(P), V>::value);
  static_assert(std::is_same<decltype(F * 2), nabla::variable<float>>::value);
  static_assert(std::is_same<decltype(F * 2.0), V>::value);
  static_assert(
      std::is_same<decltype(P + L), nabla::variable<long double>>::value);
  static_assert(std::is_same<decltype(pow(F, 2)), V>::value,
                "as std::pow(float, int)");
  auto Q = P * L + pow(F, 3) + atan2(F, D);
  Tape.stop();
  EXPECT_NEAR(Tape.gradient(Q, F)->value(), 12 + 12 + 3.0 / 13, 1e-6);
  EXPECT_NEAR(Tape.gradient(Q, D)->value(), 8 - 2.0 / 13, 1e-12);
  EXPECT_EQ(Tape.gradient(Q, L)->value(), 6);
}

TEST(Variable, RulesOfOnesOwn) {
  V X(0.5);
  GradientTape Outer, Inner;
  Outer.watch(X);
  Inner.watch(X);
  V Y = logistic(X) * 2;
  const double R = my::logistic(0.5);
  EXPECT_CLOSE(Y.value(), 2 * R);
  V D = *Inner.gradient(Y, X);
  EXPECT_CLOSE(D.value(), 2 * R * (1 - R));
  EXPECT_CLOSE(Outer.gradient(D, X)->value(), 2 * R * (1 - R) * (1 - 2 * R));
}

TEST(Variable, ARuleOfQualifiedCallsHasNoSecondDerivative) {
  V X(1.5);
  GradientTape Outer, Inner;
  Outer.watch(X);
  Inner.watch(X);
  V Y = monomial(X, 3);
  EXPECT_TAPE_ERROR(Inner.gradient(Y, X), "unqualified");
  GradientTape Alone;
  Outer.stop();
  Inner.stop();
  Alone.watch(X);
  V Z = monomial(X, 3);
  EXPECT_CLOSE(Alone.gradient(Z, X)->value(), 3 * 2.25);
}

TEST(Variable, ComparesAndPrints) {
  V X(2), Y(3);
  EXPECT_TRUE(X < Y && X <= Y && !(X > Y) && !(X >= Y) && X != Y && X == 2);
  EXPECT_TRUE(1 < X && 4.0f > Y);
  EXPECT_TRUE(bool(X) && !V(0));
  EXPECT_EQ(std::max(X, Y).value(), 3);
  EXPECT_EQ(max(X, 2.5).value(), 2.5);
  std::ostringstream Out;
  Out << X + Y;
  EXPECT_EQ(Out.str(), "5");
  EXPECT_EQ(std::numeric_limits<V>::epsilon().value(),
            std::numeric_limits<double>::epsilon());
  EXPECT_EQ(std::unordered_set<V>({X, X, Y}).size(), 2u);
}

TEST(Variable, TiesAndKinksAsInTheConventions) {
  V X(2), Y(2), Z(0.0);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, Y, Z);
  V M = fmax(X, Y), N = min(X, Y), A = fabs(Z), H = hypot(Z, 0.0);
  Tape.stop();
  EXPECT_EQ(Tape.gradient(M, X)->value(), 1);
  EXPECT_EQ(Tape.gradient(M, Y)->value(), 0);
  EXPECT_EQ(Tape.gradient(N, X)->value(), 1);
  EXPECT_EQ(Tape.gradient(A, Z)->value(), 0);
  EXPECT_EQ(Tape.gradient(H, Z)->value(), 0);
}

TEST(Variable, Complex) {
  using C = std::complex<V>;
  C Z(1.0, 2.0);
  GradientTape Tape(nabla::persistent);
  Tape.watch(Z);
  C W = exp(Z) * Z / (Z + 1.0) + sqrt(Z) - 2 * conj(Z) +
        std::polar(V(1.0), arg(Z));
  V R = W.real() + norm(Z);
  Tape.stop();
  std::complex<V> G = Tape.gradient(R, Z, unconnected::zero);
  auto F = [](long double X, long double Y) {
    using L = std::complex<long double>;
    const L A(X, Y);
    const L B = std::exp(A) * A / (A + 1.0L) + std::sqrt(A) -
                2.0L * std::conj(A) + std::polar(1.0L, std::arg(A));
    return B.real() + std::norm(A);
  };
  EXPECT_CLOSE(G.real().value(), slope([&](auto T) { return F(T, 2); }, 1));
  EXPECT_CLOSE(G.imag().value(), slope([&](auto T) { return F(1, T); }, 2));
  auto N = Tape.gradient(R, Z);
  EXPECT_EQ(N[0]->value(), G.real().value());
}

/// A program over any scalar, with using-declarations.
template <class T> T program(std::vector<T> X) {
  using std::exp;
  using std::pow;
  using std::sqrt;
  T Sum = 0;
  for (std::size_t I = 1; I < X.size(); ++I) {
    X[I] = X[I - 1] * exp(-X[I]) + sqrt(pow(X[I], 2) + 1);
    if (X[I] > 1.5)
      Sum += X[I] / 3;
    else
      Sum -= X[I];
  }
  return Sum;
}

/// The derivatives of F, which is analytic, in the direction of both parts.
template <class F, class L = std::complex<long double>>
void checkComplex(F F1, double X, double Y) {
  V Re = X, Im = Y;
  GradientTape Tape(nabla::persistent);
  Tape.watch(Re, Im);
  const std::complex<V> R = F1(std::complex<V>(Re, Im));
  V A = R.real(), B = R.imag();
  Tape.stop();
  auto Along = [&](long double To) { return F1(L(To, Y)); };
  const double Dx =
      slope([&](long double To) { return Along(To).real(); }, X, 1e-4L);
  const double Dy =
      slope([&](long double To) { return Along(To).imag(); }, X, 1e-4L);
  EXPECT_NEAR(A.value(), double(F1(L(X, Y)).real()), 1e-14);
  EXPECT_NEAR(B.value(), double(F1(L(X, Y)).imag()), 1e-14);
  EXPECT_CLOSE(Tape.gradient(A, Re, unconnected::zero).value(), Dx);
  EXPECT_CLOSE(Tape.gradient(B, Re, unconnected::zero).value(), Dy);
  EXPECT_CLOSE(Tape.gradient(A, Im, unconnected::zero).value(), -Dy);
  EXPECT_CLOSE(Tape.gradient(B, Im, unconnected::zero).value(), Dx);
}

TEST(Tape, ComplexNumbersOnTheAxes) {
  // A part that is zero is not constant.
  for (auto [X, Y] : {std::pair(2.0, 0.0), {0.0, 2.0}, {0.0, -1.5}, {1., 1.}}) {
    checkComplex([](const auto &Z) { return std::sqrt(Z); }, X, Y);
    checkComplex([](const auto &Z) { return sqrt(Z) / Z; }, X, Y);
    checkComplex(
        [](const auto &Z) {
          return std::pow(Z,
                          typename std::decay_t<decltype(Z)>::value_type(2.5));
        },
        X, Y);
  }
  checkComplex([](const auto &Z) { return std::sqrt(Z); }, -2, 0.5);
  checkComplex([](const auto &Z) { return std::acosh(Z); }, 1, 1);
}

TEST(Variable, GenericCode) {
  const std::vector<double> At{0.5, 1.25, -0.75, 2};
  std::vector<V> X(At.begin(), At.end());
  GradientTape Tape;
  Tape.watch(X);
  V Y = program(X);
  auto G = Tape.gradient(Y, X);
  for (std::size_t I = 0; I < At.size(); ++I) {
    auto F = [&](long double T) {
      std::vector<long double> P(At.begin(), At.end());
      P[I] = T;
      return program(P);
    };
    EXPECT_CLOSE(G[I]->value(), slope(F, At[I]));
  }
}

// At 1 and -1, where formulas by associated functions divide by zero:
// the k-th derivative of P_n at 1 is (n+k)! / ((n-k)! k! 2^k).
TEST(Variable, DerivativesOfLegendrePolynomialsAtTheEnds) {
  const Warnings Ignored;
  for (int N = 0; N <= 6; ++N)
    for (int Side : {1, -1}) {
      V X = Side;
      GradientTape First, Second, Third;
      First.watch(X);
      Second.watch(X);
      Third.watch(X);
      V D1 = Third.gradient(legendre(N, X), X, unconnected::zero);
      V D2 = Second.gradient(D1, X, unconnected::zero);
      V D3 = First.gradient(D2, X, unconnected::zero);
      double Expected = 1;
      const double Is[] = {D1.value(), D2.value(), D3.value()};
      for (int K = 1; K <= 3; ++K) {
        Expected *= double((N + K) * (N - K + 1)) / (2 * K);
        EXPECT_NEAR(Is[K - 1], (Side < 0 && (N + K) % 2 ? -1 : 1) * Expected,
                    1e-9)
            << N << " " << Side << " " << K;
      }
    }
}

template <class T> T storing(T X) {
  using std::frexp;
  using std::modf;
  using std::remquo;
  int Exponent, Quotient;
  T Whole, Mantissa = frexp(X, &Exponent), Part = modf(X, &Whole);
  T Rest = remquo(X, T(0.7), &Quotient);
  return Mantissa * Exponent + Part * Part + Whole * X + Rest * (Quotient % 8);
}
TEST(Variable, FunctionsWithASecondResult) {
  for (double At : {1.7, -3.25, 0.3, 100.5}) {
    V X = At;
    GradientTape Tape(nabla::persistent);
    Tape.watch(X);
    V Y = storing(X);
    Tape.stop();
    EXPECT_EQ(Y.value(), storing(At));
    EXPECT_CLOSE(Tape.gradient(Y, X)->value(),
                 slope([](long double T) { return storing(T); }, At));
  }
  const V Infinite = std::numeric_limits<double>::infinity();
  int Exponent;
  EXPECT_EQ(frexp(Infinite, &Exponent), Infinite);
  nabla::parameter<double> P(2.5);
  V Whole;
  EXPECT_EQ(modf(P, &Whole), 0.5);
  EXPECT_EQ(Whole, 2);
}

TEST(Variable, IsReadAsANumberIs) {
  std::istringstream In("4.5 x");
  V X = 1;
  GradientTape Tape;
  Tape.watch(X);
  EXPECT_TRUE(In >> X);
  EXPECT_EQ(X, 4.5);
  EXPECT_EQ(X.id(), 0u); // a constant
  EXPECT_FALSE(In >> X);
}

} // namespace
