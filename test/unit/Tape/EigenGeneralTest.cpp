// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and eigenvectors of matrices that need not be symmetric.

#include "Check.h"
#include "nabla/eigen.h"
#include <Eigen/Eigenvalues>

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

/// The same however the values are ordered and the vectors turned.
struct Measure {
  template <class T> T operator()(const Matrix<T> &M) const {
    using std::sin;
    Eigen::EigenSolver<Matrix<T>> D(M);
    const auto Values = D.eigenvalues();
    const auto Vectors = D.eigenvectors();
    T Sum(0);
    for (Eigen::Index K = 0; K < M.rows(); ++K) {
      const auto L = Values(K);
      const auto Both = Vectors(0, K) * std::conj(Vectors(1, K));
      Sum += sin(L.real()) * (T(1) + L.imag() * L.imag()) +
             Both.real() * L.real() + Both.imag() * L.imag();
    }
    return Sum;
  }
};

V squaredGradient(Matrix<V> &M) {
  GradientTape Tape;
  Tape.watch(M);
  V Y = Measure()(M), Sum = 0;
  const Matrix<V> G = Tape.gradient(Y, M, unconnected::zero);
  for (Eigen::Index I = 0; I < G.size(); ++I)
    Sum += G.data()[I] * G.data()[I];
  return Sum;
}

void check(std::vector<double> Numbers, Eigen::Index Rows) {
  const Eigen::MatrixXd At =
      Eigen::Map<const Eigen::MatrixXd>(Numbers.data(), Rows, Rows);
  Matrix<V> M = At.cast<V>();
  GradientTape Tape(nabla::persistent);
  Tape.watch(M);
  V Y = Measure()(M), Squared = squaredGradient(M);
  Tape.stop();
  const Matrix<V> First = Tape.gradient(Y, M, unconnected::zero);
  const Matrix<V> Second = Tape.gradient(Squared, M, unconnected::zero);
  for (Eigen::Index I = 0; I < At.size(); ++I) {
    auto Moved = [&](long double To) {
      Eigen::MatrixXd P = At;
      P.data()[I] = double(To);
      return P;
    };
    const double D1 = slope(
        [&](long double To) { return Measure()(Moved(To)); }, At.data()[I]);
    auto Gradient = [&](long double To) {
      Matrix<V> P = Moved(To).cast<V>();
      return squaredGradient(P).value();
    };
    const double D2 = slope(Gradient, At.data()[I]);
    EXPECT_NEAR(First.data()[I].value(), D1, 1e-8 * (1 + std::fabs(D1))) << I;
    EXPECT_NEAR(Second.data()[I].value(), D2, 1e-7 * (1 + std::fabs(D2))) << I;
  }
}

TEST(EigenGeneral, ValuesAndVectors) {
  check({1, .3, -.5, .2, 2, .7, -.4, .1, .6}, 3);
  check({2, .3, -.5, .3, 1, .7, -.5, .7, -.6}, 3); // symmetric
  check({2, 0, 0, 0, 3, 0, 0, 0, 5}, 3);           // diagonal
  check({3, 0, 0, 0, 2, .4, 0, .7, 1.5}, 3);       // blocks
  check({0, 1, 0, 0, 0, 1, 1, 0, 0}, 3);           // a rotation
  check({.1, -1, 0, .1, 1, 0, .4, .3, .2, .2, 2, -2, 0, .3, 3, 1.5}, 4);
}

TEST(EigenGeneral, OtherWaysToAsk) {
  Matrix<V> M = Eigen::MatrixXd::Identity(3, 3).cast<V>() * 2.0;
  GradientTape Tape(nabla::persistent);
  Tape.watch(M);
  // Sums of the same value three times.
  V Sum = M.eigenvalues().real().sum();
  const Eigen::EigenSolver<Matrix<V>> D(M);
  V Same = D.pseudoEigenvalueMatrix().squaredNorm();
  Tape.stop();
  const Matrix<V> G = Tape.gradient(Sum, M, unconnected::zero);
  const Matrix<V> H = Tape.gradient(Same, M, unconnected::zero);
  for (Eigen::Index I = 0; I < 9; ++I) {
    EXPECT_NEAR(G.data()[I].value(), I % 4 ? 0 : 1, 1e-14);
    EXPECT_NEAR(H.data()[I].value(), I % 4 ? 0 : 4, 1e-14);
  }
}

TEST(EigenGeneral, PhasesAreNobodys) {
  Eigen::MatrixXd Turn(2, 2);
  Turn << 1, 2, -1, .5;
  Matrix<V> M = Turn.cast<V>();
  GradientTape Tape;
  Tape.watch(M);
  V Y = Eigen::EigenSolver<Matrix<V>>(M).eigenvectors()(0, 0).real();
  EXPECT_TAPE_ERROR(Tape.gradient(Y, M), "phase");
}

} // namespace
