// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations that are run again in the reverse sweep, since a callee that is
// not inlined is given variables of theirs: with what they read then, which has
// changed since.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

static double halves(double *p, int n) {
  *p *= 0.5;
  return n ? halves(p, n - 1) : *p * *p;
}
static double products(double *p, double v, int n) {
  *p *= v;
  return n ? products(p, *p, n - 1) : v * *p;
}

[[grad]] double changedAfterwards(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double u = x[i];
    s += halves(&u, 1);
  }
  x[1] *= 3;
  return s;
}
[[grad]] double accumulated(double *x, int n) {
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    double u[2] = {x[i], s};
    s += products(u, u[1], 1);
  }
  return s;
}
[[grad]] double inTheLoop(double *x, int n) {
  double s = 0, t = 0.5;
  for (int i = 0; i < n; ++i) {
    double u = x[i] * t;
    s += products(&u, t, 1);
    t += x[i];
  }
  return s;
}
[[grad]] double byAnotherCall(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double u[2] = {x[i], 1};
    s += products(u, u[0], 1);
  }
  return s + products(x + 1, x[0], 1);
}

static double scale;
[[grad]] double ofGlobal(double *x, int n) {
  double s = 0;
  scale = x[0];
  for (int i = 0; i < n; ++i) {
    double u = x[i] * scale;
    s += halves(&u, 2);
  }
  scale = 0;
  return s;
}

static int chosen;
[[grad]] double byIndex(double *x, int n) {
  double s = 0;
  chosen = 0;
  for (int i = 0; i < n; ++i) {
    double u = x[chosen] * x[i];
    s += halves(&u, chosen + 1);
    chosen = (chosen + 2) % n;
  }
  chosen = -1;
  return s;
}

// The callee returns a record, of which the iteration goes on by pointers.
struct Two {
  double v[2];
};
[[gnu::noinline]] static Two crossed(Two t, double e) {
  Two r;
  for (int i = 0; i < 2; ++i)
    r.v[i] = t.v[i] * t.v[1 - i] * e + t.v[0];
  return r;
}
static int crossings;
[[gnu::noinline]] static Two crossedAndMore(const Two &t, double *e) {
  ++crossings;
  Two r = {{t.v[1] * *e, t.v[0]}};
  *e += r.v[0];
  return r;
}
[[grad]] double recordOfCall(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Two t = {{x[0] * 0.1, x[1]}};
    Two r = crossed(t, x[2]);
    double *q = r.v;
    s += q[0] * q[1];
    x[0] += s * 0.1;
  }
  return s;
}
[[grad]] double recordOfCallOfCall(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i += s > 5 ? 2 : 1) {
    const Two t = {{x[0] * 0.1, x[1]}};
    const Two r = crossed(crossed(t, x[2]), s + 1);
    const double *q = r.v;
    for (int j = 0; j < 2; ++j)
      s += q[j] * q[1 - j] * (i + 1);
    x[0] += s * 0.1;
  }
  return s;
}
[[grad]] double recordAndMore(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Two t = {{x[0] * 0.1, x[1]}};
    Two r = crossedAndMore(t, &x[i]);
    double *q = r.v;
    s += q[0] * q[1];
    x[0] += s * 0.1;
    if (s > 2)
      break;
  }
  return s;
}

int main() {
  using namespace nabla_test;
  const Point at = {0.7, 0.9, -0.6};
  NABLA_CHECK(check_array(changedAfterwards, changedAfterwards_grad, at));
  NABLA_CHECK(check_array(accumulated, accumulated_grad, at));
  NABLA_CHECK(check_array(inTheLoop, inTheLoop_grad, at));
  NABLA_CHECK(check_array(byAnotherCall, byAnotherCall_grad, at));
  NABLA_CHECK(check_array(ofGlobal, ofGlobal_grad, at));
  NABLA_CHECK(check_array(byIndex, byIndex_grad, at));
  NABLA_CHECK(check_array(recordOfCall, recordOfCall_grad, at));
  NABLA_CHECK(check_array(recordOfCallOfCall, recordOfCallOfCall_grad, at));
  NABLA_CHECK(check_array(recordAndMore, recordAndMore_grad, at));
  return result();
}
