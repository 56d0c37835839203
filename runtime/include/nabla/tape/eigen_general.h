// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and eigenvectors of matrices of variables that need not be
// symmetric: decomposed as numbers, one node, with the adjoint in closed form.
// Run on variables, the iterations of Eigen end when the values are there, and
// the derivatives are not: what is left of them below the diagonal is dropped.
//
// With A = V L V^-1, P the adjoint of V^-1 dA V, and g_j = (adjoint of v_j), of
// which the part along v_j does nothing, as v_j has norm 1:
//
//   P_jj = adjoint of l_j,   P_ij = v_i' g_j / conj(l_j - l_i)
//
// A's own is the real part of V^-H P V^H. It is computed without complex
// numbers in V = R K, where R has the real and imaginary parts of vectors, and
// K is constant.

#ifndef NABLA_TAPE_EIGEN_GENERAL_H
#define NABLA_TAPE_EIGEN_GENERAL_H

#include "nabla/tape/eigen_svd.h"

namespace Eigen {
template <class MatrixType> class EigenSolver;
} // namespace Eigen

namespace nabla {
namespace taping {

/// A matrix of complex numbers as two of real ones.
template <class S> struct parts {
  dynamic_matrix<S> re, im;
  Eigen::Index cols() const { return re.cols(); }
  dynamic_matrix<std::complex<S>> joined() const {
    dynamic_matrix<std::complex<S>> m(re.rows(), re.cols());
    for (Eigen::Index i = 0; i < m.size(); ++i)
      m.data()[i] = {re.data()[i], im.data()[i]};
    return m;
  }
};

/// Has the members of Eigen::EigenSolver but those that are not determined by
/// the matrix: vectors that are not normalized.
template <class T> class general_solver {
public:
  using Scalar = variable<T>;
  using RealScalar = Scalar;
  using ComplexScalar = std::complex<Scalar>;
  using Index = Eigen::Index;
  using EigenvalueType = Eigen::Matrix<ComplexScalar, Eigen::Dynamic, 1>;
  using EigenvectorsType = dynamic_matrix<ComplexScalar>;
  using Real = dynamic_matrix<Scalar>;
  using Complex = parts<Scalar>;

  general_solver() = default;
  explicit general_solver(Index size) : engine_(size) {}
  template <class M>
  explicit general_solver(const Eigen::EigenBase<M> &m, bool vectors = true) {
    compute(m, vectors);
  }
  template <class M>
  general_solver &compute(const Eigen::EigenBase<M> &m, bool vectors = true) {
    const Real a = m.derived();
    const dynamic_matrix<T> numbers =
        a.unaryExpr([](const Scalar &x) { return x.value(); });
    engine_.compute(numbers, vectors);
    has_vectors_ = vectors && engine_.info() == Eigen::Success;
    const auto result = std::make_shared<decomposition>();
    if (engine_.info() == Eigen::Success)
      result->values = split(engine_.eigenvalues());
    if (has_vectors_)
      result->vectors = split(engine_.eigenvectors());
    // The very vectors that it returned: others have another phase to a tape
    // that records this.
    auto pull_back = [a, result](const Real &l_re, const Real &l_im,
                                 const Real &v_re, const Real &v_im) {
      if (v_re.size())
        return adjoint(*result, {l_re, l_im}, {v_re, v_im});
      return adjoint(*general_solver(a).result_, {l_re, l_im}, {v_re, v_im});
    };
    nabla::record(std::tie(result->values.re, result->values.im,
                           result->vectors.re, result->vectors.im),
                  std::vector<Scalar>(a.data(), a.data() + a.size()), pull_back,
                  "eigenvalues");
    result_ = result;
    return *this;
  }

  EigenvalueType eigenvalues() const { return result_->values.joined(); }
  EigenvectorsType eigenvectors() const {
    eigen_assert(has_vectors_ && "the eigenvectors were not computed");
    return result_->vectors.joined();
  }
  /// Not normalized, so that their derivative is anybody's guess.
  template <class Never = T> Real pseudoEigenvectors() const {
    static_assert(sizeof(Never) == 0,
                  "pseudoEigenvectors() of variables: their length is not "
                  "determined by the matrix; take eigenvectors(), which have "
                  "length 1");
  }
  dynamic_matrix<Scalar> pseudoEigenvalueMatrix() const {
    const Complex &l = result_->values;
    const Index n = l.re.rows();
    dynamic_matrix<Scalar> d = dynamic_matrix<Scalar>::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
      d(i, i) = l.re(i);
      if (l.im(i).value() != 0) {
        const Index other = l.im(i).value() > 0 ? i + 1 : i - 1;
        d(i, other) = l.im(i);
      }
    }
    return d;
  }
  Eigen::ComputationInfo info() const { return engine_.info(); }
  general_solver &setMaxIterations(Index n) {
    engine_.setMaxIterations(n);
    return *this;
  }
  Index getMaxIterations() { return engine_.getMaxIterations(); }

private:
  struct decomposition {
    Complex values, vectors;
  };

  template <class M> static Complex split(const M &m) {
    return {m.real().template cast<Scalar>(), m.imag().template cast<Scalar>()};
  }
  static bool is_first_of_pair(const Complex &l, Index j) {
    return l.im(j).value() > 0;
  }
  static bool is_second_of_pair(const Complex &l, Index j) {
    return l.im(j).value() < 0;
  }

  static std::vector<Scalar> adjoint(const decomposition &d,
                                     const Complex &d_values,
                                     const Complex &d_vectors) {
    const Complex &l = d.values, &v = d.vectors;
    Complex p{Real(d_values.re.col(0).asDiagonal()),
              Real(d_values.im.col(0).asDiagonal())};
    if (d_vectors.re.size())
      add_vectors(p, l, v, d_vectors, size_of(d_values) + size_of(d_vectors));
    Real r = v.re;
    for (Index j = 0; j < r.cols(); ++j)
      if (is_second_of_pair(l, j))
        r.col(j) = v.im.col(j - 1);
    const Real inner = real_part(p, l);
    const Real result =
        r.transpose().partialPivLu().solve(Real(inner * r.transpose()));
    return std::vector<Scalar>(result.data(), result.data() + result.size());
  }

  /// What P has beside its diagonal.
  static void add_vectors(Complex &p, const Complex &l, const Complex &v,
                          const Complex &g, T size) {
    const Real re = v.re.transpose() * g.re + v.im.transpose() * g.im;
    const Real im = v.re.transpose() * g.im - v.im.transpose() * g.re;
    // v_i' v_j, to take off what lies along v_j.
    const Real along_re = v.re.transpose() * v.re + v.im.transpose() * v.im;
    const Real along_im = v.re.transpose() * v.im - v.im.transpose() * v.re;
    for (Index j = 0; j < l.re.rows(); ++j) {
      if (is_first_of_pair(l, j)) // the other one turns the other way
        check_phase(im(j, j) - im(j + 1, j + 1), size);
      for (Index i = 0; i < l.re.rows(); ++i) {
        if (i == j)
          continue;
        const Scalar x =
            re(i, j) - along_re(i, j) * re(j, j) + along_im(i, j) * im(j, j);
        const Scalar y =
            im(i, j) - along_re(i, j) * im(j, j) - along_im(i, j) * re(j, j);
        const Scalar d = l.re(j) - l.re(i), e = l.im(j) - l.im(i);
        const Scalar square = d * d + e * e;
        p.re(i, j) = scale_by_inverse<T>(x * d - y * e, square);
        p.im(i, j) = scale_by_inverse<T>(x * e + y * d, square);
      }
    }
  }
  /// A complex vector may be turned by any phase, and the one that it has is
  /// by chance.
  static void check_phase(const Scalar &turned, T size) {
    const T exact = std::sqrt(std::numeric_limits<T>::epsilon());
    if (std::abs(turned.value()) > exact * (size + std::sqrt(exact)))
      fail("a gradient by the phase of a complex eigenvector was asked for, "
           "which no matrix determines; compute what does not change when the "
           "vector is multiplied by exp(i t)");
  }
  /// How large adjoints are, to tell what is zero but for rounding errors.
  static T size_of(const Complex &z) {
    T size(0);
    for (Index i = 0; i < z.re.size(); ++i)
      size +=
          std::abs(z.re.data()[i].value()) + std::abs(z.im.data()[i].value());
    return size;
  }

  /// Of K^-H P K^H, where a pair's columns of K are (1, i) and (1, -i).
  static Real real_part(const Complex &p, const Complex &l) {
    const Index n = l.re.rows();
    dynamic_matrix<T> k_re = dynamic_matrix<T>::Identity(n, n);
    dynamic_matrix<T> k_im = dynamic_matrix<T>::Zero(n, n);
    dynamic_matrix<T> weight = k_re;
    for (Index j = 0; j + 1 < n; ++j)
      if (is_first_of_pair(l, j)) {
        k_re(j, j + 1) = 1;
        k_re(j + 1, j + 1) = 0;
        k_im(j + 1, j) = 1;
        k_im(j + 1, j + 1) = -1;
        weight(j, j) = weight(j + 1, j + 1) = T(0.5);
      }
    const auto constant = [](const dynamic_matrix<T> &m) {
      return Real(m.template cast<Scalar>());
    };
    const Real c = constant(k_re * weight), s = constant(k_im * weight);
    const Real re = c * p.re - s * p.im, im = c * p.im + s * p.re;
    return re * constant(k_re.transpose()) + im * constant(k_im.transpose());
  }

  Eigen::EigenSolver<dynamic_matrix<T>> engine_;
  bool has_vectors_ = false;
  std::shared_ptr<const decomposition> result_;
};

} // namespace taping
} // namespace nabla

namespace Eigen {

template <class T, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
class EigenSolver<
    Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>>
    : public nabla::taping::general_solver<T> {
public:
  using MatrixType =
      Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>;
  using nabla::taping::general_solver<T>::general_solver;
};

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_GENERAL_H
