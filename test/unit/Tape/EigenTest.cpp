// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables in Eigen's matrices: solvers, products with numbers, gradients by
// whole matrices.

#include "nabla/eigen.h"
#include "Check.h"
#include <Eigen/LU>

namespace {

template <class T> using Matrix = Eigen::Matrix<T, 3, 3>;

template <class T> T measure(const Matrix<T> &M) {
  Matrix<T> Inverse = M.inverse();
  Eigen::Matrix<T, 3, 1> B;
  B << T(1), T(2), T(3);
  return (Inverse * B).dot(M * B) + M.determinant() + M.squaredNorm();
}

TEST(Eigen, GradientsByMatrices) {
  Matrix<double> At;
  At << 4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2;
  Matrix<V> M = At.cast<V>();
  GradientTape Tape;
  Tape.watch(M);
  V Y = measure(M) + (2.0 * M).trace() + (M * At).sum();
  Matrix<V> G = Tape.gradient(Y, M, unconnected::zero);
  for (int I = 0; I < 3; ++I)
    for (int K = 0; K < 3; ++K) {
      auto F = [&](long double T) {
        Matrix<long double> P = At.cast<long double>();
        P(I, K) = T;
        return measure(P) + 2 * P.trace() + (P * At.cast<long double>()).sum();
      };
      EXPECT_CLOSE(G(I, K).value(), slope(F, At(I, K)));
    }
}

TEST(Eigen, MatricesOfAnySize) {
  using Dynamic = Eigen::Matrix<V, Eigen::Dynamic, Eigen::Dynamic>;
  Dynamic M = Dynamic::Identity(2, 2) * 3.0;
  GradientTape Tape;
  Tape.watch(M);
  V Y = M.lu().solve(Dynamic::Identity(2, 2)).sum();
  auto G = Tape.gradient(Y, M);
  ASSERT_EQ(G.size(), 4u);
  EXPECT_CLOSE(G[0]->value(), -1.0 / 9);
}

} // namespace
