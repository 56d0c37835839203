// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to variables that an iteration declares, in loops that are also
// left early: iterations are run again for their reverse, with the branches
// around what they compute.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

static double squared(const double *v, int k) {
  if (k > 3)
    return *v;
  return *v * *v;
}

[[grad]] double continued(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double v = x[i] * 2;
    if (s > 9)
      continue;
    s += squared(&v, i);
  }
  return s;
}

[[grad]] double returned(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double v = x[i] * 2;
    if (s > 9)
      return s * s;
    s += squared(&v, i);
  }
  return s;
}

[[grad]] double pointerAfterBreak(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double v = x[i] * 2;
    if (s > 9)
      break;
    const double *p = &v;
    s += *p * *p;
  }
  return s;
}

[[grad]] double pointerBeforeBreak(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double v = x[i] * 2;
    double *p = &v;
    if (s > 9)
      break;
    *p *= x[i];
    s += v * v;
  }
  return s;
}

[[grad]] double inAnArm(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    double v = x[i] * s, w = x[i];
    if (s < 4) {
      double *p = i % 2 ? &v : &w;
      *p = *p * *p;
      s += v * w;
    } else {
      double *p = &v;
      if (w > 100)
        break;
      *p += w;
      s += *p * 0.125;
    }
  }
  return s;
}

struct Two {
  double a[2];
};

static Two power(Two a, int k) {
  if (k == 0)
    return a;
  Two b = power(a, k - 1);
  b.a[0] *= a.a[1];
  return b;
}

// The result of a call is pointed to.
[[grad]] double resultOfCall(const double *x, int n) {
  Two a{{x[0], x[1]}};
  Two p = power(a, n);
  Two *q = &p;
  q->a[1] += q->a[0];
  return q->a[0] * p.a[1];
}

int main() {
  const nabla_test::Point X = {0.9, -1.3, 1.1, 0.7, 1.6};
  NABLA_CHECK(check_array(continued, continued_grad, X));
  NABLA_CHECK(check_array(returned, returned_grad, X));
  NABLA_CHECK(check_array(pointerAfterBreak, pointerAfterBreak_grad, X));
  NABLA_CHECK(check_array(pointerBeforeBreak, pointerBeforeBreak_grad, X));
  NABLA_CHECK(check_array(inAnArm, inAnArm_grad, X));
  NABLA_CHECK(check_array(resultOfCall, resultOfCall_grad, X));
  return nabla_test::result();
}
