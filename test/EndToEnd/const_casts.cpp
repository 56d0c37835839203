// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee declares const and changes nevertheless: by reference, by
// pointer, in members, in member functions, called directly and through others.
// The objects themselves are never const.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

static double exchanged(const double &p, double &q, int n) {
  if (n == 0) {
    const_cast<double &>(p) *= q;
    return p * q;
  }
  return exchanged(q, const_cast<double &>(p), n - 1) * p;
}
[[grad]] double byReference(double *x, int) {
  return exchanged(x[0], x[1], 3) * x[0];
}

static double scaled(const double &p, int n) {
  if (n == 0)
    return p;
  const_cast<double &>(p) = p * p;
  double &q = const_cast<double &>(p);
  q *= 2;
  double *r = const_cast<double *>(&p);
  *r += p;
  return scaled(*r, n - 1) + q;
}
[[grad]] double named(double *x, int) { return scaled(x[0], 2) * x[0] * x[1]; }

struct Pair {
  double v[2];
  double w;
};
static double inside(const Pair &p, double *o, int n) {
  if (n == 0)
    return p.w * p.v[1];
  double &e = const_cast<double &>(p.v[1]);
  e += p.w * *o;
  double (&row)[2] = const_cast<double (&)[2]>(p.v);
  row[0] *= e;
  const_cast<Pair &>(p).w *= 1.5;
  return inside(const_cast<Pair &>(p), &const_cast<Pair &>(p).w, n - 1) *
         p.v[0];
}
[[grad]] double members(double *x, int) {
  Pair p{{x[0], x[1]}, x[2]};
  return inside(p, &x[0], 2) * p.w;
}

// Only the second parameter is declared to be written to.
static void mixed(const double *x, double *y, int n) {
  if (n == 0)
    return;
  *const_cast<double *>(x) *= *y;
  const_cast<double *>(x)[1] += *x;
  mixed(y, const_cast<double *>(x), n - 1);
}
[[grad]] double byPointer(double *x, int) {
  mixed(x, x + 1, 3);
  return x[0] * x[1] + x[2];
}

// Nothing at all is.
static void doubled(const double *x, int n) {
  if (n == 0)
    return;
  double *own = (double *)x;
  own[n - 1] *= x[n];
  doubled(x, n - 1);
}
[[grad]] double silently(double *x, int n) {
  doubled(x, n - 1);
  return x[0] * x[1] * x[2];
}

// The one who casts is called by one who does not.
static void handsOn(const double *x, const double *y, int n) {
  if (n == 0)
    return;
  doubled(x, 2);
  handsOn(y, x, n - 1);
}
[[grad]] double indirectly(double *x, int) {
  double other[3] = {x[1], x[2], x[0]};
  handsOn(x, other, 2);
  return x[0] * x[1] * other[0] * other[1];
}

// What has no derivative is changed, too.
static double counted(const int &k, double w, int n) {
  double r = w * k;
  const_cast<int &>(k) = (k + 1) % 3;
  return n ? r + counted(k, w * w, n - 1) : r;
}
[[grad]] double integers(double *x, int) {
  int k = 1;
  double s = counted(k, x[0], 1);
  return s * x[k] + counted(k, x[1], 0) * x[k];
}

struct Meter {
  double w;
  double get(int n) {
    if (n == 0)
      return w;
    w *= w;
    return get(n - 1);
  }
  double peek(int n) const {
    if (n == 0)
      return w;
    return const_cast<Meter *>(this)->get(n) + const_cast<Meter &>(*this).w;
  }
  double spy(int n) const { return n ? spy(n - 1) * w : peek(2); }
};
[[grad]] double methods(double *x, int) {
  Meter m{x[0]};
  return m.spy(2) * m.w * x[1] * x[2];
}

int main() {
#define CHECK(f)                                                               \
  NABLA_CHECK(nabla_test::check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(byReference);
  CHECK(named);
  CHECK(members);
  CHECK(byPointer);
  CHECK(silently);
  CHECK(indirectly);
  CHECK(integers);
  CHECK(methods);
  return nabla_test::result();
}
