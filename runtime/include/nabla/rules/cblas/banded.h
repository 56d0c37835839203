// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for banded matrices with vectors: what is stored of a matrix are some
// of its diagonals. See cblas.h.

#ifndef NABLA_RULES_CBLAS_BANDED_H
#define NABLA_RULES_CBLAS_BANDED_H

#pragma GCC system_header

#include "nabla/rules/cblas/stored.h"

namespace nabla {
namespace blas {

template <class T> struct gbmv_rule : pure_function {
  static void vjp(order_type o, transpose t, integer m, integer n,
                  integer below, integer above, T alpha, const T *A,
                  integer lda, const T *x, integer ix, T beta, const T *y,
                  integer iy, T *d_alpha, T *d_A, T *d_x, T *d_beta, T *d_y) {
    integer rows = is_plain(t) ? m : n;
    if (d_alpha) {
      scratch<T> z(rows);
      gbmv(o, t, m, n, below, above, T(1), A, lda, x, ix, T(0), z.at, 1);
      *d_alpha += dot(rows, z.at, 1, d_y, iy);
    }
    if (d_A)
      add_outer(band(o, m, n, below, above, lda), t, CblasNonUnit, alpha, d_y,
                iy, x, ix, d_A);
    if (d_x)
      gbmv(o, flip(t), m, n, below, above, alpha, A, lda, d_y, iy, T(1), d_x,
           ix);
    if (d_beta)
      *d_beta += dot(rows, y, iy, d_y, iy);
    scale(rows, beta, d_y, iy);
  }
  static void jvp(order_type o, transpose t, integer m, integer n,
                  integer below, integer above, T alpha, const T *A,
                  integer lda, const T *x, integer ix, T beta, const T *y,
                  integer iy, T t_alpha, const T *t_A, const T *t_x, T t_beta,
                  T *t_y) {
    integer rows = is_plain(t) ? m : n;
    scale(rows, beta, t_y, iy);
    if (t_beta != 0)
      axpy(rows, t_beta, y, iy, t_y, iy);
    if (t_alpha != 0)
      gbmv(o, t, m, n, below, above, t_alpha, A, lda, x, ix, T(1), t_y, iy);
    if (t_A)
      gbmv(o, t, m, n, below, above, alpha, t_A, lda, x, ix, T(1), t_y, iy);
    if (t_x)
      gbmv(o, t, m, n, below, above, alpha, A, lda, t_x, ix, T(1), t_y, iy);
  }
  static auto reads(order_type o, transpose t, integer m, integer n,
                    integer below, integer above, T alpha, const T *A,
                    integer lda, const T *x, integer ix, T beta, const T *y,
                    integer iy) {
    return nabla::reads(
        o, t, m, n, below, above, lda, ix, beta, iy, needed_for(alpha, A, x),
        needed_for(nabla::input(A, band_span(o, m, n, below + above, lda)), x,
                   alpha),
        needed_for(nabla::input(x, span(is_plain(t) ? n : m, ix)), A, alpha),
        needed_for(nabla::input(y, span(is_plain(t) ? m : n, iy)), beta));
  }
};

template <class T> struct sbmv_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, integer k, T alpha,
                  const T *A, integer lda, const T *x, integer ix, T beta,
                  const T *y, integer iy, T *d_alpha, T *d_A, T *d_x, T *d_beta,
                  T *d_y) {
    if (d_alpha) {
      scratch<T> z(n);
      sbmv(o, u, n, k, T(1), A, lda, x, ix, T(0), z.at, 1);
      *d_alpha += dot(n, z.at, 1, d_y, iy);
    }
    if (d_A)
      add_symmetric(band(o, u, n, k, lda), alpha, d_y, iy, x, ix, d_A);
    if (d_x)
      sbmv(o, u, n, k, alpha, A, lda, d_y, iy, T(1), d_x, ix);
    if (d_beta)
      *d_beta += dot(n, y, iy, d_y, iy);
    scale(n, beta, d_y, iy);
  }
  static void jvp(order_type o, triangle u, integer n, integer k, T alpha,
                  const T *A, integer lda, const T *x, integer ix, T beta,
                  const T *y, integer iy, T t_alpha, const T *t_A, const T *t_x,
                  T t_beta, T *t_y) {
    scale(n, beta, t_y, iy);
    if (t_beta != 0)
      axpy(n, t_beta, y, iy, t_y, iy);
    if (t_alpha != 0)
      sbmv(o, u, n, k, t_alpha, A, lda, x, ix, T(1), t_y, iy);
    if (t_A)
      sbmv(o, u, n, k, alpha, t_A, lda, x, ix, T(1), t_y, iy);
    if (t_x)
      sbmv(o, u, n, k, alpha, A, lda, t_x, ix, T(1), t_y, iy);
  }
  static auto reads(order_type o, triangle u, integer n, integer k, T alpha,
                    const T *A, integer lda, const T *x, integer ix, T beta,
                    const T *y, integer iy) {
    return nabla::reads(
        o, u, n, k, lda, ix, beta, iy, needed_for(alpha, A, x),
        needed_for(nabla::input(A, band_span(o, n, n, k, lda)), x, alpha),
        needed_for(nabla::input(x, span(n, ix)), A, alpha),
        needed_for(nabla::input(y, span(n, iy)), beta));
  }
};

template <class T> struct tbmv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  integer k, const T *A, integer lda, const T *x, integer ix,
                  T *d_A, T *d_x) {
    if (d_A)
      add_outer(band(o, u, n, k, lda), t, d, T(1), d_x, ix, x, ix, d_A);
    tbmv(o, u, flip(t), d, n, k, A, lda, d_x, ix);
  }
  static void jvp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  integer k, const T *A, integer lda, const T *x, integer ix,
                  const T *t_A, T *t_x) {
    tbmv(o, u, t, d, n, k, A, lda, t_x, ix);
    if (t_A)
      add_product(band(o, u, n, k, lda), t, d, T(1), t_A, x, ix, t_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, integer k, const T *A, integer lda, const T *x,
                    integer ix) {
    return nabla::reads(o, u, t, d, n, k, lda, ix,
                        nabla::input(A, band_span(o, n, n, k, lda)),
                        needed_for(nabla::input(x, span(n, ix)), A));
  }
};

template <class T> struct tbsv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  integer k, const T *A, integer lda, const T *x, integer ix,
                  T *d_A, T *d_x) {
    tbsv(o, u, flip(t), d, n, k, A, lda, d_x, ix);
    if (d_A)
      add_outer(band(o, u, n, k, lda), t, d, T(-1), d_x, ix, x, ix, d_A);
  }
  static void jvp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  integer k, const T *A, integer lda, const T *x, integer ix,
                  const T *t_A, T *t_x) {
    if (t_A)
      add_product(band(o, u, n, k, lda), t, d, T(-1), t_A, x, ix, t_x, ix);
    tbsv(o, u, t, d, n, k, A, lda, t_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, integer k, const T *A, integer lda, const T *x,
                    integer ix) {
    return nabla::reads(o, u, t, d, n, k, lda, ix,
                        nabla::input(A, band_span(o, n, n, k, lda)),
                        needed_for(nabla::output(x, span(n, ix)), A));
  }
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_BANDED_H
