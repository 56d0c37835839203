// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PartialPivLU of variables, and determinants. In a matrix that is singular
// Eigen goes on from a column without pivot as if it were constant; the
// determinant is zero there, but its derivative is not.

#ifndef NABLA_TAPE_EIGEN_LU_H
#define NABLA_TAPE_EIGEN_LU_H

#include "nabla/tape/eigen_zeros.h"

namespace nabla {
namespace taping {

/// As Eigen::internal::partial_lu_impl.
template <class S, int Order, class Transposition> struct partial_pivoting {
  using Index = Eigen::Index;
  using Storage = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Order>;
  using Matrix = Eigen::Map<Storage, 0, Eigen::OuterStride<>>;

  /// The first column without pivot, or -1.
  static Index blocked_lu(Index rows, Index cols, S *numbers, Index stride,
                          Transposition *transpositions, Transposition &swaps,
                          Index = 0) {
    Matrix a(numbers, rows, cols, Eigen::OuterStride<>(stride));
    Index first_zero = -1;
    swaps = 0;
    for (Index k = 0; k < std::min(rows, cols); ++k) {
      const Index pivot = pivot_of(a, k);
      transpositions[k] = Transposition(pivot);
      if (pivot != k) {
        a.row(k).swap(a.row(pivot));
        ++swaps;
      }
      if (!is_zero(a(k, k))) {
        a.col(k).tail(rows - k - 1) /= S(a(k, k));
      } else {
        first_zero = first_zero < 0 ? k : first_zero;
        refuse(a, k);
      }
      for (Index i = k + 1; i < rows; ++i)
        if (!is_nothing(a(i, k)))
          for (Index j = k + 1; j < cols; ++j)
            a(i, j) -= a(i, k) * a(k, j);
    }
    return first_zero;
  }

private:
  static Index pivot_of(const Matrix &a, Index k) {
    Index best = k;
    for (Index i = k + 1; i < a.rows(); ++i)
      if (abs(a(i, k)) > abs(a(best, k)))
        best = i;
    return best;
  }
  /// Column k is zero, but for what was eliminated.
  static void refuse(Matrix &a, Index k) {
    if (k + 1 == a.rows())
      return; // divides nothing
    const S sum = a.col(k).tail(a.rows() - k - 1).sum();
    if (is_varied(sum))
      for (Index i = k; i < a.rows(); ++i)
        refuse_derivative(a(i, k), S(sum + a(i, k)),
                          "the derivative of a PartialPivLU was asked for "
                          "where a column has no pivot, and has none; "
                          "FullPivLU has that of the determinant");
  }
};

} // namespace taping
} // namespace nabla

namespace Eigen {
namespace internal {
template <class Scalar, int StorageOrder, class PivIndex, int Size>
struct partial_lu_impl;
template <class Derived, int DeterminantType> struct determinant_impl;

template <class T, int Order, class PivIndex, int Size>
struct partial_lu_impl<nabla::variable<T>, Order, PivIndex, Size>
    : nabla::taping::partial_pivoting<nabla::variable<T>, Order, PivIndex> {};
template <class T, int Order, class PivIndex, int Size>
struct partial_lu_impl<std::complex<nabla::variable<T>>, Order, PivIndex, Size>
    : nabla::taping::partial_pivoting<std::complex<nabla::variable<T>>, Order,
                                      PivIndex> {};

/// By FullPivLU, whose factors have the derivative of the determinant of a
/// singular matrix too.
template <class T, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
struct determinant_impl<
    Matrix<nabla::variable<T>, Rows, Cols, Options, MaxRows, MaxCols>,
    Dynamic> {
  static nabla::variable<T> run(const Matrix<nabla::variable<T>, Rows, Cols,
                                             Options, MaxRows, MaxCols> &m) {
    return m.rows() == 0 ? nabla::variable<T>(1) : m.fullPivLu().determinant();
  }
};

} // namespace internal
} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_LU_H
