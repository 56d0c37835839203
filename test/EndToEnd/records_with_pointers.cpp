// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records whose members point to reals: the shadow is a record of the same
// type, whose pointers lead to shadow memory. Expected values: closed forms.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include <cmath>
#include <cstdio>

static int Failed = 0;

static void check(const char *What, double Is, double Should) {
  if (std::fabs(Is - Should) <= 1e-12 * (1 + std::fabs(Should)))
    return;
  std::printf("%s: should be %.15g is %.15g\n", What, Should, Is);
  ++Failed;
}

struct Vec {
  double *p;
  int n;
};
struct View {
  const double *p;
  int n;
};
struct Point {
  double x, y;
};
struct Polygon {
  const Point *corners;
  int n;
};
struct Layer {
  double w[2];
};
struct Net {
  Layer *layers;
  int n;
};
struct Rows {
  double *row[2];
};
struct Model {
  Net net;
  Rows rows;
};

[[grad]] double byValue(Vec v) { return v.p[0] * v.p[1]; }
[[grad]] double byReference(const View &v) { return v.p[0] * v.p[1]; }
[[grad]] double byPointer(const Vec *v) { return v->p[0] * v->p[1]; }

[[grad]] double area(const Polygon &p) {
  double twice = 0;
  for (int i = 0; i < p.n; ++i) {
    const Point &a = p.corners[i], &b = p.corners[(i + 1) % p.n];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

[[grad]] double nested(const Model &m) {
  double s = 1;
  for (int i = 0; i < m.net.n; ++i)
    s *= m.net.layers[i].w[0] * m.net.layers[i].w[1];
  return s * m.rows.row[0][0] * m.rows.row[1][1];
}

[[grad]] void axpy(double a, View x, Vec &y) {
  for (int i = 0; i < x.n; ++i)
    y.p[i] += a * x.p[i];
}

// Callees that call themselves are kept as calls.
static void scaleAll(Vec v, double a, int depth) {
  if (depth == 0)
    return;
  for (int i = 0; i < v.n; ++i)
    v.p[i] *= a;
  scaleAll(v, a, depth - 1);
}

[[grad]] double throughCalls(const double *x, double a) {
  double local[3];
  for (int i = 0; i < 3; ++i)
    local[i] = x[i] * x[i];
  Vec v = {local, 3};
  double before = local[0];
  scaleAll(v, a, 2);
  return before * local[0] + std::sin(local[1]) * v.p[2];
}

static void scaleRows(double **rows, int n, double a, int depth) {
  if (depth == 0)
    return;
  for (int i = 0; i < n; ++i)
    rows[i][0] = rows[i][0] * rows[i][0] * a;
  scaleRows(rows, n, a, depth - 1);
}

[[grad]] double throughRows(const double *x, double a) {
  double u[1] = {x[0]}, v[1] = {x[1]};
  double *rows[2] = {u, v};
  double early = u[0] * v[0];
  scaleRows(rows, 2, a, 1);
  return early * u[0] + v[0];
}

static void point(double *to, double **slot, int depth) {
  if (depth > 0)
    return point(to, slot, depth - 1);
  *slot = to;
}

[[grad]] double linked(const double *x) {
  double u[2] = {x[0], x[1]};
  double other[2] = {1, 1};
  double *p = other;
  point(u, &p, 1);
  double s = p[0] * p[0]; // x0^2
  u[0] = x[1] * 2;
  return s * p[0] * p[1]; // x0^2 * 2 x1 * x1
}

/// Whole records out of what is const, by a way that is read from memory.
[[grad]] double copied(const Point *cells, const int *order, int n) {
  Point last{1, 1};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    last = cells[order[i]];
    s += last.x * last.y;
  }
  return s * last.x;
}
[[grad]] double copiedThroughMember(Polygon g, const int *order) {
  Point p = g.corners[order[0]];
  p.x *= p.y;
  Point q = p;
  p = g.corners[order[1]];
  return q.x * p.x;
}

int main() {
  double p[2] = {3, 4}, dp[2] = {};
  Vec v{p, 2}, dv{dp, 2};
  byValue_grad(v, &dv);
  check("byValue 0", dp[0], 4);
  check("byValue 1", dp[1], 3);

  double q[2] = {};
  View w{p, 2}, dw{q, 2};
  byReference_grad(w, &dw);
  check("byReference 0", q[0], 4);
  check("byReference 1", q[1], 3);

  double r[2] = {};
  Vec dr{r, 2};
  byPointer_grad(&v, &dr);
  check("byPointer 0", r[0], 4);
  check("byPointer 1", r[1], 3);

  Point c[3] = {{0, 0}, {2, 1}, {1, 3}}, dc[3] = {};
  Polygon poly{c, 3}, dpoly{dc, 3};
  check("area", area_grad(poly, &dpoly), 2.5);
  check("area x0", dc[0].x, (c[1].y - c[2].y) / 2);
  check("area y1", dc[1].y, (c[0].x - c[2].x) / 2);

  const int order[2] = {2, 1};
  Point cells[3] = {{5, 7}, {2, 3}, {4, 6}}, dcells[3] = {};
  check("copied", copied_grad(cells, order, 2, dcells), 60);
  check("copied x1", dcells[1].x, 30 + 2 * 3);
  check("copied y2", dcells[2].y, 2 * 4);
  Point dgcells[3] = {};
  Polygon g{cells, 3}, dg{dgcells, 3};
  check("member", copiedThroughMember_grad(g, order, &dg), 48);
  check("member x2", dgcells[2].x, 6 * 2);
  check("member y2", dgcells[2].y, 4 * 2);
  check("member x1", dgcells[1].x, 24);

  Layer l[2] = {{{2, 3}}, {{4, 5}}}, dl[2] = {};
  double a[2] = {1.5, 0}, b[2] = {0, 2.5}, da[2] = {}, db[2] = {};
  Model m{{l, 2}, {{a, b}}}, dm{{dl, 2}, {{da, db}}};
  check("nested", nested_grad(m, &dm), 120 * 3.75);
  check("nested w", dl[0].w[0], 60 * 3.75);
  check("nested row 0", da[0], 120 * 2.5);
  check("nested row 1", db[1], 120 * 1.5);

  double x[2] = {5, 6}, y[2] = {1, 2}, dx[2] = {}, dy[2] = {7, 2}, ds = 0;
  View vx{x, 2}, dvx{dx, 2};
  Vec vy{y, 2}, dvy{dy, 2};
  axpy_grad(2, vx, vy, &ds, &dvx, &dvy);
  check("axpy a", ds, 7 * 5 + 2 * 6);
  check("axpy x", dx[1], 4);
  check("axpy y", dy[0], 7);

  // x0^4 a^2 + sin(a^2 x1^2) a^2 x2^2
  const double z[3] = {0.5, 0.8, 1.3}, t = 1.2;
  double dz[3] = {}, dt = 0;
  throughCalls_grad(z, t, dz, &dt);
  double arg = t * t * z[1] * z[1];
  check("calls x0", dz[0], 4 * std::pow(z[0], 3) * t * t);
  check("calls x1", dz[1],
        std::cos(arg) * 2 * t * t * z[1] * t * t * z[2] * z[2]);
  check("calls x2", dz[2], std::sin(arg) * t * t * 2 * z[2]);
  check("calls a", dt,
        2 * t * std::pow(z[0], 4) +
            std::cos(arg) * 2 * t * z[1] * z[1] * t * t * z[2] * z[2] +
            std::sin(arg) * 2 * t * z[2] * z[2]);

  // x0 x1 a x0^2 + a x1^2
  double du[2] = {}, dq = 0;
  throughRows_grad(z, t, du, &dq);
  check("rows x0", du[0], 3 * z[0] * z[0] * z[1] * t);
  check("rows x1", du[1], std::pow(z[0], 3) * t + 2 * t * z[1]);
  check("rows a", dq, std::pow(z[0], 3) * z[1] + z[1] * z[1]);

  double dk[2] = {};
  linked_grad(z, dk);
  check("linked x0", dk[0], 2 * z[0] * 2 * z[1] * z[1]);
  check("linked x1", dk[1], z[0] * z[0] * 4 * z[1]);
  return Failed != 0;
}
