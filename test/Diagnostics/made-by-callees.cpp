// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee makes and hands out, of what it was given by value: nothing
// that the caller has leads there before the call. A callee that is inlined is
// followed; of the others the gradient was zero, without a word.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

struct Node {
  double value;
  Node *left, *right;
};
struct View {
  double *data;
  int size;
};
struct Views {
  View first, second;
};
struct Chain {
  double value;
  void *next;
};

Node *build(int depth, double x) {
  Node *n = new Node;
  n->value = x;
  n->left = depth ? build(depth - 1, x * 0.5) : nullptr;
  n->right = depth ? build(depth - 1, x + 1) : nullptr;
  return n;
}
[[grad]] double tree(double x) {
  // expected-error@+1 {{'build' returns a pointer or a reference}}
  Node *n = build(2, x);
  return n->left->value * n->right->value;
}

const double *powers(int n, double x) {
  if (n > 4)
    return powers(4, x);
  double *p = new double[n];
  for (int i = 0; i < n; ++i)
    p[i] = i * x;
  return p;
}
[[grad]] double array(double x) {
  // expected-error@+1 {{'powers' returns a pointer or a reference}}
  const double *p = powers(6, x);
  return p[1] * p[3];
}

double **rows(int n, double x) {
  if (n > 3)
    return rows(3, x);
  double **r = new double *[n];
  for (int i = 0; i < n; ++i)
    r[i] = new double(x * i);
  return r;
}
[[grad]] double table(double x) {
  // expected-error@+1 {{'rows' returns a pointer or a reference}}
  double **r = rows(5, x);
  return *r[1] * *r[2];
}

View view(int n, double x) {
  if (n > 5)
    return view(5, x);
  View v;
  v.size = n;
  v.data = new double[n];
  for (int i = 0; i < n; ++i)
    v.data[i] = x + i;
  return v;
}
[[grad]] double record(double x) {
  // expected-error@+1 {{'view' returns a pointer or a reference}}
  View v = view(3, x);
  return v.data[0] * v.data[2];
}

Views views(double x) {
  if (x > 10)
    return views(x / 2);
  Views v;
  v.second.data = new double(x);
  return v;
}
[[grad]] double nested(double x) {
  // expected-error@+1 {{'views' returns a pointer or a reference}}
  Views v = views(x);
  return *v.second.data * x;
}

void *chain(int n, double x) {
  Chain *c = new Chain;
  c->value = x;
  c->next = n ? chain(n - 1, 2 * x) : nullptr;
  return c;
}
[[grad]] double untyped(double x) {
  // expected-error@+2 {{'chain' returns a pointer or a reference}}
  // expected-error@+1 {{converted to another type}}
  Chain *c = (Chain *)chain(2, x);
  return c->value;
}

double *constants(int n) {
  if (n > 4)
    return constants(4);
  double *p = new double[n];
  for (int i = 0; i < n; ++i)
    p[i] = i;
  return p;
}
/// What is made without a derivative and only read has none.
[[grad]] double weighted(double x) {
  double *p = constants(6);
  return p[1] * x + p[3];
}
/// It gets one where it is changed.
[[grad]] double scaled(double x) {
  // expected-error@+1 {{'constants' returns a pointer or a reference}}
  double *p = constants(6);
  p[1] *= x;
  return p[1] + p[3];
}
