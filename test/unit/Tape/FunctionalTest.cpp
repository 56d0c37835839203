// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of callables: rows 14 to 18 of docs/tape.md, and compiled functions
// on the tape.

#include "Check.h"

using nabla::wrt;

namespace {

TEST(Tape, Row14GradientsFunction) {
  auto G =
      nabla::gradients_function([](V X, V Y, int N) { return X * X * Y + N; });
  auto [DX, DY] = G(3.0, 2.0, 1);
  static_assert(std::is_same<decltype(DX), double>::value);
  EXPECT_EQ(DX, 12);
  EXPECT_EQ(DY, 9);
}

TEST(Tape, Row14ByNumber) {
  auto F = [](auto X, auto Y, auto Z) { return X * Y * Y * sin(Z); };
  auto G = nabla::gradients_function(F, wrt<2, 0>);
  auto [DZ, DX] = G(2.0, 3.0, 0.5);
  EXPECT_CLOSE(DZ, 18 * std::cos(0.5));
  EXPECT_CLOSE(DX, 9 * std::sin(0.5));
}

TEST(Tape, Row14OutputGradientsAndStructures) {
  auto F = [](const std::vector<V> &X, const std::pair<V, int> &P) {
    return std::vector<V>{X[0] * X[1], P.first * X[0]};
  };
  auto G = nabla::gradients_function(F);
  const std::vector<double> X{2, 3};
  const std::pair<double, int> P{5, 7};
  auto [DX, DP] = G.with_output_gradients(std::vector<double>{1, 10}, X, P);
  EXPECT_EQ(DX, (std::vector<double>{53, 2}));
  EXPECT_EQ(DP.first, 20);
  EXPECT_EQ(DP.second, 7);
}

TEST(Tape, Row14Nests) {
  auto F = [](auto X) { return X * X * X; };
  auto Second = nabla::gradients_function(
      [&](V X) { return std::get<0>(nabla::gradients_function(F)(X)); });
  EXPECT_EQ(std::get<0>(Second(2.0)), 12);
}

TEST(Tape, Row14IsZeroWhereNothingDepends) {
  auto G = nabla::gradients_function([](V X, V) { return X; });
  EXPECT_EQ(std::get<1>(G(1.0, 2.0)), 0);
}

TEST(Tape, Row14Arrays) {
  auto G = nabla::gradients_function(
      [](const Array &A, V S) { return nabla::dot(A, A) * S; });
  auto [DA, DS] = G(Numbers{1, 2}, 3.0);
  EXPECT_EQ(DA, (Numbers{6, 12}));
  EXPECT_EQ(DS, 5);
}

TEST(Tape, Row14ComplexArguments) {
  using Complex = std::complex<double>;
  auto G = nabla::gradients_function([](const std::complex<V> &Z,
                                        const std::vector<std::complex<V>> &W,
                                        const std::string &) {
    return (Z * Z).imag() + (Z * W[1]).real(); // 2 a b + a c - b d
  });
  auto [DZ, DW] =
      G(Complex(2, 3), std::vector<Complex>{{9, 9}, {5, 7}}, std::string());
  EXPECT_EQ(DZ, Complex(11, -3));
  EXPECT_EQ(DW, (std::vector<Complex>{{0, 0}, {2, -3}}));
}

TEST(Tape, Row15ValueAndGradients) {
  auto G = nabla::val_and_grad_function(
      [](const std::vector<V> &X, V Y) { return X[0] * X[1] * Y; }, wrt<0>);
  auto [Value, Gradients] = G(std::vector<double>{2, 3}, 4.0);
  EXPECT_EQ(Value, 24);
  EXPECT_EQ(std::get<0>(Gradients), (std::vector<double>{12, 8}));
}

TEST(Tape, Row16MakeVjp) {
  auto [Value, Pullback] = nabla::make_vjp(
      [](V X, V Y) { return std::vector<V>{X * Y, X + Y}; })(2.0, 3.0);
  EXPECT_EQ(Value, (std::vector<double>{6, 5}));
  EXPECT_EQ(Pullback(std::vector<double>{1, 10}), std::make_tuple(13.0, 12.0));
  EXPECT_EQ(Pullback(), std::make_tuple(4.0, 3.0)); // ones
  EXPECT_EQ(Pullback(std::vector<double>{0, 1}), std::make_tuple(1.0, 1.0));
  EXPECT_TAPE_ERROR(Pullback(std::vector<double>{1}), "output gradient");
}

TEST(Tape, Row16MakeVjpThatIsNotReusable) {
  auto [Value, Pullback] =
      nabla::make_vjp([](V X) { return X * X; }, false)(2.0);
  EXPECT_EQ(Value, 4);
  EXPECT_EQ(std::get<0>(Pullback()), 4);
  EXPECT_TAPE_ERROR(Pullback(), "persistent");
}

TEST(Tape, Row17ImplicitValueAndGradient) {
  parameter<double> A(2), B(3), Unused(1), Fixed(5, false);
  parameter<Numbers> E(Numbers{1, 2, 3});
  auto F = [&](double X) { return B * X * E[1] * Fixed + A * A; };
  auto [Value, Gradients] = nabla::implicit_value_and_gradient(F)(2.0);
  EXPECT_EQ(Value.value(), 64);
  ASSERT_EQ(Gradients.size(), 3u); // in the order of creation
  EXPECT_EQ(Gradients[0].parameter(), A);
  EXPECT_EQ(Gradients[0].as<double>().value(), 4);
  EXPECT_EQ(Gradients[1].parameter(), B);
  EXPECT_EQ(Gradients[1].as<double>().value(), 20);
  EXPECT_EQ(Gradients[2].parameter(), E);
  EXPECT_EQ(Gradients[2].as<Numbers>().value(), (Numbers{0, 30, 0}));
  EXPECT_TAPE_ERROR(Gradients[0].as<float>(), "another type");
  for (const nabla::parameter_gradient &G : Gradients)
    G.descend(0.5);
  EXPECT_EQ(A.value(), 0);
  EXPECT_EQ(E.value(), (Numbers{1, -13, 3}));
}

TEST(Tape, Row17ReadButWithoutInfluence) {
  parameter<double> A(2), B(3);
  auto G = nabla::implicit_gradient([&] {
    EXPECT_EQ((B * 2).value(), 6);
    return A * A;
  })();
  ASSERT_EQ(G.size(), 2u);
  EXPECT_FALSE(G[1].is_connected());
  EXPECT_TAPE_ERROR(G[1].as<double>(), "is_connected()");
}

TEST(Tape, Row17NoneTouchedIsAnError) {
  auto G = nabla::implicit_gradient([](double X) { return V(X); });
  EXPECT_TAPE_ERROR(G(1.0), "nabla::parameter");
}

TEST(Tape, Row18TheSameVariableTwiceIsTwoArguments) {
  auto G = nabla::gradients_function([](V X, V Y) { return X * X * Y; });
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  auto [A, B] = G(X, X); // 2 x y, x^2
  EXPECT_EQ(A.value(), 18);
  EXPECT_EQ(B.value(), 9);
  V S = A + 2 * B; // 4 x^2: connected to the one X
  EXPECT_EQ(Tape.gradient(S, X)->value(), 24);
}

// --- compiled functions, here written by hand

struct Point {
  double A, B;
  int N;
};
template <class T> struct PointOf {
  T A, B;
  int N;
};

int Calls = 0;
double energy(double X, const double *P, int N, const Point &Q) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += P[I] * X * Q.A;
  return S * Q.B;
}
double energy_vjp(double X, const double *P, int N, const Point &Q, double Seed,
                  double *DX, double *DP, Point *DQ) {
  ++Calls;
  double S = 0;
  for (int I = 0; I < N; ++I) {
    S += P[I] * X * Q.A;
    *DX += Seed * Q.B * P[I] * Q.A;
    DP[I] += Seed * Q.B * X * Q.A;
    DQ->A += Seed * Q.B * P[I] * X;
  }
  DQ->B += Seed * S;
  return S * Q.B;
}

TEST(Tape, CompiledFunctions) {
  V X(2);
  std::vector<V> P{1, 2, 3};
  Array PA{1, 2, 3};
  PointOf<V> Q{0.5, 4, 1};
  Calls = 0;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, P, PA, Q);
  V Y = nabla::on_tape<energy, energy_vjp>(X, P, 3, Q);
  V Z = nabla::on_tape<energy, energy_vjp>(X, PA, 3, Q);
  V C = nabla::on_tape<energy, energy_vjp>(2.0, std::vector<double>{1}, 1,
                                           Point{1, 1, 1});
  V U = Y * Z * C;
  Tape.stop();
  EXPECT_EQ(Y.value(), 24);
  EXPECT_EQ(C.id(), 0u);
  EXPECT_EQ(Calls, 2); // each where it was called, and never again
  auto G = Tape.gradient(U, std::make_tuple(X, P, PA, Q), unconnected::zero);
  EXPECT_EQ(Calls, 2);
  EXPECT_EQ(std::get<0>(G).value(), 1152);
  EXPECT_EQ(std::get<1>(G)[1].value(), 192);
  EXPECT_EQ(std::get<2>(G).value(), (Numbers{192, 192, 192}));
  EXPECT_EQ(std::get<3>(G).A.value(), 4608);
  EXPECT_EQ(std::get<3>(G).B.value(), 576);
  // Again: the shadows begin at zero.
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 12);
  EXPECT_EQ(Tape.gradient(Y, X, 10.0)->value(), 120);
}

TEST(Tape, CompiledFunctionsHaveNoSecondDerivative) {
  V X(2), W(5);
  std::vector<V> P{1};
  PointOf<V> Q{1, 1, 1};
  GradientTape Outer(nabla::persistent);
  Outer.watch(X, W);
  GradientTape Inner;
  Inner.watch(X);
  V Y = nabla::on_tape<energy, energy_vjp>(X, P, 1, Q) * W;
  V D = *Inner.gradient(Y, X);
  V E = W * W;
  Outer.stop();
  EXPECT_EQ(D.value(), 5);
  EXPECT_EQ(Outer.gradient(E, W)->value(), 10);
  EXPECT_TAPE_ERROR(Outer.gradient(D, X), "second derivative");
}

TEST(Tape, RecordCall) {
  V X(3), Y(4);
  GradientTape Tape;
  Tape.watch(X, Y);
  V P = nabla::record_call(
      12.0, std::make_tuple(X, Y),
      [](double S) { return std::make_tuple(4 * S, 3 * S); }, "product");
  V Z = P * P;
  auto G = Tape.gradient(Z, std::make_tuple(X, Y));
  EXPECT_EQ(std::get<0>(G)->value(), 96);
  EXPECT_EQ(std::get<1>(G)->value(), 72);
}

} // namespace
