// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to variables that an iteration declares, in loops that are also
// left early: iterations are run again for their reverse, with the branches
// around what they compute.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cstring>

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

//===--- Which one depends on what has changed since ----------------------===//

[[grad]] double oneOfTwo(double z, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 2.25, t = z;
    double *a = z < 0.7 ? &s : &t;
    *a = 0.5 * *a + std::sin(z);
    z = 0.3 * s * z * t;
  }
  return z * z;
}

[[grad]] double callersOrOwn(double z, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0.75;
    double &a = z <= 0.7 ? z : s;
    a = 0.5 * a + std::sin(z);
    z = s * z;
  }
  return z * z;
}

[[grad]] double byIndex(double z, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i) {
    double t[3] = {z, z * z, 1};
    double *a = &t[k % 3];
    k += i + 1;
    *a = std::sin(*a) + z;
    double *b = t + k % 3;
    ++k;
    z = std::sin(*b * t[0] + t[2]);
  }
  return z;
}

[[grad]] double inBlock(double z, int n) {
  int k = 1;
  for (int i = 0; i < n; ++i) {
    double *t = new double[3];
    for (int j = 0; j < 3; ++j)
      t[j] = z + j;
    double *a = z > 1 ? t + k % 3 : t;
    double **p = k % 2 ? &a : &t;
    double *other = t + 2;
    p = z > 2 ? &other : p;
    **p *= std::sin(z);
    k = 3 * k + 1;
    z = 0.3 * t[0] * t[1] + *other;
    delete[] t;
  }
  return z;
}

struct Node {
  double v;
  Node *next;
};
[[grad]] double linked(double z, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i) {
    Node a{z, nullptr}, b{z * z, &a}, c{1, &b};
    Node *from = k % 2 ? &b : &c;
    k += i;
    while (from) {
      from->v = std::sin(from->v) + z;
      from = from->next;
    }
    Node *last = z < 1 ? &a : z < 2 ? b.next : &c;
    z = 1 + std::sin(last->v + b.v * c.v);
  }
  return z;
}

static double handedOn(double *p, double *q, double z) {
  double *r = z < 1.1 ? p : q;
  *r = *r * z + 1;
  return *p * *q;
}
[[grad]] double toCallee(double z, int n) {
  for (int i = 0; i < n; ++i) {
    double s = z, t = 2;
    double *a = z < 1 ? &s : &t, *b = z < 1.5 ? &t : &s;
    z = 1 + 0.5 * std::sin(handedOn(a, b, z) + s * t);
  }
  return z;
}

// Addresses that are compared, of arrays that the reverse sweep has none of.
[[grad]] double movedInto(const double *x, int n) {
  double s = 0.4;
  for (int k = 0; k < n; ++k) {
    double t[2];
    t[0] = t[1] = x[1];
    std::memmove(t, x, sizeof(double));
    s = 0.7 * s + 0.2 * t[0];
  }
  return s;
}
[[grad]] double movedFrom(double *x, int n) {
  double s = 0.4;
  int k = 0;
  while (k < n) {
    double t[2];
    t[0] = s;
    t[1] = x[1];
    std::memmove(x, t, sizeof(double));
    s = 0.7 * s + 0.2 * x[0] * x[2];
    ++k;
  }
  return s;
}
[[grad]] double compared(const double *x, int n) {
  double s = 0.4;
  for (int k = 0; k < n; ++k) {
    double t[2];
    t[0] = t[1] = x[1];
    const double *p = k % 2 ? t : x;
    if (p == t)
      t[0] = x[0];
    s = 0.7 * s + 0.2 * t[0];
    for (int j = 0; j < 2; ++j)
      if (p != t + j)
        s += x[2] * t[j];
  }
  return s;
}

int main() {
  for (double n : {1.0, 2.0, 4.0})
    for (double z : {0.4, 0.95, 1.3}) {
      NABLA_CHECK(check_scalar(oneOfTwo, oneOfTwo_grad, {z, n}));
      NABLA_CHECK(check_scalar(callersOrOwn, callersOrOwn_grad, {z, n}));
      NABLA_CHECK(check_scalar(byIndex, byIndex_grad, {z, n}));
      NABLA_CHECK(check_scalar(inBlock, inBlock_grad, {z, n}));
      NABLA_CHECK(check_scalar(linked, linked_grad, {z, n}));
      NABLA_CHECK(check_scalar(toCallee, toCallee_grad, {z, n}));
    }
  const nabla_test::Point X = {0.9, -1.3, 1.1, 0.7, 1.6};
  NABLA_CHECK(check_array(continued, continued_grad, X));
  NABLA_CHECK(check_array(returned, returned_grad, X));
  NABLA_CHECK(check_array(pointerAfterBreak, pointerAfterBreak_grad, X));
  NABLA_CHECK(check_array(pointerBeforeBreak, pointerBeforeBreak_grad, X));
  NABLA_CHECK(check_array(inAnArm, inAnArm_grad, X));
  NABLA_CHECK(check_array(resultOfCall, resultOfCall_grad, X));
  NABLA_CHECK(check_array(movedInto, movedInto_grad, X));
  NABLA_CHECK(check_array(movedFrom, movedFrom_grad, X));
  NABLA_CHECK(check_array(compared, compared_grad, X));
  return nabla_test::result();
}
