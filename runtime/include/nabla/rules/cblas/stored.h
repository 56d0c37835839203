// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a matrix are stored, and where: triangles, bands, and
// packed triangles. And what rules sum over them.

#ifndef NABLA_RULES_CBLAS_STORED_H
#define NABLA_RULES_CBLAS_STORED_H

#pragma GCC system_header

#include "nabla/rules/cblas/common.h"

namespace nabla {
namespace blas {

/// The elements of a matrix that are stored: as many diagonals below and above
/// the main one.
struct shape {
  integer rows, columns, below, above;

  shape(integer rows, integer columns, integer below, integer above)
      : rows(rows), columns(columns), below(below), above(above) {}
  shape(triangle u, integer n, integer k)
      : shape(n, n, u == CblasUpper ? 0 : k, u == CblasUpper ? k : 0) {}

  template <class Visit> void each(Visit visit) const {
    for (integer i = 0; i < rows; ++i)
      for (integer j = i > below ? i - below : 0; j < columns && j - i <= above;
           ++j)
        visit(i, j);
  }
};

/// A triangle in a matrix that has room for all.
struct dense : shape {
  order_type o;
  integer ld;

  dense(order_type o, triangle u, integer n, integer ld)
      : shape(u, n, n), o(o), ld(ld) {}
  long at(integer i, integer j) const { return blas::at(o, ld, i, j); }
};

/// Diagonals, each in a row of a matrix by columns, or a column of one by rows.
struct band : shape {
  order_type o;
  integer ld;

  band(order_type o, integer m, integer n, integer below, integer above,
       integer ld)
      : shape(m, n, below, above), o(o), ld(ld) {}
  band(order_type o, triangle u, integer n, integer k, integer ld)
      : shape(u, n, k), o(o), ld(ld) {}
  long at(integer i, integer j) const {
    return o == CblasRowMajor ? i * long(ld) + below + j - i
                              : j * long(ld) + above + i - j;
  }
};
/// How many numbers a matrix of k diagonals besides the main one reaches over.
inline long band_span(order_type o, integer rows, integer columns, integer k,
                      integer ld) {
  if (rows <= 0 || columns <= 0)
    return 0;
  return ((o == CblasRowMajor ? rows : columns) - 1) * long(ld) + k + 1;
}

/// The rows of a triangle, or its columns, without gaps.
struct packed : shape {
  bool growing, by_row;

  packed(order_type o, triangle u, integer n)
      : shape(u, n, n), growing((o == CblasColMajor) == (u == CblasUpper)),
        by_row(o == CblasRowMajor) {}
  long at(integer i, integer j) const {
    long line = by_row ? i : j, k = by_row ? j : i;
    return k +
           (growing ? line * (line + 1) : line * (2L * rows - line - 1)) / 2;
  }
};
inline long packed_span(integer n) { return n <= 0 ? 0 : n * (n + 1L) / 2; }

/// d_A += factor * p q', or q p' where A is taken transposed, without the
/// diagonal if that is one.
template <class T, class Stored>
void add_outer(Stored a, transpose t, diagonal d, T factor, const T *p,
               integer ip, const T *q, integer iq, T *d_A) {
  bool plain = is_plain(t);
  a.each([=](integer row, integer column) {
    if (row == column && d == CblasUnit)
      return;
    long i = plain ? at(a.rows, ip, row) : at(a.columns, ip, column);
    long j = plain ? at(a.columns, iq, column) : at(a.rows, iq, row);
    d_A[a.at(row, column)] += factor * p[i] * q[j];
  });
}

/// The same for a symmetric A: its elements are there twice, those of the
/// diagonal once.
template <class T, class Stored>
void add_symmetric(Stored a, T factor, const T *p, integer ip, const T *q,
                   integer iq, T *d_A) {
  add_outer(a, CblasNoTrans, CblasNonUnit, factor, p, ip, q, iq, d_A);
  add_outer(a, CblasTrans, CblasUnit, factor, p, ip, q, iq, d_A);
}

/// y += factor * op(A) x for a square A, without the diagonal if that is one.
template <class T, class Stored>
void add_product(Stored a, transpose t, diagonal d, T factor, const T *A,
                 const T *x, integer ix, T *y, integer iy) {
  bool plain = is_plain(t);
  a.each([=](integer row, integer column) {
    if (row == column && d == CblasUnit)
      return;
    y[at(a.rows, iy, plain ? row : column)] +=
        factor * A[a.at(row, column)] * x[at(a.rows, ix, plain ? column : row)];
  });
}

/// z += S y for the symmetric S that has A's triangle, and twice its diagonal:
/// what an update of that triangle by z y' + y z' makes of z's adjoint.
template <class T, class Stored>
void add_doubled(Stored a, const T *A, const T *y, integer iy, T *z) {
  add_product(a, CblasNoTrans, CblasNonUnit, T(1), A, y, iy, z, 1);
  add_product(a, CblasTrans, CblasNonUnit, T(1), A, y, iy, z, 1);
}

/// The sum of A[i, j] * B[i, j] over a triangle.
template <class T> T inner(dense a, const T *A, dense b, const T *B) {
  T sum = 0;
  a.each([&](integer i, integer j) { sum += A[a.at(i, j)] * B[b.at(i, j)]; });
  return sum;
}

/// A triangle *= factor, 0 whatever it was where that is 0.
template <class T> void scale(dense a, T factor, T *A) {
  a.each([=](integer i, integer j) {
    T &e = A[a.at(i, j)];
    e = factor == 0 ? T(0) : factor * e;
  });
}

/// B += factor * A in a triangle.
template <class T> void add_multiple(dense a, T factor, const T *A, T *B) {
  a.each(
      [=](integer i, integer j) { B[a.at(i, j)] += factor * A[a.at(i, j)]; });
}

} // namespace blas
} // namespace nabla

#endif // NABLA_RULES_CBLAS_STORED_H
