// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes that are linked anew, and pointers that are set anew, after a function
// has been called with them: its reverse sweep needs the shadows that they led
// to at the call. Expected values: differences.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

using nabla_test::check_array;

struct Node {
  double w[2];
  Node *next;
};
// Two kinds that lead to each other, and one that leads to reals, too.
struct Edge;
struct Vertex {
  double v;
  Edge *out;
};
struct Edge {
  double *weight;
  Vertex *to;
};

static double total(const Node *n) {
  return n ? n->w[0] * n->w[1] + 0.5 * total(n->next) : 0;
}
static void push(Node *n, double by) {
  for (; n; n = n->next) {
    n->w[0] *= by;
    n->w[1] += n->w[0];
  }
}
static Node *reversed(Node *n) {
  Node *done = nullptr;
  while (n) {
    Node *next = n->next;
    n->next = done;
    done = n;
    n = next;
  }
  return done;
}
static double flow(const Vertex *v, int depth) {
  if (depth == 0 || !v->out)
    return v->v;
  return v->v * *v->out->weight + flow(v->out->to, depth - 1);
}

[[grad]] double edges_moved(const double *x, int n) {
  double w[3] = {x[0], x[1], x[2] * x[0]};
  Vertex v[3];
  Edge e[3];
  for (int i = 0; i < 3; ++i) {
    v[i] = {x[(i + 1) % n] * x[i], &e[i]};
    e[i] = {&w[(2 * i) % 3], &v[(i + 1) % 3]};
  }
  double s = flow(v, 5);
  e[1].weight = &w[0];
  e[2].to = &v[1];
  w[0] *= x[3];
  return s * flow(&v[1], 4);
}

// Linked by a function that is not inlined.
static void link_all(Node *a, int n, int step) {
  if (n == 0)
    return;
  a[n - 1].next = step > 1 && n > 1 ? &a[n - 2] : nullptr;
  link_all(a, n - 1, step);
}
[[grad]] double linked_by_callee(const double *x, int n) {
  Node a[4];
  for (int i = 0; i < n; ++i)
    a[i] = {{x[i], x[0] + i}, i + 1 < n ? &a[i + 1] : nullptr};
  double s = 0;
  Node *at = &a[1];
  for (int k = 0; k < 3; ++k) {
    s += at->w[0] * at->w[1] * x[k] + at->next->w[0] * x[3];
    at->next->w[0] *= s;
    link_all(a, n, 2);
  }
  link_all(a, n, 1);
  return s + total(a);
}

// What a pointer to a pointer leads to.
static double through(double **p, int n) {
  return n == 0 ? **p : **p * 0.5 + through(p, n - 1);
}
[[grad]] double pointer_moved(const double *x, int n) {
  double a = x[0] * x[1], b = x[2], *p = &a;
  double s = through(&p, 2);
  p = &b;
  s += x[n - 1] * through(&p, 1);
  double *q = &a, **pp = &q;
  s += through(pp, 1);
  *pp = &b;
  return s * a;
}

// Of an iteration's own, which a replay links again.
struct View {
  double *p;
  int n;
};
static double sum(const View &v, int k) {
  if (k > 2)
    return v.p[0];
  double s = 0;
  for (int i = 0; i < v.n; ++i)
    s += v.p[i] * v.p[i];
  return s + sum(v, k + 1);
}
[[grad]] double viewed(const double *x, int n) {
  double s = x[0];
  for (int k = 0; k < n; ++k) {
    double w[2] = {s, x[k]};
    for (int i = 0; i < 2; ++i)
      w[i] *= w[1 - i];
    View v = {w, 2};
    s = 0.5 * s + 0.1 * sum(v, 0);
  }
  return s;
}

// Of a recursive function's own.
static double stacked(const Node *below, const double *x, int n) {
  if (n == 0)
    return total(below);
  Node here;
  here.w[0] = x[n - 1] * below->w[0];
  here.w[1] = x[n - 1];
  here.next = n % 2 ? nullptr : const_cast<Node *>(below);
  return stacked(&here, x, n - 1) + here.w[0] * total(&here);
}
[[grad]] double stacked_up(const double *x, int n) {
  Node first = {{x[0], x[1] * x[2]}, nullptr};
  return stacked(&first, x, n) * first.w[1];
}

// A reference whose address is handed on.
static double swapped_roles(double *p, double &r, double t, int n);
static double handed_on(double *p, double &r, double t, int n) {
  if (n == 0)
    return *p * t;
  r = 0.5 * r + *p;
  double s = swapped_roles(&r, *p, r * t, n - 1);
  return s * r + *p;
}
static double swapped_roles(double *p, double &r, double t, int n) {
  if (n == 0)
    return *p * r + t;
  double &same = r;
  double *q = &same;
  *q *= t;
  double s = handed_on(p, same, n * r, n - 1);
  return t * s * s + r * t + *p;
}
[[grad]] double references(const double *x, int n) {
  double a = x[0], b = x[1];
  return handed_on(&a, b, x[2], n) * x[3] + a * b;
}

[[grad]] double linked_anew(const double *x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Node{{x[i], x[0] + i}, head};
  head = reversed(head);
  push(head->next, x[3]);
  double s = total(head) * x[1];
  head = reversed(head);
  s += total(head);
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
  return s;
}

int main() {
  nabla_test::Point P = {0.7, 1.1, 0.4, 0.9};
  NABLA_CHECK(check_array(viewed, viewed_grad, P));
  NABLA_CHECK(check_array(stacked_up, stacked_up_grad, P));
  NABLA_CHECK(check_array(references, references_grad, P));
  NABLA_CHECK(check_array(edges_moved, edges_moved_grad, P));
  NABLA_CHECK(check_array(linked_by_callee, linked_by_callee_grad, P));
  NABLA_CHECK(check_array(pointer_moved, pointer_moved_grad, P));
  NABLA_CHECK(check_array(linked_anew, linked_anew_grad, P));
  return nabla_test::result();
}
