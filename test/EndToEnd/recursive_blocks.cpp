// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recursive functions that make blocks, hand them out and give them back:
// trees, lists, rows, workspaces.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cstdlib>

using nabla_test::check_array;

struct Node {
  double key, weight;
  Node *left, *right;
};

static Node *leaf(double key, double weight) {
  Node *n = new Node;
  n->key = key;
  n->weight = weight;
  n->left = n->right = nullptr;
  return n;
}

static Node *inserted(Node *at, int key, double weight) {
  if (!at)
    return leaf(key, weight);
  if (key < at->key)
    at->left = inserted(at->left, key, weight * 2);
  else
    at->right = inserted(at->right, key, weight * weight);
  return at;
}

static double total(Node *n, double factor) {
  return n ? n->weight * factor +
                 total(n->left, factor * 0.5) * total(n->right, factor) +
                 n->weight
           : 1;
}

static void freeTree(Node *n) {
  if (!n)
    return;
  freeTree(n->left);
  freeTree(n->right);
  delete n;
}

[[grad]] double searchTree(double *x, int n) {
  Node *root = nullptr;
  for (int i = 0; i < 7; ++i)
    root = inserted(root, i * 5 % 7, x[0] * 0.3 + x[i % n] * i * 0.1);
  double s = total(root, x[1]);
  freeTree(root);
  return s;
}

// The same by way of pointers to pointers, and C's allocator.
struct Tree {
  double value;
  Tree *left, *right;
};
static void insert(Tree **at, double key, double value) {
  if (!*at) {
    *at = static_cast<Tree *>(std::calloc(1, sizeof(Tree)));
    (*at)->value = value * key;
    return;
  }
  if (key < 2)
    insert(&(*at)->left, key, value);
  else
    insert(&(*at)->right, key + 1, value * 2);
}
static double sum(const Tree *t) {
  return t ? t->value * t->value + sum(t->left) * 0.5 + sum(t->right) : 0;
}
static void release(Tree *t) {
  if (t) {
    release(t->left);
    release(t->right);
    std::free(t);
  }
}
[[grad]] double pointersToPointers(double *x, int n) {
  Tree *root = nullptr;
  for (int i = 0; i < 6; ++i)
    insert(&root, i * 7 % 4, x[0] + i * x[i % n]);
  double s = sum(root);
  release(root);
  return s * x[0];
}

static void insert(Node *&at, double key, double weight) {
  if (!at) {
    at = leaf(key, weight);
    return;
  }
  insert(key < at->key ? at->left : at->right, key, weight * 1.5);
}
[[grad]] double references(double *x, int n) {
  Node *root = nullptr;
  for (int i = 0; i < 6; ++i)
    insert(root, i * 5 % 6, x[i % n] * i);
  double s = total(root, 0.1);
  freeTree(root);
  return s;
}

// Made in one go, and used up in a loop.
static Node *complete(int depth, double x) {
  Node *n = new Node{x * depth, x, nullptr, nullptr};
  if (depth) {
    n->left = complete(depth - 1, x * 0.5);
    n->right = complete(depth - 1, x + 1);
  }
  return n;
}
[[grad]] double completeTree(double *x, int) {
  Node *n = complete(2, x[0] * x[1]);
  double s = n->left->weight * n->right->weight * n->left->right->key + x[2];
  freeTree(n);
  return s;
}

struct Item {
  double value;
  Item *next;
};
static Item *odd(int n, double x);
static Item *even(int n, double x) {
  return new Item{x, n ? odd(n - 1, x * 2) : nullptr};
}
static Item *odd(int n, double x) {
  return new Item{x * x, n ? even(n - 1, x + 1) : nullptr};
}
[[grad]] double mutual(double *x, int) {
  Item *p = even(4, x[0] * x[1]);
  double s = 1;
  while (p) {
    s = s * 0.5 + p->value * x[2];
    Item *next = p->next;
    delete p;
    p = next;
  }
  return s;
}

static Item *chain(int n, double x) {
  return n ? new Item{x, chain(n - 1, x * 0.9 + 0.1)} : nullptr;
}
static void drop(Item *p) {
  if (!p)
    return;
  drop(p->next);
  delete p;
}
[[grad]] double everyStep(double *x, int) {
  double s = x[0];
  for (int t = 0; t < 4; ++t) {
    Item *c = chain(3 + t, s * x[1]);
    for (Item *p = c; p; p = p->next)
      s = 0.5 * s + 0.1 * p->value * p->value;
    drop(c);
  }
  return s * x[2];
}
[[grad]] double someSteps(double *x, int) {
  double s = x[0];
  int t = 0;
  while (s < 30 && t < 6) {
    Item *c = chain(3 + t, s * x[1]);
    for (Item *p = c; p; p = p->next)
      s = 0.5 * s + 0.1 * p->value * p->value;
    drop(c);
    ++t;
  }
  return s + x[2];
}

// The caller makes, a recursive function gives back.
[[grad]] double freedElsewhere(double *x, int n) {
  Item *head = nullptr;
  for (int i = 0; i < 5; ++i) {
    Item *p = new Item;
    p->value = x[i % n] * i + x[0];
    p->next = head;
    head = p;
  }
  double s = 0;
  for (Item *p = head; p; p = p->next)
    s += p->value * p->value;
  drop(head);
  return s;
}
static int Dropped;
static void dropConstant(const double *p, int n) {
  if (n > 0)
    return dropConstant(p, n - 1);
  ++Dropped;
  delete[] p;
}
[[grad]] double freedConstant(double *x, int) {
  double *p = new double[2]{x[0] * x[1], x[2]};
  double s = p[0] * p[0] * p[1] * p[1];
  dropConstant(p, 2);
  return s * x[0];
}

// What is handed out leads to what is const.
static const double *powers(int n, double x) {
  if (n > 4)
    return powers(4, x);
  double *p = new double[n];
  for (int i = 0; i < n; ++i)
    p[i] = i * x;
  return p;
}
[[grad]] double constantResult(double *x, int) {
  const double *p = powers(6, x[0]);
  double s = p[1] * p[3] * x[1];
  delete[] p;
  return s + x[2];
}
static void renew(const double *&p, double x, int n) {
  if (n > 0)
    return renew(p, x, n - 1);
  delete[] p;
  double *q = new double[2]{x, x * x};
  p = q;
}
[[grad]] double renewed(double *x, int) {
  const double *p = nullptr;
  double s = 1;
  for (int i = 0; i < 4; ++i) {
    renew(p, x[0] + i * s * 0.1, 2);
    s = s * 0.5 + p[0] * p[1] * x[1];
  }
  delete[] p;
  return s * x[2];
}

// Rows, views, and records of views.
static double **rows(int n, double x) {
  if (n > 3)
    return rows(3, x);
  double **r = new double *[n];
  for (int i = 0; i < n; ++i)
    r[i] = new double(x * i);
  return r;
}
[[grad]] double rowPointers(double *x, int) {
  double **r = rows(5, x[0]);
  double s = *r[1] * *r[2] * x[1];
  for (int i = 0; i < 3; ++i)
    delete r[i];
  delete[] r;
  return s + x[2];
}
struct View {
  double *data;
  int size;
};
static View view(int n, double x) {
  if (n > 5)
    return view(5, x);
  View v;
  v.size = n;
  v.data = new double[n];
  for (int i = 0; i < n; ++i)
    v.data[i] = x + i;
  return v;
}
struct Views {
  View first, second;
};
static Views views(double x, double y) {
  if (x > 1)
    return views(x / 2, y);
  Views v;
  v.first.data = new double[2]{y, x * y};
  v.second.data = new double(x * x);
  return v;
}
[[grad]] double records(double *x, int) {
  View v = view(7, x[0]);
  double s = x[1];
  for (int i = 0; i < v.size; ++i)
    s *= v.data[i];
  delete[] v.data;
  Views w = views(x[0] * 3, x[2]);
  s += *w.second.data * x[0] + w.first.data[0] * w.first.data[1];
  delete[] w.first.data;
  delete w.second.data;
  return s;
}
struct Net {
  int n;
  double *weight, *bias;
};
static void init(Net *net, int n, double x, double y) {
  if (n > 4)
    return init(net, 4, x * 2, y);
  net->n = n;
  net->weight = static_cast<double *>(std::malloc(n * sizeof(double)));
  net->bias = static_cast<double *>(std::calloc(n, sizeof(double)));
  for (int i = 0; i < n; ++i) {
    net->weight[i] = x * i;
    net->bias[i] += y - i;
  }
}
static void finish(Net *net, bool again) {
  if (again)
    return finish(net, false);
  std::free(net->weight);
  std::free(net->bias);
}
[[grad]] double initialised(double *x, int) {
  Net net;
  init(&net, 9, x[0], x[1]);
  double s = 0;
  for (int i = 0; i < net.n; ++i)
    s += net.weight[i] * net.bias[i];
  finish(&net, true);
  return s * x[2];
}

// Made of constants alone; what is put there later has a derivative.
static double *constants(int n) {
  if (n > 4)
    return constants(4);
  double *p = new double[n];
  for (int i = 0; i < n; ++i)
    p[i] = i;
  return p;
}
[[grad]] double filledLater(double *x, int) {
  double *p = constants(6), *q = constants(4);
  p[1] *= x[0];
  double s = p[1] + p[3] * x[1];
  for (int i = 0; i < 3; ++i)
    s += q[i] * x[i] * x[2];
  delete[] p;
  delete[] q;
  return s * s;
}

// A block that grows, and blocks that are used again.
static void grow(double *&p, int &capacity, int wanted, double x) {
  if (capacity >= wanted)
    return;
  double *q = new double[capacity * 2];
  for (int i = 0; i < capacity; ++i)
    q[i] = p[i];
  for (int i = capacity; i < 2 * capacity; ++i)
    q[i] = x * i;
  delete[] p;
  p = q;
  capacity *= 2;
  grow(p, capacity, wanted, x * x);
}
[[grad]] double growing(double *x, int) {
  int capacity = 2;
  double *p = new double[2]{x[0], x[1]};
  grow(p, capacity, 9, 0.2 * x[2]);
  double s = 0;
  for (int i = 0; i < capacity; ++i)
    s += p[i] * p[i] * x[0];
  delete[] p;
  return s;
}
static Item *take(Item *&free, double value, int n) {
  if (n > 0)
    return take(free, value, n - 1);
  Item *p;
  if (free) {
    p = free;
    free = p->next;
  } else {
    p = new Item;
  }
  p->value = value;
  p->next = nullptr;
  return p;
}
static void give(Item *&free, Item *p, int n) {
  if (n > 0)
    return give(free, p, n - 1);
  p->next = free;
  free = p;
}
[[grad]] double freeList(double *x, int n) {
  Item *free = nullptr;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    Item *a = take(free, x[0] * i, 2), *b = take(free, x[i % n] + i, 1);
    s += a->value * b->value;
    give(free, a, 1);
    b->value = s;
    give(free, b, 0);
  }
  Item *last = take(free, x[2], 1);
  s += last->value;
  drop(free);
  delete last;
  return s;
}

int main() {
  for (auto x : {nabla_test::Point{0.7, 1.3, 0.4}, {1.2, 0.5, -0.8}}) {
    NABLA_CHECK(check_array(searchTree, searchTree_grad, x));
    NABLA_CHECK(check_array(pointersToPointers, pointersToPointers_grad, x));
    NABLA_CHECK(check_array(references, references_grad, x));
    NABLA_CHECK(check_array(completeTree, completeTree_grad, x));
    NABLA_CHECK(check_array(mutual, mutual_grad, x));
    NABLA_CHECK(check_array(everyStep, everyStep_grad, x));
    NABLA_CHECK(check_array(someSteps, someSteps_grad, x));
    NABLA_CHECK(check_array(freedElsewhere, freedElsewhere_grad, x));
    NABLA_CHECK(check_array(freedConstant, freedConstant_grad, x));
    NABLA_CHECK(check_array(constantResult, constantResult_grad, x));
    NABLA_CHECK(check_array(renewed, renewed_grad, x));
    NABLA_CHECK(check_array(rowPointers, rowPointers_grad, x));
    NABLA_CHECK(check_array(records, records_grad, x));
    NABLA_CHECK(check_array(initialised, initialised_grad, x));
    NABLA_CHECK(check_array(filledLater, filledLater_grad, x));
    NABLA_CHECK(check_array(growing, growing_grad, x));
    NABLA_CHECK(check_array(freeList, freeList_grad, x));
  }
  // A derivative gives back what the function does, as often.
  int Before = Dropped;
  double x[3] = {0.7, 1.3, 0.4}, d_x[3] = {};
  freedConstant_grad(x, 3, d_x);
  NABLA_CHECK(check_near("given back", Dropped - Before, 1));
  return nabla_test::result();
}
