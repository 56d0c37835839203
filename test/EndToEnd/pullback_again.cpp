// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pullback that is called again says the same: what the reverse sweep changes
// of what it keeps (adjoints that pointers lead to, shadows of globals) is put
// back.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cstdlib>
#include <nabla/nabla.h>

static double chosen(const double *x, int n) {
  double a = x[0], b = x[1];
  double *p = n ? &a : &b;
  *p *= x[0];
  return a * b;
}
static double twice(const double *x, int) {
  double a = x[0];
  double *p = &a;
  double **pp = &p;
  **pp *= x[1];
  return a;
}
static double array(const double *x, int n) {
  double a[2] = {}, *p = a;
  double r = x[0];
  for (int i = 0; i < n; ++i) {
    r += p[0] * x[1];
    p[0] = r;
  }
  return r;
}
static double block(const double *x, int n) {
  double *p = new double[2]();
  p[0] = x[0];
  for (int i = 0; i < n; ++i)
    p[i & 1] += x[1] * p[0];
  double r = p[0] * p[1];
  delete[] p;
  return r;
}
__attribute__((noinline)) static void add(double v, double *sum) {
  *sum += v * v;
}
static double called(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    add(x[i], &sum);
  return sum;
}
static double reference(const double *x, int n) {
  double a = x[0], b = x[1];
  double &r = n > 2 ? a : b;
  r *= x[1];
  return a * b;
}
static double elements(const double *x, int n) {
  double a[2] = {x[0], x[1]};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double *p = &a[i & 1];
    s += *p * *p;
    *p = s;
  }
  return s;
}
static double State = 0.5;
static double global(const double *x, int) {
  State = 0.5;
  double before = State * x[0];
  State = State * x[0] + before;
  return State * x[1];
}
static double Old = 0.5;
static double oldGlobal(const double *x, int) {
  Old = Old * x[0];
  double s = Old * x[1];
  return s;
}
struct Node {
  double value;
  Node *next;
};
static Node *chain(const double *x, int n) {
  return n ? new Node{x[n % 2], chain(x, n - 1)} : nullptr;
}
static double product(const Node *p) {
  return p ? p->value * product(p->next) + p->value : 1;
}
static void drop(Node *p) {
  if (p) {
    drop(p->next);
    delete p;
  }
}
static double list(const double *x, int n) {
  Node *head = chain(x, n);
  head->value *= x[1];
  double s = product(head);
  drop(head);
  return s;
}

template <auto F> static void check(int n) {
  const double x[2] = {0.7, 1.3};
  nabla::span<const double> view(x, 2);
  Old = 0.5;
  auto [value, pull] = nabla::vjp<F, 0>(view, n);
  Old = 0.25;
  auto [other, pullOther] = nabla::vjp<F, 0>(view, n + 1);
  for (int Times = 0; Times < 3; ++Times) {
    auto d = pull(2.0);
    auto e = pullOther(1.0);
    for (int i = 0; i < 2; ++i) {
      const long double h = 1e-5L;
      auto at = [&](int count, double old, double step) {
        double moved[2] = {x[0], x[1]};
        moved[i] += step;
        Old = old;
        return F(moved, count);
      };
      auto slope = [&](int count, double old) {
        return double((8 * (at(count, old, h) - at(count, old, -h)) -
                       (at(count, old, 2 * h) - at(count, old, -2 * h))) /
                      (12 * h));
      };
      NABLA_CHECK(check_near("d", d[i], 2 * slope(n, 0.5), {1e-7}));
      NABLA_CHECK(check_near("e", e[i], slope(n + 1, 0.25), {1e-7}));
    }
  }
}

int main() {
  check<chosen>(3);
  check<chosen>(0);
  check<twice>(1);
  check<array>(4);
  check<block>(4);
  check<called>(1);
  check<reference>(3);
  check<reference>(1);
  check<elements>(4);
  check<global>(1);
  check<oldGlobal>(1);
  check<list>(4);
  return nabla_test::result();
}
