// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for vectors with vectors; see cblas.h.

#ifndef NABLA_RULES_CBLAS_LEVEL1_H
#define NABLA_RULES_CBLAS_LEVEL1_H

#pragma GCC system_header

#include "nabla/rules/cblas/common.h"

namespace nabla {
namespace blas {

template <class T> struct dot_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, const T *y, integer iy,
                  T d_r, T *d_x, T *d_y) {
    if (d_x)
      axpy(n, d_r, y, iy, d_x, ix);
    if (d_y)
      axpy(n, d_r, x, ix, d_y, iy);
  }
  static T jvp(integer n, const T *x, integer ix, const T *y, integer iy,
               const T *t_x, const T *t_y) {
    T by_x = t_x ? dot(n, t_x, ix, y, iy) : 0;
    return t_y ? by_x + dot(n, x, ix, t_y, iy) : by_x;
  }
  static auto reads(integer n, const T *x, integer ix, const T *y, integer iy) {
    return nabla::reads(n, ix, iy, needed_for(nabla::input(x, span(n, ix)), y),
                        needed_for(nabla::input(y, span(n, iy)), x));
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
  static void jvp(integer n, T a, const T *x, integer ix, const T *, integer iy,
                  T t_a, const T *t_x, T *t_y) {
    if (t_a != 0)
      axpy(n, t_a, x, ix, t_y, iy);
    if (t_x)
      axpy(n, a, t_x, ix, t_y, iy);
  }
  static auto reads(integer n, T a, const T *x, integer ix, const T *,
                    integer iy) {
    return nabla::reads(n, ix, iy, needed_for(a, x),
                        needed_for(nabla::input(x, span(n, ix)), a));
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
  static void jvp(integer n, T a, const T *x, integer ix, T t_a, T *t_x) {
    if (ix <= 0)
      return;
    scale(n, a, t_x, ix);
    if (t_a != 0)
      axpy(n, t_a, x, ix, t_x, ix);
  }
  static auto reads(integer n, T a, const T *x, integer ix) {
    return nabla::reads(n, a, ix, needed_for(nabla::input(x, span(n, ix)), a));
  }
};

template <class T> struct nrm2_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, T r, T d_r, T *d_x) {
    if (ix > 0 && r != 0)
      axpy(n, d_r / r, x, ix, d_x, ix);
  }
  static T jvp(integer n, const T *x, integer ix, T r, const T *t_x) {
    return ix > 0 && r != 0 && t_x ? dot(n, x, ix, t_x, ix) * (1 / r) : 0;
  }
  static auto reads(integer n, const T *x, integer ix) {
    return nabla::reads(n, ix, nabla::input(x, span(n, ix)), nabla::result);
  }
};

template <class T> struct asum_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, T d_r, T *d_x) {
    for (integer k = 0; ix > 0 && k < n; ++k) {
      long i = at(n, ix, k);
      d_x[i] += x[i] > 0 ? d_r : x[i] < 0 ? -d_r : 0;
    }
  }
  static T jvp(integer n, const T *x, integer ix, const T *t_x) {
    T sum = 0;
    for (integer k = 0; ix > 0 && t_x && k < n; ++k) {
      long i = at(n, ix, k);
      sum += x[i] > 0 ? t_x[i] : x[i] < 0 ? -t_x[i] : 0;
    }
    return sum;
  }
  static auto reads(integer n, const T *x, integer ix) {
    return nabla::reads(n, ix, nabla::input(x, span(n, ix)));
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
  static void jvp(integer n, const T *, integer ix, const T *, integer iy,
                  const T *t_x, T *t_y) {
    for (integer k = 0; k < n; ++k)
      t_y[at(n, iy, k)] = t_x ? t_x[at(n, ix, k)] : 0;
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
  static void jvp(integer n, const T *, integer ix, const T *, integer iy,
                  T *t_x, T *t_y) {
    swap(n, t_x, ix, t_y, iy);
  }
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_LEVEL1_H
