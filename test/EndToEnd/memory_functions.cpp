// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the libraries that copy, fill, exchange and sum memory.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <string.h>
#include <utility>

using nabla_test::check_array;

//===--- Bytes ------------------------------------------------------------===//

[[grad]] double copies(const double *x, int n) {
  double a[8], b[8];
  std::memcpy(a, x, n * sizeof(double));
  std::memcpy(b, a, sizeof(a[0]) * n);
  for (int i = 0; i < n; ++i)
    a[i] *= b[n - 1 - i];
  memcpy(&b[1], a, (n - 1) * sizeof(double));
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

[[grad]] double moves(const double *x, int n) {
  double a[8];
  memcpy(a, x, n * sizeof *a);
  for (int k = 0; k < 3; ++k) {
    std::memmove(a + 1, a, (n - 1) * sizeof(double));
    a[0] = a[n - 1] * x[k];
    memmove(a, a + 1, (n - 1) * sizeof(double));
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * x[i];
  return s;
}

[[grad]] double cleared(const double *x, int n) {
  double a[8];
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::memset(a, 0, sizeof(a));
    for (int i = 0; i < n; ++i)
      a[i] += x[i] * x[k];
    for (int i = 0; i < n; ++i)
      s += a[i] * a[i];
    memset(&a[0], 0, n * sizeof(double));
    s += a[0];
  }
  return s;
}

struct Body {
  double r[3];
  double mass;
  int label;
};

// Numbers of bytes that are those of whole elements, however they are written,
// and parts of matrices.
[[grad]] double whole_bytes(const double *x, int n) {
  double a[8] = {}, m[2][3] = {}, c[2][2] = {{1, 1}, {1, 1}};
  std::size_t all = n * sizeof(double);
  const auto less = all - sizeof(double);
  std::memcpy(a, x, all);
  std::memmove(a + 1, a, less);
  std::memcpy(a + 4, x, n > 3 ? sizeof(double) * 2 : sizeof(x[0]));
  double rows[2][3] = {{x[0], x[1], x[2]}, {x[3], x[0] * x[1], x[2] * x[3]}};
  std::memcpy(m, rows, 5 * sizeof(double));
  std::memset(c, 0, 3 * sizeof(double));
  double s = a[0] * a[1] + a[3] * a[4] * a[5] + c[0][0] + c[1][1] * x[1];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      s += m[i][j] * x[j] * (i + 1);
  return s;
}

[[grad]] double records(const double *x, int n) {
  Body a[4], b[4];
  std::memset(a, 0, sizeof a);
  for (int i = 0; i < n; ++i) {
    a[i].r[i % 3] = x[i];
    a[i].mass = x[i] * x[0];
    a[i].label = i;
  }
  std::memcpy(b, a, n * sizeof(Body));
  Body one;
  std::memcpy(&one, &b[1], sizeof one);
  double s = one.mass * one.r[1];
  for (int i = 0; i < n; ++i)
    s += b[i].mass * a[i].r[i % 3] * b[i].label;
  return s;
}

[[grad]] double matrix(const double *x, int n) {
  double a[2][3], b[2][3];
  memset(a, 0, sizeof a);
  for (int i = 0; i < n; ++i)
    a[i / 3][i % 3] = x[i];
  memcpy(b, a, sizeof a);
  b[1][0] *= b[0][1];
  memcpy(b[0], b[1], sizeof b[0]);
  double s = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      s += a[i][j] * b[i][j];
  return s;
}

[[grad]] double in_place(double *x, int n) {
  std::memcpy(x, x + n / 2, (n / 2) * sizeof(double));
  x[0] *= x[n - 1];
  std::memset(x + 1, 0, sizeof(double));
  return x[0] + x[1] * x[2];
}

[[grad]] double integers(const double *x, int n) {
  int order[8], again[8];
  for (int i = 0; i < n; ++i)
    order[i] = n - 1 - i;
  memcpy(again, order, sizeof order);
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * x[again[i]] + x[order[i]];
  return s;
}

//===--- Algorithms -------------------------------------------------------===//

[[grad]] double exchanged(const double *x, int n) {
  double a[8];
  std::copy(x, x + n, a);
  std::swap(a[0], a[n - 1]);
  double p = x[0] * x[1], q = x[2];
  std::swap(p, q);
  a[1] *= p;
  std::iter_swap(a, a + 1);
  std::swap_ranges(a, a + n / 2, a + n / 2);
  double old = std::exchange(a[2], p * q);
  double s = old;
  for (int i = 0; i < n; ++i)
    s += a[i] * x[i] * (i + 1);
  return s;
}

[[grad]] double pivots(const double *x, int n) {
  double a[4][4];
  double *row[4];
  for (int i = 0; i < n; ++i) {
    row[i] = a[i];
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i] * x[j] + (i == j ? 0.1 : 0.0) + i * j * 0.3;
  }
  double det = 1;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(row[i][k]) > std::fabs(row[p][k]))
        p = i;
    if (p != k) {
      std::swap(row[p], row[k]);
      det = -det;
    }
    det *= row[k][k];
    for (int i = k + 1; i < n; ++i) {
      double l = row[i][k] / row[k][k];
      for (int j = k; j < n; ++j)
        row[i][j] -= l * row[k][j];
    }
  }
  return det;
}

[[grad]] double filled(const double *x, int n) {
  double a[8], b[8];
  std::fill(a, a + n, x[0] * x[1]);
  std::fill_n(b, n, 2);
  b[1] = x[2];
  std::copy_n(a, n - 1, b + 1);
  std::copy_backward(b, b + n - 1, b + n);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i] * x[i];
  std::iota(a, a + n, x[0]);
  return s + a[n - 1] * b[0];
}

[[grad]] double ordered(const double *x, int n) {
  double a[8], b[8];
  std::copy(x, x + n, a);
  std::reverse(a, a + n);
  std::reverse_copy(a, a + n, b);
  std::rotate(b, b + 1, b + n);
  double s = *std::min_element(a, a + n) * *std::max_element(b, b + n);
  double *m = std::max_element(a, a + n);
  *m *= x[0];
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i] * (i + 1);
  return s;
}

[[grad]] double summed(const double *x, int n) {
  double a[8], b[8];
  std::partial_sum(x, x + n, a);
  std::adjacent_difference(a, a + n, b);
  for (int i = 0; i < n; ++i)
    b[i] *= a[i];
  return std::accumulate(a, a + n, 0.0) * std::accumulate(b, b + n, x[0]) +
         std::inner_product(a, a + n, b, x[1]);
}

static double hypotenuse(double a, double b) {
  return std::sqrt(a * a + b * b);
}
struct Damped {
  double operator()(double a, double b) const { return a * 0.5 + b * b; }
};
static double squared(double v) { return v * v; }

[[grad]] double reduced(const double *x, int n) {
  double s = std::reduce(x, x + n) * std::reduce(x + 1, x + n, x[0] * x[1]);
  s += std::reduce(x, x + n, x[2], std::multiplies<>());
  s *= std::accumulate(x, x + n, x[1], hypotenuse);
  s += std::accumulate(x, x + n, 1.5, std::multiplies<double>());
  s += std::accumulate(x, x + n, x[0], Damped()) * x[2];
  s += std::transform_reduce(x, x + n - 1, x + 1, x[1]);
  s += std::transform_reduce(x, x + n - 1, x + 1, x[1], std::multiplies<>(),
                             std::minus<>());
  s += std::inner_product(x, x + n, x, x[3], std::plus<>(), std::divides<>());
  s += std::transform_reduce(x, x + n, x[3], std::plus<>(), squared) * x[0];
  return s + std::transform_reduce(x, x + n, x[0], std::multiplies<>(),
                                   std::negate<>());
}

[[grad]] double scanned(const double *x, int n) {
  double a[8], b[8], c[8], d[8];
  std::exclusive_scan(x, x + n, a, x[1]);
  std::exclusive_scan(a, a + n, a, x[0], std::multiplies<>());
  std::inclusive_scan(x, x + n, b);
  std::inclusive_scan(b, b + n, b, hypotenuse);
  std::inclusive_scan(x, x + n, c, std::multiplies<>(), x[2]);
  std::partial_sum(c, c + n, c, Damped());
  double *end = std::adjacent_difference(b, b + n, d, std::multiplies<>());
  double s = end[-1];
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i] * (i + 1) + c[i] * d[i] * x[i];
  return s;
}

/// The sum is an integer: nothing to differentiate in it.
[[grad]] double truncated(const double *x, int n) {
  return std::accumulate(x, x + n, 0) * x[0];
}

//===--- Templates --------------------------------------------------------===//

template <class T> static T square(T v) { return v * v; }
template <int N> static double power(double v) {
  if constexpr (N == 0)
    return 1;
  else
    return v * power<N - 1>(v);
}
template <class T, int N> static T sum(const T (&a)[N]) {
  T s = 0;
  for (int i = 0; i < N; ++i)
    s += a[i];
  return s;
}
/// Too large or recursive to be inlined, in several instances.
template <int N> static double deep(double v, int n) {
  return n == 0 ? v : v * deep<N>(v / N, n - 1) + 1;
}

[[grad]] double templates(const double *x, int n) {
  double a[3] = {square(x[0]), power<3>(x[1]), deep<2>(x[2], n)};
  return sum(a) * deep<3>(x[1], n);
}

int main() {
  nabla_test::Point P = {0.7, 1.1, 0.4, 0.9};
  NABLA_CHECK(check_array(copies, copies_grad, P));
  NABLA_CHECK(check_array(moves, moves_grad, P));
  NABLA_CHECK(check_array(cleared, cleared_grad, P));
  NABLA_CHECK(check_array(whole_bytes, whole_bytes_grad, P));
  NABLA_CHECK(check_array(records, records_grad, P));
  NABLA_CHECK(check_array(matrix, matrix_grad, P));
  NABLA_CHECK(check_array(in_place, in_place_grad, P));
  NABLA_CHECK(check_array(integers, integers_grad, P));
  NABLA_CHECK(check_array(exchanged, exchanged_grad, P));
  NABLA_CHECK(check_array(pivots, pivots_grad, P));
  NABLA_CHECK(check_array(filled, filled_grad, P));
  NABLA_CHECK(check_array(ordered, ordered_grad, P));
  NABLA_CHECK(check_array(summed, summed_grad, P));
  NABLA_CHECK(check_array(reduced, reduced_grad, P));
  NABLA_CHECK(check_array(scanned, scanned_grad, P));
  NABLA_CHECK(check_array(truncated, truncated_grad, P));
  NABLA_CHECK(check_array(templates, templates_grad, P));
  return nabla_test::result();
}
