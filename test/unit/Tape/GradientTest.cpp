// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gradient() and its relatives give: rows 5 to 8, 20 to 22, 24 and 26 of
// docs/tape.md.

#include "Check.h"
#include <memory>
#include <sstream>

namespace {

struct Cell {
  V W, B;
};
struct Net {
  Cell First;
  std::vector<Cell> Rest;
  int Depth;
};

TEST(Tape, Row05StructureOfTheSources) {
  parameter<Numbers> W(Numbers{0.5, -1});
  parameter<double> B(0.25), S(2);
  GradientTape Tape;
  V H = tanh(W[0] * S + B);
  V Loss = H * H + W[1] * H;
  auto G = Tape.gradient(Loss, std::make_pair(std::make_tuple(W, B), S));
  auto F = [](long double A, long double C, long double D, long double E) {
    long double T = std::tanh(A * E + D);
    return T * T + C * T;
  };
  const Numbers DW = std::get<0>(G.first)->value();
  EXPECT_CLOSE(DW[0], slope([&](auto T) { return F(T, -1, 0.25L, 2); }, 0.5L));
  EXPECT_CLOSE(DW[1], slope([&](auto T) { return F(0.5L, T, 0.25L, 2); }, -1));
  EXPECT_CLOSE(std::get<1>(G.first)->value(),
               slope([&](auto T) { return F(0.5L, -1, T, 2); }, 0.25L));
  EXPECT_CLOSE(G.second->value(),
               slope([&](auto T) { return F(0.5L, -1, 0.25L, T); }, 2));
}

TEST(Tape, Row05VectorsArraysAndStructs) {
  std::vector<std::array<V, 2>> X{{2, 3}, {4, 5}};
  Net N{{1, 2}, {{3, 4}, {5, 6}}, 2};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, N);
  V Y = X[0][1] * X[1][0] * N.First.W * N.Rest[1].B;
  Tape.stop();
  auto G = Tape.gradient(Y, X);
  static_assert(
      std::is_same<decltype(G),
                   std::vector<std::array<std::optional<V>, 2>>>::value);
  EXPECT_EQ(G[0][1]->value(), 24);
  EXPECT_EQ(G[1][0]->value(), 18);
  EXPECT_FALSE(G[1][1]);
  // A struct of variables stays one where none is zero ...
  Net Z = Tape.gradient(Y, N, unconnected::zero);
  EXPECT_EQ(Z.First.W.value(), 72);
  EXPECT_EQ(Z.First.B.value(), 0);
  EXPECT_EQ(Z.Rest[1].B.value(), 12);
  EXPECT_EQ(Z.Depth, 2);
  // ... and is a tuple of its members where it is empty.
  auto T = Tape.gradient(Y, N);
  EXPECT_EQ(std::get<0>(std::get<0>(T))->value(), 72);
  EXPECT_FALSE(std::get<1>(std::get<0>(T)));
}

struct Scaled {
  V W;
  double Scale;
  Numbers Table;
};

TEST(Tape, Row05NumbersAmongTheSourcesHaveNoGradient) {
  Scaled S{2, 10, {1, 2}};
  V Row[2] = {5, 7};
  GradientTape Tape(nabla::persistent);
  Tape.watch(S, Row);
  V Y = S.W * S.W * S.Scale * S.Table[1] * Row[1];
  Tape.stop();
  Scaled Z = Tape.gradient(Y, S, unconnected::zero);
  EXPECT_EQ(Z.W.value(), 560);
  EXPECT_EQ(Z.Scale, 0);
  EXPECT_EQ(Z.Table, (Numbers{0, 0}));
  auto T = Tape.gradient(Y, S);
  EXPECT_FALSE(std::get<1>(T));
  EXPECT_FALSE(std::get<2>(T));
  auto G = Tape.gradient(Y, Row);
  EXPECT_FALSE(G[0]);
  EXPECT_EQ(G[1]->value(), 80);
}

class Hidden {
public:
  Hidden(double X) : Inside(X) {}
  V &inside() { return Inside; }
  const V &inside() const { return Inside; }

private:
  V Inside;
};

} // namespace

template <> struct nabla::structure<Hidden> {
  template <class S, class F> static void each(S &s, F &&f) { f(s.inside()); }
  template <class F> static auto map(const Hidden &s, F &&f) {
    return f(s.inside());
  }
};

namespace {

TEST(Tape, Row05TypesOfOnesOwn) {
  std::vector<Hidden> X{2.0, 3.0};
  GradientTape Tape;
  Tape.watch(X);
  V Y = X[0].inside() * X[1].inside();
  auto G = Tape.gradient(Y, X);
  EXPECT_EQ(G[0]->value(), 3);
  EXPECT_EQ(G[1]->value(), 2);
}

TEST(Tape, Row06SeveralTargetsAreSummed) {
  V X(2);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y1 = X * X, Y2 = X * X * X;
  std::vector<V> Vec{X, 2 * X, 3 * X * X};
  Array A = nabla::as_array(Vec);
  Tape.stop();
  EXPECT_EQ(Tape.gradient(std::vector<V>{Y1, Y2}, X)->value(), 16);
  EXPECT_EQ(Tape.gradient(Vec, X)->value(), 15);
  EXPECT_EQ(Tape.gradient(A, X)->value(), 15);
  EXPECT_EQ(
      Tape.gradient(std::make_pair(Y1, std::make_tuple(Y2, Vec)), X)->value(),
      31);
  // The same target twice counts twice.
  EXPECT_EQ(Tape.gradient(std::make_tuple(Y1, Y1), X)->value(), 8);
}

TEST(Tape, Row06ATargetThatIsAVariable) {
  V X(2);
  parameter<double> W(3);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = X * W;
  Tape.stop();
  EXPECT_EQ(Tape.gradient(X, X)->value(), 1);
  EXPECT_EQ(Tape.gradient(W, W)->value(), 1);
  EXPECT_FALSE(Tape.gradient(X, W));
  EXPECT_EQ(Tape.gradient(std::make_tuple(Y, X), X)->value(), 4);
}

TEST(Tape, Row07OutputGradients) {
  V X(2);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  std::vector<V> Y{X * X, X * X * X};
  Array A = nabla::as_array(Y);
  V Z = exp(X);
  Tape.stop();
  const std::vector<double> Seeds{0.5, -2};
  EXPECT_EQ(Tape.gradient(Y, X, Seeds)->value(), -22);
  EXPECT_EQ(Tape.gradient(A, X, Numbers{0.5, -2})->value(), -22);
  EXPECT_EQ(Tape.gradient(A, X, Seeds)->value(), -22);
  EXPECT_EQ(Tape.gradient(Z, X, 0.0)->value(), 0);
  // None among them means ones.
  auto G =
      Tape.gradient(std::make_tuple(Y, Z), X,
                    std::make_tuple(std::array<double, 2>{1, 0}, std::nullopt));
  EXPECT_CLOSE(G->value(), 4 + std::exp(2));
  std::vector<std::optional<double>> Some{std::nullopt, 0.0};
  EXPECT_EQ(Tape.gradient(Y, X, Some)->value(), 4);
  // A struct's are a struct or a tuple.
  Cell W{10, 1};
  EXPECT_EQ(Tape.gradient(Cell{Y[0], Y[1]}, X, W)->value(), 52);
  EXPECT_EQ(Tape.gradient(Cell{Y[0], Y[1]}, X, std::make_tuple(10, 1))->value(),
            52);
}

TEST(Tape, Row07WrongSizesAreAnErrorBeforeAnything) {
  V X(2);
  GradientTape Tape;
  Tape.watch(X);
  std::vector<V> Y{X * X, X * X * X};
  Array A = nabla::as_array(Y);
  EXPECT_TAPE_ERROR(Tape.gradient(Y, X, std::vector<double>{1}),
                    "one output gradient for each target");
  EXPECT_TAPE_ERROR(Tape.gradient(A, X, Numbers{1, 2, 3}), "shape");
  EXPECT_TRUE(Tape.is_recording());
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 16); // it is still there
}

TEST(Tape, Row07SeedsThatDepend) {
  V X(2), S(3);
  GradientTape Outer;
  Outer.watch(X, S);
  GradientTape Inner;
  Inner.watch(X);
  V Y = X * X;
  V G = *Inner.gradient(Y, X, S); // 2 x s
  auto H = Outer.gradient(G, std::make_tuple(X, S));
  EXPECT_EQ(std::get<0>(H)->value(), 6);
  EXPECT_EQ(std::get<1>(H)->value(), 4);
}

TEST(Tape, Row08NoneOrZero) {
  parameter<double> A(2);
  parameter<Numbers> B(Numbers{1, 5});
  GradientTape Tape(nabla::persistent);
  V Y = A * A, Zero = 0 * A;
  V K = 7;
  Tape.stop();
  auto None = Tape.gradient(Y, std::make_tuple(A, B));
  EXPECT_EQ(std::get<0>(None)->value(), 4);
  EXPECT_FALSE(std::get<1>(None));
  auto Zeros = Tape.gradient(Y, std::make_tuple(A, B), unconnected::zero);
  EXPECT_EQ(std::get<0>(Zeros).value(), 4);
  EXPECT_EQ(std::get<1>(Zeros).value(), (Numbers{0, 0}));
  EXPECT_FALSE(Tape.gradient(K, A));
  EXPECT_FALSE(Tape.gradient(7.0, A));
  EXPECT_EQ(Tape.gradient(K, A, unconnected::zero).value(), 0);
  // A derivative that happens to be zero is not none.
  ASSERT_TRUE(Tape.gradient(Zero, A));
  EXPECT_EQ(Tape.gradient(Zero, A)->value(), 0);
  static_assert(
      std::is_same<decltype(Tape.gradient(Y, A, unconnected::zero)), V>::value);
}

TEST(Tape, Row08ZeroBehindAStrongZero) {
  V X(0.0);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V R = sqrt(X);
  V Y = R * 0.0 + X;
  V Z = sin(R) * 0.0;
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 1); // and not NaN
  ASSERT_TRUE(Tape.gradient(Z, X));
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 0);
  EXPECT_TRUE(std::isinf(Tape.gradient(R, X)->value()));
}

TEST(Tape, Row20AbsentOutputsAreAbsent) {
  V X(2);
  int Absent = 0, Made = 0;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V P(4), Q(8), U(4), W(8);
  Tape.record(
      std::tie(P, Q), X,
      nabla::with_absent([&](std::optional<V> DP, std::optional<V> DQ) -> V {
        Absent += !DP + !DQ;
        return (DP ? *DP * 4 : V(0)) + (DQ ? *DQ * 12 : V(0));
      }));
  Tape.record(std::tie(U, W), X, [&](V DU, V DW) {
    Made += (DU.value() == 0) + (DW.value() == 0);
    return DU * 4 + DW * 12;
  });
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Q, X)->value(), 12);
  EXPECT_EQ(Absent, 1);
  EXPECT_EQ(Tape.gradient(W, X)->value(), 12);
  EXPECT_EQ(Made, 1);
  EXPECT_EQ(Tape.gradient(std::make_tuple(P, Q), X)->value(), 16);
  EXPECT_EQ(Absent, 1);
}

TEST(Tape, Row21AMissingRuleIsAnErrorThatNamesTheOperation) {
  V X(2);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y(4), Z(5);
  Tape.record(Y, X, nabla::no_pullback{"my_lookup"}, "my_lookup");
  Tape.record(Z, X, nabla::no_gradient);
  V W = Y + X;
  Tape.stop();
  EXPECT_TAPE_ERROR(Tape.gradient(W, X), "my_lookup");
  EXPECT_FALSE(Tape.gradient(Z, X)); // on purpose
  // Derivatives without known form.
  GradientTape Second;
  Second.watch(X);
  EXPECT_TAPE_ERROR(cyl_bessel_j(X, 1.5), "cyl_bessel_j");
  V J = cyl_bessel_j(2.0, X); // by the argument there is one
  EXPECT_TRUE(Second.gradient(J, X));
}

TEST(Tape, Row21InactiveFunctions) {
  V X(2.75);
  GradientTape Tape;
  Tape.watch(X);
  V Y = floor(X) * X + round(X);
  EXPECT_EQ(lround(X), 3);
  EXPECT_TRUE(isfinite(X));
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 2);
}

TEST(Tape, Row22Record) {
  V X(2), Y(3);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, Y);
  V P = X.value() * Y.value(), Q = X.value() + Y.value();
  Tape.record(std::tie(P, Q), std::tie(X, Y), [=](V DP, V DQ) {
    return std::make_tuple(DP * Y + DQ, DP * X + DQ);
  });
  V R = P * P + Q;
  Tape.stop();
  auto G = Tape.gradient(R, std::make_tuple(X, Y));
  EXPECT_EQ(std::get<0>(G)->value(), 37);
  EXPECT_EQ(std::get<1>(G)->value(), 25);
  EXPECT_TAPE_ERROR(Tape.record(P, X, [](V D) { return D; }), "start()");
}

TEST(Tape, Row22RecordWithVectors) {
  std::vector<V> X{1, 2, 3};
  GradientTape Tape;
  Tape.watch(X);
  std::vector<V> Y{6, 4, 2}; // 2 * reversed
  Tape.record(Y, X, [](const std::vector<V> &D) {
    return std::vector<V>{2 * D[2], 2 * D[1], 2 * D[0]};
  });
  V Z = Y[0] * Y[0] + Y[1];
  auto G = Tape.gradient(Z, X);
  EXPECT_EQ(G[0]->value(), 0);
  EXPECT_EQ(G[1]->value(), 2);
  EXPECT_EQ(G[2]->value(), 24);
}

TEST(Tape, Row22RecordKeepsWhatStdTieRefersTo) {
  auto X = std::make_unique<V>(3.0);
  auto A = std::make_unique<Array>(Numbers{1, 2});
  V Y(9);
  Array B(Numbers{3, 6});
  GradientTape Tape(nabla::persistent);
  Tape.watch(*X, *A);
  const V SameX = *X;
  const Array SameA = *A;
  Tape.record(std::tie(Y, B), std::tie(*X, *A),
              [](V DY, Array DB) { return std::make_tuple(6 * DY, 3 * DB); });
  V Z = Y * Y + sum(B);
  Tape.stop();
  X.reset();
  A.reset();
  Y = 0;
  B = Array(Numbers{1, 2, 3, 4}); // of another shape
  auto G = Tape.gradient(Z, std::make_tuple(SameX, SameA));
  EXPECT_EQ(std::get<0>(G)->value(), 108);
  EXPECT_EQ(std::get<1>(G)->value(), (Numbers{3, 3}));
}

TEST(Tape, Row22AnExceptionInAPullback) {
  for (bool Persistent : {false, true}) {
    V X(3), Y(3);
    bool Throws = true;
    GradientTape Tape(Persistent ? nabla::persistent
                                 : nabla::tape_option::none);
    Tape.watch(X);
    Tape.record(Y, X, [&](V D) {
      if (Throws)
        throw 1;
      return 5 * D;
    });
    V Z = Y * Y;
    Tape.stop();
    EXPECT_THROW(Tape.gradient(Z, X), int);
    Throws = false; // it has not given its gradient
    EXPECT_EQ(Tape.gradient(Z, X)->value(), 30);
  }
}

TEST(Tape, Row22APullbackOfTheWrongSizeIsAnError) {
  std::vector<V> X{1, 2, 3};
  GradientTape Tape;
  Tape.watch(X);
  V Y(6);
  Tape.record(Y, X, [](V D) { return std::vector<V>{D}; });
  EXPECT_TAPE_ERROR(Tape.gradient(Y, X), "one gradient for each input");
}

auto clipIdentity() {
  return nabla::custom_gradient([](V X) {
    return std::make_pair(X, [](V D) { return fmin(fmax(D, -1.0), 1.0); });
  });
}
auto log1pexp() {
  return nabla::custom_gradient([](V X) {
    V E = exp(X);
    return std::make_pair(log(1 + E),
                          [=](V D) { return D * (1 - 1 / (1 + E)); });
  });
}

TEST(Tape, Row22CustomGradients) {
  V X(100), Y(0.5);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, Y);
  V A = 5 * clipIdentity()(3 * Y); // the adjoint 5 is clipped
  V L = log1pexp()(X);
  V M = Y * nabla::stop_gradient(Y * Y);
  Tape.stop();
  EXPECT_EQ(Tape.gradient(A, Y)->value(), 3);
  EXPECT_EQ(Tape.gradient(L, X)->value(), 1);
  EXPECT_EQ(Tape.gradient(M, Y)->value(), 0.25);
}

TEST(Tape, Row22TheSecondDerivativeOfACustomGradient) {
  const double E = std::exp(0.5);
  V D1 = 0, X(0.5);
  GradientTape Outer;
  Outer.watch(X);
  {
    GradientTape Inner;
    Inner.watch(X);
    V Y = log1pexp()(X);
    D1 = *Inner.gradient(Y, X);
  }
  EXPECT_CLOSE(D1.value(), E / (1 + E));
  EXPECT_CLOSE(Outer.gradient(D1, X)->value(), E / ((1 + E) * (1 + E)));
}

TEST(Tape, Row22AParameterInACustomGradientIsAnError) {
  parameter<double> W(2);
  auto F = nabla::custom_gradient([&](V X) {
    V Y = X * W;
    return std::make_pair(Y, [](V D) { return D; });
  });
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  EXPECT_TAPE_ERROR(F(X), "pass the parameter as an argument");
  V Y = X * W; // and only there
  EXPECT_EQ(Tape.gradient(Y, W)->value(), 3);
}

TEST(Tape, Row24Trace) {
  V X(2), Y(3);
  GradientTape Tape;
  std::ostringstream Out;
  Tape.trace(Out);
  Tape.watch(X, Y);
  EXPECT_GT(exp(X), 1); // not used further
  V Product = X * Y;    // before sin: the order within a sum is the compiler's
  V Z = Product + sin(X);
  Tape.gradient(Z, X);
  std::vector<std::string> Lines;
  std::istringstream In(Out.str());
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(Line);
  ASSERT_EQ(Lines.size(), 3u) << Out.str();
  EXPECT_EQ(Lines[0], "#6 add(6, 0.909297): adjoint 1 -> #4 += 1 #5 += 1");
  EXPECT_EQ(Lines[1], "#5 sin(2): adjoint 1 -> #1 += -0.416147");
  EXPECT_EQ(Lines[2], "#4 multiply(2, 3): adjoint 1 -> #1 += 3 #2 += 2");
}

TEST(Tape, Row26Jacobian) {
  std::vector<V> X{2, 3};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  std::vector<V> Y{X[0] * X[1], X[0] * X[0], V(3)};
  Array A = nabla::as_array(X);
  Array B = A * A * A[0];
  Tape.stop();
  auto J = Tape.jacobian(Y, X);
  const double Expected[3][2] = {{3, 2}, {4, 0}, {0, 0}};
  for (int I = 0; I < 3; ++I)
    for (int K = 0; K < 2; ++K)
      EXPECT_EQ(J[I][K].value(), Expected[I][K]);
  EXPECT_EQ(nabla::as_matrix(Tape.jacobian(B, A)).value(),
            Numbers(nabla::shape(2, 2), {12, 0, 9, 12}));
}

TEST(Tape, Row26JacobianOfATapeThatIsNotPersistent) {
  std::vector<V> X{2, 3};
  GradientTape Tape;
  Tape.watch(X);
  std::vector<V> Y{X[0] * X[1], X[0]};
  auto J = Tape.jacobian(Y, X);
  EXPECT_EQ(J[0][1].value(), 2);
  EXPECT_TAPE_ERROR(Tape.jacobian(Y, X), "persistent");
}

TEST(Tape, Row26BatchJacobian) {
  std::vector<std::vector<V>> X{{1, 2}, {3, 4}}, Y(2);
  Array A(nabla::shape(2, 2), {1, 2, 3, 4});
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, A);
  for (int B = 0; B < 2; ++B)
    Y[B] = {X[B][0] * X[B][1], X[B][1] * X[B][1], X[B][0]};
  Array C = A * A;
  Tape.stop();
  auto J = Tape.batch_jacobian(Y, X);
  ASSERT_EQ(J.size(), 2u);
  ASSERT_EQ(J[1].size(), 3u);
  EXPECT_EQ(J[1][0][0].value(), 4);
  EXPECT_EQ(J[1][1][1].value(), 8);
  EXPECT_EQ(J[0][2][0].value(), 1);
  EXPECT_EQ(J[0][2][1].value(), 0);
  Numbers K = Tape.batch_jacobian(C, A).value();
  EXPECT_EQ(K, Numbers(nabla::shape(2, 2, 2), {2, 0, 0, 4, 6, 0, 0, 8}));
  X.pop_back();
  EXPECT_TAPE_ERROR(Tape.batch_jacobian(Y, X), "batch");
}

template <class T> struct WithArray {
  T Scale;
  T At[2][2];
  int Kind;
};
TEST(Tape, Row05AStructWithAnArrayStaysOne) {
  WithArray<V> S{2, {{1, 2}, {3, 4}}, 7};
  GradientTape Tape(nabla::persistent);
  Tape.watch(S);
  V Y = S.Scale * S.At[0][1] * S.At[1][0];
  Tape.stop();
  const WithArray<V> G = Tape.gradient(Y, S, unconnected::zero);
  EXPECT_EQ(G.At[0][1].value(), 6);
  EXPECT_EQ(G.At[0][0].value(), 0);
  EXPECT_EQ(G.Scale.value(), 6);
  EXPECT_EQ(G.Kind, 7);
  EXPECT_FALSE(std::get<1>(Tape.gradient(Y, S))[0][0]); // optional: a tuple
}

TEST(Tape, Row05ReferencesToTargetsAndSources) {
  V X(2), Y(3);
  const V &Same = X;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, Y);
  V A = X * Y, B = Y * Y;
  Tape.stop();
  const auto G = Tape.gradient(std::tie(A, B), std::tie(Same, Y));
  EXPECT_EQ(std::get<0>(G)->value(), 3);
  EXPECT_EQ(std::get<1>(G)->value(), 2 + 6);
  const auto J = Tape.jacobian(std::tie(A, B), std::tie(X, Y));
  EXPECT_EQ(std::get<1>(std::get<1>(J)).value(), 6);
}

TEST(Tape, Row26JacobiansAreSeenByOtherTapes) {
  const Numbers At(nabla::shape(2, 2), {1, 2, 3, 4});
  Array A(At), B(Numbers{2, 3});
  GradientTape Outer(nabla::persistent);
  Outer.watch(A, B);
  GradientTape Inner(nabla::persistent);
  Inner.watch(A, B);
  Array Cubes = A * A * A, Squares = B * B * B[0];
  Inner.stop();
  V Batch = sum(Inner.batch_jacobian(Cubes, A)); // 3 A^2 in its places
  V Sum = sum(nabla::as_matrix(Inner.jacobian(Squares, B)));
  Outer.stop();
  EXPECT_EQ(Batch.value(), 3 * (1 + 4 + 9 + 16));
  EXPECT_EQ(Outer.gradient(Batch, A)->value(), At * 6.0);
  // 3 b0^2 + 2 b1 b0 + b1^2
  EXPECT_EQ(Sum.value(), 12 + 12 + 9);
  EXPECT_EQ(Outer.gradient(Sum, B)->value(), (Numbers{18, 10}));
  EXPECT_TAPE_ERROR(nabla::as_matrix(std::vector<Array>{{1, 2}, {1}}),
                    "rows of one size");
  // Of nothing.
  Array Empty(nabla::shape(0, 2), {});
  GradientTape Tape(nabla::persistent);
  Tape.watch(Empty);
  Array Twice = Empty * 2.0;
  EXPECT_EQ(Tape.batch_jacobian(Twice, Empty).shape(), nabla::shape(0, 2, 2));
  std::vector<std::vector<V>> None;
  EXPECT_TRUE(Tape.batch_jacobian(None, None).empty());
}

} // namespace
