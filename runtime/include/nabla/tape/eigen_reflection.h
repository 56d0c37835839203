// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Householder's reflections of columns of variables, of which Eigen's QR,
// complete orthogonal, Hessenberg and tridiagonal decompositions are made. A
// column that is zero below its first element is left alone by Eigen. If it is
// so by chance, it is reflected here, as its neighbours are: to the negative of
// the first element, so that a column of Q and a row of R have the other sign
// than they have for numbers.

#ifndef NABLA_TAPE_EIGEN_REFLECTION_H
#define NABLA_TAPE_EIGEN_REFLECTION_H

#include "nabla/tape/eigen_zeros.h"

namespace nabla {
namespace taping {

/// The column v is zero by chance: every direction is as near as any other, and
/// what comes of one has no derivative.
template <class Vector, class S, class R>
void refuse_reflection(Vector &v, S &tau, R &beta) {
  const char *message =
      "the derivative of a QR decomposition was asked for where a column is "
      "zero from the diagonal down, and has none; solve() by "
      "ColPivHouseholderQR or by an SVD has one while the rank stays the same";
  const S sum = v.sum();
  tau = S(2);
  beta = -Eigen::numext::real(v.coeff(0));
  refuse_derivative(beta, Eigen::numext::real(sum) + Eigen::numext::imag(sum),
                    message);
  for (Eigen::Index i = 1; i < v.size(); ++i)
    refuse_derivative(v.coeffRef(i), sum, message);
}

/// As Eigen's makeHouseholderInPlace of a column v.
template <class Vector, class S, class R>
void reflect(Vector &v, S &tau, R &beta) {
  using Eigen::numext::abs2;
  using Eigen::numext::real;
  const S first = v.coeff(0);
  const R least = std::numeric_limits<R>::min();
  R below = abs2(Eigen::numext::imag(first));
  bool varied = is_varied(Eigen::numext::imag(first));
  for (Eigen::Index i = 1; i < v.size(); ++i) {
    below += abs2(v.coeff(i));
    varied = varied || is_varied(v.coeff(i));
  }
  const R all = abs2(real(first)) + below;
  if (all <= least && varied)
    return refuse_reflection(v, tau, beta);
  if (below <= least && !varied) {
    tau = S(0);
    beta = real(first);
    for (Eigen::Index i = 1; i < v.size(); ++i)
      v.coeffRef(i) = S(0);
    return;
  }
  beta = sqrt(all);
  if (real(first) >= R(0))
    beta = -beta;
  for (Eigen::Index i = 1; i < v.size(); ++i)
    v.coeffRef(i) = v.coeff(i) / (first - beta);
  tau = Eigen::numext::conj((beta - first) / beta);
}

template <class Vector, int Size>
using segment_block = Eigen::Block<
    Vector,
    Eigen::internal::traits<Vector>::Flags & Eigen::RowMajorBit ? 1 : Size,
    Eigen::internal::traits<Vector>::Flags & Eigen::RowMajorBit ? Size : 1>;

/// Eigen::VectorBlock of a column or row of variables.
template <class Vector, int Size>
class segment_of_variables : public segment_block<Vector, Size> {
  using Base = segment_block<Vector, Size>;
  static constexpr bool is_row =
      Eigen::internal::traits<Vector>::Flags & Eigen::RowMajorBit;

public:
  using typename Base::RealScalar;
  using typename Base::Scalar;
  using Base::operator=;
  segment_of_variables(Vector &v, Eigen::Index start, Eigen::Index size)
      : Base(v, is_row ? 0 : start, is_row ? start : 0, is_row ? 1 : size,
             is_row ? size : 1) {}
  segment_of_variables(Vector &v, Eigen::Index start)
      : Base(v, is_row ? 0 : start, is_row ? start : 0) {}

  void makeHouseholderInPlace(Scalar &tau, RealScalar &beta) {
    reflect(*this, tau, beta);
  }
};

} // namespace taping
} // namespace nabla

namespace Eigen {

// The decompositions reflect m.col(k).tail(n) and m.row(k).tail(n), where m is
// a matrix, a reference to one, or a block of these.
#define NABLA_TAPE_SEGMENTS(Parameters, ...)                                   \
  template <class T, int R, int C, int O, int MR, int MC, Parameters int BR,   \
            int BC, bool P, int Size>                                          \
  class VectorBlock<Block<__VA_ARGS__, BR, BC, P>, Size>                       \
      : public nabla::taping::segment_of_variables<                            \
            Block<__VA_ARGS__, BR, BC, P>, Size> {                             \
    using Base =                                                               \
        nabla::taping::segment_of_variables<Block<__VA_ARGS__, BR, BC, P>,     \
                                            Size>;                             \
                                                                               \
  public:                                                                      \
    using Base::Base;                                                          \
    using Base::operator=;                                                     \
  };
#define NABLA_TAPE_NONE
#define NABLA_TAPE_BLOCK int R2, int C2, bool P2,
#define NABLA_TAPE_REF int RO, class Stride,
#define NABLA_TAPE_REF_BLOCK int RO, class Stride, int R2, int C2, bool P2,
#define NABLA_TAPE_MATRIX(S) Matrix<S, R, C, O, MR, MC>
#define NABLA_TAPE_ALL_SEGMENTS(S)                                             \
  NABLA_TAPE_SEGMENTS(, NABLA_TAPE_MATRIX(S))                                  \
  NABLA_TAPE_SEGMENTS(NABLA_TAPE_BLOCK,                                        \
                      Block<NABLA_TAPE_MATRIX(S), R2, C2, P2>)                 \
  NABLA_TAPE_SEGMENTS(NABLA_TAPE_REF, Ref<NABLA_TAPE_MATRIX(S), RO, Stride>)   \
  NABLA_TAPE_SEGMENTS(                                                         \
      NABLA_TAPE_REF_BLOCK,                                                    \
      Block<Ref<NABLA_TAPE_MATRIX(S), RO, Stride>, R2, C2, P2>)
NABLA_TAPE_ALL_SEGMENTS(nabla::variable<T>)
NABLA_TAPE_ALL_SEGMENTS(std::complex<nabla::variable<T>>)
#undef NABLA_TAPE_SEGMENTS
#undef NABLA_TAPE_NONE
#undef NABLA_TAPE_BLOCK
#undef NABLA_TAPE_REF
#undef NABLA_TAPE_REF_BLOCK
#undef NABLA_TAPE_MATRIX
#undef NABLA_TAPE_ALL_SEGMENTS

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_REFLECTION_H
