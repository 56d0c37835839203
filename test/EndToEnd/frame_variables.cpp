// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locals of callees that stay calls, to which pointers and references lead that
// other callees have set or given back: the reverse sweep, which is another
// function, follows these, so the variables are in the frame.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

//===--- Set --------------------------------------------------------------===//

static void lead(double &a, double *&p, int n) {
  if (n > 0)
    return lead(a, p, n - 1);
  p = &a;
}
[[gnu::noinline]] static double toLocal(double q) {
  double r = q * q, *p = nullptr;
  lead(r, p, 2);
  *p *= q;
  return *p * *p;
}
[[grad]] double local(double x, double y) {
  return toLocal(x) * toLocal(y * x);
}

static double ownLevels(double q, int n) {
  double r = q * q, *p = nullptr;
  lead(r, p, 1);
  *p *= q;
  double s = *p * *p + r;
  if (n > 0)
    s *= ownLevels(0.5 * q * q, n - 1);
  return s;
}
[[grad]] double recursive(double x, double y) { return ownLevels(x, 2) * y; }

[[gnu::noinline]] static double toParameter(double q) {
  double *p = nullptr;
  lead(q, p, 2);
  *p *= q;
  return *p * *p + q;
}
[[grad]] double parameter(double x, double y) {
  return toParameter(x) * toParameter(y * x);
}

[[gnu::noinline]] static double inBranch(double q) {
  double s = q;
  if (q > 0.1) {
    double r = q * q, *p = nullptr;
    lead(r, p, 2);
    *p *= q;
    s = *p * *p;
  }
  return s;
}
[[grad]] double branch(double x, double y) {
  return inBranch(x) * inBranch(y * x);
}

[[gnu::noinline]] static double inLoop(double q) {
  double s = q;
  for (int i = 0; i < 3; ++i) {
    double r = 0.3 * s * q, *p = nullptr;
    lead(r, p, i);
    *p *= 0.2 * q;
    s = std::sin(*p * *p) + r;
  }
  return s;
}
[[grad]] double loop(double x, double y) { return inLoop(x) * inLoop(y * x); }

struct Point2 {
  double x, y;
};
static void lead(Point2 &a, Point2 *&p, int n) {
  if (n > 0)
    return lead(a, p, n - 1);
  p = &a;
}
[[gnu::noinline]] static double toRecord(double q) {
  Point2 r = {q * q, q}, *p = nullptr;
  lead(r, p, 2);
  p->x *= q;
  double s = p->x * p->y;
  return s * p->x;
}
[[grad]] double record(double x, double y) {
  return toRecord(x) * toRecord(y * x);
}

static void lead(double (&a)[3], double *&p, int n) {
  if (n > 0)
    return lead(a, p, n - 1);
  p = a + 1;
}
[[gnu::noinline]] static double toArray(double q) {
  double r[3] = {q * q, q, 2}, *p = nullptr;
  lead(r, p, 2);
  *p *= q;
  double s = p[0] * p[-1];
  return s * p[1] * *p;
}
[[grad]] double array(double x, double y) {
  return toArray(x) * toArray(y * x);
}

struct Holder {
  double v;
  double *p;
};
static void lead(Holder &s, double &a, int n) {
  if (n > 0)
    return lead(s, a, n - 1);
  s.p = &a;
}
[[gnu::noinline]] static double inRecord(double q, int n) {
  double a = q * q, b = q + 1;
  Holder s;
  s.v = b;
  lead(s, a, n);
  *s.p *= q;
  double t = *s.p * a + s.v;
  a *= t;
  if (n > 2)
    lead(s, s.v, 1);
  return t * b * *s.p;
}
[[grad]] double holder(double x, double y) {
  return inRecord(x, 3) * inRecord(y * x, 2);
}

/// Each level's list ends in the locals of the levels above.
struct Node {
  double v;
  Node *next;
};
static double sum(const Node *l) {
  return l ? l->v * l->v + 0.5 * sum(l->next) : 1;
}
static double build(Node *tail, double x, int n) {
  if (n == 0) {
    double s = sum(tail);
    tail->v *= s;
    return s * tail->v;
  }
  Node own = {x * n, tail};
  double s = build(&own, 0.9 * x, n - 1);
  own.v *= s;
  return s * own.v + tail->v;
}
[[grad]] double levels(double x, double y) {
  Node root = {0.3 * y, nullptr};
  return build(&root, 0.3 * x, 3) * root.v;
}

//===--- Given back -------------------------------------------------------===//

static double *pointerTo(double &a, double &b, int n) {
  if (n > 0)
    return pointerTo(b, a, n - 1);
  return &a;
}
[[gnu::noinline]] static double byPointer(double q, int n) {
  double a = q * q, b = q + 1;
  double *p = pointerTo(a, b, n);
  *p *= q;
  double s = *p * a;
  a *= s;
  return s * b * *p;
}
[[grad]] double pointer(double x, double y) {
  return byPointer(x, 3) * byPointer(y * x, 2);
}

static double &referenceTo(double &a, double &b, int n) {
  if (n > 0)
    return referenceTo(b, a, n - 1);
  return a;
}
[[gnu::noinline]] static double byReference(double q, int n) {
  double a = q * q, b = q + 1;
  double &p = referenceTo(a, b, n);
  p *= q;
  double s = p * a;
  a *= s;
  return s * b * p;
}
[[grad]] double reference(double x, double y) {
  return byReference(x, 3) * byReference(y * x, 2);
}

static const double &larger(const double &a, const double &b, int n) {
  if (n > 0)
    return larger(b, a, n - 1);
  return a > b ? a : b;
}
[[gnu::noinline]] static double byConstant(double q, int n) {
  double a = q * q, b = q + 0.1;
  const double &m = larger(a, b, n);
  a *= 2;
  b *= 3;
  return m * a * b;
}
[[grad]] double constant(double x, double y) {
  return byConstant(x, 2) * byConstant(y * x, 1);
}

static int *integerTo(int &a, int &b, int n) {
  if (n > 0)
    return integerTo(b, a, n - 1);
  return &a;
}
[[gnu::noinline]] static double byInteger(double q, int n) {
  int a = 2, b = 3;
  int *p = integerTo(a, b, n);
  double s = q;
  for (int i = 0; i < 3; ++i) {
    s = s * q * *p + 0.1;
    *p += 1;
    a ^= 1;
  }
  return s * a;
}
[[grad]] double integer(double x, double y) {
  return byInteger(x, 3) * byInteger(y, 2);
}

int main() {
  for (auto &p : {nabla_test::Point{0.7, 1.3}, {1.25, 0.5}, {0.4, 1.1}}) {
    NABLA_CHECK(check_scalar(local, local_grad, p));
    NABLA_CHECK(check_scalar(recursive, recursive_grad, p));
    NABLA_CHECK(check_scalar(parameter, parameter_grad, p));
    NABLA_CHECK(check_scalar(branch, branch_grad, p));
    NABLA_CHECK(check_scalar(loop, loop_grad, p));
    NABLA_CHECK(check_scalar(record, record_grad, p));
    NABLA_CHECK(check_scalar(array, array_grad, p));
    NABLA_CHECK(check_scalar(holder, holder_grad, p));
    NABLA_CHECK(check_scalar(levels, levels_grad, p));
    NABLA_CHECK(check_scalar(pointer, pointer_grad, p));
    NABLA_CHECK(check_scalar(reference, reference_grad, p));
    NABLA_CHECK(check_scalar(constant, constant_grad, p));
    NABLA_CHECK(check_scalar(integer, integer_grad, p));
  }
  return nabla_test::result();
}
