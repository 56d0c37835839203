// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables whose initialisers mention them: a node that points to itself,
// elements that are computed from those before them.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdlib>

using nabla_test::check_array;

struct Cell {
  double v;
  double *p;
};
[[grad]] double toOwnField(double *x, int) {
  Cell c = {x[0] * x[1], &c.v};
  *c.p *= x[2];
  return c.v * *c.p;
}
[[gnu::noinline]] static double doubled(Cell *c) {
  *c->p += c->v;
  return c->v * *c->p;
}
[[grad]] double handedOn(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Cell c = {x[i] * x[1] + s, &c.v};
    s += doubled(&c);
    c.p = x;
    s += doubled(&c);
  }
  return s;
}

struct Node {
  double v;
  const Node *next;
};
[[grad]] double constants(double *x, int n) {
  const Node a = {x[0], &a}, b = {x[1], &a};
  const Node *p = &b;
  double s = 0;
  for (int i = 0; i < n; ++i, p = p->next)
    s += p->v * x[i];
  return s * s;
}

struct Link {
  Link *previous, *next;
  double v;
};
static void append(Link *head, Link *e) {
  e->previous = head->previous;
  e->next = head;
  head->previous->next = e;
  head->previous = e;
}
[[grad]] double ring(double *x, int n) {
  Link head = {&head, &head, 0}, e[3];
  for (int i = 0; i < n; ++i) {
    e[i].v = x[i] * (i + 1);
    append(&head, &e[i]);
  }
  double s = 0, w = 1;
  for (Link *p = head.next; p != &head; p = p->next) {
    s += w * p->v * p->v;
    w *= x[0];
    if (p->v < 0) {
      p->previous->next = p->next;
      p->next->previous = p->previous;
    }
  }
  for (Link *p = head.previous; p != &head; p = p->previous)
    s *= p->v;
  return s;
}

struct Rows {
  double v[2];
  double *p;
};
[[grad]] double arrayOfRecords(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Rows r[2] = {{{x[i], s}, r[1].v}, {{x[0], x[1]}, &r[0].v[1]}};
    Rows *q = s > 0 ? r : r + 1;
    *q->p *= 1.5;
    s += r[0].v[1] * r[1].v[0];
    s = std::sin(s);
  }
  return s;
}

[[grad]] double elements(double *x, int) {
  double a[3] = {x[0], a[0] * x[1], a[1] * a[0]};
  return a[2] * a[1];
}
[[gnu::noinline]] static double square(double v) { return v * v + 1; }
[[grad]] double elementsByCalls(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double a[4] = {x[i], square(a[0]), a[1] * square(a[0] + s)};
    double b[2][2] = {{a[2], b[0][0] * a[1]}, {b[0][1], b[1][0] + b[0][0]}};
    const double c[2] = {b[1][1], std::sin(c[0])};
    s = c[1] + a[3];
  }
  return s;
}
[[grad]] double indices(double *x, int) {
  int k[3] = {1, k[0] + 1, k[1] - k[0] - 1};
  return x[k[1]] * x[k[0]] + x[k[2]] * x[k[1]];
}

// With text in it; also in a block.
struct Named {
  char name[4];
  double v;
  Named *self;
  int k[2];
};
[[grad]] double named(double *x, int n) {
  Named a = {"ab", x[0] * x[1], &a, {1}};
  double s = a.self->v * (a.name[1] - 'a') + a.k[1];
  for (int i = 0; i < n; ++i) {
    Named *b = new Named{"cd", x[i] * s, &a, {2, i}};
    s += b->v * (b->name[0] - 'a') * b->self->v + b->name[2] + b->k[1];
    delete b;
  }
  return s * a.k[0];
}

// Not evaluated.
[[grad]] double sizes(double *x, int n) {
  double *p = (double *)std::malloc(n * sizeof *p);
  for (int i = 0; i < n; ++i)
    p[i] = x[i] * x[0];
  double s = p[1] * p[2];
  std::free(p);
  return s;
}

int main() {
#define CHECK(f)                                                               \
  NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.9, -0.6}));                     \
  NABLA_CHECK(check_array(f, f##_grad, {0.8, -0.5, 0.3}))
  CHECK(toOwnField);
  CHECK(handedOn);
  CHECK(constants);
  CHECK(ring);
  CHECK(arrayOfRecords);
  CHECK(elements);
  CHECK(elementsByCalls);
  CHECK(indices);
  CHECK(named);
  CHECK(sizes);
  return nabla_test::result();
}
