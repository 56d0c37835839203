// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees of every kind, most of them not inlined: outputs through pointers
// and references, structures, arguments active in any mix, one variable given
// twice, default arguments, overloads, namespaces, mutual recursion with early
// returns, recursion on arrays, an array updated in place in a time loop.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstddef>
#include <nabla/runtime.h>

namespace {

//===-- Results of all kinds ----------------------------------------------===//

struct Pair {
  double a, b;
};

// A recursion keeps each of them from being inlined.
void outputs(double x, double *p, double &r, int n) {
  if (n > 0)
    return outputs(x * 1.1, p, r, n - 1);
  *p = x * r;
  p[1] += x;
  r = std::sin(r) + p[0];
}
Pair both(double x, Pair y, int n) {
  if (n == 0)
    return {x * y.b, y.a + x};
  Pair p = both(x * 0.9, {y.b, y.a * x}, n - 1);
  p.a *= x;
  return p;
}
void inStruct(Pair *p, const Pair &q, int n) {
  if (n == 0) {
    p->a += q.b * q.a;
    return;
  }
  inStruct(p, {q.b, p->b}, n - 1);
  p->b *= q.a;
}

} // namespace

[[grad]] double results(double x, double y) {
  double p[2] = {y, x};
  double r = x * y;
  outputs(x, p, r, 2);
  Pair s = both(r, {x, p[1]}, 2);
  Pair t = {s.b, p[0]};
  inStruct(&t, s, 2);
  inStruct(&s, t, 1);
  return t.a * t.b + s.a * s.b + r;
}

//===-- Arguments ---------------------------------------------------------===//

// Each combination of active and inactive arguments that occurs is a pair.
static double mixed(double a, const double *b, double c, double *d, int n) {
  if (n == 0)
    return a * b[0] + c * d[0];
  d[0] = d[0] * a + b[n - 1];
  return mixed(c, b, a * c, d, n - 1) + d[0] * b[0];
}
[[grad]] double combinations(double x) {
  const double fixed[2] = {0.5, -1.5};
  double active[2] = {x, x * x}, out[1] = {1}, other[1] = {2};
  double s = mixed(x, fixed, 2, out, 2);
  s += mixed(1, active, 2, out, 1);
  s += mixed(1, fixed, 2, other, 2) * x;
  s += mixed(1, fixed, x, other, 2);
  s += mixed(x, active, x, active, 2);
  return s + other[0] + out[0];
}

static void swapAdd(double &a, double &b, int n) {
  if (n == 0)
    return;
  double t = a;
  a = b * t;
  b = t + a;
  swapAdd(b, a, n - 1);
}
static void scaled(double &to, const double &by, int n) {
  if (n) {
    to *= by;
    scaled(to, by, n - 1);
  }
}
[[grad]] double sameTwice(double x, double y) {
  double a = x, b = y;
  swapAdd(a, b, 3);
  swapAdd(a, a, 2);
  scaled(b, b, 2);
  return a * b + x;
}

namespace lib {
double power(double x, int n = 3, double c = 0.5) {
  return n == 0 ? c : x * power(x, n - 1, c);
}
namespace detail {
double power(double x) { return x < 1 ? x : power(x / 2) * 1.5 + x * x; }
} // namespace detail
double power(double x, double y) { return y > 2 ? power(x * y, y / 2) : x * y; }
} // namespace lib
[[grad]] double overloads(double x) {
  return lib::power(x) + lib::power(x, 2) * lib::power(x, 2, x) +
         lib::detail::power(x) + lib::power(x, 3 * x);
}

//===-- Recursion ---------------------------------------------------------===//

static double odd(double x, double y, int n);
static double even(double x, double y, int n) {
  if (n <= 0)
    return x;
  double t = std::sin(x) * y;
  if (t > 0.9)
    return t * t;
  double r = odd(t, x, n - 1);
  t += r * 0.1;
  return r * t;
}
static double odd(double x, double y, int n) {
  double t[3] = {x, y, x * y};
  if (n <= 1)
    return t[0] + t[2];
  for (int i = 0; i < 3; ++i) {
    t[i] = even(t[i], t[(i + 1) % 3], n - 2);
    if (t[i] < -1)
      return t[i] * y;
  }
  return t[0] * t[1] + t[2];
}
[[grad]] double mutual(double x, double y, int n) { return even(x, y, n); }

/// The determinant by the first row, of the n x n matrix that m is.
static double determinant(const double *m, int n) {
  if (n == 1)
    return m[0];
  double minor[16], d = 0, sign = 1;
  for (int c = 0; c < n; ++c) {
    for (int i = 1; i < n; ++i)
      for (int j = 0, k = 0; j < n; ++j)
        if (j != c)
          minor[(i - 1) * (n - 1) + k++] = m[i * n + j];
    d += sign * m[c] * determinant(minor, n - 1);
    sign = -sign;
  }
  return d;
}
[[grad]] double volume(const double *m, int n) {
  int k = 1;
  while (k * k < n)
    ++k;
  return determinant(m, k);
}

/// Quicksort in place, then a weighted sum.
static void sort(double *a, int from, int to) {
  if (to - from < 2)
    return;
  double pivot = a[(from + to) / 2];
  int i = from, j = to - 1;
  while (i <= j) {
    while (a[i] < pivot)
      ++i;
    while (a[j] > pivot)
      --j;
    if (i <= j) {
      double t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  sort(a, from, j + 1);
  sort(a, i, to);
}
static double sumOf(const double *a, int n) {
  if (n == 1)
    return a[0] * a[0];
  return sumOf(a, n / 2) + 2 * sumOf(a + n / 2, n - n / 2);
}
[[grad]] double sorted(double *a, int n) {
  sort(a, 0, n);
  return sumOf(a, n) + a[0] * a[n - 1];
}

//===-- What comes between the sweeps ------------------------------------===//

// The caller changes what the callee has read, before it is reversed.
static double reads(const double *a, const double &b, int n) {
  return n ? reads(a, b, n - 1) * a[0] : a[1] * b;
}
static double product(const double *a, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    p *= a[i] + (n > 2 ? product(a + 1, n - 2) : 0);
  return p;
}
[[grad]] double changedLater(double x) {
  double a[3] = {x, x * x, 1 + x}, b = 2 * x;
  double r = reads(a, b, 2);
  a[0] = 5 * x * x;
  b = r * x;
  r += reads(a, b, 1) + product(a, 3);
  a[1] = 0;
  a[2] = r;
  b = -1;
  return r * a[0] + product(a, 3);
}

//===-- Many variants -----------------------------------------------------===//

static double five(double a, double b, double c, double d, double e, int n) {
  if (n == 0)
    return a * b + c * d + e;
  return five(b, c, d, e, a * 0.5, n - 1) + std::sin(a * e);
}
[[grad]] double variants(double x) {
  double s = 0;
  s += five(x, 1, 1, 1, 1, 2) + five(1, x, 1, 1, 1, 2) + five(1, 1, x, 1, 1, 2);
  s += five(x, x, 1, 1, 1, 2) + five(1, x, x, 1, 1, 2) + five(1, 1, x, x, 1, 2);
  s += five(x, 1, x, 1, 1, 0) + five(1, x, 1, x, 1, 0) + five(1, 1, x, 1, x, 0);
  s += five(x, x, x, 1, 1, 1) + five(1, x, x, x, 1, 1) + five(1, 1, x, x, x, 1);
  return s;
}

//===-- Time loops --------------------------------------------------------===//

static void step(double *u, int n, double c) {
  double left = u[0];
  for (int i = 1; i + 1 < n; ++i) {
    double old = u[i];
    u[i] += c * (left - 2 * old + u[i + 1]) * old;
    left = old;
  }
}
[[grad]] double diffusion(double *u, int n, double c, int steps) {
  for (int k = 0; k < steps; ++k)
    step(u, n, c);
  return u[n / 2] * u[1];
}

static double nested(double x, int depth) {
  if (depth == 0)
    return x * std::sin(x);
  double s = nested(x, depth - 1) * 0.5;
  return s + std::sin(s) * x;
}
[[grad]] double deep(double x, int depth) { return nested(x, depth); }

int main() {
  NABLA_CHECK(check_scalar(results, results_grad, {0.7, 1.2}));
  NABLA_CHECK(check_scalar(combinations, combinations_grad, {0.8}));
  NABLA_CHECK(check_scalar(sameTwice, sameTwice_grad, {0.6, 0.9}));
  NABLA_CHECK(check_scalar(overloads, overloads_grad, {1.3}));
  for (double n : {0., 1., 3., 6., 9.})
    NABLA_CHECK(check_scalar(mutual, mutual_grad, {0.7, 0.4, n}));
  NABLA_CHECK(check_scalar(changedLater, changedLater_grad, {0.7}));
  NABLA_CHECK(check_scalar(variants, variants_grad, {0.7}));
  NABLA_CHECK(check_array(volume, volume_grad,
                          {0.5, 1.2, -0.3, 2, 0.7, 0.1, -1, 0.4, 1.6}));
  NABLA_CHECK(check_array(volume, volume_grad,
                          {1, .2, .3, .4, .5, 2, .6, .7, .8, .9, 3, .1, .2, .3, .4, 4}));
  NABLA_CHECK(check_array(sorted, sorted_grad,
                          {0.5, -1.2, 3.3, 2.1, 0.9, -0.4, 1.6}));
  NABLA_CHECK(check_flat(
      [](double *p) { return diffusion(p, 6, p[6], 9); },
      [](double *p, double *d) {
        return diffusion_grad(p, 6, p[6], 9, d, d + 6);
      },
      {0.1, 0.4, 0.9, 0.5, 0.2, 0.3, 0.05}));
  for (double n : {0., 1., 5., 20.})
    NABLA_CHECK(check_scalar(deep, deep_grad, {0.7, n}));
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  return nabla_test::result();
}
