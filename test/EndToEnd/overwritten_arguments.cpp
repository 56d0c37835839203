// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee that gets a value and writes to where the value came from: by way of
// another argument, a global, a member, and while it calls itself. The value's
// adjoint belongs to the place as it was before the call.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/rules.h>

//===-- Recursion ---------------------------------------------------------===//

static double byPointer(double *p, double v, int n) {
  if (n == 0)
    return v * v;
  *p *= 0.5 * v;
  double r = byPointer(p, *p, n - 1);
  return r + v;
}
[[grad]] double pointer(double *x, int) { return byPointer(x, x[0], 3); }
[[grad]] double ofLocal(double x) {
  double t = x * x;
  double r = byPointer(&t, t, 3);
  return r * t;
}

static double byReference(double v, double &p, int n) {
  if (n == 0)
    return v * v;
  p = p * 0.5 + v;
  double r = byReference(p, p, n - 1);
  return r * v;
}
[[grad]] double reference(double *x, int) { return byReference(*x, *x, 2); }

static double second(double *p, double v, double &z, int n);
static double first(double v, double &z, int n) {
  if (n <= 0)
    return v;
  z = 0.5 * z * v;
  double r = second(&z, z, v, n);
  return r + z;
}
static double second(double *p, double v, double &z, int n) {
  z += first(v, p[0], n - 1);
  return v;
}
[[grad]] double mutual(double *x, int) { return first(0.5, x[0], 4) * x[1]; }

static void returnsNothing(double *a, double v, int i, int n) {
  if (i == n)
    return;
  a[i] = a[i] * v;
  returnsNothing(a, a[i], i + 1, n);
  a[0] += v;
}
[[grad]] double nothing(double *a, int n) {
  returnsNothing(a, a[n - 1], 0, n);
  return a[0] * a[1];
}

//===-- What is not seen at the call, or too large to be inlined ----------===//

typedef double (*Step)(double *, double);
static double halve(double *p, double v) {
  *p = 0.5 * *p * *p;
  return v * v;
}
static double cube(double *p, double v) {
  *p = *p * *p * *p;
  return v + *p;
}
[[grad]] double throughPointer(double *x, int n) {
  Step steps[2] = {halve, cube};
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += steps[(i + n) % 2](&x[i % n], x[i % n]);
  return s;
}

[[grad]] __attribute__((noinline)) double exported(double *p, double v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    *p *= 0.5;
    for (int k = 0; k < 2; ++k)
      s += std::sin(v * *p + k);
    while (s > 1)
      s /= 2 + *p;
  }
  return s * v;
}
[[grad]] double ofExported(double *x, int) {
  double r = exported(x, x[0], 3);
  return r + exported(x + 1, x[1], 2);
}

//===-- Records and globals -----------------------------------------------===//

struct Pair {
  double a, b;
};
static double ofRecord(Pair *p, Pair v, int n) {
  if (n == 0)
    return v.a * v.b;
  p->a *= v.b;
  p->b += v.a;
  double r = ofRecord(p, *p, n - 1);
  return r + v.a;
}
[[grad]] double record(double *x, int) {
  Pair p = {x[0], x[1]};
  double r = ofRecord(&p, p, 2);
  return r + p.a * p.b;
}
static double ofMember(Pair &p, double v, int n) {
  if (n == 0)
    return v;
  p.a = p.a * v;
  double r = ofMember(p, p.a, n - 1);
  return r * v + p.b;
}
[[grad]] double member(double *x, int) {
  Pair p = {x[0], x[1]};
  return ofMember(p, p.a, 2) + ofMember(p, p.b, 1);
}

static double level;
static double ofGlobal(double v, int n) {
  if (n == 0)
    return v;
  level *= 0.5 * v;
  double r = ofGlobal(level, n - 1);
  return r + v * v;
}
[[grad]] double global(double x) {
  level = x;
  return ofGlobal(level, 3) + level;
}

//===-- Rules -------------------------------------------------------------===//

namespace my {
double scale(double *p, double v) { return *p *= v, v * v; }
} // namespace my
template <> struct nabla::adjoint<&my::scale> {
  struct frame {
    double was;
  };
  static double forward(double *p, double v, frame &f) {
    f.was = *p;
    return my::scale(p, v);
  }
  static void reverse(const double *, double v, const frame &f, double seed,
                      double *d_p, double &d_v) {
    d_v += 2 * v * seed;
    if (!d_p)
      return;
    d_v += f.was * *d_p;
    *d_p *= v;
  }
};
[[grad]] double ruled(double *x, int) {
  double r = my::scale(x, x[0]);
  return r * my::scale(x + 1, x[1]);
}

int main() {
  using namespace nabla_test;
  for (double x : {0.7, 1.3}) {
    NABLA_CHECK(check_scalar(ofLocal, ofLocal_grad, {x}));
    NABLA_CHECK(check_scalar(global, global_grad, {x}));
    NABLA_CHECK(check_array(pointer, pointer_grad, {x}));
    NABLA_CHECK(check_array(reference, reference_grad, {x}));
    NABLA_CHECK(check_array(mutual, mutual_grad, {x, 0.4}));
    NABLA_CHECK(check_array(nothing, nothing_grad, {x, 0.4, -0.9}));
    NABLA_CHECK(
        check_array(throughPointer, throughPointer_grad, {x, 0.4, 0.9}));
    NABLA_CHECK(check_array(ofExported, ofExported_grad, {x, 0.4}));
    NABLA_CHECK(check_array(record, record_grad, {x, 0.4}));
    NABLA_CHECK(check_array(member, member_grad, {x, 0.4}));
    NABLA_CHECK(check_array(ruled, ruled_grad, {x, 0.4}));
  }
  return result();
}
