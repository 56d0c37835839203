// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singular value decompositions of Eigen's matrices of variables: decomposed as
// numbers, one node, with the adjoint in closed form. Run on variables, the
// algorithms of Eigen have no useful derivative: they rotate by angles whose
// cosine has a partial that cancels to nothing but rounding errors, and leave
// out rotations by small angles, with their derivatives.
//
// With A = U S V', P the adjoint of U' dA V, and g = U' (adjoint of U), and h
// that of V likewise, for i != j:
//
//   P_ij = (s_j (g_ij - g_ji) + s_i (h_ij - h_ji)) / (s_j^2 - s_i^2)
//
// (J. Townsend, Differentiating the singular value decomposition, 2016). Where
// two singular values are the same their vectors have no derivative; a bracket
// that is zero contributes zero there, so that functions of the values alone
// have their gradient.

#ifndef NABLA_TAPE_EIGEN_SVD_H
#define NABLA_TAPE_EIGEN_SVD_H

#include "nabla/gradient_tape.h"
#include <Eigen/Core>

namespace nabla {
namespace taping {

template <class T>
using dynamic_matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

/// x / y, but zero where the adjoint x is.
template <class T>
variable<T> scale_by_inverse(const variable<T> &x, const variable<T> &y) {
  return scale(x, variable<T>(1) / y);
}

/// Decomposes matrices of variables by Engine, a decomposition of matrices of
/// T of dynamic size. Has the members of Eigen's decompositions.
template <class T, class Engine> class svd_of_variables {
public:
  using Scalar = variable<T>;
  using RealScalar = variable<T>;
  using Index = Eigen::Index;
  using MatrixUType = dynamic_matrix<Scalar>;
  using MatrixVType = MatrixUType;
  using SingularValuesType = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  svd_of_variables() = default;
  svd_of_variables(Index rows, Index cols, unsigned options = 0)
      : engine_(rows, cols, options), options_(options) {}
  template <class M>
  explicit svd_of_variables(const Eigen::MatrixBase<M> &m, unsigned options = 0)
      : options_(options) {
    decompose(m);
  }
  template <class M>
  svd_of_variables &compute(const Eigen::MatrixBase<M> &m, unsigned options) {
    options_ = options;
    decompose(m);
    return *this;
  }
  template <class M> svd_of_variables &compute(const Eigen::MatrixBase<M> &m) {
    decompose(m);
    return *this;
  }

  const MatrixUType &matrixU() const {
    eigen_assert(computeU() && "this decomposition did not compute U");
    return u_;
  }
  const MatrixVType &matrixV() const {
    eigen_assert(computeV() && "this decomposition did not compute V");
    return v_;
  }
  const SingularValuesType &singularValues() const { return s_; }
  bool computeU() const {
    return options_ & (Eigen::ComputeThinU | Eigen::ComputeFullU);
  }
  bool computeV() const {
    return options_ & (Eigen::ComputeThinV | Eigen::ComputeFullV);
  }
  Index rows() const { return engine_.rows(); }
  Index cols() const { return engine_.cols(); }
  Index nonzeroSingularValues() const {
    return engine_.nonzeroSingularValues();
  }
  Index rank() const { return engine_.rank(); }
  RealScalar threshold() const { return engine_.threshold(); }
  svd_of_variables &setThreshold(const RealScalar &x) {
    engine_.setThreshold(x.value());
    return *this;
  }
  svd_of_variables &setThreshold(Eigen::Default_t d) {
    engine_.setThreshold(d);
    return *this;
  }
  Eigen::ComputationInfo info() const { return engine_.info(); }

  /// The least squares solution; singular values below the threshold count as
  /// zero.
  template <class B> auto solve(const Eigen::MatrixBase<B> &b) const {
    eigen_assert(computeU() && computeV() && "solve() needs U and V");
    const Index n = rank();
    MatrixUType part = u_.leftCols(n).transpose() * b.template cast<Scalar>();
    for (Index i = 0; i < n; ++i)
      part.row(i) /= s_[i];
    return Eigen::Matrix<Scalar, Eigen::Dynamic, B::ColsAtCompileTime>(
        v_.leftCols(n) * part);
  }

private:
  template <class M> void decompose(const Eigen::MatrixBase<M> &m) {
    const MatrixUType a = m;
    const dynamic_matrix<T> numbers =
        a.unaryExpr([](const Scalar &x) { return x.value(); });
    engine_.compute(numbers, options_);
    if (computeU())
      u_ = engine_.matrixU().template cast<Scalar>();
    if (computeV())
      v_ = engine_.matrixV().template cast<Scalar>();
    s_ = engine_.singularValues().template cast<Scalar>();
    auto pull_back = [a, options = options_](const MatrixUType &d_u,
                                             const SingularValuesType &d_s,
                                             const MatrixVType &d_v) {
      return adjoint(a, options, d_u, d_s, d_v);
    };
    nabla::record(std::tie(u_, s_, v_),
                  std::vector<Scalar>(a.data(), a.data() + a.size()), pull_back,
                  "singular value decomposition");
  }

  /// The columns of x divided by the singular values; the part of x that is
  /// orthogonal to q.
  static MatrixUType outside(const MatrixUType &x, const MatrixUType &q,
                             const SingularValuesType &s) {
    MatrixUType y = x - q * (q.transpose() * x);
    for (Index j = 0; j < y.cols(); ++j)
      for (Index i = 0; i < y.rows(); ++i)
        y(i, j) = scale_by_inverse<T>(y(i, j), s[j]);
    return y;
  }
  /// Of m by n numbers A, in the order of memory. What was not computed is
  /// without adjoint.
  static std::vector<Scalar> adjoint(const MatrixUType &a, unsigned options,
                                     const MatrixUType &d_u,
                                     const SingularValuesType &d_s,
                                     const MatrixVType &d_v) {
    const bool has_u = d_u.size() != 0, has_v = d_v.size() != 0;
    // Again, so that tapes that record this see what it depends on.
    const svd_of_variables d(a, options | (has_u ? 0 : Eigen::ComputeThinU) |
                                    (has_v ? 0 : Eigen::ComputeThinV));
    const MatrixUType &u = d.u_, &v = d.v_;
    const SingularValuesType &s = d.s_;
    const Index r = s.size();
    MatrixUType g = MatrixUType::Zero(u.cols(), u.cols());
    MatrixUType h = MatrixUType::Zero(v.cols(), v.cols());
    if (has_u)
      g = u.transpose() * d_u;
    if (has_v)
      h = v.transpose() * d_v;

    MatrixUType p = MatrixUType::Zero(u.cols(), v.cols());
    for (Index i = 0; i < u.cols(); ++i)
      for (Index j = 0; j < v.cols(); ++j)
        if (i == j)
          p(i, i) = d_s[i];
        else if (i < r && j < r)
          p(i, j) = scale_by_inverse<T>(s[j] * (g(i, j) - g(j, i)) +
                                            s[i] * (h(i, j) - h(j, i)),
                                        (s[j] - s[i]) * (s[j] + s[i]));
        else if (j < r) // a column of U beyond the singular values
          p(i, j) = scale_by_inverse<T>(g(i, j) - g(j, i), s[j]);
        else if (i < r)
          p(i, j) = scale_by_inverse<T>(h(j, i) - h(i, j), s[i]);
    MatrixUType result = u * p * v.transpose();
    if (has_u && u.cols() < u.rows())
      result += outside(d_u, u, s) * v.leftCols(r).transpose();
    if (has_v && v.cols() < v.rows())
      result += u.leftCols(r) * outside(d_v, v, s).transpose();
    return std::vector<Scalar>(result.data(), result.data() + result.size());
  }

  Engine engine_;
  unsigned options_ = 0;
  MatrixUType u_, v_;
  SingularValuesType s_;
};

} // namespace taping
} // namespace nabla

namespace Eigen {

template <class T, int Rows, int Cols, int Options, int MaxRows, int MaxCols,
          int Preconditioner>
class JacobiSVD<
    Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>,
    Preconditioner>
    : public nabla::taping::svd_of_variables<
          T, JacobiSVD<nabla::taping::dynamic_matrix<T>, Preconditioner>> {
public:
  using MatrixType =
      Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>;
  using nabla::taping::svd_of_variables<
      T, JacobiSVD<nabla::taping::dynamic_matrix<T>,
                   Preconditioner>>::svd_of_variables;
};

template <class T, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
class BDCSVD<Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>>
    : public nabla::taping::svd_of_variables<
          T, BDCSVD<nabla::taping::dynamic_matrix<T>>> {
public:
  using MatrixType =
      Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>;
  using nabla::taping::svd_of_variables<
      T, BDCSVD<nabla::taping::dynamic_matrix<T>>>::svd_of_variables;
};

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_SVD_H
