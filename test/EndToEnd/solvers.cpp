// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerical programs as people write them: factorizations in place, with rows
// exchanged, transforms, iterations until something is small. Expected
// gradients are closed forms, or differences of the same in long double.
//
// RUN: %at-levels %nabla -std=c++17 -Wno-everything %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstddef>
#include <utility>

//===-- LU with pivoting: the gradient of log|det A| is the inverse of A^T
//-===//

[[grad]] double byRowPointers(const double *a, int n) {
  double store[4][4], *row[4];
  int order = 0;
  while (order * order < n)
    ++order;
  for (int i = 0; i < order; ++i) {
    row[i] = store[i];
    for (int j = 0; j < order; ++j)
      row[i][j] = a[order * i + j];
  }
  double result = 0;
  for (int k = 0; k < order; ++k) {
    double **best = row + k;
    for (double **r = best + 1; r != row + order; ++r)
      if (std::fabs((*r)[k]) > std::fabs((*best)[k]))
        best = r;
    std::swap(row[k], *best);
    result += std::log(std::fabs(row[k][k]));
    for (int i = k + 1; i < order; ++i) {
      row[i][k] /= row[k][k];
      for (int j = k + 1; j < order; ++j)
        row[i][j] -= row[i][k] * row[k][j];
    }
  }
  return result;
}

struct Matrix {
  double value[16];
  int at[4];
  int order;
};
static void exchange(int &p, int &q) {
  int t = p;
  p = q;
  q = t;
}
static int pivot(const Matrix &m, int k) {
  int best = k;
  for (int i = k; i < m.order; ++i)
    if (std::fabs(m.value[m.at[i] + k]) > std::fabs(m.value[m.at[best] + k]))
      best = i;
  return best;
}
static void eliminate(Matrix *m, int k) {
  const double *top = m->value + m->at[k];
  for (int i = m->order; --i > k;) {
    double *row = &m->value[m->at[i]], factor = row[k] / top[k];
    for (int j = k; j < m->order; ++j)
      row[j] -= factor * top[j];
  }
}
[[grad]] double byPermutation(const double *a, int n) {
  Matrix m = {};
  for (int i = 0; i < n; ++i)
    m.value[i] = a[i];
  for (; m.order * m.order < n; ++m.order)
    m.at[m.order] = 0;
  for (int i = 0; i < m.order; ++i)
    m.at[i] = i * m.order;
  double result = 0;
  for (int k = 0; k < m.order; ++k) {
    exchange(m.at[k], m.at[pivot(m, k)]);
    result += std::log(std::fabs(m.value[m.at[k] + k]));
    eliminate(&m, k);
  }
  return result;
}

static void checkInverse(const char *name,
                         double (*grad)(const double *, int, double *)) {
  const double a[9] = {0.1, 2, -1, 3, 0.5, 0.7, -1, 4, 2.5};
  double d[9] = {}, det = 0;
  auto cofactor = [&](int i, int j) {
    int r = (i + 1) % 3 * 3, s = (i + 2) % 3 * 3, p = (j + 1) % 3,
        q = (j + 2) % 3;
    return a[r + p] * a[s + q] - a[r + q] * a[s + p];
  };
  for (int j = 0; j < 3; ++j)
    det += a[j] * cofactor(0, j);
  NABLA_CHECK(check_near(name, grad(a, 9, d), std::log(std::fabs(det))));
  for (int i = 0; i < 9; ++i)
    NABLA_CHECK(check_near(name, d[i], cofactor(i / 3, i % 3) / det));
}

//===-- Tridiagonal systems, solved in the memory of the arguments --------===//

template <class T>
void solve(T *lower, T *diagonal, T *upper, T *right, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i) {
    lower[i - 1] /= diagonal[i - 1];
    diagonal[i] -= lower[i - 1] * upper[i - 1];
    right[i] -= lower[i - 1] * right[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n)
      right[i] -= upper[i] * right[i + 1];
    right[i] /= diagonal[i];
  }
}
template <class T> T solved(T *x) { // lower, diagonal, upper, right side of 4
  solve(x, x + 3, x + 7, x + 10, 4);
  T s = 0;
  for (int i = 0; i < 4; ++i)
    s += x[10 + i] * x[10 + i] * (i + 1);
  return s;
}
[[grad]] double tridiagonal(double *x) { return solved(x); }

/// The right side of each step is the solution of the last one.
template <class T> T diffused(const T *x, int steps) {
  T right[4] = {x[0], x[1], x[2], x[3]};
  for (int t = 0; t < steps; ++t) {
    T lower[3], diagonal[4], upper[3];
    for (int i = 0; i < 4; ++i) {
      diagonal[i] = 1 + 2 * x[4] + right[i] * right[i] / 8;
      if (i < 3)
        lower[i] = upper[i] = -x[4];
    }
    solve(lower, diagonal, upper, right, 4);
  }
  return right[0] * right[1] + right[2] * right[3];
}
[[grad]] double implicitSteps(const double *x) { return diffused(x, 5); }

//===-- Cholesky: above the diagonal nothing is ever set ------------------===//

template <class T> T likelihood(const T *x) {
  T k[4][4], a[4], sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j <= i; ++j)
      k[i][j] = x[0] * x[0] * std::exp(-(i - j) * (i - j) * x[1]) +
                (i == j ? x[2] : T(0));
  for (int j = 0; j < 4; ++j) {
    for (int p = 0; p < j; ++p)
      k[j][j] -= k[j][p] * k[j][p];
    k[j][j] = std::sqrt(k[j][j]);
    sum += std::log(k[j][j]);
    for (int i = j + 1; i < 4; ++i) {
      for (int p = 0; p < j; ++p)
        k[i][j] -= k[i][p] * k[j][p];
      k[i][j] /= k[j][j];
    }
    a[j] = j - x[3];
    for (int p = 0; p < j; ++p)
      a[j] -= k[j][p] * a[p];
    sum += (a[j] /= k[j][j]) * a[j] / 2;
  }
  return sum;
}
[[grad]] double gaussian(const double *x) { return likelihood(x); }

//===-- Fourier transform in place: |X_k|^2 has the gradient 2 Re(X_k* w)
//--===//

struct Complex {
  double re, im;
};
static Complex times(Complex a, const Complex &b) {
  a = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return a;
}
static void reorder(Complex *z, unsigned n) {
  for (unsigned i = 1, j = 0; i < n; ++i) {
    unsigned bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      std::swap(z[i], z[j]);
  }
}
static void transform(Complex *z, unsigned n) {
  reorder(z, n);
  for (unsigned half = 1; half < n; half <<= 1)
    for (unsigned i = 0; i < n; i += 2 * half)
      for (unsigned k = 0; k < half; ++k) {
        double angle = -std::acos(-1.0) * k / half;
        Complex &p = z[i + k], &q = z[i + k + half];
        Complex t = times(q, {std::cos(angle), std::sin(angle)});
        q.re = p.re - t.re;
        q.im = p.im - t.im;
        p.re += t.re;
        p.im += t.im;
      }
}
[[grad]] double power(const double *x, int n, int k) {
  Complex z[16];
  for (int i = 0; i < n; ++i)
    z[i] = {x[i], 0};
  transform(z, n);
  return z[k].re * z[k].re + z[k].im * z[k].im;
}
static void checkPower(int n, int k) {
  double x[16], d[16] = {}, re = 0, im = 0, turn = 2 * std::acos(-1.0) * k / n;
  for (int i = 0; i < n; ++i) {
    x[i] = 0.3 * i * i - i + 0.5;
    re += x[i] * std::cos(turn * i);
    im += x[i] * std::sin(turn * i);
  }
  NABLA_CHECK(check_near("power", power_grad(x, n, k, d), re * re + im * im));
  for (int i = 0; i < n; ++i)
    NABLA_CHECK(check_near(
        "power by x", d[i],
        2 * (re * std::cos(turn * i) + im * std::sin(turn * i)), 1e-11));
}

//===-- Until it is small: E - e sin E = m has dE/dm = 1 / (1 - e cos E)
//---===//

struct Step {
  double at, by;
};
[[grad]] double kepler(double m, double e, int form) {
  double E = m, step;
  int k = 0;
  switch (form) {
  case 0:
    do
      E -= step = (E - e * std::sin(E) - m) / (1 - e * std::cos(E));
    while (std::fabs(step) > 1e-9 && ++k < 50);
    break;
  case 1:
    while (std::fabs(step = (E - e * std::sin(E) - m) / (1 - e * std::cos(E))) >
           1e-9)
      E -= step;
    E -= step;
    break;
  case 2:
  again:
    step = (E - e * std::sin(E) - m) / (1 - e * std::cos(E));
    E -= step;
    if (std::fabs(step) < 1e-9)
      goto done;
    if (++k > 50)
      goto failed;
    goto again;
  default:
    for (Step s = {m, 1};; ++k) {
      s.by = (s.at - e * std::sin(s.at) - m) / (1 - e * std::cos(s.at));
      s.at -= s.by;
      if (s.by * s.by < 1e-18)
        return s.at;
      if (k == 50)
        break;
    }
  }
done:
  return E;
failed:
  return -1;
}

/// Each equation begins with the solution of the last one.
static double root(double e, double m, double &E) {
  for (int k = 0; k < 30; ++k) {
    double step = (E - e * std::sin(E) - m) / (1 - e * std::cos(E));
    E -= step;
    if (std::fabs(step) < 1e-10)
      break;
  }
  return E;
}
[[grad]] double orbit(double m, double e, int n) {
  double E = m, s = 0;
  for (int i = 1; i <= n; ++i)
    s += i * root(e, m * i, E);
  return s;
}

int main() {
  checkInverse("log|det|, row pointers", byRowPointers_grad);
  checkInverse("log|det|, a permutation", byPermutation_grad);
  NABLA_CHECK(
      check_flat(tridiagonal, tridiagonal_grad,
                 {-1, -.5, .3, 2.1, 2.2, 1.9, 2.4, -.6, .7, -.8, 1, 0, .5, -.5},
                 [](long double *x) { return solved(x); }));
  NABLA_CHECK(check_flat(implicitSteps, implicitSteps_grad,
                         {0.5, 1, -0.7, 1.2, 0.4},
                         [](long double *x) { return diffused(x, 5); }));
  NABLA_CHECK(check_flat(gaussian, gaussian_grad, {1.1, 0.4, 0.2, 0.3},
                         [](long double *x) { return likelihood(x); }));
  for (int n : {1, 2, 8, 16})
    for (int k : {0, 1, 3})
      checkPower(n, k % n);
  for (int form = 0; form < 4; ++form) {
    double dm = 0, de = 0, E = kepler_grad(0.8, 0.6, form, &dm, &de);
    NABLA_CHECK(check_near("E", E - 0.6 * std::sin(E), 0.8));
    NABLA_CHECK(check_near("by m", dm, 1 / (1 - 0.6 * std::cos(E)), 1e-7));
    NABLA_CHECK(
        check_near("by e", de, std::sin(E) / (1 - 0.6 * std::cos(E)), 1e-7));
  }
  double dm = 0, de = 0, m = 0, e = 0;
  orbit_grad(0.3, 0.5, 4, &dm, &de);
  for (int i = 1; i <= 4; ++i) {
    double E = 0.3 * i, slope;
    for (int k = 0; k < 40; ++k) {
      slope = 1 - 0.5 * std::cos(E);
      E -= (E - 0.5 * std::sin(E) - 0.3 * i) / slope;
    }
    m += i * i / slope;
    e += i * std::sin(E) / slope;
  }
  NABLA_CHECK(check_near("orbit by m", dm, m, 1e-8));
  NABLA_CHECK(check_near("orbit by e", de, e, 1e-8));
  return nabla_test::result();
}
