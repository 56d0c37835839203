// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes that lead to others of their kind, and to arrays of reals besides:
// expression trees, layers of a network, particles in cells.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdlib>

using nabla_test::check_array;

struct Node {
  double value;
  Node *next;
  double *data;
};

static double led(Node *n, double *x) {
  n->data = x;
  return 0.5 * n->value * *n->data;
}
[[grad]] double stored(double *x, int) {
  Node n = {x[0] * x[1], nullptr, nullptr};
  return led(&n, x + 2) + *n.data;
}
[[grad]] double member(double *x, int) {
  double *block = static_cast<double *>(std::malloc(8 * sizeof(double)));
  block[0] = x[0];
  Node a;
  a.data = block;
  double s = *a.data;
  std::free(block);
  return s * x[1];
}
[[grad]] double heapNode(double *x, int) {
  Node *a = new Node;
  a->data = new double[2];
  a->data[0] = x[0];
  a->next = nullptr;
  a->value = x[1];
  double s = *a->data * a->value;
  delete[] a->data;
  delete a;
  return s;
}
[[grad]] double mixed(double *x, int) {
  double *block = static_cast<double *>(std::malloc(8 * sizeof(double)));
  block[0] = x[0];
  Node n[2];
  n[0].next = &n[1];
  n[1].next = nullptr;
  n[0].data = x;
  n[1].data = block;
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += *n[i].data * *n[i].data;
  std::free(block);
  return s * x[2];
}
[[grad]] double pointerToAny(double *x, int n) {
  double *block = static_cast<double *>(std::malloc(8 * sizeof(double)));
  block[0] = block[1] = x[0];
  Node ring[3];
  for (int i = 0; i < 3; ++i) {
    ring[i].next = &ring[(i + 1) % 3];
    ring[i].value = x[i];
  }
  double *p = n ? block : x;
  if (n > 2)
    p = &ring[0].next->value;
  *p *= x[2];
  double s = *p + ring[1].value;
  std::free(block);
  return s;
}

struct Term {
  int op;
  Term *a, *b;
  double value;
  double *leaf;
};
static double evaluated(const Term *t) {
  switch (t->op) {
  case 0:
    return t->value;
  case 1:
    return *t->leaf;
  case 2:
    return evaluated(t->a) + evaluated(t->b);
  case 3:
    return evaluated(t->a) * evaluated(t->b);
  default:
    return std::sin(evaluated(t->a));
  }
}
[[grad]] double expression(double *x, int) {
  Term l = {1, nullptr, nullptr, 0, x}, m = {1, nullptr, nullptr, 0, x + 1},
       c = {0, nullptr, nullptr, x[2], nullptr};
  Term product = {3, &l, &m, 0, nullptr},
       sine = {4, &product, nullptr, 0, nullptr},
       sum = {2, &sine, &c, 0, nullptr};
  return evaluated(&sum) * x[0];
}

struct Layer {
  Layer *next;
  double *weights, *out;
  int size;
};
__attribute__((noinline)) static void forward(Layer *l, const double *in) {
  for (int i = 0; i < l->size; ++i) {
    double s = l->weights[l->size];
    for (int j = 0; j < l->size; ++j)
      s += l->weights[(i + j) % l->size] * in[j];
    l->out[i] = std::tanh(s);
  }
  if (l->next)
    forward(l->next, l->out);
}
[[grad]] double network(double *x, int n) {
  Layer *first = nullptr;
  for (int k = 0; k < 3; ++k) {
    Layer *l = static_cast<Layer *>(std::malloc(sizeof(Layer)));
    l->size = 2;
    l->weights = static_cast<double *>(std::malloc(3 * sizeof(double)));
    for (int i = 0; i < 3; ++i)
      l->weights[i] = x[(i + k) % n] * (0.5 + 0.1 * k);
    l->out = static_cast<double *>(std::calloc(2, sizeof(double)));
    l->next = first;
    first = l;
  }
  forward(first, x);
  Layer *last = first;
  while (last->next)
    last = last->next;
  double s = last->out[0] - 2 * last->out[1];
  while (first) {
    Layer *l = first;
    first = l->next;
    std::free(l->weights);
    std::free(l->out);
    std::free(l);
  }
  return s;
}

// Two kinds that lead to each other.
struct Right;
struct Left {
  Right *other;
  double *p;
};
struct Right {
  Left *other;
  double *q;
};
static void link(Left *a, Right *b, double *p, int n) {
  if (n)
    return link(a, b, p, n - 1);
  a->other = b;
  b->other = a;
  a->p = p;
  b->q = p + 1;
}
[[grad]] double twoKinds(double *x, int) {
  Left a;
  Right b;
  link(&a, &b, x, 2);
  double s = *a.other->q * *b.other->p;
  *a.p *= s;
  return *b.other->p * s + x[2];
}

// A callee that stays a call makes a local of the caller's lead to a block.
__attribute__((noinline)) static void keep(double **at, double *p) { *at = p; }
[[grad]] double handedBlock(double *x, int n) {
  double *block = static_cast<double *>(std::malloc(8 * sizeof(double)));
  for (int i = 0; i < 8; ++i)
    block[i] = x[i % n];
  double *p = x;
  keep(&p, block);
  double s = p[0] * p[1] + p[2];
  std::free(block);
  return s;
}

int main() {
  for (auto x : {nabla_test::Point{0.7, 1.3, 0.4}, {1.2, 0.5, -0.8}}) {
    NABLA_CHECK(check_array(stored, stored_grad, x));
    NABLA_CHECK(check_array(member, member_grad, x));
    NABLA_CHECK(check_array(heapNode, heapNode_grad, x));
    NABLA_CHECK(check_array(mixed, mixed_grad, x));
    NABLA_CHECK(check_array(pointerToAny, pointerToAny_grad, x));
    NABLA_CHECK(check_array(expression, expression_grad, x));
    NABLA_CHECK(check_array(network, network_grad, x));
    NABLA_CHECK(check_array(twoKinds, twoKinds_grad, x));
    NABLA_CHECK(check_array(handedBlock, handedBlock_grad, x));
  }
  return nabla_test::result();
}
