// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for matrices with matrices; see cblas.h.

#ifndef NABLA_RULES_CBLAS_LEVEL3_H
#define NABLA_RULES_CBLAS_LEVEL3_H

#pragma GCC system_header

#include "nabla/rules/cblas/stored.h"

namespace nabla {
namespace blas {

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
    if (d_A && is_plain(ta))
      gemm(o, CblasNoTrans, flip(tb), m, k, n, alpha, d_C, ldc, B, ldb, T(1),
           d_A, lda);
    else if (d_A)
      gemm(o, tb, CblasTrans, k, m, n, alpha, B, ldb, d_C, ldc, T(1), d_A, lda);
    if (d_B && is_plain(tb))
      gemm(o, flip(ta), CblasNoTrans, k, n, m, alpha, A, lda, d_C, ldc, T(1),
           d_B, ldb);
    else if (d_B)
      gemm(o, CblasTrans, ta, n, k, m, alpha, d_C, ldc, A, lda, T(1), d_B, ldb);
    if (d_beta)
      *d_beta += inner(o, m, n, C, ldc, d_C, ldc);
    scale(o, m, n, beta, d_C, ldc);
  }
  static void jvp(order_type o, transpose ta, transpose tb, integer m,
                  integer n, integer k, T alpha, const T *A, integer lda,
                  const T *B, integer ldb, T beta, const T *C, integer ldc,
                  T t_alpha, const T *t_A, const T *t_B, T t_beta, T *t_C) {
    scale(o, m, n, beta, t_C, ldc);
    add_multiple(o, m, n, t_beta, C, ldc, t_C, ldc);
    if (t_alpha != 0)
      gemm(o, ta, tb, m, n, k, t_alpha, A, lda, B, ldb, T(1), t_C, ldc);
    if (t_A)
      gemm(o, ta, tb, m, n, k, alpha, t_A, lda, B, ldb, T(1), t_C, ldc);
    if (t_B)
      gemm(o, ta, tb, m, n, k, alpha, A, lda, t_B, ldb, T(1), t_C, ldc);
  }
  static auto reads(order_type o, transpose ta, transpose tb, integer m,
                    integer n, integer k, T alpha, const T *A, integer lda,
                    const T *B, integer ldb, T beta, const T *C, integer ldc) {
    return nabla::reads(
        o, ta, tb, m, n, k, lda, ldb, beta, ldc, needed_for(alpha, A, B),
        needed_for(nabla::input(A, span(o, ta, m, k, lda)), B, alpha),
        needed_for(nabla::input(B, span(o, tb, k, n, ldb)), A, alpha),
        needed_for(nabla::input(C, span(o, m, n, ldc)), beta));
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
  static void jvp(order_type o, side_type s, triangle u, integer m, integer n,
                  T alpha, const T *A, integer lda, const T *B, integer ldb,
                  T beta, const T *C, integer ldc, T t_alpha, const T *t_A,
                  const T *t_B, T t_beta, T *t_C) {
    scale(o, m, n, beta, t_C, ldc);
    add_multiple(o, m, n, t_beta, C, ldc, t_C, ldc);
    if (t_alpha != 0)
      symm(o, s, u, m, n, t_alpha, A, lda, B, ldb, T(1), t_C, ldc);
    if (t_A)
      symm(o, s, u, m, n, alpha, t_A, lda, B, ldb, T(1), t_C, ldc);
    if (t_B)
      symm(o, s, u, m, n, alpha, A, lda, t_B, ldb, T(1), t_C, ldc);
  }
  static auto reads(order_type o, side_type s, triangle u, integer m, integer n,
                    T alpha, const T *A, integer lda, const T *B, integer ldb,
                    T beta, const T *C, integer ldc) {
    return nabla::reads(
        o, s, u, m, n, lda, ldb, beta, ldc, needed_for(alpha, A, B),
        needed_for(nabla::input(A, s == CblasLeft ? span(o, m, m, lda)
                                                  : span(o, n, n, lda)),
                   B, alpha),
        needed_for(nabla::input(B, span(o, m, n, ldb)), A, alpha),
        needed_for(nabla::input(C, span(o, m, n, ldc)), beta));
  }
};

/// S is C with its diagonal doubled, in the same triangle: each number of C is
/// there twice, those of the diagonal once.
template <class T> void set_doubled(dense s, T *S, dense c, const T *C) {
  s.each([=](integer i, integer j) {
    S[s.at(i, j)] = (i == j ? 2 : 1) * C[c.at(i, j)];
  });
}

template <class T> struct syrk_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, integer n, integer k,
                  T alpha, const T *A, integer lda, T beta, const T *C,
                  integer ldc, T *d_alpha, T *d_A, T *d_beta, T *d_C) {
    dense c(o, u, n, ldc), s(o, u, n, n);
    if (d_alpha) {
      scratch<T> P(long(n) * n);
      syrk(o, u, t, n, k, T(1), A, lda, T(0), P.at, n);
      *d_alpha += inner(s, P.at, c, d_C);
    }
    if (d_A) {
      scratch<T> S(long(n) * n);
      set_doubled(s, S.at, c, d_C);
      if (is_plain(t))
        symm(o, CblasLeft, u, n, k, alpha, S.at, n, A, lda, T(1), d_A, lda);
      else
        symm(o, CblasRight, u, k, n, alpha, S.at, n, A, lda, T(1), d_A, lda);
    }
    if (d_beta)
      *d_beta += inner(c, C, c, d_C);
    scale(c, beta, d_C);
  }
  static void jvp(order_type o, triangle u, transpose t, integer n, integer k,
                  T alpha, const T *A, integer lda, T beta, const T *C,
                  integer ldc, T t_alpha, const T *t_A, T t_beta, T *t_C) {
    dense c(o, u, n, ldc);
    scale(c, beta, t_C);
    if (t_beta != 0)
      add_multiple(c, t_beta, C, t_C);
    if (t_alpha != 0)
      syrk(o, u, t, n, k, t_alpha, A, lda, T(1), t_C, ldc);
    if (t_A)
      syr2k(o, u, t, n, k, alpha, t_A, lda, A, lda, T(1), t_C, ldc);
  }
  static auto reads(order_type o, triangle u, transpose t, integer n, integer k,
                    T alpha, const T *A, integer lda, T beta, const T *C,
                    integer ldc) {
    return nabla::reads(o, u, t, n, k, lda, beta, ldc, needed_for(alpha, A),
                        nabla::input(A, span(o, t, n, k, lda)),
                        needed_for(nabla::input(C, span(o, n, n, ldc)), beta));
  }
};

template <class T> struct syr2k_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, integer n, integer k,
                  T alpha, const T *A, integer lda, const T *B, integer ldb,
                  T beta, const T *C, integer ldc, T *d_alpha, T *d_A, T *d_B,
                  T *d_beta, T *d_C) {
    bool plain = is_plain(t);
    side_type side = plain ? CblasLeft : CblasRight;
    dense c(o, u, n, ldc), s(o, u, n, n);
    if (d_alpha) {
      scratch<T> P(long(n) * n);
      syr2k(o, u, t, n, k, T(1), A, lda, B, ldb, T(0), P.at, n);
      *d_alpha += inner(s, P.at, c, d_C);
    }
    scratch<T> S(long(n) * n);
    set_doubled(s, S.at, c, d_C);
    if (d_A)
      symm(o, side, u, plain ? n : k, plain ? k : n, alpha, S.at, n, B, ldb,
           T(1), d_A, lda);
    if (d_B)
      symm(o, side, u, plain ? n : k, plain ? k : n, alpha, S.at, n, A, lda,
           T(1), d_B, ldb);
    if (d_beta)
      *d_beta += inner(c, C, c, d_C);
    scale(c, beta, d_C);
  }
  static void jvp(order_type o, triangle u, transpose t, integer n, integer k,
                  T alpha, const T *A, integer lda, const T *B, integer ldb,
                  T beta, const T *C, integer ldc, T t_alpha, const T *t_A,
                  const T *t_B, T t_beta, T *t_C) {
    dense c(o, u, n, ldc);
    scale(c, beta, t_C);
    if (t_beta != 0)
      add_multiple(c, t_beta, C, t_C);
    if (t_alpha != 0)
      syr2k(o, u, t, n, k, t_alpha, A, lda, B, ldb, T(1), t_C, ldc);
    if (t_A)
      syr2k(o, u, t, n, k, alpha, t_A, lda, B, ldb, T(1), t_C, ldc);
    if (t_B)
      syr2k(o, u, t, n, k, alpha, A, lda, t_B, ldb, T(1), t_C, ldc);
  }
  static auto reads(order_type o, triangle u, transpose t, integer n, integer k,
                    T alpha, const T *A, integer lda, const T *B, integer ldb,
                    T beta, const T *C, integer ldc) {
    return nabla::reads(
        o, u, t, n, k, lda, ldb, beta, ldc, needed_for(alpha, A, B),
        needed_for(nabla::input(A, span(o, t, n, k, lda)), B, alpha),
        needed_for(nabla::input(B, span(o, t, n, k, ldb)), A, alpha),
        needed_for(nabla::input(C, span(o, n, n, ldc)), beta));
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
  if (left == is_plain(t))
    gemm(o, first, flip(first), size, size, inner, factor, W, ldw, X, ldx, T(0),
         G.at, size);
  else
    gemm(o, first, flip(first), size, size, inner, factor, X, ldx, W, ldw, T(0),
         G.at, size);
  add_triangle(o, u, d, false, size, G.at, d_A, lda);
}

/// B += factor * op(A) X or X op(A), A a triangle without the diagonal if that
/// is one.
template <class T>
void add_triangular(order_type o, side_type s, triangle u, transpose t,
                    diagonal d, integer m, integer n, T factor, const T *A,
                    integer lda, const T *X, integer ldx, T *B, integer ldb) {
  bool left = s == CblasLeft;
  integer size = left ? m : n;
  scratch<T> S(long(size) * size);
  for (integer i = 0; i < size; ++i)
    for (integer j = 0; j < size; ++j)
      if (is_in(u, i, j) && (i != j || d == CblasNonUnit))
        S.at[at(o, size, i, j)] = A[at(o, lda, i, j)];
  if (left)
    gemm(o, t, CblasNoTrans, m, n, m, factor, S.at, size, X, ldx, T(1), B, ldb);
  else
    gemm(o, CblasNoTrans, t, m, n, n, factor, X, ldx, S.at, size, T(1), B, ldb);
}

/// How many numbers the triangular factor of an m-by-n matrix reaches over.
inline long factor_span(order_type o, side_type s, integer m, integer n,
                        integer lda) {
  integer size = s == CblasLeft ? m : n;
  return span(o, size, size, lda);
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
  static void jvp(order_type o, side_type s, triangle u, transpose t,
                  diagonal d, integer m, integer n, T alpha, const T *A,
                  integer lda, const T *B, integer ldb, T t_alpha, const T *t_A,
                  T *t_B) {
    trmm(o, s, u, t, d, m, n, alpha, A, lda, t_B, ldb);
    if (t_alpha != 0) {
      integer ld = o == CblasRowMajor ? n : m;
      scratch<T> P(long(m) * n);
      add_multiple(o, m, n, T(1), B, ldb, P.at, ld);
      trmm(o, s, u, t, d, m, n, t_alpha, A, lda, P.at, ld);
      add_multiple(o, m, n, T(1), P.at, ld, t_B, ldb);
    }
    if (t_A)
      add_triangular(o, s, u, t, d, m, n, alpha, t_A, lda, B, ldb, t_B, ldb);
  }
  static auto reads(order_type o, side_type s, triangle u, transpose t,
                    diagonal d, integer m, integer n, T alpha, const T *A,
                    integer lda, const T *B, integer ldb) {
    return nabla::reads(
        o, s, u, t, d, m, n, alpha, lda, ldb,
        nabla::input(A, factor_span(o, s, m, n, lda)),
        needed_for(nabla::input(B, span(o, m, n, ldb)), A, alpha));
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
  static void jvp(order_type o, side_type s, triangle u, transpose t,
                  diagonal d, integer m, integer n, T alpha, const T *A,
                  integer lda, const T *B, integer ldb, T t_alpha, const T *t_A,
                  T *t_B) {
    scale(o, m, n, alpha, t_B, ldb);
    if (t_A)
      add_triangular(o, s, u, t, d, m, n, T(-1), t_A, lda, B, ldb, t_B, ldb);
    trsm(o, s, u, t, d, m, n, T(1), A, lda, t_B, ldb);
    if (t_alpha != 0)
      add_multiple(o, m, n, t_alpha / alpha, B, ldb, t_B, ldb);
  }
  static auto reads(order_type o, side_type s, triangle u, transpose t,
                    diagonal d, integer m, integer n, T alpha, const T *A,
                    integer lda, const T *B, integer ldb) {
    return nabla::reads(
        o, s, u, t, d, m, n, alpha, lda, ldb,
        nabla::input(A, factor_span(o, s, m, n, lda)),
        needed_for(nabla::output(B, span(o, m, n, ldb)), A, alpha));
  }
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_LEVEL3_H
