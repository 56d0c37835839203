// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and eigenvectors of symmetric matrices of variables: decomposed
// as numbers, one node, with the adjoint in closed form. Run on variables, the
// algorithm of Eigen leaves out the rotations that a matrix with zeros beside
// its diagonal does not need, and with them the derivatives of its vectors.
//
// With A = Q L Q', P the adjoint of Q' dA Q, and g = Q' (adjoint of Q):
//
//   P_ij = (g_ij - g_ji) / (l_j - l_i) / 2
//
// Where two eigenvalues are the same their vectors have no derivative; a
// bracket that is zero contributes zero there.

#ifndef NABLA_TAPE_EIGEN_SYMMETRIC_H
#define NABLA_TAPE_EIGEN_SYMMETRIC_H

#include "nabla/tape/eigen_svd.h"

namespace Eigen {
template <class MatrixType> class SelfAdjointEigenSolver;
} // namespace Eigen

namespace nabla {
namespace taping {

/// Has the members of Eigen::SelfAdjointEigenSolver, and those names of members
/// that Eigen's generalized solver uses. As there, only the lower triangle of a
/// matrix is read: gradients are by that one.
template <class T> class symmetric_solver {
public:
  using Scalar = variable<T>;
  using RealScalar = variable<T>;
  using Index = Eigen::Index;
  using EigenvectorsType = dynamic_matrix<Scalar>;
  using RealVectorType = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  symmetric_solver() = default;
  explicit symmetric_solver(Index size) : engine_(size) {}
  template <class M>
  explicit symmetric_solver(const Eigen::EigenBase<M> &m,
                            int options = Eigen::ComputeEigenvectors) {
    compute(m, options);
  }
  template <class M>
  symmetric_solver &compute(const Eigen::EigenBase<M> &m,
                            int options = Eigen::ComputeEigenvectors) {
    const EigenvectorsType a = m.derived();
    const dynamic_matrix<T> numbers =
        a.unaryExpr([](const Scalar &x) { return x.value(); });
    engine_.compute(numbers, options);
    has_vectors_ = options & Eigen::ComputeEigenvectors;
    m_eivec.resize(0, 0);
    if (has_vectors_)
      m_eivec = engine_.eigenvectors().template cast<Scalar>();
    m_eivalues = engine_.eigenvalues().template cast<Scalar>();
    auto pull_back = [a](const RealVectorType &d_values,
                         const EigenvectorsType &d_vectors) {
      return adjoint(a, d_values, d_vectors);
    };
    nabla::record(std::tie(m_eivalues, m_eivec),
                  std::vector<Scalar>(a.data(), a.data() + a.size()), pull_back,
                  "symmetric eigenvalues");
    return *this;
  }
  /// The closed form for small matrices; here it is the same as compute().
  template <class M>
  symmetric_solver &computeDirect(const Eigen::EigenBase<M> &m,
                                  int options = Eigen::ComputeEigenvectors) {
    return compute(m, options);
  }
  template <class D, class S>
  symmetric_solver &
  computeFromTridiagonal(const D &diagonal, const S &below,
                         int options = Eigen::ComputeEigenvectors) {
    EigenvectorsType m =
        EigenvectorsType::Zero(diagonal.size(), diagonal.size());
    m.diagonal() = diagonal;
    if (below.size())
      m.diagonal(-1) = below;
    return compute(m, options);
  }

  const RealVectorType &eigenvalues() const { return m_eivalues; }
  const EigenvectorsType &eigenvectors() const {
    eigen_assert(has_vectors_ && "the eigenvectors were not computed");
    return m_eivec;
  }
  EigenvectorsType operatorSqrt() const {
    return eigenvectors() * m_eivalues.cwiseSqrt().asDiagonal() *
           m_eivec.transpose();
  }
  EigenvectorsType operatorInverseSqrt() const {
    return eigenvectors() * m_eivalues.cwiseInverse().cwiseSqrt().asDiagonal() *
           m_eivec.transpose();
  }
  Eigen::ComputationInfo info() const { return engine_.info(); }

protected:
  EigenvectorsType m_eivec;
  RealVectorType m_eivalues;

private:
  static std::vector<Scalar> adjoint(const EigenvectorsType &a,
                                     const RealVectorType &d_values,
                                     const EigenvectorsType &d_vectors) {
    // Again, so that tapes that record this see what it depends on.
    const symmetric_solver d(a);
    const EigenvectorsType &q = d.m_eivec;
    const RealVectorType &l = d.m_eivalues;
    EigenvectorsType p = d_values.asDiagonal();
    if (d_vectors.size()) {
      const EigenvectorsType g = q.transpose() * d_vectors;
      for (Index j = 0; j < g.cols(); ++j)
        for (Index i = 0; i < j; ++i)
          p(i, j) = p(j, i) =
              scale_by_inverse<T>(T(0.5) * (g(i, j) - g(j, i)), l[j] - l[i]);
    }
    EigenvectorsType result = q * p * q.transpose();
    for (Index j = 0; j < result.cols(); ++j)
      for (Index i = 0; i < result.rows(); ++i)
        if (i < j)
          result(i, j) = Scalar(0);
        else if (i > j)
          result(i, j) *= T(2);
    return std::vector<Scalar>(result.data(), result.data() + result.size());
  }

  Eigen::SelfAdjointEigenSolver<dynamic_matrix<T>> engine_;
  bool has_vectors_ = false;
};

} // namespace taping
} // namespace nabla

namespace Eigen {

template <class T, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
class SelfAdjointEigenSolver<
    Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>>
    : public nabla::taping::symmetric_solver<T> {
public:
  using MatrixType =
      Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>;
  using nabla::taping::symmetric_solver<T>::symmetric_solver;
};

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_SYMMETRIC_H
