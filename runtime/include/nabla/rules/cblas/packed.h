// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for packed matrices with vectors: triangles, one column or row after
// the other, without gaps. See cblas.h.

#ifndef NABLA_RULES_CBLAS_PACKED_H
#define NABLA_RULES_CBLAS_PACKED_H

#pragma GCC system_header

#include "nabla/rules/cblas/stored.h"

namespace nabla {
namespace blas {

template <class T> struct spr_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *, T *d_alpha, T *d_x, T *d_A) {
    scratch<T> z(n);
    add_doubled(packed(o, u, n), d_A, x, ix, z.at);
    if (d_alpha)
      *d_alpha += dot(n, z.at, 1, x, ix) / 2;
    if (d_x)
      axpy(n, alpha, z.at, 1, d_x, ix);
  }
  static void jvp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *, T t_alpha, const T *t_x, T *t_A) {
    if (t_alpha != 0)
      spr(o, u, n, t_alpha, x, ix, t_A);
    if (t_x)
      spr2(o, u, n, alpha, x, ix, t_x, ix, t_A);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *x,
                    integer ix, const T *) {
    return nabla::reads(o, u, n, ix, needed_for(alpha, x),
                        nabla::input(x, span(n, ix)));
  }
};

template <class T> struct spr2_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *y, integer iy, const T *, T *d_alpha,
                  T *d_x, T *d_y, T *d_A) {
    if (d_alpha || d_x) {
      scratch<T> z(n);
      add_doubled(packed(o, u, n), d_A, y, iy, z.at);
      if (d_alpha)
        *d_alpha += dot(n, z.at, 1, x, ix);
      if (d_x)
        axpy(n, alpha, z.at, 1, d_x, ix);
    }
    if (d_y) {
      scratch<T> z(n);
      add_doubled(packed(o, u, n), d_A, x, ix, z.at);
      axpy(n, alpha, z.at, 1, d_y, iy);
    }
  }
  static void jvp(order_type o, triangle u, integer n, T alpha, const T *x,
                  integer ix, const T *y, integer iy, const T *, T t_alpha,
                  const T *t_x, const T *t_y, T *t_A) {
    if (t_alpha != 0)
      spr2(o, u, n, t_alpha, x, ix, y, iy, t_A);
    if (t_x)
      spr2(o, u, n, alpha, t_x, ix, y, iy, t_A);
    if (t_y)
      spr2(o, u, n, alpha, x, ix, t_y, iy, t_A);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *x,
                    integer ix, const T *y, integer iy, const T *) {
    return nabla::reads(o, u, n, ix, iy, needed_for(alpha, x, y),
                        needed_for(nabla::input(x, span(n, ix)), y, alpha),
                        needed_for(nabla::input(y, span(n, iy)), x, alpha));
  }
};

template <class T> struct spmv_rule : pure_function {
  static void vjp(order_type o, triangle u, integer n, T alpha, const T *A,
                  const T *x, integer ix, T beta, const T *y, integer iy,
                  T *d_alpha, T *d_A, T *d_x, T *d_beta, T *d_y) {
    if (d_alpha) {
      scratch<T> z(n);
      spmv(o, u, n, T(1), A, x, ix, T(0), z.at, 1);
      *d_alpha += dot(n, z.at, 1, d_y, iy);
    }
    if (d_A)
      add_symmetric(packed(o, u, n), alpha, d_y, iy, x, ix, d_A);
    if (d_x)
      spmv(o, u, n, alpha, A, d_y, iy, T(1), d_x, ix);
    if (d_beta)
      *d_beta += dot(n, y, iy, d_y, iy);
    scale(n, beta, d_y, iy);
  }
  static void jvp(order_type o, triangle u, integer n, T alpha, const T *A,
                  const T *x, integer ix, T beta, const T *y, integer iy,
                  T t_alpha, const T *t_A, const T *t_x, T t_beta, T *t_y) {
    scale(n, beta, t_y, iy);
    if (t_beta != 0)
      axpy(n, t_beta, y, iy, t_y, iy);
    if (t_alpha != 0)
      spmv(o, u, n, t_alpha, A, x, ix, T(1), t_y, iy);
    if (t_A)
      spmv(o, u, n, alpha, t_A, x, ix, T(1), t_y, iy);
    if (t_x)
      spmv(o, u, n, alpha, A, t_x, ix, T(1), t_y, iy);
  }
  static auto reads(order_type o, triangle u, integer n, T alpha, const T *A,
                    const T *x, integer ix, T beta, const T *y, integer iy) {
    return nabla::reads(o, u, n, ix, beta, iy, needed_for(alpha, A, x),
                        needed_for(nabla::input(A, packed_span(n)), x, alpha),
                        needed_for(nabla::input(x, span(n, ix)), A, alpha),
                        needed_for(nabla::input(y, span(n, iy)), beta));
  }
};

template <class T> struct tpmv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, const T *x, integer ix, T *d_A, T *d_x) {
    if (d_A)
      add_outer(packed(o, u, n), t, d, T(1), d_x, ix, x, ix, d_A);
    tpmv(o, u, flip(t), d, n, A, d_x, ix);
  }
  static void jvp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, const T *x, integer ix, const T *t_A, T *t_x) {
    tpmv(o, u, t, d, n, A, t_x, ix);
    if (t_A)
      add_product(packed(o, u, n), t, d, T(1), t_A, x, ix, t_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, const T *A, const T *x, integer ix) {
    return nabla::reads(o, u, t, d, n, ix, nabla::input(A, packed_span(n)),
                        needed_for(nabla::input(x, span(n, ix)), A));
  }
};

template <class T> struct tpsv_rule : pure_function {
  static void vjp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, const T *x, integer ix, T *d_A, T *d_x) {
    tpsv(o, u, flip(t), d, n, A, d_x, ix);
    if (d_A)
      add_outer(packed(o, u, n), t, d, T(-1), d_x, ix, x, ix, d_A);
  }
  static void jvp(order_type o, triangle u, transpose t, diagonal d, integer n,
                  const T *A, const T *x, integer ix, const T *t_A, T *t_x) {
    if (t_A)
      add_product(packed(o, u, n), t, d, T(-1), t_A, x, ix, t_x, ix);
    tpsv(o, u, t, d, n, A, t_x, ix);
  }
  static auto reads(order_type o, triangle u, transpose t, diagonal d,
                    integer n, const T *A, const T *x, integer ix) {
    return nabla::reads(o, u, t, d, n, ix, nabla::input(A, packed_span(n)),
                        needed_for(nabla::output(x, span(n, ix)), A));
  }
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_PACKED_H
