// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for matrices with vectors; see cblas.h.

#ifndef NABLA_RULES_CBLAS_LEVEL2_H
#define NABLA_RULES_CBLAS_LEVEL2_H

#pragma GCC system_header

#include "nabla/rules/cblas/stored.h"

namespace nabla {
namespace blas {

template <class T> struct gemv_rule : pure_function {
  static void vjp(order_type o, transpose t, integer m, integer n, T alpha,
                  const T *A, integer lda, const T *x, integer ix, T beta,
                  const T *y, integer iy, T *d_alpha, T *d_A, T *d_x, T *d_beta,
                  T *d_y) {
    bool plain = is_plain(t);
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
  static void jvp(order_type o, transpose t, integer m, integer n, T alpha,
                  const T *A, integer lda, const T *x, integer ix, T beta,
                  const T *y, integer iy, T t_alpha, const T *t_A, const T *t_x,
                  T t_beta, T *t_y) {
    integer rows = is_plain(t) ? m : n;
    scale(rows, beta, t_y, iy);
    if (t_beta != 0)
      axpy(rows, t_beta, y, iy, t_y, iy);
    if (t_alpha != 0)
      gemv(o, t, m, n, t_alpha, A, lda, x, ix, T(1), t_y, iy);
    if (t_A)
      gemv(o, t, m, n, alpha, t_A, lda, x, ix, T(1), t_y, iy);
    if (t_x)
      gemv(o, t, m, n, alpha, A, lda, t_x, ix, T(1), t_y, iy);
  }
  static auto reads(order_type o, transpose t, integer m, integer n, T alpha,
                    const T *A, integer lda, const T *x, integer ix, T beta,
                    const T *y, integer iy) {
    return nabla::reads(
        o, t, m, n, lda, ix, beta, iy, needed_for(alpha, A, x),
        needed_for(nabla::input(A, span(o, m, n, lda)), x, alpha),
        needed_for(nabla::input(x, span(is_plain(t) ? n : m, ix)), A, alpha),
        needed_for(nabla::input(y, span(is_plain(t) ? m : n, iy)), beta));
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
  static void jvp(order_type o, integer m, integer n, T alpha, const T *x,
                  integer ix, const T *y, integer iy, const T *, integer lda,
                  T t_alpha, const T *t_x, const T *t_y, T *t_A) {
    if (t_alpha != 0)
      ger(o, m, n, t_alpha, x, ix, y, iy, t_A, lda);
    if (t_x)
      ger(o, m, n, alpha, t_x, ix, y, iy, t_A, lda);
    if (t_y)
      ger(o, m, n, alpha, x, ix, t_y, iy, t_A, lda);
  }
  static auto reads(order_type o, integer m, integer n, T alpha, const T *x,
                    integer ix, const T *y, integer iy, const T *,
                    integer lda) {
    return nabla::reads(o, m, n, ix, iy, lda, needed_for(alpha, x, y),
                        needed_for(nabla::input(x, span(m, ix)), y, alpha),
                        needed_for(nabla::input(y, span(n, iy)), x, alpha));
  }
};

template <class T> struct syr_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *, integer lda, T *d_alpha, T *d_x,
                  T *d_A) {
    scratch<T> z(n);
    add_doubled(dense(o, u, n, lda), d_A, x, ix, z.at);
    if (d_alpha)
      *d_alpha += dot(n, z.at, 1, x, ix) / 2;
    if (d_x)
      axpy(n, alpha, z.at, 1, d_x, ix);
  }
  static void jvp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *, integer lda, T t_alpha, const T *t_x,
                  T *t_A) {
    if (t_alpha != 0)
      syr(o, u, n, t_alpha, x, ix, t_A, lda);
    if (t_x)
      syr2(o, u, n, alpha, x, ix, t_x, ix, t_A, lda);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *x,
                    integer ix, const T *, integer lda) {
    return nabla::reads(o, u, n, ix, lda, needed_for(alpha, x),
                        nabla::input(x, span(n, ix)));
  }
};

template <class T> struct syr2_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *y, integer iy, const T *, integer lda,
                  T *d_alpha, T *d_x, T *d_y, T *d_A) {
    if (d_alpha || d_x) {
      scratch<T> z(n);
      add_doubled(dense(o, u, n, lda), d_A, y, iy, z.at);
      if (d_alpha)
        *d_alpha += dot(n, z.at, 1, x, ix);
      if (d_x)
        axpy(n, alpha, z.at, 1, d_x, ix);
    }
    if (d_y) {
      scratch<T> z(n);
      add_doubled(dense(o, u, n, lda), d_A, x, ix, z.at);
      axpy(n, alpha, z.at, 1, d_y, iy);
    }
  }
  static void jvp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *y, integer iy, const T *, integer lda,
                  T t_alpha, const T *t_x, const T *t_y, T *t_A) {
    if (t_alpha != 0)
      syr2(o, u, n, t_alpha, x, ix, y, iy, t_A, lda);
    if (t_x)
      syr2(o, u, n, alpha, t_x, ix, y, iy, t_A, lda);
    if (t_y)
      syr2(o, u, n, alpha, x, ix, t_y, iy, t_A, lda);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *x,
                    integer ix, const T *y, integer iy, const T *,
                    integer lda) {
    return nabla::reads(o, u, n, ix, iy, lda, needed_for(alpha, x, y),
                        needed_for(nabla::input(x, span(n, ix)), y, alpha),
                        needed_for(nabla::input(y, span(n, iy)), x, alpha));
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
    if (d_A)
      add_symmetric(dense(o, u, n, lda), alpha, d_y, iy, x, ix, d_A);
    if (d_x)
      symv(o, u, n, alpha, A, lda, d_y, iy, T(1), d_x, ix);
    if (d_beta)
      *d_beta += dot(n, y, iy, d_y, iy);
    scale(n, beta, d_y, iy);
  }
  static void jvp(order_type o, triangle u, integer n, T alpha, const T *A,
                  integer lda, const T *x, integer ix, T beta, const T *y,
                  integer iy, T t_alpha, const T *t_A, const T *t_x, T t_beta,
                  T *t_y) {
    scale(n, beta, t_y, iy);
    if (t_beta != 0)
      axpy(n, t_beta, y, iy, t_y, iy);
    if (t_alpha != 0)
      symv(o, u, n, t_alpha, A, lda, x, ix, T(1), t_y, iy);
    if (t_A)
      symv(o, u, n, alpha, t_A, lda, x, ix, T(1), t_y, iy);
    if (t_x)
      symv(o, u, n, alpha, A, lda, t_x, ix, T(1), t_y, iy);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *A,
                    integer lda, const T *x, integer ix, T beta, const T *y,
                    integer iy) {
    return nabla::reads(
        o, u, n, lda, ix, beta, iy, needed_for(alpha, A, x),
        needed_for(nabla::input(A, span(o, n, n, lda)), x, alpha),
        needed_for(nabla::input(x, span(n, ix)), A, alpha),
        needed_for(nabla::input(y, span(n, iy)), beta));
  }
};

template <class T> struct trmv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, integer lda, const T *x, integer ix, T *d_A,
                  T *d_x) {
    if (d_A)
      add_outer(dense(o, u, n, lda), t, d, T(1), d_x, ix, x, ix, d_A);
    trmv(o, u, flip(t), d, n, A, lda, d_x, ix);
  }
  static void jvp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, integer lda, const T *x, integer ix, const T *t_A,
                  T *t_x) {
    trmv(o, u, t, d, n, A, lda, t_x, ix);
    if (t_A)
      add_product(dense(o, u, n, lda), t, d, T(1), t_A, x, ix, t_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, const T *A, integer lda, const T *x,
                    integer ix) {
    return nabla::reads(o, u, t, d, n, lda, ix,
                        nabla::input(A, span(o, n, n, lda)),
                        needed_for(nabla::input(x, span(n, ix)), A));
  }
};

template <class T> struct trsv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, integer lda, const T *x, integer ix, T *d_A,
                  T *d_x) {
    trsv(o, u, flip(t), d, n, A, lda, d_x, ix);
    if (d_A)
      add_outer(dense(o, u, n, lda), t, d, T(-1), d_x, ix, x, ix, d_A);
  }
  static void jvp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, integer lda, const T *x, integer ix, const T *t_A,
                  T *t_x) {
    if (t_A)
      add_product(dense(o, u, n, lda), t, d, T(-1), t_A, x, ix, t_x, ix);
    trsv(o, u, t, d, n, A, lda, t_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, const T *A, integer lda, const T *x,
                    integer ix) {
    return nabla::reads(o, u, t, d, n, lda, ix,
                        nabla::input(A, span(o, n, n, lda)),
                        needed_for(nabla::output(x, span(n, ix)), A));
  }
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_LEVEL2_H
