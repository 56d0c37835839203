// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Solving triangular systems for a vector of variables, which every solve() of
// Eigen ends with. Eigen's own substitution leaves an unknown that is zero as
// it is, undivided and without part in those that follow.

#ifndef NABLA_TAPE_EIGEN_SUBSTITUTION_H
#define NABLA_TAPE_EIGEN_SUBSTITUTION_H

#include "nabla/tape/eigen_zeros.h"

namespace nabla {
namespace taping {

/// The unknowns in the order in which they follow from each other.
template <int Mode, class F> void for_each_unknown(Eigen::Index size, F &&f) {
  for (Eigen::Index k = 0; k < size; ++k)
    f(Mode & Eigen::Lower ? k : size - 1 - k);
}

/// As Eigen::internal::triangular_solve_vector.
template <class L, class S, class Index, int Mode, bool Conjugate, int Order>
struct substitution {
  static void run(Index size, const L *numbers, Index stride, S *x) {
    using Matrix = Eigen::Matrix<L, Eigen::Dynamic, Eigen::Dynamic, Order>;
    const Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> a(
        numbers, size, size, Eigen::OuterStride<>(stride));
    const auto element = [&](Index i, Index j) {
      return Eigen::internal::conj_if<Conjugate>()(a(i, j));
    };
    for_each_unknown<Mode>(size, [&](Index i) {
      const bool lower = Mode & Eigen::Lower;
      for (Index j = lower ? 0 : i + 1; j < (lower ? i : size); ++j)
        if (!is_nothing(x[j]))
          x[i] -= element(i, j) * x[j];
      if (!(Mode & Eigen::UnitDiag) && !is_nothing(x[i]))
        x[i] /= element(i, i);
    });
  }
};

/// The same of a sparse matrix whose columns are stored.
template <class Lhs, class Rhs, int Mode> struct sparse_substitution {
  static void run(const Lhs &a, Rhs &x) {
    using Iterator = typename Eigen::internal::evaluator<Lhs>::InnerIterator;
    const Eigen::internal::evaluator<Lhs> columns(a);
    for (Eigen::Index column = 0; column < x.cols(); ++column)
      for_each_unknown<Mode>(a.cols(), [&](Eigen::Index j) {
        auto &unknown = x.coeffRef(j, column);
        if (is_nothing(unknown))
          return;
        if (!(Mode & Eigen::UnitDiag))
          for (Iterator e(columns, j); e; ++e)
            if (e.index() == j)
              unknown /= e.value();
        for (Iterator e(columns, j); e; ++e)
          if (Mode & Eigen::Lower ? e.index() > j : e.index() < j)
            x.coeffRef(e.index(), column) -= e.value() * unknown;
      });
  }
};

} // namespace taping
} // namespace nabla

namespace Eigen {
template <class Scalar, int Options, class StorageIndex> class SparseMatrix;

namespace internal {
template <class Lhs, class Rhs, int Mode, int UpLo, int StorageOrder>
struct sparse_solve_triangular_selector;

#define NABLA_TAPE_SUBSTITUTION(Scalar, Order)                                 \
  template <class L, class T, class Index, int Mode, bool Conjugate>           \
  struct triangular_solve_vector<L, Scalar, Index, OnTheLeft, Mode, Conjugate, \
                                 Order>                                        \
      : nabla::taping::substitution<L, Scalar, Index, Mode, Conjugate,         \
                                    Order> {};
#define NABLA_TAPE_SPARSE_SUBSTITUTION(Matrix, UpLo)                           \
  template <class T, int Options, class I, class Rhs, int Mode>                \
  struct sparse_solve_triangular_selector<Matrix, Rhs, Mode, UpLo, ColMajor>   \
      : nabla::taping::sparse_substitution<Matrix, Rhs, Mode> {};
#define NABLA_TAPE_SPARSE_MATRIX SparseMatrix<nabla::variable<T>, Options, I>

NABLA_TAPE_SUBSTITUTION(nabla::variable<T>, RowMajor)
NABLA_TAPE_SUBSTITUTION(nabla::variable<T>, ColMajor)
NABLA_TAPE_SUBSTITUTION(std::complex<nabla::variable<T>>, RowMajor)
NABLA_TAPE_SUBSTITUTION(std::complex<nabla::variable<T>>, ColMajor)
NABLA_TAPE_SPARSE_SUBSTITUTION(NABLA_TAPE_SPARSE_MATRIX, Lower)
NABLA_TAPE_SPARSE_SUBSTITUTION(NABLA_TAPE_SPARSE_MATRIX, Upper)
NABLA_TAPE_SPARSE_SUBSTITUTION(const NABLA_TAPE_SPARSE_MATRIX, Lower)
NABLA_TAPE_SPARSE_SUBSTITUTION(const NABLA_TAPE_SPARSE_MATRIX, Upper)

#undef NABLA_TAPE_SUBSTITUTION
#undef NABLA_TAPE_SPARSE_SUBSTITUTION
#undef NABLA_TAPE_SPARSE_MATRIX

} // namespace internal
} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_SUBSTITUTION_H
