// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for CBLAS, levels 1 to 3, in float and double. Include it next to
// <cblas.h>; nothing else is to be done. The adjoints are CBLAS calls
// themselves, so they cost what the primal costs, once for each differentiated
// operand. It is also the model of a library's set of rules: the mathematics
// once, in templates, and one line for each function.
//
// Both rows and columns as major order, all transposes, strides and leading
// dimensions are covered. As in BLAS, a beta of 0 means that the output is not
// read, and only the named triangle of a symmetric or triangular matrix is
// looked at: its shadow is that of the triangle.
//
// The formulas: M. Giles, An extended collection of matrix derivative results
// for forward and reverse mode algorithmic differentiation (2008).

#ifndef NABLA_RULES_CBLAS_H
#define NABLA_RULES_CBLAS_H

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
  }
NABLA_BLAS_OVERLOADS(float, s)
NABLA_BLAS_OVERLOADS(double, d)
#undef NABLA_BLAS_OVERLOADS

//===--- Where things are -------------------------------------------------===//

inline transpose flip(transpose t) {
  return t == CblasNoTrans ? CblasTrans : CblasNoTrans;
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
inline long at(order_type o, integer ld, integer row, integer column) {
  return o == CblasRowMajor ? row * long(ld) + column
                            : column * long(ld) + row;
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
/// The sum of A[i, j] * B[i, j].
template <class T>
T inner(order_type o, integer m, integer n, const T *A, integer lda,
        const T *B, integer ldb) {
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

//===--- Level 1 ----------------------------------------------------------===//

/// All of these do nothing but set what their arguments lead to.
struct pure_function {
  static constexpr bool pure = true;
};

template <class T> struct dot_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, const T *y, integer iy,
                  T d_r, T *d_x, T *d_y) {
    if (d_x)
      axpy(n, d_r, y, iy, d_x, ix);
    if (d_y)
      axpy(n, d_r, x, ix, d_y, iy);
  }
  static auto reads(integer n, const T *x, integer ix, const T *y,
                    integer iy) {
    return nabla::reads(n, ix, iy,
                        needed_for(nabla::array(x, span(n, ix)), y),
                        needed_for(nabla::array(y, span(n, iy)), x));
  }
};

template <class T> struct axpy_rule : pure_function {
  static void vjp(integer n, T a, const T *x, integer ix, const T *, integer iy,
                  T *d_a, T *d_x, T *d_y) {
    if (d_a)
      *d_a += dot(n, x, ix, d_y, iy);
    if (d_x)
      axpy(n, a, d_y, iy, d_x, ix);
  }
  static auto reads(integer n, T a, const T *x, integer ix, const T *,
                    integer iy) {
    return nabla::reads(n, ix, iy, needed_for(a, x),
                        needed_for(nabla::array(x, span(n, ix)), a));
  }
};

// Does nothing for strides that are not positive, like the two after it.
template <class T> struct scal_rule : pure_function {
  static void vjp(integer n, T a, const T *x, integer ix, T *d_a, T *d_x) {
    if (ix <= 0)
      return;
    if (d_a)
      *d_a += dot(n, x, ix, d_x, ix);
    scale(n, a, d_x, ix);
  }
  static auto reads(integer n, T a, const T *x, integer ix) {
    return nabla::reads(n, a, ix,
                        needed_for(nabla::array(x, span(n, ix)), a));
  }
};

template <class T> struct nrm2_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, T r, T d_r, T *d_x) {
    if (ix > 0 && r != 0)
      axpy(n, d_r / r, x, ix, d_x, ix);
  }
  static auto reads(integer n, const T *x, integer ix) {
    return nabla::reads(n, ix, nabla::array(x, span(n, ix)), nabla::result);
  }
};

template <class T> struct asum_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, T d_r, T *d_x) {
    for (integer k = 0; ix > 0 && k < n; ++k) {
      long i = at(n, ix, k);
      d_x[i] += x[i] > 0 ? d_r : x[i] < 0 ? -d_r : 0;
    }
  }
  static auto reads(integer n, const T *x, integer ix) {
    return nabla::reads(n, ix, nabla::array(x, span(n, ix)));
  }
};

template <class T> struct copy_rule : pure_function {
  static void vjp(integer n, const T *, integer ix, const T *, integer iy,
                  T *d_x, T *d_y) {
    for (integer k = n; k-- > 0;) { // backwards: a stride may be 0
      T &e = d_y[at(n, iy, k)];
      if (d_x)
        d_x[at(n, ix, k)] += e;
      e = 0;
    }
  }
};

template <class T> struct swap_rule : pure_function {
  static void vjp(integer n, const T *, integer ix, const T *, integer iy,
                  T *d_x, T *d_y) {
    if (d_x && d_y)
      swap(n, d_x, ix, d_y, iy);
    else if (d_x)
      scale(n, T(0), d_x, ix);
    else
      scale(n, T(0), d_y, iy);
  }
};

//===--- Level 2 ----------------------------------------------------------===//

template <class T> struct gemv_rule : pure_function {
  static void vjp(order_type o, transpose t, integer m, integer n, T alpha,
                  const T *A, integer lda, const T *x, integer ix, T beta,
                  const T *y, integer iy, T *d_alpha, T *d_A, T *d_x,
                  T *d_beta, T *d_y) {
    bool plain = t == CblasNoTrans;
    integer rows = plain ? m : n;
    if (d_alpha) {
      scratch<T> z(rows);
      gemv(o, t, m, n, T(1), A, lda, x, ix, T(0), z.at, 1);
      *d_alpha += dot(rows, z.at, 1, d_y, iy);
    }
    if (d_A && plain)
      ger(o, m, n, alpha, d_y, iy, x, ix, d_A, lda);
    else if (d_A)
      ger(o, m, n, alpha, x, ix, d_y, iy, d_A, lda);
    if (d_x)
      gemv(o, flip(t), m, n, alpha, A, lda, d_y, iy, T(1), d_x, ix);
    if (d_beta)
      *d_beta += dot(rows, y, iy, d_y, iy);
    scale(rows, beta, d_y, iy);
  }
  static auto reads(order_type o, transpose t, integer m, integer n, T alpha,
                    const T *A, integer lda, const T *x, integer ix, T beta,
                    const T *y, integer iy) {
    return nabla::reads(
        o, t, m, n, lda, ix, beta, iy, needed_for(alpha, A, x),
        needed_for(nabla::array(A, span(o, m, n, lda)), x, alpha),
        needed_for(nabla::array(x, span(t == CblasNoTrans ? n : m, ix)), A,
                   alpha),
        needed_for(nabla::array(y, span(t == CblasNoTrans ? m : n, iy)), beta));
  }
};

template <class T> struct ger_rule : pure_function {
  static void vjp(order_type o, integer m, integer n, T alpha, const T *x,
                  integer ix, const T *y, integer iy, const T *, integer lda,
                  T *d_alpha, T *d_x, T *d_y, T *d_A) {
    if (d_alpha) {
      scratch<T> z(m);
      gemv(o, CblasNoTrans, m, n, T(1), d_A, lda, y, iy, T(0), z.at, 1);
      *d_alpha += dot(m, z.at, 1, x, ix);
    }
    if (d_x)
      gemv(o, CblasNoTrans, m, n, alpha, d_A, lda, y, iy, T(1), d_x, ix);
    if (d_y)
      gemv(o, CblasTrans, m, n, alpha, d_A, lda, x, ix, T(1), d_y, iy);
  }
  static auto reads(order_type o, integer m, integer n, T alpha, const T *x,
                    integer ix, const T *y, integer iy, const T *,
                    integer lda) {
    return nabla::reads(o, m, n, ix, iy, lda, needed_for(alpha, x, y),
                        needed_for(nabla::array(x, span(m, ix)), y, alpha),
                        needed_for(nabla::array(y, span(n, iy)), x, alpha));
  }
};

template <class T> struct symv_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, T alpha, const T *A,
                  integer lda, const T *x, integer ix, T beta, const T *y,
                  integer iy, T *d_alpha, T *d_A, T *d_x, T *d_beta, T *d_y) {
    if (d_alpha) {
      scratch<T> z(n);
      symv(o, u, n, T(1), A, lda, x, ix, T(0), z.at, 1);
      *d_alpha += dot(n, z.at, 1, d_y, iy);
    }
    for (integer i = 0; d_A && i < n; ++i)
      for (integer j = 0; j < n; ++j) {
        T part = alpha * d_y[at(n, iy, i)] * x[at(n, ix, j)];
        d_A[is_in(u, i, j) ? at(o, lda, i, j) : at(o, lda, j, i)] += part;
      }
    if (d_x)
      symv(o, u, n, alpha, A, lda, d_y, iy, T(1), d_x, ix);
    if (d_beta)
      *d_beta += dot(n, y, iy, d_y, iy);
    scale(n, beta, d_y, iy);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *A,
                    integer lda, const T *x, integer ix, T beta, const T *y,
                    integer iy) {
    return nabla::reads(
        o, u, n, lda, ix, beta, iy, needed_for(alpha, A, x),
        needed_for(nabla::array(A, span(o, n, n, lda)), x, alpha),
        needed_for(nabla::array(x, span(n, ix)), A, alpha),
        needed_for(nabla::array(y, span(n, iy)), beta));
  }
};

/// d_A += factor * p q', or q p' where A is taken transposed, in the triangle
/// that belongs to A.
template <class T>
void add_outer(order_type o, triangle u, transpose t, diagonal d, integer n,
               T factor, const T *p, integer ip, const T *q, integer iq,
               T *d_A, integer lda) {
  for (integer i = 0; i < n; ++i)
    for (integer j = 0; j < n; ++j) {
      integer row = t == CblasNoTrans ? i : j;
      integer column = t == CblasNoTrans ? j : i;
      if (is_in(u, row, column) && (row != column || d == CblasNonUnit))
        d_A[at(o, lda, row, column)] +=
            factor * p[at(n, ip, i)] * q[at(n, iq, j)];
    }
}

template <class T> struct trmv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, integer lda, const T *x, integer ix, T *d_A,
                  T *d_x) {
    if (d_A)
      add_outer(o, u, t, d, n, T(1), d_x, ix, x, ix, d_A, lda);
    trmv(o, u, flip(t), d, n, A, lda, d_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, const T *A, integer lda, const T *x,
                    integer ix) {
    return nabla::reads(o, u, t, d, n, lda, ix,
                        nabla::array(A, span(o, n, n, lda)),
                        needed_for(nabla::array(x, span(n, ix)), A));
  }
};

template <class T> struct trsv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, integer lda, const T *x, integer ix, T *d_A,
                  T *d_x) {
    trsv(o, u, flip(t), d, n, A, lda, d_x, ix);
    if (d_A)
      add_outer(o, u, t, d, n, T(-1), d_x, ix, x, ix, d_A, lda);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, const T *A, integer lda, const T *x,
                    integer ix) {
    return nabla::reads(o, u, t, d, n, lda, ix,
                        nabla::array(A, span(o, n, n, lda)),
                        needed_for(nabla::output(x, span(n, ix)), A));
  }
};

//===--- Level 3 ----------------------------------------------------------===//

template <class T> struct gemm_rule : pure_function {
  static void vjp(order_type o, transpose ta, transpose tb, integer m,
                  integer n, integer k, T alpha, const T *A, integer lda,
                  const T *B, integer ldb, T beta, const T *C, integer ldc,
                  T *d_alpha, T *d_A, T *d_B, T *d_beta, T *d_C) {
    if (d_alpha) {
      integer ld = o == CblasRowMajor ? n : m;
      scratch<T> P(long(m) * n);
      gemm(o, ta, tb, m, n, k, T(1), A, lda, B, ldb, T(0), P.at, ld);
      *d_alpha += inner(o, m, n, P.at, ld, d_C, ldc);
    }
    if (d_A && ta == CblasNoTrans)
      gemm(o, CblasNoTrans, flip(tb), m, k, n, alpha, d_C, ldc, B, ldb, T(1),
           d_A, lda);
    else if (d_A)
      gemm(o, tb, CblasTrans, k, m, n, alpha, B, ldb, d_C, ldc, T(1), d_A,
           lda);
    if (d_B && tb == CblasNoTrans)
      gemm(o, flip(ta), CblasNoTrans, k, n, m, alpha, A, lda, d_C, ldc, T(1),
           d_B, ldb);
    else if (d_B)
      gemm(o, CblasTrans, ta, n, k, m, alpha, d_C, ldc, A, lda, T(1), d_B,
           ldb);
    if (d_beta)
      *d_beta += inner(o, m, n, C, ldc, d_C, ldc);
    scale(o, m, n, beta, d_C, ldc);
  }
  static auto reads(order_type o, transpose ta, transpose tb, integer m,
                    integer n, integer k, T alpha, const T *A, integer lda,
                    const T *B, integer ldb, T beta, const T *C, integer ldc) {
    return nabla::reads(
        o, ta, tb, m, n, k, lda, ldb, beta, ldc, needed_for(alpha, A, B),
        needed_for(nabla::array(A, ta == CblasNoTrans ? span(o, m, k, lda)
                                                      : span(o, k, m, lda)),
                   B, alpha),
        needed_for(nabla::array(B, tb == CblasNoTrans ? span(o, k, n, ldb)
                                                      : span(o, n, k, ldb)),
                   A, alpha),
        needed_for(nabla::array(C, span(o, m, n, ldc)), beta));
  }
};

/// d_A += G in the triangle that is A's; G[j, i] belongs to A[i, j] too if A is
/// symmetric.
template <class T>
void add_triangle(order_type o, triangle u, diagonal d, bool symmetric,
                  integer n, const T *G, T *d_A, integer lda) {
  for (integer i = 0; i < n; ++i)
    for (integer j = 0; j < n; ++j) {
      T g = G[at(o, n, i, j)];
      if (is_in(u, i, j) && (i != j || d == CblasNonUnit))
        d_A[at(o, lda, i, j)] += g;
      else if (symmetric)
        d_A[at(o, lda, j, i)] += g;
    }
}

template <class T> struct symm_rule : pure_function {
  static void vjp(order_type o, side_type s, triangle u, integer m, integer n,
                  T alpha, const T *A, integer lda, const T *B, integer ldb,
                  T beta, const T *C, integer ldc, T *d_alpha, T *d_A, T *d_B,
                  T *d_beta, T *d_C) {
    bool left = s == CblasLeft;
    integer size = left ? m : n;
    if (d_alpha) {
      integer ld = o == CblasRowMajor ? n : m;
      scratch<T> P(long(m) * n);
      symm(o, s, u, m, n, T(1), A, lda, B, ldb, T(0), P.at, ld);
      *d_alpha += inner(o, m, n, P.at, ld, d_C, ldc);
    }
    if (d_A) {
      scratch<T> G(long(size) * size);
      if (left)
        gemm(o, CblasNoTrans, CblasTrans, m, m, n, alpha, d_C, ldc, B, ldb,
             T(0), G.at, size);
      else
        gemm(o, CblasTrans, CblasNoTrans, n, n, m, alpha, B, ldb, d_C, ldc,
             T(0), G.at, size);
      add_triangle(o, u, CblasNonUnit, true, size, G.at, d_A, lda);
    }
    if (d_B)
      symm(o, s, u, m, n, alpha, A, lda, d_C, ldc, T(1), d_B, ldb);
    if (d_beta)
      *d_beta += inner(o, m, n, C, ldc, d_C, ldc);
    scale(o, m, n, beta, d_C, ldc);
  }
  static auto reads(order_type o, side_type s, triangle u, integer m, integer n,
                    T alpha, const T *A, integer lda, const T *B, integer ldb,
                    T beta, const T *C, integer ldc) {
    return nabla::reads(
        o, s, u, m, n, lda, ldb, beta, ldc, needed_for(alpha, A, B),
        needed_for(nabla::array(A, s == CblasLeft ? span(o, m, m, lda)
                                                  : span(o, n, n, lda)),
                   B, alpha),
        needed_for(nabla::array(B, span(o, m, n, ldb)), A, alpha),
        needed_for(nabla::array(C, span(o, m, n, ldc)), beta));
  }
};

template <class T> struct syrk_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, integer n, integer k,
                  T alpha, const T *A, integer lda, T beta, const T *C,
                  integer ldc, T *d_alpha, T *d_A, T *d_beta, T *d_C) {
    if (d_alpha) {
      scratch<T> P(long(n) * n);
      syrk(o, u, t, n, k, T(1), A, lda, T(0), P.at, n);
      for (integer i = 0; i < n; ++i)
        for (integer j = 0; j < n; ++j)
          if (is_in(u, i, j))
            *d_alpha += P.at[at(o, n, i, j)] * d_C[at(o, ldc, i, j)];
    }
    if (d_A) { // each number of C is there twice, those of the diagonal once
      scratch<T> S(long(n) * n);
      for (integer i = 0; i < n; ++i)
        for (integer j = 0; j < n; ++j)
          if (is_in(u, i, j))
            S.at[at(o, n, i, j)] = (i == j ? 2 : 1) * d_C[at(o, ldc, i, j)];
      if (t == CblasNoTrans)
        symm(o, CblasLeft, u, n, k, alpha, S.at, n, A, lda, T(1), d_A, lda);
      else
        symm(o, CblasRight, u, k, n, alpha, S.at, n, A, lda, T(1), d_A, lda);
    }
    for (integer i = 0; i < n; ++i)
      for (integer j = 0; j < n; ++j)
        if (is_in(u, i, j)) {
          T &e = d_C[at(o, ldc, i, j)];
          if (d_beta)
            *d_beta += C[at(o, ldc, i, j)] * e;
          e = beta == 0 ? T(0) : beta * e;
        }
  }
  static auto reads(order_type o, triangle u, transpose t, integer n, integer k,
                    T alpha, const T *A, integer lda, T beta, const T *C,
                    integer ldc) {
    return nabla::reads(
        o, u, t, n, k, lda, beta, ldc, needed_for(alpha, A),
        nabla::array(A, t == CblasNoTrans ? span(o, n, k, lda)
                                          : span(o, k, n, lda)),
        needed_for(nabla::array(C, span(o, n, n, ldc)), beta));
  }
};

/// What a product of op(A) and X with adjoint W adds to d_A, times factor.
template <class T>
void add_product(order_type o, side_type s, triangle u, transpose t, diagonal d,
                 integer m, integer n, T factor, const T *W, integer ldw,
                 const T *X, integer ldx, T *d_A, integer lda) {
  bool left = s == CblasLeft;
  integer size = left ? m : n, inner = left ? n : m;
  transpose first = left ? CblasNoTrans : CblasTrans;
  scratch<T> G(long(size) * size);
  // Left: W X', transposed X W'. Right: X' W, transposed W' X.
  if (left == (t == CblasNoTrans))
    gemm(o, first, flip(first), size, size, inner, factor, W, ldw, X, ldx, T(0),
         G.at, size);
  else
    gemm(o, first, flip(first), size, size, inner, factor, X, ldx, W, ldw, T(0),
         G.at, size);
  add_triangle(o, u, d, false, size, G.at, d_A, lda);
}

template <class T> struct trmm_rule : pure_function {
  static void vjp(order_type o, side_type s, triangle u, transpose t,
                  diagonal d, integer m, integer n, T alpha, const T *A,
                  integer lda, const T *B, integer ldb, T *d_alpha, T *d_A,
                  T *d_B) {
    if (d_A)
      add_product(o, s, u, t, d, m, n, alpha, d_B, ldb, B, ldb, d_A, lda);
    trmm(o, s, u, flip(t), d, m, n, T(1), A, lda, d_B, ldb);
    if (d_alpha)
      *d_alpha += inner(o, m, n, d_B, ldb, B, ldb);
    scale(o, m, n, alpha, d_B, ldb);
  }
  static auto reads(order_type o, side_type s, triangle u, transpose t,
                    diagonal d, integer m, integer n, T alpha, const T *A,
                    integer lda, const T *B, integer ldb) {
    return nabla::reads(
        o, s, u, t, d, m, n, alpha, lda, ldb,
        nabla::array(A, s == CblasLeft ? span(o, m, m, lda)
                                       : span(o, n, n, lda)),
        needed_for(nabla::array(B, span(o, m, n, ldb)), A, alpha));
  }
};

// The partial in alpha is B' / alpha with the solution B', which is what is
// kept for A too: not a number where alpha is 0.
template <class T> struct trsm_rule : pure_function {
  static void vjp(order_type o, side_type s, triangle u, transpose t,
                  diagonal d, integer m, integer n, T alpha, const T *A,
                  integer lda, const T *B, integer ldb, T *d_alpha, T *d_A,
                  T *d_B) {
    if (d_alpha)
      *d_alpha += inner(o, m, n, d_B, ldb, B, ldb) / alpha;
    trsm(o, s, u, flip(t), d, m, n, T(1), A, lda, d_B, ldb);
    if (d_A)
      add_product(o, s, u, t, d, m, n, T(-1), d_B, ldb, B, ldb, d_A, lda);
    scale(o, m, n, alpha, d_B, ldb);
  }
  static auto reads(order_type o, side_type s, triangle u, transpose t,
                    diagonal d, integer m, integer n, T alpha, const T *A,
                    integer lda, const T *B, integer ldb) {
    return nabla::reads(
        o, s, u, t, d, m, n, alpha, lda, ldb,
        nabla::array(A, s == CblasLeft ? span(o, m, m, lda)
                                       : span(o, n, n, lda)),
        needed_for(nabla::output(B, span(o, m, n, ldb)), A, alpha));
  }
};

} // namespace blas

//===--- The functions ----------------------------------------------------===//

#define NABLA_BLAS_RULE(f)                                                     \
  template <> struct adjoint<&cblas_s##f> : blas::f##_rule<float> {};          \
  template <> struct adjoint<&cblas_d##f> : blas::f##_rule<double> {};
NABLA_BLAS_RULE(dot)
NABLA_BLAS_RULE(axpy)
NABLA_BLAS_RULE(scal)
NABLA_BLAS_RULE(nrm2)
NABLA_BLAS_RULE(asum)
NABLA_BLAS_RULE(copy)
NABLA_BLAS_RULE(swap)
NABLA_BLAS_RULE(gemv)
NABLA_BLAS_RULE(ger)
NABLA_BLAS_RULE(symv)
NABLA_BLAS_RULE(trmv)
NABLA_BLAS_RULE(trsv)
NABLA_BLAS_RULE(gemm)
NABLA_BLAS_RULE(symm)
NABLA_BLAS_RULE(syrk)
NABLA_BLAS_RULE(trmm)
NABLA_BLAS_RULE(trsm)
#undef NABLA_BLAS_RULE

template <> inline constexpr bool inactive<&cblas_isamax> = true;
template <> inline constexpr bool inactive<&cblas_idamax> = true;

} // namespace nabla

#endif // NABLA_RULES_CBLAS_H
