// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of Eigen where it passes over what is zero: gradients, and
// those of gradients, against differences of what the same computes without a
// tape.

#include "Check.h"
#include "nabla/eigen.h"
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>

namespace {

using Matrix = Eigen::Matrix<V, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<V, Eigen::Dynamic, 1>;
using Numbers2 = Eigen::MatrixXd;
using Function = V (*)(const Matrix &);

Numbers2 moved(const Numbers2 &At, Eigen::Index I, long double To) {
  Numbers2 M = At;
  M.data()[I] = double(To);
  return M;
}

V squaredGradient(Function F, Matrix &M) {
  GradientTape Tape;
  Tape.watch(M);
  V Y = F(M), Sum = 0;
  const Matrix G = Tape.gradient(Y, M, unconnected::zero);
  for (Eigen::Index I = 0; I < G.size(); ++I)
    Sum += G.data()[I] * G.data()[I];
  return Sum;
}

void check(const Numbers2 &At, Function F) {
  Matrix M = At.cast<V>();
  GradientTape Tape(nabla::persistent);
  Tape.watch(M);
  V Y = F(M), Squared = squaredGradient(F, M);
  Tape.stop();
  const Matrix First = Tape.gradient(Y, M, unconnected::zero);
  const Matrix Second = Tape.gradient(Squared, M, unconnected::zero);
  for (Eigen::Index I = 0; I < At.size(); ++I) {
    auto Value = [&](long double To) {
      return F(moved(At, I, To).cast<V>()).value();
    };
    auto Gradient = [&](long double To) {
      Matrix There = moved(At, I, To).cast<V>();
      return squaredGradient(F, There).value();
    };
    const double D1 = slope(Value, At.data()[I]);
    const double D2 = slope(Gradient, At.data()[I]);
    EXPECT_NEAR(First.data()[I].value(), D1, 1e-8 * (1 + std::fabs(D1))) << I;
    EXPECT_NEAR(Second.data()[I].value(), D2, 1e-8 * (1 + std::fabs(D2))) << I;
  }
}

Numbers2 matrix(Eigen::Index Rows, std::vector<double> Numbers) {
  return Eigen::Map<const Numbers2>(Numbers.data(), Rows,
                                    Eigen::Index(Numbers.size()) / Rows);
}
/// By columns; each has zeros that some algorithm passes over.
std::vector<Numbers2> squares() {
  return {matrix(3, {1, .3, -.5, .2, 2, .7, -.4, .1, .6}),
          matrix(3, {2, 0, 0, 0, 3, 0, 0, 0, 5}),   // diagonal
          matrix(3, {1, 0, 0, 0, 1, 0, 0, 0, 1}),   // identity
          matrix(3, {2, 0, 0, 1, -3, 0, .5, 4, 5}), // upper triangular
          matrix(3, {2, .7, -.3, 0, 3, .4, 0, 0, 5}),
          matrix(3, {0, 1, 0, 0, 0, 1, 1, 0, 0}),      // a permutation
          matrix(3, {3, 0, 0, 0, 2, .4, 0, .7, 1.5})}; // blocks
}
void check(Function F) {
  for (const Numbers2 &At : squares())
    check(At, F);
}

Vector rhs(Eigen::Index Rows) {
  Vector B = Vector::Zero(Rows); // with zeros
  B(0) = 1;
  B(Rows - 1) = 2;
  return B;
}
V weigh(const Matrix &M) {
  V Sum = 0;
  for (Eigen::Index I = 0; I < M.size(); ++I)
    Sum += M.data()[I] * (1 + 0.7 * double(I)) + M.data()[I] * M.data()[I];
  return Sum;
}
V squares(const Matrix &M) {
  V Sum = 0;
  for (Eigen::Index I = 0; I < M.size(); ++I)
    Sum += M.data()[I] * M.data()[I] * (1 + 0.7 * double(I));
  return Sum;
}

TEST(EigenZeros, TriangularSystems) {
  check([](const Matrix &M) {
    Vector X = M.partialPivLu().solve(rhs(3));
    for (Eigen::Index I = 0; I < 3; ++I)
      EXPECT_NEAR((M.row(I) * X).value().value(), rhs(3)(I).value(), 1e-13);
    return weigh(X) + weigh(M.partialPivLu().transpose().solve(rhs(3)));
  });
  check([](const Matrix &M) {
    const Matrix Symmetric = M * M.transpose();
    return weigh(Symmetric.llt().solve(rhs(3)));
  });
}

TEST(EigenZeros, SparseTriangularSystems) {
  check([](const Matrix &M) {
    const Matrix Dense = M * M.transpose();
    Eigen::SparseMatrix<V> S(3, 3);
    for (Eigen::Index I = 0; I < 9; ++I)
      S.insert(I % 3, I / 3) = Dense.data()[I];
    S.makeCompressed();
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<V>> D(S);
    return weigh(D.solve(rhs(3))) +
           weigh(S.triangularView<Eigen::Upper>().solve(rhs(3)));
  });
}

TEST(EigenZeros, HouseholderQr) {
  const Function Solve = [](const Matrix &M) {
    return weigh(M.householderQr().solve(rhs(M.rows())));
  };
  check(Solve);
  check(matrix(4, {1, 0, 0, 0, .3, 2, 0, 0}), Solve);
  check([](const Matrix &M) {
    const auto D = M.householderQr();
    const Matrix R = D.matrixQR().triangularView<Eigen::Upper>();
    const Matrix Q = D.householderQ();
    return squares(R) + squares(Q);
  });
}

TEST(EigenZeros, WithPivotsAndRankDeficient) {
  const Function Solve = [](const Matrix &M) {
    return weigh(M.completeOrthogonalDecomposition().solve(rhs(M.rows())));
  };
  check(Solve);
  check(matrix(2, {1, 0, 0, 0, .3, 2, 0, 0}), Solve);
  check(matrix(2, {0, 0, 2, 0, 0, 1.5, 0, 0}), Solve);
}

TEST(EigenZeros, ConstantColumnsStay) {
  // Zeros that nobody watches: no reflection, and R is the matrix.
  Matrix M = Numbers2::Identity(2, 2).cast<V>();
  GradientTape Tape;
  Tape.watch(M(0, 0));
  V Corner = M.householderQr().matrixQR()(0, 0);
  EXPECT_EQ(Corner.value(), 1);
  EXPECT_EQ(Tape.gradient(Corner, M(0, 0))->value(), 1);
}

TEST(EigenZeros, ColumnsWithoutDirection) {
  Matrix M = matrix(2, {0, 0, 2, 1, 1, 3}).cast<V>();
  GradientTape Tape(nabla::persistent);
  Tape.watch(M);
  const auto D = M.householderQr();
  V Used = D.matrixQR()(0, 1), Length = D.matrixQR()(0, 0);
  Tape.stop();
  EXPECT_TAPE_ERROR(Tape.gradient(Used, M), "zero from the diagonal down");
  EXPECT_TAPE_ERROR(Tape.gradient(Length, M), "zero from the diagonal down");
}

TEST(EigenZeros, Hessenberg) {
  const Function F = [](const Matrix &M) {
    return squares(Eigen::HessenbergDecomposition<Matrix>(M).matrixH());
  };
  check(matrix(3, {1, .3, 0, .2, 2, .7, -.4, .1, .6}), F);
}

TEST(EigenZeros, DeterminantsOfSingularMatrices) {
  const Function Determinant = [](const Matrix &M) { return M.determinant(); };
  const Numbers2 NoPivot = matrix(3, {0, 0, 0, 1, 3, 5, 2, 1, 4});
  check(NoPivot, Determinant);
  check(matrix(3, {1, 2, 3, 1, 2, 3, 2, 1, 4}), Determinant);
  check(matrix(3, {0, 0, 0, 0, 0, 0, 2, 1, 4}), Determinant);
  Matrix M = NoPivot.cast<V>();
  GradientTape Tape;
  Tape.watch(M);
  V Y = M.partialPivLu().determinant();
  EXPECT_EQ(Y.value(), 0);
  EXPECT_TAPE_ERROR(Tape.gradient(Y, M), "FullPivLU");
}

TEST(EigenZeros, Rotations) {
  const Function Givens = [](const Matrix &M) {
    Matrix Turned = M;
    Eigen::JacobiRotation<V> G;
    V Length;
    G.makeGivens(M(0, 0), M(1, 0), &Length);
    Turned.applyOnTheLeft(0, 1, G.adjoint());
    return weigh(Turned) + Length;
  };
  const Function Jacobi = [](const Matrix &M) {
    Matrix Turned = M + M.transpose();
    Eigen::JacobiRotation<V> G;
    if (G.makeJacobi(Turned, 0, 1)) {
      Turned.applyOnTheLeft(0, 1, G.adjoint());
      Turned.applyOnTheRight(0, 1, G);
    }
    return weigh(Turned);
  };
  for (double Beside : {0.0, 0.4}) {
    const Numbers2 At = matrix(2, {3, Beside, Beside, 2});
    for (const Numbers2 &Signed : {At, Numbers2(-At)}) {
      check(Signed, Givens);
      check(Signed, Jacobi);
    }
    check(matrix(2, {Beside, 3, 2, 1}), Givens);
  }
}

TEST(EigenZeros, RotationsOfNothing) {
  Matrix M = Numbers2::Zero(2, 2).cast<V>();
  GradientTape Tape(nabla::persistent);
  Tape.watch(M);
  Eigen::JacobiRotation<V> Givens, Jacobi;
  V Length;
  Givens.makeGivens(M(0, 0), M(1, 0), &Length);
  Jacobi.makeJacobi(M, 0, 1);
  V Sine = Jacobi.s();
  Tape.stop();
  EXPECT_TAPE_ERROR(Tape.gradient(Length, M), "every angle");
  EXPECT_TAPE_ERROR(Tape.gradient(Sine, M), "every angle");
}

TEST(EigenZeros, TheLogarithmOfARotation) {
  const Function F = [](const Matrix &M) {
    const Eigen::Quaternion<V> Q(V(2), M(0), M(1), M(2));
    const Eigen::AngleAxis<V> Rotation(Q.normalized());
    return weigh(Rotation.axis() * Rotation.angle()) +
           weigh(Rotation.toRotationMatrix());
  };
  check(matrix(3, {0, .4, 0}), F);
  check(matrix(3, {.3, -.4, .2}), F);
  Matrix Nothing = Matrix::Zero(3, 1);
  EXPECT_NEAR(F(Nothing).value(), 14.4, 1e-12);
  GradientTape Tape;
  Tape.watch(Nothing);
  EXPECT_TAPE_ERROR(F(Nothing), "2 * q.vec() / q.w()");
}

} // namespace
