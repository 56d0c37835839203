// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of all levels of CBLAS share: one name for both precisions,
// and where the elements of vectors and matrices are.

#ifndef NABLA_RULES_CBLAS_COMMON_H
#define NABLA_RULES_CBLAS_COMMON_H

#pragma GCC system_header

#include "nabla/arena.h"
#include "nabla/rules/adjoint.h"
#include <cblas.h>

namespace nabla {
namespace blas {

template <class Integer, class... Rest>
Integer first_parameter(double (*)(Integer, Rest...));
/// int, or whatever the header at hand takes for sizes.
using integer = decltype(first_parameter(&cblas_ddot));
using order_type = CBLAS_LAYOUT;
using transpose = CBLAS_TRANSPOSE;
using triangle = CBLAS_UPLO;
using diagonal = CBLAS_DIAG;
using side_type = CBLAS_SIDE;

//===--- One name for both precisions -------------------------------------===//

#define NABLA_BLAS_OVERLOADS(T, p)                                             \
  inline T dot(integer n, const T *x, integer ix, const T *y, integer iy) {    \
    return cblas_##p##dot(n, x, ix, y, iy);                                    \
  }                                                                            \
  inline void axpy(integer n, T a, const T *x, integer ix, T *y, integer iy) { \
    cblas_##p##axpy(n, a, x, ix, y, iy);                                       \
  }                                                                            \
  inline void swap(integer n, T *x, integer ix, T *y, integer iy) {            \
    cblas_##p##swap(n, x, ix, y, iy);                                          \
  }                                                                            \
  inline void gemv(order_type o, transpose t, integer m, integer n, T alpha,   \
                   const T *A, integer lda, const T *x, integer ix, T beta,    \
                   T *y, integer iy) {                                         \
    cblas_##p##gemv(o, t, m, n, alpha, A, lda, x, ix, beta, y, iy);            \
  }                                                                            \
  inline void ger(order_type o, integer m, integer n, T alpha, const T *x,     \
                  integer ix, const T *y, integer iy, T *A, integer lda) {     \
    cblas_##p##ger(o, m, n, alpha, x, ix, y, iy, A, lda);                      \
  }                                                                            \
  inline void symv(order_type o, triangle u, integer n, T alpha, const T *A,   \
                   integer lda, const T *x, integer ix, T beta, T *y,          \
                   integer iy) {                                               \
    cblas_##p##symv(o, u, n, alpha, A, lda, x, ix, beta, y, iy);               \
  }                                                                            \
  inline void trmv(order_type o, triangle u, transpose t, diagonal d,          \
                   integer n, const T *A, integer lda, T *x, integer ix) {     \
    cblas_##p##trmv(o, u, t, d, n, A, lda, x, ix);                             \
  }                                                                            \
  inline void trsv(order_type o, triangle u, transpose t, diagonal d,          \
                   integer n, const T *A, integer lda, T *x, integer ix) {     \
    cblas_##p##trsv(o, u, t, d, n, A, lda, x, ix);                             \
  }                                                                            \
  inline void gemm(order_type o, transpose ta, transpose tb, integer m,        \
                   integer n, integer k, T alpha, const T *A, integer lda,     \
                   const T *B, integer ldb, T beta, T *C, integer ldc) {       \
    cblas_##p##gemm(o, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);  \
  }                                                                            \
  inline void symm(order_type o, side_type s, triangle u, integer m,           \
                   integer n, T alpha, const T *A, integer lda, const T *B,    \
                   integer ldb, T beta, T *C, integer ldc) {                   \
    cblas_##p##symm(o, s, u, m, n, alpha, A, lda, B, ldb, beta, C, ldc);       \
  }                                                                            \
  inline void syrk(order_type o, triangle u, transpose t, integer n,           \
                   integer k, T alpha, const T *A, integer lda, T beta, T *C,  \
                   integer ldc) {                                              \
    cblas_##p##syrk(o, u, t, n, k, alpha, A, lda, beta, C, ldc);               \
  }                                                                            \
  inline void trmm(order_type o, side_type s, triangle u, transpose t,         \
                   diagonal d, integer m, integer n, T alpha, const T *A,      \
                   integer lda, T *B, integer ldb) {                           \
    cblas_##p##trmm(o, s, u, t, d, m, n, alpha, A, lda, B, ldb);               \
  }                                                                            \
  inline void trsm(order_type o, side_type s, triangle u, transpose t,         \
                   diagonal d, integer m, integer n, T alpha, const T *A,      \
                   integer lda, T *B, integer ldb) {                           \
    cblas_##p##trsm(o, s, u, t, d, m, n, alpha, A, lda, B, ldb);               \
  }                                                                            \
  inline void syr(order_type o, triangle u, integer n, T alpha, const T *x,    \
                  integer ix, T *A, integer lda) {                             \
    cblas_##p##syr(o, u, n, alpha, x, ix, A, lda);                             \
  }                                                                            \
  inline void syr2(order_type o, triangle u, integer n, T alpha, const T *x,   \
                   integer ix, const T *y, integer iy, T *A, integer lda) {    \
    cblas_##p##syr2(o, u, n, alpha, x, ix, y, iy, A, lda);                     \
  }                                                                            \
  inline void syr2k(order_type o, triangle u, transpose t, integer n,          \
                    integer k, T alpha, const T *A, integer lda, const T *B,   \
                    integer ldb, T beta, T *C, integer ldc) {                  \
    cblas_##p##syr2k(o, u, t, n, k, alpha, A, lda, B, ldb, beta, C, ldc);      \
  }                                                                            \
  inline void gbmv(order_type o, transpose t, integer m, integer n,            \
                   integer below, integer above, T alpha, const T *A,          \
                   integer lda, const T *x, integer ix, T beta, T *y,          \
                   integer iy) {                                               \
    cblas_##p##gbmv(o, t, m, n, below, above, alpha, A, lda, x, ix, beta, y,   \
                    iy);                                                       \
  }                                                                            \
  inline void sbmv(order_type o, triangle u, integer n, integer k, T alpha,    \
                   const T *A, integer lda, const T *x, integer ix, T beta,    \
                   T *y, integer iy) {                                         \
    cblas_##p##sbmv(o, u, n, k, alpha, A, lda, x, ix, beta, y, iy);            \
  }                                                                            \
  inline void tbmv(order_type o, triangle u, transpose t, diagonal d,          \
                   integer n, integer k, const T *A, integer lda, T *x,        \
                   integer ix) {                                               \
    cblas_##p##tbmv(o, u, t, d, n, k, A, lda, x, ix);                          \
  }                                                                            \
  inline void tbsv(order_type o, triangle u, transpose t, diagonal d,          \
                   integer n, integer k, const T *A, integer lda, T *x,        \
                   integer ix) {                                               \
    cblas_##p##tbsv(o, u, t, d, n, k, A, lda, x, ix);                          \
  }                                                                            \
  inline void spmv(order_type o, triangle u, integer n, T alpha, const T *A,   \
                   const T *x, integer ix, T beta, T *y, integer iy) {         \
    cblas_##p##spmv(o, u, n, alpha, A, x, ix, beta, y, iy);                    \
  }                                                                            \
  inline void spr(order_type o, triangle u, integer n, T alpha, const T *x,    \
                  integer ix, T *A) {                                          \
    cblas_##p##spr(o, u, n, alpha, x, ix, A);                                  \
  }                                                                            \
  inline void spr2(order_type o, triangle u, integer n, T alpha, const T *x,   \
                   integer ix, const T *y, integer iy, T *A) {                 \
    cblas_##p##spr2(o, u, n, alpha, x, ix, y, iy, A);                          \
  }                                                                            \
  inline void tpmv(order_type o, triangle u, transpose t, diagonal d,          \
                   integer n, const T *A, T *x, integer ix) {                  \
    cblas_##p##tpmv(o, u, t, d, n, A, x, ix);                                  \
  }                                                                            \
  inline void tpsv(order_type o, triangle u, transpose t, diagonal d,          \
                   integer n, const T *A, T *x, integer ix) {                  \
    cblas_##p##tpsv(o, u, t, d, n, A, x, ix);                                  \
  }
NABLA_BLAS_OVERLOADS(float, s)
NABLA_BLAS_OVERLOADS(double, d)
#undef NABLA_BLAS_OVERLOADS

//===--- Where things are -------------------------------------------------===//

/// True if op(A) is A; CblasConjNoTrans, which not every library has, means
/// that too for reals.
inline bool is_plain(transpose t) {
  return t != CblasTrans && t != CblasConjTrans;
}
inline transpose flip(transpose t) {
  return is_plain(t) ? CblasTrans : CblasNoTrans;
}

/// How many numbers a vector reaches over.
inline long span(integer n, integer inc) {
  return n <= 0 ? 0 : 1 + (long(n) - 1) * (inc < 0 ? -long(inc) : long(inc));
}
/// The K-th element of a vector, wherever its first one is.
inline long at(integer n, integer inc, integer k) {
  return (inc < 0 ? long(k) - (long(n) - 1) : long(k)) * inc;
}
/// How many numbers a matrix reaches over.
inline long span(order_type o, integer rows, integer columns, integer ld) {
  if (rows <= 0 || columns <= 0)
    return 0;
  bool by_row = o == CblasRowMajor;
  return (by_row ? rows - 1 : columns - 1) * long(ld) +
         (by_row ? columns : rows);
}
/// The same, for A whose op(A) has so many rows and columns.
inline long span(order_type o, transpose t, integer rows, integer columns,
                 integer ld) {
  return is_plain(t) ? span(o, rows, columns, ld) : span(o, columns, rows, ld);
}
inline long at(order_type o, integer ld, integer row, integer column) {
  return o == CblasRowMajor ? row * long(ld) + column : column * long(ld) + row;
}
/// In the triangle of a symmetric or triangular matrix.
inline bool is_in(triangle u, integer row, integer column) {
  return u == CblasUpper ? row <= column : row >= column;
}

/// x *= a, 0 whatever x was where a is 0: an adjoint that nobody wants.
template <class T> void scale(integer n, T a, T *x, integer inc) {
  for (integer k = 0; k < n; ++k) {
    T &e = x[at(n, inc, k)];
    e = a == 0 ? T(0) : a * e;
  }
}
template <class T>
void scale(order_type o, integer m, integer n, T a, T *A, integer ld) {
  for (integer i = 0; i < m; ++i)
    for (integer j = 0; j < n; ++j) {
      T &e = A[at(o, ld, i, j)];
      e = a == 0 ? T(0) : a * e;
    }
}
/// B += a * A, nothing where a is 0.
template <class T>
void add_multiple(order_type o, integer m, integer n, T a, const T *A,
                  integer lda, T *B, integer ldb) {
  for (integer i = 0; a != 0 && i < m; ++i)
    for (integer j = 0; j < n; ++j)
      B[at(o, ldb, i, j)] += a * A[at(o, lda, i, j)];
}
/// The sum of A[i, j] * B[i, j].
template <class T>
T inner(order_type o, integer m, integer n, const T *A, integer lda, const T *B,
        integer ldb) {
  T sum = 0;
  for (integer i = 0; i < m; ++i)
    for (integer j = 0; j < n; ++j)
      sum += A[at(o, lda, i, j)] * B[at(o, ldb, i, j)];
  return sum;
}

/// A matrix of one's own for a while; the numbers begin as zero.
template <class T> class scratch {
public:
  explicit scratch(long n) : at(arena::reserve_zeroed<T>(n)) {}

private:
  arena_scope scope;

public:
  T *const at;
};

/// All of these do nothing but set what their arguments lead to.
struct pure_function {
  static constexpr bool pure = true;
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_COMMON_H
