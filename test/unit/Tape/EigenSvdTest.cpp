// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singular value decompositions of matrices of variables: gradients against
// differences of the same decomposition of numbers.

#include "Check.h"
#include "nabla/eigen.h"
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
constexpr unsigned Thin = Eigen::ComputeThinU | Eigen::ComputeThinV;
constexpr unsigned Full = Eigen::ComputeFullU | Eigen::ComputeFullV;

struct Jacobi {
  template <class T>
  static auto decompose(const Matrix<T> &M, unsigned Options) {
    return Eigen::JacobiSVD<Matrix<T>>(M, Options);
  }
};
struct DivideAndConquer {
  template <class T>
  static auto decompose(const Matrix<T> &M, unsigned Options) {
    return M.bdcSvd(Options);
  }
};

/// A number that depends on values and vectors, not on the vectors' signs.
template <class S> auto measure(const S &D) {
  auto Sum = D.singularValues()[0] * 0.0;
  for (Eigen::Index K = 0; K < D.singularValues().size(); ++K) {
    const auto U = D.matrixU().col(K);
    const auto W = D.matrixV().col(K);
    Sum += U(0) * W(0) * double(K + 1) + U(1) * W(1) * D.singularValues()[K];
    Sum += U(0) * U(1);
  }
  return Sum;
}

template <class F> void check(const Matrix<double> &At, F F1) {
  Matrix<V> M = At.cast<V>();
  GradientTape Outer(nabla::persistent);
  Outer.watch(M);
  GradientTape Tape;
  Tape.watch(M);
  V Y = F1(M);
  std::vector<V> G;
  for (const auto &X : Tape.gradient(Y, M))
    G.push_back(X.value_or(V(0)));
  V Norm = 0;
  for (const V &X : G)
    Norm += X * X;
  Outer.stop();
  auto Second = Outer.gradient(Norm, M);
  auto Moved = [&](Eigen::Index I, long double H) {
    Matrix<double> P = At;
    P.data()[I] = double(H);
    return P;
  };
  for (Eigen::Index I = 0; I < At.size(); ++I) {
    EXPECT_NEAR(G[I].value(),
                slope([&](long double H) { return F1(Moved(I, H)); },
                      At.data()[I], 1e-4L),
                1e-8)
        << I;
    auto SquaredGradient = [&](long double H) {
      Matrix<V> P = Moved(I, H).template cast<V>();
      GradientTape T;
      T.watch(P);
      long double N = 0;
      auto Y = F1(P);
      for (const auto &X : T.gradient(Y, P))
        N += X->value() * X->value();
      return N;
    };
    const double D2 = slope(SquaredGradient, At.data()[I], 1e-4L);
    EXPECT_NEAR(Second[I]->value(), D2, 1e-8 * (1 + std::fabs(D2))) << I;
  }
}

template <class Algorithm> void check_shapes() {
  auto ByThin = [](const auto &M) {
    return measure(Algorithm::decompose(M, Thin));
  };
  auto ByFull = [](const auto &M) {
    return measure(Algorithm::decompose(M, Full));
  };
  auto ByU = [](const auto &M) {
    auto D = Algorithm::decompose(M, Eigen::ComputeThinU);
    return D.matrixU()(0, 0) * D.matrixU()(1, 0) + D.singularValues()[1];
  };
  Matrix<double> Square(3, 3), Symmetric(3, 3), Tall(3, 2);
  Square << 1, 0.3, -0.5, 0.2, 2, 0.7, -0.4, 0.1, 0.6;
  Symmetric << 2, 0.3, -0.5, 0.3, 1, 0.7, -0.5, 0.7, -0.6;
  Tall << 1, 0.3, -0.5, 0.2, 2, 0.7;
  const Matrix<double> Wide = Tall.transpose();
  Matrix<double> Diagonal = Matrix<double>::Zero(3, 3);
  Diagonal.diagonal() << 3, 2, 0.5;
  for (const auto &At : {Square, Symmetric, Diagonal, Tall, Wide}) {
    check(At, ByThin);
    check(At, ByFull);
    check(At, ByU);
  }
}

TEST(EigenSvd, Jacobi) { check_shapes<Jacobi>(); }
TEST(EigenSvd, DivideAndConquer) { check_shapes<DivideAndConquer>(); }

TEST(EigenSvd, VectorsBeyondTheValues) {
  // What is orthogonal to the columns of a tall matrix: its projection.
  Matrix<double> Tall(3, 2);
  Tall << 1, 0.3, -0.5, 0.2, 2, 0.7;
  check(Tall, [](const auto &M) {
    auto D = Jacobi::decompose(M, Full);
    return D.matrixU()(0, 2) * D.matrixU()(1, 2);
  });
  check(Tall.transpose(), [](const auto &M) {
    auto D = Jacobi::decompose(M, Full);
    return D.matrixV()(0, 2) * D.matrixV()(1, 2);
  });
}

TEST(EigenSvd, Solve) {
  Matrix<double> Tall(3, 2);
  Tall << 1, 0.3, -0.5, 0.2, 2, 0.7;
  check(Tall, [](const auto &M) {
    using T = typename std::decay_t<decltype(M)>::Scalar;
    Eigen::Matrix<T, Eigen::Dynamic, 1> B(3);
    B << T(1), T(-2), T(0.5);
    return Jacobi::decompose(M, Thin).solve(B).eval().squaredNorm();
  });
}

/// Of the symmetric matrix whose lower triangle M has.
struct Symmetric {
  template <class M> auto operator()(const M &A) const {
    using T = typename M::Scalar;
    Eigen::SelfAdjointEigenSolver<M> D(A);
    T Sum(0);
    for (Eigen::Index K = 0; K < A.rows(); ++K)
      Sum += D.eigenvalues()[K] * D.eigenvalues()[K] * double(K + 1) +
             D.eigenvectors()(0, K) * D.eigenvectors()(1, K) * double(K * K);
    return Sum + D.operatorSqrt()(1, 0) + D.operatorInverseSqrt()(2, 1);
  }
};

TEST(EigenSymmetric, ValuesAndVectors) {
  Matrix<double> General(3, 3), Blocks(3, 3);
  General << 3, 0, 0, 0.3, 2, 0, -0.5, 0.7, 1.5;
  Blocks << 3, 0, 0, 0, 2, 0, 0, 0.7, 1.5; // needs one rotation only
  Matrix<double> Diagonal = Matrix<double>::Zero(3, 3);
  Diagonal.diagonal() << 3, 2, 0.5;
  for (const auto &At : {General, Blocks, Diagonal})
    check(At, Symmetric());
}

TEST(EigenSymmetric, OtherWaysToAsk) {
  Matrix<double> At(3, 3);
  At << 3, 0, 0, 0.3, 2, 0, 0, 0.7, 1.5;
  check(At, [](const auto &M) {
    using Plain = std::decay_t<decltype(M)>;
    Eigen::SelfAdjointEigenSolver<Plain> A, B(M, Eigen::EigenvaluesOnly);
    A.computeFromTridiagonal(M.diagonal(), M.diagonal(-1));
    return A.eigenvectors()(0, 0) * A.eigenvectors()(1, 0) +
           A.eigenvalues()[0] * B.eigenvalues()[1] +
           M.template selfadjointView<Eigen::Lower>().eigenvalues()[2];
  });
  check(At, [](const auto &M) {
    using Plain = std::decay_t<decltype(M)>;
    Plain B = M * M.transpose() + Plain::Identity(3, 3);
    Eigen::GeneralizedSelfAdjointEigenSolver<Plain> G(M, B);
    return G.eigenvalues()[0] * G.eigenvalues()[2] +
           G.eigenvectors()(0, 1) * G.eigenvectors()(1, 1);
  });
}

TEST(EigenSymmetric, TheSameValueTwice) {
  // What does not depend on which vectors are taken has its gradient.
  Eigen::Matrix<V, 2, 2> M = Eigen::Matrix<V, 2, 2>::Identity() * 4.0;
  GradientTape Tape;
  Tape.watch(M);
  V Root = Eigen::SelfAdjointEigenSolver<Eigen::Matrix<V, 2, 2>>(M)
               .eigenvalues()
               .sum();
  auto G = Tape.gradient(Root, M);
  EXPECT_EQ(G[0]->value(), 1);
  EXPECT_EQ(G[1]->value(), 0);
  EXPECT_EQ(G[3]->value(), 1);
}

TEST(EigenSvd, TheSameValueTwice) {
  // The sum of the values has a gradient, U V'; their vectors have none.
  Eigen::Matrix<V, 2, 2> M = Eigen::Matrix<V, 2, 2>::Identity() * 2.0;
  GradientTape Tape(nabla::persistent);
  Tape.watch(M);
  const Eigen::JacobiSVD<Eigen::Matrix<V, 2, 2>> D(M, Full);
  V Sum = D.singularValues().sum(), Vector = D.matrixU()(0, 1);
  Tape.stop();
  Eigen::Matrix<double, 2, 2> G;
  auto Given = Tape.gradient(Sum, M);
  for (int I = 0; I < 4; ++I)
    G.data()[I] = Given[I]->value();
  EXPECT_EQ(G, (Eigen::Matrix<double, 2, 2>::Identity()));
  bool Finite = true;
  for (const auto &X : Tape.gradient(Vector, M))
    Finite &= std::isfinite(X->value());
  EXPECT_FALSE(Finite);
}

} // namespace
