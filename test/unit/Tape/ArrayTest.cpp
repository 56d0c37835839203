// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays on the tape: one node for a whole array, to any order; sparse
// gradients: rows 19 and 23 of docs/tape.md. Gradients are compared with
// differences.

#include "Check.h"
#include <limits>

namespace {

using nabla::shape;

/// f over arrays, at x: first and second derivatives against differences of
/// values and of first derivatives.
template <class F> void check(F F1, const Numbers &X0) {
  Array X(X0);
  GradientTape Outer(nabla::persistent);
  Outer.watch(X);
  GradientTape Inner(nabla::persistent);
  Inner.watch(X);
  V Y = F1(X);
  Inner.stop();
  Array Recorded = Inner.gradient(Y, X, unconnected::zero);
  V Norm = nabla::dot(Recorded, Recorded);
  Outer.stop();
  Numbers First = Inner.gradient(Y, X, unconnected::zero).value();
  Numbers Second = Outer.gradient(Norm, X, unconnected::zero).value();

  auto At = [&](std::size_t I, double H) {
    Numbers Moved = X0;
    Moved.data_mutable()[I] += H;
    return Moved;
  };
  auto SquaredGradient = [&](const Numbers &At) {
    Array Z(At);
    GradientTape Tape;
    Tape.watch(Z);
    V W = F1(Z);
    Numbers G = Tape.gradient(W, Z, unconnected::zero).value();
    return nabla::dot(G, G);
  };
  const double H = 1e-4;
  for (std::size_t I = 0; I < X0.size(); ++I) {
    EXPECT_DOUBLE_EQ(Recorded.value()[I], First[I]);
    double D1 =
        (F1(Array(At(I, H))).value() - F1(Array(At(I, -H))).value()) / (2 * H);
    EXPECT_NEAR(First[I], D1, 1e-6 * (1 + std::fabs(D1))) << I;
    double D2 =
        (SquaredGradient(At(I, H)) - SquaredGradient(At(I, -H))) / (2 * H);
    EXPECT_NEAR(Second[I], D2, 1e-5 * (1 + std::fabs(D2))) << I;
  }
}

const Numbers Vector{0.3, -0.7, 1.2, 0.5};
const Numbers Matrix(shape(2, 3), {0.3, -0.7, 1.2, 0.5, 0.9, -0.4});

TEST(Array, Arithmetic) {
  check([](const Array &X) { return sum(X * X + X / (X + 3.0) - 2.0 * X); },
        Vector);
  check([](const Array &X) { return sum((1.0 - X) / 2.0 * -X); }, Matrix);
  check([](const Array &X) { return sum(X * X[0] + X[1] / (X + 5.0)); },
        Vector);
  check([](const Array &X) { return mean(X * X * X); }, Vector);
  check(
      [](const Array &X) {
        Array Y = X;
        Y += X;
        Y *= 3.0;
        Y -= X * X;
        Y /= X + 4.0;
        return sum(Y);
      },
      Vector);
}

TEST(Array, RowsOfAMatrix) {
  const Numbers Row{0.2, -0.1, 0.4};
  check([&](const Array &X) { return sum((X + Row) * Row * X); }, Matrix);
  check(
      [](const Array &R) {
        return sum(tanh(Array(Matrix) * R + R) * (R - Matrix));
      },
      Row);
}

TEST(Array, RulesElementByElement) {
  check([](const Array &X) { return sum(exp(X) * sin(X) + tanh(X)); }, Vector);
  check([](const Array &X) { return sum(pow(X * X + 1.0, 1.5)); }, Vector);
  check([](const Array &X) { return sum(atan2(X, X * X + 1.0)); }, Matrix);
  check([](const Array &X) { return sum(hypot(X, X[0])); }, Vector);
  check([](const Array &X) { return sum(fma(X, X, X[1])); }, Vector);
  check([](const Array &X) { return sum(fmax(X * X, 0.2)); }, Vector);
  check([](const Array &X) { return sum(hermite(3, X)); }, Vector);
}

TEST(Array, LinearAlgebra) {
  const Numbers M(shape(3, 4), {1, 2, -1, 0.5, 0.3, -2, 1, 1, 0, 1, 2, -0.7});
  check([&](const Array &X) { return sum(tanh(matvec(M, X))); }, Vector);
  check(
      [&](const Array &X) {
        return dot(matvec_transposed(M, matvec(M, X)), X);
      },
      Vector);
  check([](const Array &X) { return sum(tanh(matvec(X, Numbers{1, 2, -1}))); },
        Matrix);
  check(
      [](const Array &X) {
        return sum(matvec_transposed(X, Numbers{1, 2}) * Numbers{3, -1, 1});
      },
      Matrix);
  check(
      [](const Array &X) {
        Array P = matmul(X, transpose(X));
        return sum(P * P);
      },
      Matrix);
  check([](const Array &X) { return sum(tanh(outer(X, X))); }, Vector);
  check(
      [](const Array &X) {
        return dot(reshape(X, shape(3, 2)), reshape(X * X, shape(3, 2)));
      },
      Matrix);
}

TEST(Array, Parts) {
  check([](const Array &X) { return sum(gather(X * X, {2, 0, 2}) * X[1]); },
        Vector);
  check([](const Array &X) { return sum(tanh(gather(X, {1, 1, 0}))); }, Matrix);
  check([](const Array &X) { return X[3] * X[0] * X[0]; }, Vector);
  check([](const Array &X) { return X(1, 2) * X(0, 1) * X(1, 2); }, Matrix);
  check([](const Array &X) { return sum(slice(X, 1, 2) * slice(X, 2, 2)); },
        Vector);
  check(
      [](const Array &X) {
        std::vector<V> E = nabla::unstack(X);
        return sum(nabla::as_array(std::vector<V>{E[0] * E[1], sin(E[2])}) *
                   E[3]);
      },
      Vector);
  check(
      [](const Array &X) { return sum(nabla::fill(shape(2, 2), X[0] * X[0])); },
      Vector);
}

TEST(Array, ConstantsRecordNothing) {
  Array X(Vector);
  GradientTape Tape;
  EXPECT_EQ((X * X).id(), 0u);
  EXPECT_EQ(sum(tanh(X)).id(), 0u);
}

TEST(Array, ShapesThatDoNotFitAreErrors) {
  const Numbers A{1, 2}, B{1, 2, 3}, M(shape(2, 3), 1);
  EXPECT_TAPE_ERROR(A + B, "shapes 2 and 3");
  EXPECT_TAPE_ERROR(dot(A, B), "shapes");
  EXPECT_TAPE_ERROR(matvec(M, A), "2x3 and 2");
  EXPECT_TAPE_ERROR(matmul(M, M), "inner dimensions");
  EXPECT_TAPE_ERROR(M + A, "2x3 and 2");
  EXPECT_TAPE_ERROR(reshape(A, shape(3)), "same size");
  EXPECT_TAPE_ERROR(gather(A, {2}), "element 2");
  EXPECT_TAPE_ERROR(element(A, 5), "element 5");
  EXPECT_TAPE_ERROR(Numbers(shape(2, 2), {1, 2, 3}), "give 4");
}

TEST(Array, StrongZero) {
  Array X(Numbers{0, 4});
  GradientTape Tape;
  Tape.watch(X);
  V Y = sum(sqrt(X) * Numbers{0, 1});
  EXPECT_EQ(Tape.gradient(Y, X)->value(), (Numbers{0, 0.25}));
}

/// What f gives for Y, of which only the element Which has an adjoint, by X; by
/// numbers, and where another tape records the sweep.
template <class F>
void check_strong(F F1, const Numbers &X0, std::size_t Which,
                  const Numbers &ShouldBe) {
  for (bool Nested : {false, true}) {
    Array X(X0);
    GradientTape Outer(nabla::paused);
    if (Nested) {
      Outer.start();
      Outer.watch(X);
    }
    GradientTape Tape;
    Tape.watch(X);
    Array Y = F1(X);
    Numbers Seed(Y.shape(), 0);
    Seed.data_mutable()[Which] = 1;
    const Numbers G = Tape.gradient(Y, X, Seed)->value();
    ASSERT_EQ(G.shape(), ShouldBe.shape());
    for (std::size_t I = 0; I < G.size(); ++I)
      EXPECT_TRUE(G[I] == ShouldBe[I] ||
                  (std::isnan(G[I]) && std::isnan(ShouldBe[I])))
          << testing::PrintToString(G) << " should be "
          << testing::PrintToString(ShouldBe) << ", nested: " << Nested;
  }
}

TEST(Array, StrongZeroInProducts) {
  const double Inf = std::numeric_limits<double>::infinity();
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  for (double Bad : {Inf, NaN}) {
    // What a result does not depend on by its adjoint does no harm to it.
    const Numbers M(shape(2, 2), {1, 2, Bad, 3}), U{5, Bad}, X{1, 2};
    const Numbers W(shape(2, 2), {1, 2, 3, 4});
    check_strong([&](const Array &V) { return matvec(M, V); }, X, 0, {1, 2});
    check_strong([&](const Array &V) { return matvec_transposed(M, V); }, X, 1,
                 {2, 3});
    check_strong([&](const Array &A) { return matvec(A, U); }, W, 0,
                 Numbers(shape(2, 2), {5, Bad, 0, 0}));
    check_strong([&](const Array &A) { return matvec_transposed(A, U); }, W, 1,
                 Numbers(shape(2, 2), {0, 5, 0, Bad}));
    check_strong([&](const Array &A) { return matmul(M, A); }, W, 1,
                 Numbers(shape(2, 2), {0, 1, 0, 2}));
    check_strong([&](const Array &A) { return matmul(A, M); }, W, 1,
                 Numbers(shape(2, 2), {2, 3, 0, 0}));
    check_strong([&](const Array &V) { return outer(U, V); }, X, 0, {5, 0});
    check_strong([&](const Array &V) { return outer(V, U); }, X, 2, {0, 5});
    check_strong([&](const Array &V) { return V * U; }, X, 0, {5, 0});
    check_strong([&](const Array &V) { return U / V; }, X, 0, {-5, 0});
    check_strong([&](const Array &R) { return M * R; }, X, 1, {0, 2});
  }
  // A product of the primal is what arithmetic says.
  EXPECT_TRUE(std::isnan(matvec(Numbers(shape(1, 2), Inf), Numbers{0, 1})[0]));
}

TEST(Array, CopiesAreValues) {
  Numbers A{1, 2, 3}, B = A;
  A.data_mutable()[0] = 9;
  EXPECT_EQ(B[0], 1);
  EXPECT_EQ(Numbers::ones(shape(3)), (Numbers{1, 1, 1}));
  Numbers C = Numbers::zeros(shape(2));
  C.data_mutable()[1] = 5;
  EXPECT_EQ(Numbers::zeros(shape(2)), (Numbers{0, 0}));
}

TEST(Array, WhatWasMovedFromIsAConstant) {
  Array X{1, 2}, Y;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  Array Old = X, Moved = std::move(X);
  EXPECT_EQ(X.id(), 0u);
  EXPECT_EQ(X.size(), 0u);
  Y = std::move(Moved);
  EXPECT_EQ(Moved.id(), 0u);
  EXPECT_EQ(sum(X * X).value(), 0);
  EXPECT_EQ(Tape.gradient(Y * Y, Old)->value(), (Numbers{2, 4}));
}

TEST(Array, Row19GatherHasASparseGradient) {
  parameter<Numbers> Table(Numbers(shape(1000, 2), 1.0));
  GradientTape Tape(nabla::persistent);
  Array R = gather(Table, {3, 7, 3});
  V L = sum(R * R) * 2.0;
  Tape.stop();
  auto S = Tape.gradient(L, nabla::sparse(Table));
  ASSERT_TRUE(S);
  EXPECT_EQ(S->indices, (std::vector<std::size_t>{3, 7, 3}));
  EXPECT_EQ(S->values, Numbers(shape(3, 2), 4));
  EXPECT_EQ(S->dense_shape, shape(1000, 2));
  const Numbers Dense = S->dense(); // repeated indices are added
  EXPECT_EQ(Dense(3, 0), 8);
  EXPECT_EQ(Dense(7, 1), 4);
  EXPECT_EQ(Tape.gradient(L, Table)->value(), Dense);
}

TEST(Array, Row19SparseAndDenseAreConcatenated) {
  parameter<Numbers> Table(Numbers{1, 2, 3});
  GradientTape Tape(nabla::persistent);
  V L = sum(gather(Table, {2, 2})) + sum(Table * Table) + Table[0];
  V Other = Table[1] * 2;
  V K = 1;
  Tape.stop();
  auto S = Tape.gradient(L, nabla::sparse(Table));
  ASSERT_TRUE(S);
  EXPECT_EQ(S->indices.size(), 3u + 1 + 2);
  EXPECT_EQ(S->dense(), (Numbers{3, 4, 8}));
  EXPECT_EQ(Tape.gradient(L, Table)->value(), (Numbers{3, 4, 8}));
  EXPECT_EQ(Tape.gradient(Other, nabla::sparse(Table))->indices,
            (std::vector<std::size_t>{1}));
  EXPECT_FALSE(Tape.gradient(K, nabla::sparse(Table)));
  EXPECT_TRUE(Tape.gradient(K, nabla::sparse(Table), unconnected::zero)
                  .indices.empty());
}

TEST(Array, Row19TheCostFollowsWhatWasRead) {
  // A table of 8 MB of which four numbers are read: no memory of its size.
  parameter<Numbers> Table(Numbers(shape(1000000), 1.0));
  const std::size_t Before = nabla::tape_memory::in_use();
  GradientTape Tape(nabla::persistent);
  V L = sum(gather(Table, {1, 10, 100})) + Table[1000];
  auto S = [&] {
    Tape.stop();
    return Tape.gradient(L, nabla::sparse(Table));
  }();
  EXPECT_EQ(S->indices.size(), 4u);
  EXPECT_LT(nabla::tape_memory::in_use() - Before, 200000u);
}

TEST(Array, Row23ZerosAndOnesAreCached) {
  EXPECT_EQ(Numbers::ones(shape(3, 2)).data(),
            Numbers::ones(shape(3, 2)).data());
  EXPECT_EQ(Numbers::zeros(shape(5)).data(), Numbers::zeros(shape(5)).data());
}

TEST(Array, FloatsToo) {
  using Floats = nabla::array<float>;
  nabla::variable<Floats> X{1, 2};
  GradientTape Tape;
  Tape.watch(X);
  auto Y = dot(X, X) * 2.0; // of a float and a double
  static_assert(std::is_same<decltype(Y), V>::value);
  EXPECT_EQ(Tape.gradient(Y, X)->value(), (Floats{4, 8}));
}

TEST(Array, TransposeAndOuterTakeWhatTheyCan) {
  nabla::variable<Numbers> X{1, 2, 3};
  GradientTape Tape;
  Tape.watch(X);
  V Y = sum(transpose(X) * transpose(X)) + sum(X); // a row
  Numbers G = Tape.gradient(Y, X)->value();
  EXPECT_EQ(G, (Numbers{3, 5, 7}));
  EXPECT_EQ(G.shape(), shape(3));
  EXPECT_THROW(transpose(Numbers(shape(2, 2, 2), 1.0)), std::exception);
  EXPECT_THROW(outer(Numbers(shape(2, 2), 1.0), Numbers{1}), std::exception);
}

} // namespace
