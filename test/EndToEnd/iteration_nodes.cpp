// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an iteration declares or makes, and a callee's frame or memory of the
// iteration keeps pointers to: it has to be there when the iteration is
// reversed.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdlib>
#include <utility>

struct Tree {
  double v;
  Tree *left, *right;
};

static double fold(Tree *n) {
  if (!n)
    return 1;
  n->v = 0.5 * n->v + 0.25 * fold(n->left) * fold(n->right);
  return n->v;
}

static Tree leaf(double x, double y) { return {x * y, nullptr, nullptr}; }

[[grad]] double locals(double x, int k) {
  double s = x;
  for (int n = k; n > 0; --n) {
    Tree c = {x * s, nullptr, nullptr};
    Tree b = {s, &c, nullptr};
    s = 0.5 * s + fold(&b) * c.v;
  }
  return s;
}

[[grad]] double results(double x, int k) {
  double s = x;
  while (k > 0) {
    Tree c = leaf(s, x), d = leaf(x, 0.5);
    if (k % 2) {
      Tree b = {s, &c, &d};
      s = 0.5 * s + fold(&b);
    }
    s += 0.1 * c.v * d.v;
    --k;
  }
  return s;
}

[[grad]] double arrays(double x, int k) {
  double s = x;
  for (int n = 0; n < k; ++n) {
    Tree t[3] = {{s * x, nullptr, nullptr}, {s, nullptr, nullptr}};
    t[2].v = s * s;
    t[2].left = t;
    t[2].right = &t[n % 2];
    s = 0.3 * s + 0.2 * fold(t + 2);
    for (Tree *p = t; p < t + 3; ++p)
      s += 0.1 * p->v;
  }
  return s;
}

[[grad]] double made(double x, int k) {
  double s = x;
  for (int n = 0, m = k; n < m; ++n) {
    Tree *c = new Tree{x * s, nullptr, nullptr};
    Tree *d = static_cast<Tree *>(std::malloc(sizeof(Tree)));
    d->v = std::sin(s);
    d->left = d->right = nullptr;
    Tree *b = new Tree{s, c, d};
    s = 0.5 * s + fold(b);
    s += 0.1 * c->v * d->v;
    delete b;
    std::free(d);
    delete c;
  }
  return s;
}

// The outer iteration's own array makes it worth replaying.
[[grad]] double nested(double x, int k) {
  double s = x;
  for (int i = 0; i < k; ++i) {
    double w[3];
    for (int j = 0; j < 3; ++j) {
      Tree c = {x + j * s, nullptr, nullptr};
      Tree b = {s * x, &c, &c};
      w[j] = std::sin(fold(&b));
    }
    s = 0.5 * s + w[0] * w[1] * w[2];
  }
  return s;
}

// A loop that runs once, for what else it does, and cannot be replayed.
static double total = 0;
struct Two {
  double a, b;
};
[[grad]] double walked(double x, int k) {
  total = 0;
  for (int i = 0; i < k; ++i) {
    Two c[2] = {{x + i, x}, {x * x, 0.5}};
    std::swap(c[0].a, c[1].b);
    for (Two *p = c; p < c + 2; ++p)
      p->a += p->b * x;
    total = 0.5 * total + c[0].a * c[1].b + c[1].a;
  }
  return total;
}

#define CHECK(f)                                                               \
  for (double K : {0, 1, 2, 5})                                                \
    for (double X : {0.4, 0.7})                                                \
  NABLA_CHECK(nabla_test::check_scalar(f, f##_grad, {X, K}))

int main() {
  CHECK(locals);
  CHECK(results);
  CHECK(arrays);
  CHECK(made);
  CHECK(nested);
  CHECK(walked);
  return nabla_test::result();
}
