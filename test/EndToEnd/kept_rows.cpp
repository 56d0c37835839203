// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is kept of loops whose length differs from run to run, of loops in
// branches, and of values that some of the loops around them leave alone.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

// In place: every element that is overwritten is read first.
[[grad]] double cholesky(double *a, int size) {
  int n = 0;
  while ((n + 1) * (n + 1) <= size)
    ++n;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::log(a[i * n + i]) * (i + 1);
  return sum;
}

// Down, in steps, unsigned, and now and then not at all.
[[grad]] double shapes(double *x, int n) {
  double s = 1;
  for (int i = n + 2; i > -3; i -= 2) {
    for (int j = n - 1; j >= i; j -= 3)
      s = s * std::cos(0.3 * x[j < 0 ? 0 : j]) + 0.1 * s * s;
    for (unsigned j = 0; int(j) < i && j < unsigned(n); j += 2)
      s += 0.1 * s * x[j] * x[j];
    for (long j = i; j <= n - 1; ++j) {
      s -= 0.01 * s * s * x[j < 0 ? 0 : j];
      for (int k = n; k > n - 10; --k)
        s += 0.001 * s * s * k;
    }
  }
  return s;
}

// Lengths from memory, which is changed meanwhile.
[[grad("x")]] double jagged(double *x, int n, int *length, int rows) {
  double s = 0.5;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < length[i]; ++j) {
      s += 0.1 * std::sin(s * x[j % n]);
      x[j % n] *= s;
    }
    length[(i + 1) % rows] = length[i] % 11 + 3;
  }
  return s;
}

// In branches, in a loop that is left, and one without a count.
[[grad]] double branches(double *x, int n) {
  double s = x[0], t = x[1];
  if (s > 0.5)
    for (int i = 0; i < 3 * n; ++i)
      s = 0.9 * s + 0.1 * s * s * x[i % n];
  else
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        t += 0.05 * t * s * x[j];
  int turns = 0;
  while (t < 3) {
    if (++turns % 3 == 0)
      for (int i = 0; i < turns + 8; ++i)
        t += 0.02 * t * t * x[i % n];
    else if (turns > 40)
      break;
    for (int i = 0; i < n; ++i)
      t += 0.01 + 0.03 * t * x[i];
    if (s * t > 20)
      break;
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < i; ++j)
        s += 0.001 * s * t;
  }
  return s * t;
}

// The same in all iterations of some loops: of none but t, of i, of i and j.
[[grad]] double same(double *x, int n) {
  double s = 0.1;
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < n; ++i) {
      double scale = 0.5 * x[i];
      for (int j = 0; j < n; ++j) {
        s += x[j] * x[i] * std::sin(x[(i + j) % n]);
        if (i != 1)
          s += x[0] * x[0] * scale;
        for (int k = i; k < n; ++k)
          s += 0.01 * x[j] * x[j] * x[i];
      }
    }
    for (int i = 0; i < n; ++i)
      x[i] = x[i] * (0.9 + 0.01 * s);
  }
  return s;
}

// Not the same, though the element's name is: a pointer and a counter move.
[[grad]] double moves(double *x, int n) {
  double s = 0.2;
  double *p = x;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) {
      s += *p * *p * x[at] * x[at];
      at = (at + 2) % n;
    }
    p = x + (i * 2) % n;
  }
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * x[i] * s;
  return s;
}

// In the frame of a call, at every depth.
static double below(double *x, int n, double s, int depth) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n + depth; ++j)
      s += 0.05 * s * s * x[j % n];
  if (depth > 0)
    s = below(x + 1, n - 1, s, depth - 1) * s;
  for (int i = 0; i < n; ++i)
    x[i] *= s;
  return s + x[0];
}
[[grad]] double called(double *x, int n) { return below(x, n, 0.3, 2); }

// In an iteration that is run again, whose arrays are its own.
[[grad]] double again(double *x, int n) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    double z[16];
    for (int i = 0; i < 16; ++i)
      z[i] = x[i % n] * (t + 1);
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < i; ++j)
        z[i] += 0.02 * z[j] * z[i];
    for (int i = 0; i < 16; ++i)
      s += z[i] * x[(i + t) % n];
    if (s > 1)
      for (int i = 0; i < 16; ++i)
        s += 0.01 * z[i] * z[15 - i] * s;
  }
  return s;
}

// Pointers to const and their shadows, which are not, of one length.
[[grad]] double walked(const double *x, int n) {
  double s = 0.1;
  const double *w = x;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < n + i; ++j) {
      s += 0.1 * s * *w * *w;
      w = w + 1 == x + n ? x : w + 1;
    }
    s *= 0.9;
  }
  return s;
}

struct Body {
  double x, v, m;
};

// Members of one record type, in an array that is changed in place.
[[grad]] double bodies(double *y, int) {
  Body b[3] = {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}, {y[6], y[7], y[8]}};
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 3; ++i)
      for (int j = i + 1; j < 3; ++j) {
        double d = b[i].x - b[j].x, f = 0.1 / (1 + d * d);
        b[i].v -= f * b[j].m * d;
        b[j].v += f * b[i].m * d;
      }
    for (int i = 0; i < 3; ++i) {
      b[i].x += 0.1 * b[i].v;
      b[i].m *= 1.01;
    }
    if (t % 2)
      b[t % 3] = b[(t + 1) % 3];
  }
  return b[0].x * b[1].v + b[2].m;
}

int main() {
  NABLA_CHECK(check_array(
      cholesky, cholesky_grad,
      {5, 1, 2, 0.5, 1, 6, 0.7, 0.1, 2, 0.7, 7, 1.5, 0.5, 0.1, 1.5, 8}));
  NABLA_CHECK(check_array(cholesky, cholesky_grad, {4.0}));
  NABLA_CHECK(check_array(shapes, shapes_grad, {0.9, 0.4, 1.1, 0.7, 0.3}));
  for (int n : {1, 4})
    NABLA_CHECK(check_flat(
        [=](double *x) {
          int length[4] = {9, 0, -1, 12};
          return jagged(x, n, length, 4);
        },
        [=](double *x, double *d) {
          int length[4] = {9, 0, -1, 12};
          return jagged_grad(x, n, length, 4, d);
        },
        nabla_test::Point{0.9, 0.4, 1.1, 0.7}));
  NABLA_CHECK(check_array(branches, branches_grad, {0.9, 0.4, 0.6}));
  NABLA_CHECK(check_array(branches, branches_grad, {0.3, 0.8, 0.7, 0.2}));
  NABLA_CHECK(check_array(same, same_grad, {0.9, 0.4, 0.6, 0.7}));
  NABLA_CHECK(check_array(moves, moves_grad, {0.9, 0.4, 0.6, 0.7, 1.2}));
  NABLA_CHECK(check_array(called, called_grad, {0.9, 0.4, 0.6, 0.7}));
  NABLA_CHECK(check_array(again, again_grad, {0.3, 0.4, 0.2}));
  NABLA_CHECK(check_array(walked, walked_grad, {0.3, 0.4, 1.2}));
  NABLA_CHECK(check_array(bodies, bodies_grad,
                          {0.3, 0.4, 1.2, 0.9, -0.1, 0.8, -0.5, 0.2, 1.5}));
  return nabla_test::result();
}
