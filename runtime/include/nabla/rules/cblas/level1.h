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
  static auto reads(integer n, T a, const T *x, integer ix) {
    return nabla::reads(n, a, ix, needed_for(nabla::input(x, span(n, ix)), a));
  }
};

template <class T> struct nrm2_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, T r, T d_r, T *d_x) {
    if (ix > 0 && r != 0)
      axpy(n, d_r / r, x, ix, d_x, ix);
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

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_LEVEL1_H
