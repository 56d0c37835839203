// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs written to break a reverse sweep, by what is stored where: aliases,
// overwritten elements, references to elements, rows and records exchanged,
// names that are used again or that generated code might like, NaN and
// infinities that do not matter.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 -w %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Same buffer as input, output and scratch through two pointers.
[[grad]] double aliased(double *a, int n) {
  double *b = a + 1;
  for (int i = 0; i + 1 < n; ++i) {
    double t = a[i] * b[i];
    b[i] = t + a[i];
    a[i] = std::sin(b[i]) * t;
  }
  double s = 0;
  for (double *p = a; p != a + n; ++p)
    s += *p * *p;
  return s;
}

// Long long indices.
[[grad]] double longIndices(double *x, int n) {
  long long base = (1ll << 40);
  for (long long i = base; i < base + n; i += 2) {
    long long j = i - base;
    x[j] *= x[(j + 1) % n];
  }
  return x[0] * x[n - 1] + x[n / 2];
}

// Shadowed names.
[[grad]] double shadowed(double x, double y) {
  double r = x;
  {
    double x = r * y;
    {
      double y = x * r;
      x += y * y;
      r *= x;
    }
    r += x * y;
  }
  for (int x = 0; x < 3; ++x) {
    double r2 = r;
    {
      double r = r2 * 0.5 + x;
      r2 = r * r;
    }
    r += 0.1 * r2;
  }
  return r * x;
}

// Names of ours.
[[grad]] double ourNames(double x, double d_x, double seed, double *tape,
                         int frame) {
  double saved = x * d_x, x_saved = seed * saved, i = x_saved * x, adjoint = 0,
         nabla = 1;
  for (int i_ = 0; i_ < frame; ++i_) {
    double d_saved = saved * tape[i_], t = d_saved * i, t_1 = t * d_x;
    saved = std::sin(t_1) + d_saved;
    adjoint += saved * nabla;
    nabla *= 1 + 0.1 * t;
    tape[i_] *= t_1;
  }
  double result = adjoint * saved * i, d_result = result * seed;
  return result + d_result * nabla;
}

// Macros in the body.
#define SQUARE(v) ((v) * (v))
#define REPEAT(n) for (int r_ = 0; r_ < (n); ++r_)
#define ACC(dst, e)                                                            \
  do {                                                                         \
    (dst) += (e);                                                              \
  } while (0)
#define x_ x
[[grad]] double macros(double x, double y) {
  double s = 0;
  REPEAT(3) {
    ACC(s, SQUARE(x_ + y) * SQUARE(s + 1));
    REPEAT(2) ACC(s, x_ * s);
  }
  return s;
}
#undef x_

// Const everywhere.
[[grad]] double constants(const double x, const double *const p, const int n) {
  const double a = x * p[0];
  const double &ra = a;
  const double *const q = p + 1;
  double s = 0;
  for (int i = 0; i < n - 1; ++i) {
    const double t = q[i] * ra;
    const double u[2] = {t * t, t + s};
    const double *const pu = &u[i & 1];
    s += *pu * u[0];
  }
  return s;
}

// References to array elements.
[[grad]] double elementReferences(double *a, int n) {
  for (int i = 1; i < n; ++i) {
    double &l = a[i - 1], &r = a[i];
    double &m = l > r ? l : r;
    m *= l * r;
    r += m;
    double &z = (i % 2 ? l : r);
    z -= 0.1 * m * m;
  }
  return a[0] * a[n - 1];
}

// Arrays of arrays of structs.
struct Cell {
  double v[2];
  int k;
  struct Inner {
    double w;
  } in[2];
};
struct Grid {
  Cell c[2][3];
  double total;
};
[[grad]] double grids(const double *x, int n) {
  Grid g[2] = {};
  for (int t = 0; t < 2; ++t)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) {
        Cell &c = g[t].c[i][j];
        c.k = (i * 3 + j + t) % n;
        c.v[0] = x[c.k] * (t ? g[t - 1].c[i][j].v[1] : 1.0);
        c.v[1] = c.v[0] * c.v[0] + x[(c.k + 1) % n];
        c.in[j & 1].w += c.v[i] * c.v[1 - i];
        c.in[i].w *= 2 + c.v[0];
        g[t].total += c.in[0].w * c.in[1].w + c.in[0].w;
      }
  Grid h = g[1];
  h.total *= g[0].total;
  g[0] = h;
  return g[0].total + g[1].total * h.c[1][2].v[1];
}

// NaN and inf in dead branches.
[[grad]] double deadNan(double x, double y) {
  double bad = std::sqrt(-1.0 - x * x);
  double inf = 1.0 / (x - x);
  double s = x * y;
  if (y > 100)
    s += bad;
  s += (x > 50 ? inf * y : y);
  double unused = bad * inf;
  unused *= 2;
  double v[3] = {bad, s, inf};
  return v[1] * x;
}

// Swap through temporaries in struct arrays, whole struct assignment of element
// to element.
struct P {
  double x, y;
  int id;
};
[[grad]] double structSwaps(const double *x, int n) {
  P p[4];
  for (int i = 0; i < 4; ++i)
    p[i] = P{x[i % n], x[(i + 1) % n] * i, i};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3 - i; ++j)
      if (p[j].x * p[j].x < p[j + 1].x * p[j + 1].x) {
        P t = p[j];
        p[j] = p[j + 1];
        p[j + 1] = t;
        p[j].x += p[j + 1].y;
      }
  std::swap(p[0], p[2]);
  double s = 0;
  for (const P &q : p)
    s += q.x * q.y * (q.id + 1);
  return s;
}

// Pointer to struct walks, list through indices.
struct Node {
  double v;
  Node *next;
};
[[grad]] double lists(const double *x, int n) {
  Node nodes[8];
  Node *head = nullptr;
  for (int i = 0; i < n; ++i) {
    nodes[i].v = x[i] * x[i];
    nodes[i].next = head;
    head = &nodes[i];
  }
  double s = 0, w = 1;
  for (Node *p = head; p; p = p->next) {
    s += w * p->v;
    w *= p->v;
    p->v = s;
    if (p->next && p->next->next)
      p->next = p->next->next;
  }
  for (Node *p = head; p; p = p->next)
    s += p->v * w;
  return s;
}

// Helper with out parameters, aliased with input.
static void rot(double &a, double &b, double c) {
  double t = a * c - b;
  b = a + b * c;
  a = t;
}
[[grad]] double rotations(double *a, int n) {
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i)
      rot(a[i], a[(i + k) % n], a[(i + 1) % n]);
  double z = a[0];
  rot(z, z, z);
  return z * a[n - 1];
}

// Helper that gets the same array thrice.
static double mix(const double *a, double *b, double *c, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    b[i] += a[n - 1 - i] * c[i];
    c[i] *= 0.5;
    s += a[i] * b[i];
  }
  return s;
}
[[grad]] double thrice(double *a, int n) {
  double s = mix(a, a, a, n);
  s *= mix(a, a + 1, a, n - 1);
  return s + a[0];
}

// Pointer to pointer, rebound rows.
[[grad]] double rows(double *x, int n) {
  double *r[3] = {x, x + 1, x + 2};
  double **q = r;
  for (int k = 0; k < n; ++k) {
    double *t = q[0];
    q[0] = q[1];
    q[1] = q[2];
    q[2] = t;
    *q[0] *= *q[1];
    **(q + 2) += q[0][0] * 0.5;
    if (k % 2)
      std::swap(r[0], r[1]);
  }
  return *r[0] * **(r + 1) + *r[2];
}

// Memmove overlapped, memset, fill.
[[grad]] double moves(double *x, int n) {
  double b[8] = {};
  std::memcpy(b, x, n * sizeof *x);
  std::memmove(b + 1, b, (n - 1) * sizeof(double));
  for (int i = 0; i < n; ++i)
    b[i] *= x[i];
  std::memmove(x, x + 1, (n - 1) * sizeof(double));
  std::memset(x + n - 1, 0, sizeof(double));
  std::fill(b + 1, b + 2, x[0]);
  std::copy(b, b + n, x);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * b[i] * b[0];
  return s;
}

// Conversions that lose: float state, ints from doubles.
[[grad]] double lossy(double x, double y) {
  float f = static_cast<float>(x);
  double s = 0;
  int k = 0;
  for (long double l = 0.5L; l < 3; l += 1) {
    s += f * l * y;
    k += (int)s;
    s += k * x;
    f = f * (float)y;
  }
  return s * (short)k + s;
}

// Comma, ternary lvalues and compound.
[[grad]] double ternaries(double x, double y, double z) {
  double *p = x < y ? &x : &z;
  (x > 1 ? x : y) *= z;
  *p += y;
  *(z < x ? &x : &y) *= 3;
  p = (p == &x) ? &y : p == &z ? &x : &z;
  for (int i = 0; i < 3; ++i, p = i == 1 ? &x : &z) {
    *p = *p * x + (i, y);
    (i ? y : z) = *p * 0.5;
  }
  return (x *= y, x += z, x) * (p == &z ? y : x);
}

// Infinite values flowing with zero adjoint; NaN compare.
[[grad]] double nanCompare(double x, double y) {
  double n = std::log(-x), best = -1e300;
  double c[3] = {n, x * y, y * y};
  for (double v : c)
    if (v > best)
      best = v;
  if (n == n)
    best *= 7;
  double m = std::isnan(n) ? best : n;
  return m * x;
}

int main() {
  NABLA_CHECK(check_array(aliased, aliased_grad, {0.3, 0.7, 1.1, -0.4, 0.9}));
  NABLA_CHECK(
      check_array(longIndices, longIndices_grad, {0.3, 0.7, 1.1, -0.4, 0.9}));
  NABLA_CHECK(check_scalar(shadowed, shadowed_grad, {0.3, 0.7}));
  NABLA_CHECK(
      check_flat([](double *v) { return ourNames(v[0], v[1], v[2], v + 3, 3); },
                 [](double *v, double *d) {
                   return ourNames_grad(v[0], v[1], v[2], v + 3, 3, d, d + 1,
                                        d + 2, d + 3);
                 },
                 {0.3, 0.7, 0.4, 1.1, 0.8, 0.9}));
  NABLA_CHECK(check_scalar(macros, macros_grad, {0.3, 0.2}));
  NABLA_CHECK(check_flat([](double *v) { return constants(v[0], v + 1, 4); },
                         [](double *v, double *d) {
                           return constants_grad(v[0], v + 1, 4, d, d + 1);
                         },
                         {0.3, 0.7, 0.4, 1.1, 0.8}));
  NABLA_CHECK(check_array(elementReferences, elementReferences_grad,
                          {0.3, 0.7, 1.1, -0.4, 0.9}));
  NABLA_CHECK(check_array(grids, grids_grad, {0.3, 0.7, 1.1}));
  NABLA_CHECK(check_scalar(deadNan, deadNan_grad, {0.3, 0.2}));
  NABLA_CHECK(check_array(structSwaps, structSwaps_grad, {0.3, 0.7, 1.1}));
  NABLA_CHECK(check_array(lists, lists_grad, {0.3, 0.7, 1.1, 0.4, 0.6}));
  NABLA_CHECK(check_array(rotations, rotations_grad, {0.3, 0.7, 1.1, 0.4}));
  NABLA_CHECK(check_array(thrice, thrice_grad, {0.3, 0.7, 1.1, 0.4}));
  NABLA_CHECK(check_array(rows, rows_grad, {0.3, 0.7, 1.1, 0.4}));
  NABLA_CHECK(check_array(moves, moves_grad, {0.3, 0.7, 1.1, 0.4}));
  NABLA_CHECK(check_scalar(ternaries, ternaries_grad, {0.3, 0.7, 0.4}));
  NABLA_CHECK(check_scalar(ternaries, ternaries_grad, {1.3, 0.7, 0.4}));
  NABLA_CHECK(check_scalar(nanCompare, nanCompare_grad, {0.3, 0.7}));
  // In single precision; k is 0, 2, 9 after the steps.
  double x = 0.8, y = 1.2, dx = 0, dy = 0;
  lossy_grad(x, y, &dx, &dy);
  NABLA_CHECK(check_near("lossy x", dx,
                         10 * (0.5 * y + 1.5 * y * y + 2.5 * y * y * y + 11),
                         1e-6));
  NABLA_CHECK(
      check_near("lossy y", dy, 10 * x * (0.5 + 3 * y + 7.5 * y * y), 1e-6));
  return nabla_test::result();
}
