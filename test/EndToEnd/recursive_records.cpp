// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes that point to nodes, handed to functions that recurse over them, sum
// them and change them. Expected values: differences.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

using nabla_test::check_array;

struct Tree {
  double v;
  Tree *left, *right;
};
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

static double fold(Tree *n) {
  if (!n)
    return 1;
  double l = fold(n->left), r = fold(n->right);
  n->v = 0.5 * n->v + 0.25 * l * r;
  return n->v;
}
static double total(const Node *n) {
  return n ? n->w[0] * n->w[1] + 0.5 * total(n->next) : 0;
}
static void push(Node *n, double by) {
  for (; n; n = n->next) {
    n->w[0] *= by;
    n->w[1] += n->w[0];
  }
}
static double flow(const Vertex *v, int depth) {
  if (depth == 0 || !v->out)
    return v->v;
  return v->v * *v->out->weight + flow(v->out->to, depth - 1);
}

[[grad]] double folded(const double *x, int n) {
  Tree a, b, c, d;
  d = {x[3] * x[0], nullptr, nullptr};
  c.v = x[2];
  c.left = nullptr;
  c.right = &d;
  b = {x[1] * x[1], nullptr, nullptr};
  a = {x[0], &b, &c};
  double s = fold(&a);
  return s * x[n - 1] + b.v * c.v + d.v;
}

[[grad]] double summed(const double *x, int n) {
  Node a[4];
  for (int i = 0; i < n; ++i)
    a[i] = {{x[i], x[0] * i}, i + 1 < n ? &a[i + 1] : nullptr};
  double s = total(a);
  push(&a[1], x[1]);
  s += total(a) * x[2];
  push(a, s);
  return s + total(&a[2]);
}

[[grad]] double around(const double *x, int n) {
  double w[3] = {x[0], x[1], x[2] * x[0]};
  Vertex v[3];
  Edge e[3];
  for (int i = 0; i < 3; ++i) {
    v[i] = {x[(i + 1) % n] * x[i], &e[i]};
    e[i] = {&w[(2 * i) % 3], &v[(i + 1) % 3]};
  }
  double s = flow(v, 5);
  w[0] *= x[3];
  return s * flow(&v[1], 4);
}

// Of the caller's.
[[grad]] double given(Tree *t, double by) {
  double s = fold(t) * by;
  t->left->v *= s;
  return s + t->right->v;
}

static void check_given() {
  auto Value = [](const double *X, double *Left) {
    Tree B{X[1], nullptr, nullptr}, C{X[2], nullptr, nullptr};
    Tree A{X[0], &B, &C};
    double S = given(&A, X[3]);
    *Left = B.v;
    return S;
  };
  double X[4] = {0.7, 1.1, 0.4, 0.9};
  Tree B{X[1], nullptr, nullptr}, C{X[2], nullptr, nullptr};
  Tree A{X[0], &B, &C};
  Tree dB{2, nullptr, nullptr}, dC{0, nullptr, nullptr}, dA{0, &dB, &dC};
  double dBy = 0;
  given_grad(&A, X[3], &dA, &dBy);
  double Is[4] = {dA.v, dB.v, dC.v, dBy};
  for (int I = 0; I < 4; ++I) {
    const double H = 1e-5;
    double Up, Down, LeftUp, LeftDown, At = X[I];
    X[I] = At + H;
    Up = Value(X, &LeftUp);
    X[I] = At - H;
    Down = Value(X, &LeftDown);
    X[I] = At;
    double Should = (Up - Down + 2 * (LeftUp - LeftDown)) / (2 * H);
    NABLA_CHECK(check_near("given", Is[I], Should, 1e-8));
  }
}

int main() {
  nabla_test::Point P = {0.7, 1.1, 0.4, 0.9};
  NABLA_CHECK(check_array(folded, folded_grad, P));
  NABLA_CHECK(check_array(summed, summed_grad, P));
  NABLA_CHECK(check_array(around, around_grad, P));
  check_given();
  return nabla_test::result();
}
