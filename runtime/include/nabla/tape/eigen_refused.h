// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Eigen computes in a way that has no useful derivative is an error of the
// compiler for matrices of variables: iterations that end when the value is
// there, and the derivative is not, and what leaves out zeros (eigen_zeros.h).

#ifndef NABLA_TAPE_EIGEN_REFUSED_H
#define NABLA_TAPE_EIGEN_REFUSED_H

#include "nabla/tape/variable.h"
#include <Eigen/Core>
#include <complex>

namespace Eigen {

template <class MatrixType> class RealSchur;
template <class MatrixType> class RealQZ;
template <class MatrixType> class ComplexSchur;
template <class MatrixType> class GeneralizedEigenSolver;
template <class Scalar, int Options, class StorageIndex> class SparseMatrix;
template <class MatrixType> class SparseView;
template <class MatrixType, class Ordering> class SparseQR;
template <class MatrixType, int UpLo, class Preconditioner>
class ConjugateGradient;
template <class MatrixType, class Preconditioner> class BiCGSTAB;
template <class MatrixType, class Preconditioner>
class LeastSquaresConjugateGradient;

#define NABLA_TAPE_REFUSED(Decomposition, S, Instead)                          \
  template <class T, int Rows, int Cols, int Options, int MaxRows,             \
            int MaxCols>                                                       \
  class Decomposition<Matrix<S, Rows, Cols, Options, MaxRows, MaxCols>> {      \
    static_assert(sizeof(T) == 0,                                              \
                  "nabla: Eigen::" #Decomposition                              \
                  " of variables has no useful derivative; " Instead);         \
  };
NABLA_TAPE_REFUSED(RealSchur, nabla::variable<T>, "take EigenSolver")
NABLA_TAPE_REFUSED(RealQZ, nabla::variable<T>,
                   "take EigenSolver of b.lu().solve(a)")
NABLA_TAPE_REFUSED(GeneralizedEigenSolver, nabla::variable<T>,
                   "take EigenSolver of b.lu().solve(a), or "
                   "GeneralizedSelfAdjointEigenSolver")
NABLA_TAPE_REFUSED(ComplexSchur, nabla::variable<T>, "take EigenSolver")
NABLA_TAPE_REFUSED(ComplexSchur, std::complex<nabla::variable<T>>,
                   "take EigenSolver of the real matrix ((re, -im), (im, re))")
NABLA_TAPE_REFUSED(SparseView, nabla::variable<T>,
                   "elements that are zero are left out with theirs; insert "
                   "those that may change, setFromTriplets()")
#undef NABLA_TAPE_REFUSED

template <class T, int Options, class I, class Ordering>
class SparseQR<SparseMatrix<nabla::variable<T>, Options, I>, Ordering> {
  static_assert(sizeof(T) == 0,
                "nabla: Eigen::SparseQR of variables has no useful derivative; "
                "take SparseLU, or the QR decomposition of a dense matrix");
};
#define NABLA_TAPE_REFUSED(Solver)                                             \
  static_assert(sizeof(T) == 0,                                                \
                "nabla: Eigen::" #Solver " of variables has no useful "        \
                "derivative; take SimplicialLDLT or SparseLU, or solve with "  \
                "numbers and give record() the solution and its pullback")
template <class T, int Options, class I, int UpLo, class Preconditioner>
class ConjugateGradient<SparseMatrix<nabla::variable<T>, Options, I>, UpLo,
                        Preconditioner> {
  NABLA_TAPE_REFUSED(ConjugateGradient);
};
template <class T, int Options, class I, class Preconditioner>
class BiCGSTAB<SparseMatrix<nabla::variable<T>, Options, I>, Preconditioner> {
  NABLA_TAPE_REFUSED(BiCGSTAB);
};
template <class T, int Options, class I, class Preconditioner>
class LeastSquaresConjugateGradient<
    SparseMatrix<nabla::variable<T>, Options, I>, Preconditioner> {
  NABLA_TAPE_REFUSED(LeastSquaresConjugateGradient);
};
#undef NABLA_TAPE_REFUSED

} // namespace Eigen

#endif // NABLA_TAPE_EIGEN_REFUSED_H
