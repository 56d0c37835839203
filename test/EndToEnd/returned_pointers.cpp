// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recursive functions that return a pointer or a reference, or set one, to what
// they know: elements, parameters, globals.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

using nabla_test::check_array;

struct Item {
  double value;
  int key;
  Item *next;
};

static Item *find(Item *l, int key) {
  if (!l || l->key == key)
    return l;
  return find(l->next, key);
}
static double &at(Item *l, int key) {
  if (l->key == key)
    return l->value;
  return at(l->next, key);
}
static void fill(Item *a, const double *x) {
  for (int i = 0; i < 4; ++i)
    a[i] = {x[0] * i + x[1], i, i < 3 ? &a[i + 1] : nullptr};
}
[[grad]] double found(double *x, int) {
  Item a[4];
  fill(a, x);
  Item *p = find(a, 2);
  p->value *= x[1];
  Item *q = find(a, 3);
  q->value += p->value * x[0];
  Item *none = find(a, 9);
  double s = none ? 100 : 0;
  for (const Item &e : a)
    s += e.value * e.value;
  return s * x[2];
}
[[grad]] double byReference(double *x, int) {
  Item a[4];
  fill(a, x);
  at(a, 2) *= x[1];
  double &r = at(a, 1);
  r += at(a, 3) * at(a, 2);
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += at(a, i) * at(a, 3 - i);
  return s + x[2];
}
static double *largest(double *p, int n) {
  if (n == 1)
    return p;
  double *q = largest(p + 1, n - 1);
  return *q > *p ? q : p;
}
[[grad]] double largestElement(double *x, int n) {
  for (int k = 0; k < 3; ++k) {
    double *m = largest(x, n);
    *m *= 0.3 * x[1];
  }
  return *largest(x, n) * x[0] + x[2];
}

// Lists that are taken apart and put together.
static Item *reversed(Item *l, Item *done) {
  if (!l)
    return done;
  Item *next = l->next;
  l->next = done;
  return reversed(next, l);
}
static Item *merged(Item *a, Item *b) {
  if (!a)
    return b;
  if (!b)
    return a;
  if (a->value < b->value) {
    a->next = merged(a->next, b);
    return a;
  }
  b->next = merged(a, b->next);
  return b;
}
static Item *sorted(Item *l, int n) {
  if (n < 2) {
    if (l)
      l->next = nullptr;
    return n ? l : nullptr;
  }
  Item *middle = l;
  for (int i = 0; i < n / 2; ++i)
    middle = middle->next;
  Item *second = sorted(middle, n - n / 2);
  return merged(sorted(l, n / 2), second);
}
[[grad]] double lists(double *x, int n) {
  Item a[7];
  for (int i = 0; i < 7; ++i)
    a[i] = {(i * 3 % 7) * x[0] - i * x[i % n], i, i < 6 ? &a[i + 1] : nullptr};
  double s = 0, w = 1;
  for (Item *p = sorted(a, 7); p; p = p->next) {
    s += w * p->value * p->value;
    w += x[0];
  }
  for (Item *p = reversed(&a[2], nullptr); p; p = p->next)
    s = s * 0.9 + p->value;
  return s;
}

// One of two arrays, or of an array and a table of constants.
static double *either(double *a, double *b, int n) {
  return n > 0 ? either(b, a, n - 1) : a;
}
[[grad]] double ofTwo(double *x, int) {
  double a[2] = {x[0], x[1]}, b[2] = {2, 3};
  double *p = either(a, b, 3);
  p[0] *= 2;
  p[1] += p[0] * x[0];
  double *q = either(a, b, 2);
  return p[1] * q[1] + q[0] * x[2];
}
static const double Table[3] = {1, 2, 3};
static const double *orTable(const double *a, int n) {
  if (n > 0)
    return orTable(n > 1 ? a : Table, n - 1);
  return a;
}
[[grad]] double ofArrayAndTable(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    const double *p = orTable(x, i % 2);
    s += p[i % n] * p[0] * x[1];
  }
  return s;
}
struct Matrix {
  double a[2][2];
};
static double *row(Matrix *m, int i, int n) {
  if (n)
    return row(m, i, n - 1);
  return m->a[i];
}
[[grad]] double rowOfMatrix(double *x, int) {
  Matrix m{{{x[0], x[1]}, {x[0] * x[1], 1}}};
  double *r = row(&m, 1, 2);
  r[1] *= r[0] * x[2];
  r = row(&m, 0, 1);
  r[0] += m.a[1][1];
  m.a[0][0] *= x[1];
  return r[0] * r[1] + m.a[1][1];
}

// A pointer to what the caller knows by another name.
static void leadTo(double &a, double *&p, int n) {
  if (n > 0)
    return leadTo(a, p, n - 1);
  p = &a;
}
[[grad]] double parameterByReference(double *x, int) {
  double a = x[0], *p = nullptr;
  leadTo(a, p, 3);
  double b = *p * x[1];
  a = a * a * x[1];
  *p *= x[0];
  double s = *p * *p + b * a;
  a = x[2];
  return s * *p;
}
static double Global[3];
static void leadToGlobal(double *&p, int n) {
  if (n > 0)
    return leadToGlobal(p, n - 1);
  p = Global;
}
static double *globalPointer(int n) {
  return n > 0 ? globalPointer(n - 1) : Global;
}
static double &globalReference(int n) {
  return n > 0 ? globalReference(n - 1) : Global[0];
}
struct Leading {
  double *p;
  int k;
};
static void leadFromRecord(Leading *l, int n) {
  if (n > 0)
    return leadFromRecord(l, n - 1);
  l->p = Global;
}
static double changed(double *p, double *x) {
  double b = *p * *p;
  Global[0] = b * x[1];
  b = *p * *p * b;
  *p = x[0] * x[2];
  return Global[0] * b;
}
static void setGlobal(const double *x) {
  for (int i = 0; i < 3; ++i)
    Global[i] = x[i];
}
[[grad]] double globalSet(double *x, int) {
  setGlobal(x);
  double *p = nullptr;
  leadToGlobal(p, 3);
  return changed(p, x);
}
[[grad]] double globalReturned(double *x, int) {
  setGlobal(x);
  return changed(globalPointer(3), x);
}
[[grad]] double globalByReference(double *x, int) {
  setGlobal(x);
  return changed(&globalReference(2), x);
}
[[grad]] double globalInRecord(double *x, int) {
  setGlobal(x);
  Leading l = {nullptr, 1};
  leadFromRecord(&l, 3);
  return changed(l.p, x);
}
// What only the callee knows.
static double Secret[4];
static double &slot(int n) { return n > 3 ? slot(n - 1) : Secret[n]; }
[[grad]] double secret(double *x, int n) {
  slot(2) = x[0] * x[0];
  slot(7) = x[1] * slot(2);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    slot(i + 2) += slot(2) * x[i % n];
    s += slot(2) * slot(3);
  }
  slot(2) = slot(9) = 0;
  return s;
}

int main() {
  for (auto x : {nabla_test::Point{0.7, 1.3, 0.4}, {1.9, 0.4, -0.8}}) {
    NABLA_CHECK(check_array(found, found_grad, x));
    NABLA_CHECK(check_array(byReference, byReference_grad, x));
    NABLA_CHECK(check_array(largestElement, largestElement_grad, x));
    NABLA_CHECK(check_array(lists, lists_grad, x));
    NABLA_CHECK(check_array(ofTwo, ofTwo_grad, x));
    NABLA_CHECK(check_array(ofArrayAndTable, ofArrayAndTable_grad, x));
    NABLA_CHECK(check_array(rowOfMatrix, rowOfMatrix_grad, x));
    NABLA_CHECK(
        check_array(parameterByReference, parameterByReference_grad, x));
    NABLA_CHECK(check_array(globalSet, globalSet_grad, x));
    NABLA_CHECK(check_array(globalReturned, globalReturned_grad, x));
    NABLA_CHECK(check_array(globalByReference, globalByReference_grad, x));
    NABLA_CHECK(check_array(globalInRecord, globalInRecord_grad, x));
    NABLA_CHECK(check_array(secret, secret_grad, x));
  }
  return nabla_test::result();
}
