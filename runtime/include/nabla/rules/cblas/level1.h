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

/// What x and y become of: a * x + b * y, c * x + d * y.
template <class T> struct rotation {
  T a, b, c, d;

  rotation transposed() const { return {a, c, b, d}; }
  /// One of x and y may be null: it is zero, and nobody wants to know.
  void apply(integer n, T *x, integer ix, T *y, integer iy) const {
    for (integer k = 0; k < n; ++k) {
      T *to_x = x ? x + at(n, ix, k) : nullptr;
      T *to_y = y ? y + at(n, iy, k) : nullptr;
      T by_x = to_x ? *to_x : T(0), by_y = to_y ? *to_y : T(0);
      if (to_x)
        *to_x = a * by_x + b * by_y;
      if (to_y)
        *to_y = c * by_x + d * by_y;
    }
  }
};

template <class T> struct rot_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, const T *y, integer iy,
                  T c, T s, T *d_x, T *d_y, T *d_c, T *d_s) {
    if (d_c)
      *d_c += (d_x ? dot(n, x, ix, d_x, ix) : T(0)) +
              (d_y ? dot(n, y, iy, d_y, iy) : T(0));
    if (d_s)
      *d_s += (d_x ? dot(n, y, iy, d_x, ix) : T(0)) -
              (d_y ? dot(n, x, ix, d_y, iy) : T(0));
    rotation<T>{c, -s, s, c}.apply(n, d_x, ix, d_y, iy);
  }
  static void jvp(integer n, const T *x, integer ix, const T *y, integer iy,
                  T c, T s, T *t_x, T *t_y, T t_c, T t_s) {
    rotation<T>{c, s, -s, c}.apply(n, t_x, ix, t_y, iy);
    if (t_c != 0) {
      axpy(n, t_c, x, ix, t_x, ix);
      axpy(n, t_c, y, iy, t_y, iy);
    }
    if (t_s != 0) {
      axpy(n, t_s, y, iy, t_x, ix);
      axpy(n, -t_s, x, ix, t_y, iy);
    }
  }
  static auto reads(integer n, const T *x, integer ix, const T *y, integer iy,
                    T c, T s) {
    return nabla::reads(n, ix, iy, c, s,
                        needed_for(nabla::input(x, span(n, ix)), c, s),
                        needed_for(nabla::input(y, span(n, iy)), c, s));
  }
};

/// What P stands for: its first number says which of the others count.
template <class T> rotation<T> modified_rotation(const T *P) {
  if (P[0] == -2)
    return {1, 0, 0, 1};
  if (P[0] < 0)
    return {P[1], P[3], P[2], P[4]};
  if (P[0] == 0)
    return {1, P[3], P[2], 1};
  return {P[1], 1, -1, P[4]};
}
template <class T> bool has_diagonal(const T *P) {
  return P[0] != -2 && P[0] != 0;
}
template <class T> bool has_others(const T *P) {
  return P[0] != -2 && P[0] <= 0;
}

template <class T> struct rotm_rule : pure_function {
  static void vjp(integer n, const T *x, integer ix, const T *y, integer iy,
                  const T *P, T *d_x, T *d_y, T *d_P) {
    if (d_P && d_x) {
      d_P[1] += has_diagonal(P) ? dot(n, x, ix, d_x, ix) : T(0);
      d_P[3] += has_others(P) ? dot(n, y, iy, d_x, ix) : T(0);
    }
    if (d_P && d_y) {
      d_P[2] += has_others(P) ? dot(n, x, ix, d_y, iy) : T(0);
      d_P[4] += has_diagonal(P) ? dot(n, y, iy, d_y, iy) : T(0);
    }
    modified_rotation(P).transposed().apply(n, d_x, ix, d_y, iy);
  }
  static void jvp(integer n, const T *x, integer ix, const T *y, integer iy,
                  const T *P, T *t_x, T *t_y, const T *t_P) {
    modified_rotation(P).apply(n, t_x, ix, t_y, iy);
    if (t_P && has_diagonal(P)) {
      axpy(n, t_P[1], x, ix, t_x, ix);
      axpy(n, t_P[4], y, iy, t_y, iy);
    }
    if (t_P && has_others(P)) {
      axpy(n, t_P[3], y, iy, t_x, ix);
      axpy(n, t_P[2], x, ix, t_y, iy);
    }
  }
  static auto reads(integer n, const T *x, integer ix, const T *y, integer iy,
                    const T *P) {
    return nabla::reads(n, ix, iy, nabla::input(P, 5),
                        needed_for(nabla::input(x, span(n, ix)), P),
                        needed_for(nabla::input(y, span(n, iy)), P));
  }
};

// a becomes r = a c + b s, and b what c and s can be had from: s, or 1 / c if
// that is greater than 1, or 1 if c is 0. As of a norm, nothing is
// differentiated where r is 0.
template <class T> struct rotg_rule : pure_function {
  static void vjp(const T *a, const T *b, const T *c, const T *s, T *d_a,
                  T *d_b, T *d_c, T *d_s) {
    T by_r = d_a ? *d_a : T(0), by_c = d_c ? *d_c : T(0);
    T by_s = d_s ? *d_s : T(0);
    if (d_b && *b > -1 && *b < 1)
      by_s += *d_b;
    else if (d_b && (*b < -1 || *b > 1))
      by_c -= *d_b * *b * *b;
    T by_angle = *a == 0 ? T(0) : (*c * by_s - *s * by_c) / *a;
    if (d_a)
      *d_a = *a == 0 ? T(0) : *c * by_r - *s * by_angle;
    if (d_b)
      *d_b = *a == 0 ? T(0) : *s * by_r + *c * by_angle;
    if (d_c)
      *d_c = 0;
    if (d_s)
      *d_s = 0;
  }
  static void jvp(const T *a, const T *b, const T *c, const T *s, T *t_a,
                  T *t_b, T *t_c, T *t_s) {
    T t_r = *a == 0 ? T(0) : *c * *t_a + *s * *t_b;
    T angle = *a == 0 ? T(0) : (*c * *t_b - *s * *t_a) / *a;
    *t_a = t_r;
    *t_c = -*s * angle;
    *t_s = *c * angle;
    *t_b = *b > -1 && *b < 1   ? *t_s
           : *b < -1 || *b > 1 ? -*t_c * *b * *b
                               : T(0);
  }
  static auto reads(const T *a, const T *b, const T *c, const T *s) {
    return nabla::reads(nabla::output(a, 1), nabla::output(b, 1),
                        nabla::output(c, 1), nabla::output(s, 1));
  }
};

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_LEVEL1_H
