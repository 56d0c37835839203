// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers, records and integers where tools are known to go wrong.
//
// RUN: %at-levels %nabla -std=c++20 %s -o %t

#include "support/check_gradient.h"

using nabla_test::check_array;

//===--- Pointers ---------------------------------------------------------===//

[[grad]] double walked(const double *x, int n) {
  const double *p = x, *end = x + n;
  double s = 1;
  while (p != end)
    s += s * *p++;
  const double *q = end;
  while (q > x)
    s = s * 0.5 + *--q * s;
  return s + double(q - x);
}

[[grad]] double chosen(const double *x, int n) {
  double a = x[0], b = x[1];
  for (int i = 0; i < n; ++i)
    *(x[i] > 0.8 ? &a : &b) *= 3 * x[i];
  return a * b;
}

[[grad]] double rebound(const double *x, int n) {
  double a[2] = {x[0], x[1]}, b[3] = {x[1], x[2], x[0]};
  double *p = a;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    p = i % 2 ? a : b + 1;
    *p = *p * x[i] + 0.1;
    s += p[1] * *p;
    p += 1;
    *p -= s * 0.1;
  }
  return s * p[-1];
}

[[grad]] double branch_const(const double *x, int n) {
  const double *p = &x[0];
  double s = 0;
  if (x[1] > 0) {
    const double k = x[1] * x[2];
    const double w[3] = {x[0], k, 2};
    p = &k;
    for (int i = 0; i < 3; ++i)
      s += w[i] * *p * x[i % n];
  }
  return s * x[0];
}

static void axpy(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
[[grad]] double aliased(double *x, int n) {
  axpy(n, x[0], x, x);
  axpy(n - 1, x[1], x, x + 1);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

static void increment(double **p, double by) { **p *= by; ++*p; }
[[grad]] double by_address(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  double *p = a;
  for (int i = 0; i < n; ++i)
    increment(&p, x[n - 1 - i]);
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * a[i] + a[i];
  return s;
}

[[grad]] double middle(const double *x, int n) {
  double a[3][4] = {};
  for (int i = 0; i < n; ++i)
    a[i % 3][i] = x[i];
  double (*row)[4] = a + 1;
  double *flat = &row[-1][2];
  flat[0] = x[0] * x[1];
  double s = 0;
  for (int i = -1; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      s += row[i][j] * row[i][j] * (j + 1);
  return s;
}

//===--- Records ----------------------------------------------------------===//

struct Vec {
  double x = 0.5, y{2};
};
struct Particle {
  Vec r, v;
  double mass = 1;
  double history[2] = {};
  int id;
};
struct System {
  Particle p[3];
  double *scale;
  struct How {
    double drag;
    int steps;
  } how;
};

static Particle step(Particle p, const System &s) {
  p.v.x -= s.how.drag * p.v.x * *s.scale;
  p.r.x += p.v.x * 0.1;
  p.history[p.id % 2] += p.r.x;
  return p;
}

[[grad]] double in_records(const double *x, int n) {
  double scale = x[3] * x[3];
  System s = {.p = {{.r = {x[0], x[1]}, .id = 0},
                    {.v = {.x = x[2]}, .mass = x[1], .id = 1}},
              .scale = &scale,
              .how = {.drag = x[3], .steps = n}};
  s.p[2] = s.p[1];
  s.p[2].id = 2;
  for (int k = 0; k < s.how.steps; ++k)
    for (Particle &p : s.p) {
      p = step(p, s);
      p.mass *= p.r.x + s.p[0].r.y;
      *s.scale *= 0.9;
    }
  double e = 0;
  Particle *last = s.p + 2;
  for (const Particle *p = s.p; p <= last; ++p)
    e += p->mass * p->v.x * p->history[p->id % 2] + p->r.y;
  Vec zero = {};
  return e + zero.x * x[0] + zero.y;
}

struct Rows {
  double *row[2];
  int order[2];
};
[[grad]] double pointers_in_records(const double *x, int n) {
  double a[8], b[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[i], b[i] = x[n - 1 - i];
  Rows r{{a, b}, {1, 0}};
  Rows same = r;
  same.row[0] = r.row[1] + 1;
  double s = 0;
  for (int i = 0; i + 1 < n; ++i) {
    r.row[r.order[i % 2]][i] *= x[i];
    s += same.row[0][i] * r.row[0][i] * same.row[1][i];
  }
  return s;
}

//===--- Tables and integers ----------------------------------------------===//

namespace tables {
static const double Weights[3] = {0.5, 1.5, -2};
constexpr double Nodes[2][2] = {{1, 2}, {0.25, 0.75}};
constexpr int Order[] = {2, 0, 1};
} // namespace tables

[[grad]] double from_tables(const double *x, int n) {
  static const double Local[] = {1, 2, 3};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    for (int j = 0; j < 3; ++j)
      t = t * tables::Weights[tables::Order[j]] + Local[j] * x[0];
    s += t * tables::Nodes[i % 2][i / 2 % 2];
  }
  return s;
}

[[grad]] double bit_state(const double *x, int n) {
  unsigned h = 2166136261u;
  int gray = 0;
  double s = 0, t[4] = {x[0], x[1], x[2], 1};
  for (int k = 0; k < 12; ++k) {
    h = (h ^ unsigned(k)) * 16777619u;
    gray ^= k & -k;
    int i = int(h >> 29) & 3, j = ((gray >> 1) ^ gray) & 3;
    t[i] = t[i] * x[k % n] + 0.3 * t[j];
    if (h & 64)
      s += t[j] * t[i];
    h = h << 5 | h >> 27;
    gray = ~gray & 7;
  }
  return s + t[h % 4];
}

[[grad]] double mixed(const double *x, int n) {
  float f[8];
  long double sum = 0;
  for (int i = 0; i < n; ++i)
    f[i] = 0.5f;
  for (int i = 0; i < n; ++i) {
    long double l = x[i] * 2.0L;
    sum += l * f[i] * x[n - 1 - i];
    sum = sum * 0.5L + double(l);
  }
  return double(sum * sum);
}

int main() {
  nabla_test::Point P = {0.7, 1.1, 0.4, 0.9};
  NABLA_CHECK(check_array(walked, walked_grad, P));
  NABLA_CHECK(check_array(chosen, chosen_grad, P));
  NABLA_CHECK(check_array(rebound, rebound_grad, P));
  NABLA_CHECK(check_array(branch_const, branch_const_grad, P));
  NABLA_CHECK(check_array(aliased, aliased_grad, P));
  NABLA_CHECK(check_array(by_address, by_address_grad, P));
  NABLA_CHECK(check_array(middle, middle_grad, P));
  NABLA_CHECK(check_array(in_records, in_records_grad, P));
  NABLA_CHECK(check_array(pointers_in_records, pointers_in_records_grad, P));
  NABLA_CHECK(check_array(from_tables, from_tables_grad, P));
  NABLA_CHECK(check_array(bit_state, bit_state_grad, P));
  NABLA_CHECK(check_array(mixed, mixed_grad, P));
  return nabla_test::result();
}
