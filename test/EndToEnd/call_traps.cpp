// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that are easy to get wrong: pointers to functions in structures and
// arrays that change, callbacks with a context, results of every kind, variadic
// templates, overlapping arguments, globals that are arguments too, lists,
// callees that exchange the caller's pointers, exceptions from deep inside.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/runtime.h>

typedef double (*Function)(double);

//===-- Pointers to functions ---------------------------------------------===//

struct Operation {
  Function f;
  double weight;
};
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double chained(const Operation *ops, int n, double x) {
  return n == 0 ? x : ops->weight * ops->f(chained(ops + 1, n - 1, x));
}
[[grad]] double inStructs(double x, double w) {
  Operation ops[3] = {{square, w}, {cube, 2}, {std::sin, w * x}};
  return chained(ops, 3, x);
}
[[grad]] double changingTable(double x, int n) {
  Function table[3] = {square, cube, std::cos};
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = table[i % 3](s) * 0.5;
    if (i == 2)
      table[0] = cube;
  }
  return s;
}

struct Context {
  double offset;
  const double *v;
  int n;
};
static double evaluate(double x, const Context *c) {
  double s = c->offset;
  for (int i = 0; i < c->n; ++i)
    s += c->v[i] * x;
  return s * x;
}
static double integrate(double (*f)(double, const Context *), const Context *c,
                        double a, double b, int n) {
  double h = (b - a) / n, s = 0;
  for (int i = 0; i < n; ++i)
    s += f(a + h * i, c);
  return s * h;
}
[[grad]] double callback(const double *v, int n, double b) {
  Context c = {v[0] * b, v, n};
  return integrate(evaluate, &c, 0, b, 4);
}

//===-- Results and arguments ---------------------------------------------===//

struct Vec {
  double x, y;
};
static const double &larger(const double &a, const double &b) {
  return a < b ? b : a;
}
static double *at(double *p, int i) { return p + i; }
static const double *find(const double *p, int n, double v) {
  for (int i = 0; i < n; ++i)
    if (p[i] > v)
      return p + i;
  return p + n;
}
static Vec make(double x, double y = 2.0, int n = 1) {
  Vec v = {x, y};
  for (int i = 0; i < n; ++i)
    v = {v.x * v.y, v.y + v.x};
  return v;
}
[[grad]] double results(double x, double y) {
  double a[3] = {x, y, x * y};
  double m = larger(a[0], a[1]);
  *at(a, 1) *= m;
  Vec v = make(x), w = make(v.y, y, 3);
  const double *p = find(a, 3, 0.5);
  return a[1] * v.x + w.x * larger(w.y, v.y) + (p == a + 3 ? x : *p * *p);
}

template <class T> static T sum(T t) { return t; }
template <class T, class... Rest> static T sum(T t, Rest... rest) {
  return t * t + sum(rest...);
}
template <class F, class... Args> static double with(F f, Args... args) {
  return f(args...) * sizeof...(args);
}
static double three(double a, double b, double c) { return a * b + c; }
[[grad]] double variadic(double x, double y) {
  return sum(x, y, x * y, 2.0) + with(three, x, y, x) + with(square, x + y);
}

static void saxpy(double *y, const double *x, double a, int n, int again) {
  if (again)
    return saxpy(y, x, a * 0.5, n, again - 1);
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i] * y[(i + 1) % n];
}
[[grad]] double overlapping(double *v, int n) {
  saxpy(v, v, v[0], n, 2);
  saxpy(v + 1, v, 0.5, n - 1, 1);
  return v[0] * v[n - 1];
}

static double dot(const double *a, const double *b, int n) {
  return n == 0 ? 0 : a[0] * b[0] + dot(a + 1, b + 1, n - 1);
}
[[grad]] double sometimesActive(const double *x, int n) {
  const double w[4] = {1, 2, 3, 4};
  double t[4];
  for (int i = 0; i < 4; ++i)
    t[i] = x[i % n] * x[0];
  return dot(x, w, 2) * dot(w, t, 4) + dot(w, w, 4) * dot(t, t, 3) +
         dot(x, x, n);
}

static double State = 1;
static double Table[3] = {1, 2, 3};
static void writeState(double &s, double x, int n) {
  if (n)
    writeState(s, x * 0.9, n - 1);
  State = State * x + 0.5;
  s *= x;
}
static void addTo(double *p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    p[i] += Table[(i + 1) % 3] * x;
    Table[i] *= p[i];
  }
}
[[grad]] double globalAsArgument(double x) {
  State = x * x;
  writeState(State, x, 2);
  for (int i = 0; i < 3; ++i)
    Table[i] = x + i;
  addTo(Table, x, 3);
  return State * x + Table[0] * Table[1] + Table[2];
}

//===-- Pointers of the caller --------------------------------------------===//

struct Node {
  double v;
  Node *next;
};
static double listed(const Node *n) {
  return n ? n->v * n->v + 0.5 * listed(n->next) : 0;
}
static double walk(const Node *n, int k) {
  return k == 0 ? n->v * n->v : 0.5 * walk(n->next, k - 1) + n->next->v;
}
static Node *tail(Node *n) {
  while (n->next)
    n = n->next;
  return n;
}
[[grad]] double lists(double x, double y) {
  Node c = {x * y, nullptr}, b = {y, &c}, a = {x, &b};
  tail(&a)->v *= x;
  return listed(&a);
}
// The list has changed when the callee is reversed.
[[grad]] double relinked(double x, double y) {
  Node b = {y, nullptr}, c = {x * y, nullptr}, a = {x, &b};
  double s = walk(&a, 1);
  a.next = &c;
  s *= walk(&a, 1);
  a.next = &b;
  return s + walk(&a, 1);
}

static void exchange(double *&a, double *&b, int n) {
  if (n)
    return exchange(b, a, n - 1);
  double *t = a;
  a = b;
  b = t;
}
[[grad]] double exchanged(double x, int n) {
  double a[3] = {x, 1, x * x}, b[3], *u = a, *v = b;
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 3; ++i)
      v[i] = u[i] * u[(i + 1) % 3] * 0.5 + x;
    exchange(u, v, 2);
  }
  return u[0] + u[2] * u[1];
}
static void rotate(double **rows, int n, int again) {
  if (again)
    return rotate(rows, n, again - 1);
  double *first = rows[0];
  for (int i = 0; i + 1 < n; ++i)
    rows[i] = rows[i + 1];
  rows[n - 1] = first;
}
[[grad]] double rotated(double x, double y) {
  double a[2] = {x, y}, b[2] = {y, x * x}, c[2] = {1, x}, *r[3] = {a, b, c};
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    s += r[0][0] * r[1][1];
    r[2][0] *= s;
    rotate(r, 3, 2);
  }
  return s + r[1][0];
}

//===-- Depth -------------------------------------------------------------===//

static double deep(double x, int n) {
  return n == 0 ? x : 0.999 * deep(x, n - 1) + 0.001 * std::sin(x + n);
}
[[grad]] double recursion(double x, int n) { return deep(x, n); }

static double inner(double x, double *a, int n) {
  if (n == 0) {
    if (x > 5)
      throw 3;
    return x * a[0];
  }
  a[n % 2] *= x;
  double r = inner(x + 1, a, n - 1);
  a[0] += r * 0.01;
  return r * a[1];
}
static double outer(double x, double *a, int n) {
  double t[3] = {x, a[0], a[1]};
  if (n)
    return outer(x * 1.1, a, n - 1) + inner(x, t, 2);
  return inner(x, a, 3) * t[2];
}
[[grad]] double mayThrow(double x, double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += outer(x + i * 0.5, a, 2);
  return s;
}

int main() {
  NABLA_CHECK(check_scalar(inStructs, inStructs_grad, {0.7, 1.3}));
  NABLA_CHECK(check_scalar(changingTable, changingTable_grad, {0.7, 7}));
  NABLA_CHECK(check_flat(
      [](double *p) { return callback(p, 3, p[3]); },
      [](double *p, double *d) { return callback_grad(p, 3, p[3], d, d + 3); },
      {0.3, 0.5, 0.9, 1.2}));
  for (double x : {0.7, 1.7})
    NABLA_CHECK(check_scalar(results, results_grad, {x, 1.3}));
  NABLA_CHECK(check_scalar(variadic, variadic_grad, {0.7, 1.3}));
  NABLA_CHECK(check_array(overlapping, overlapping_grad, {0.3, 0.5, 0.7, 0.2}));
  NABLA_CHECK(
      check_array(sometimesActive, sometimesActive_grad, {0.3, 0.5, 0.7}));
  NABLA_CHECK(check_scalar(globalAsArgument, globalAsArgument_grad, {0.7}));
  NABLA_CHECK(check_scalar(lists, lists_grad, {0.7, 0.9}));
  NABLA_CHECK(check_scalar(relinked, relinked_grad, {0.7, 0.9}));
  NABLA_CHECK(check_scalar(exchanged, exchanged_grad, {0.7, 5}));
  NABLA_CHECK(check_scalar(rotated, rotated_grad, {0.3, 0.6}));

  double d = 0, expected = std::pow(0.999, 5000);
  for (int n = 1; n <= 5000; ++n)
    expected += std::pow(0.999, 5000 - n) * 0.001 * std::cos(0.7 + n);
  recursion_grad(0.7, 5000, &d);
  NABLA_CHECK(check_near("deep", d, expected, 1e-11));

  double a[2] = {0.5, 0.7}, d_a[2] = {1, 2}, d_x = 0.5;
  bool thrown = false;
  try {
    mayThrow_grad(3.4, a, 2, &d_x, d_a);
  } catch (int) {
    thrown = true;
  }
  NABLA_CHECK(check_true("thrown", thrown));
  NABLA_CHECK(check_equal("d_x", d_x, 0.5));
  NABLA_CHECK(check_equal("d_a[0]", d_a[0], 1));
  NABLA_CHECK(check_equal("d_a[1]", d_a[1], 2));
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  NABLA_CHECK(check_flat([](double *p) { return mayThrow(p[0], p + 1, 2); },
                         [](double *p, double *d) {
                           return mayThrow_grad(p[0], p + 1, 2, d, d + 1);
                         },
                         {0.3, 0.5, 0.7}));
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  return nabla_test::result();
}
