// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to one of several arrays and variables that an iteration declares,
// chosen by what has changed when the iteration is reversed: in iterations that
// are run again, and in those whose variables last, in functions that are not
// inlined.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

using nabla_test::check_array;

//===--- Run again --------------------------------------------------------===//

[[grad]] double rebound(double *x, int n) {
  double s = 0.3;
  for (int i = 0; i < n; ++i) {
    double a[2] = {x[0], s}, b[2] = {s, x[1]};
    double *p = s > 0 ? a : b;
    for (int j = 0; j < 3; ++j) {
      p[0] *= 1.5;
      s += p[1] * p[0];
      p = a;
    }
    s = std::cos(s);
  }
  return s;
}
struct Pair {
  double v[2];
  int k;
};
[[grad]] double records(double *x, int n) {
  double s = 0.3;
  int i = 0;
  do {
    Pair a[2] = {{{x[0], s}, 1}, {{x[1], 2}, 0}};
    Pair b[2] = {{{s, x[2]}, 1}, {{1, x[1]}, 1}};
    Pair *p = s > 0 ? a : b;
    for (int j = 0; j < 3; ++j) {
      Pair *q = j & 1 ? a : b;
      p->v[q->k] *= q[1].v[0] + 0.5;
      s += p->v[1] * q->v[0];
      p = q + p->k;
    }
    s = std::cos(s);
    x[i] += s;
  } while (++i < n);
  return s;
}
[[grad]] double rows(double *x, int n) {
  double s = 0.3;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    double a[2][2] = {{x[i], s}, {s, x[0]}};
    double *p = s > 0 ? a[k] : a[1];
    for (int j = 0; j < 3; ++j) {
      s += p[0] * p[1];
      p[j & 1] *= 0.9;
      p = (s > 0.3 ? a[0] : a[k & 1]);
      k = (k + j) % 2;
    }
    k ^= 1;
    s = std::cos(s) - 0.4;
  }
  return s;
}
[[grad]] double pointers(double *x, int n) {
  double s = 0.3;
  for (int i = 0; i < n; ++i) {
    double a[2] = {x[0], s}, b[2] = {s, x[1]};
    double *pa = a, *pb = b, **pp = s > 0 ? &pa : &pb;
    for (int j = 0; j < 3; ++j) {
      (*pp)[0] *= 1.5;
      s += (*pp)[1] * (*pp)[0];
      *pp = (*pp == a) ? b : a;
      if (s > 1)
        pp = &pa;
    }
    s = std::cos(s) - 0.3;
  }
  return s;
}

static double deep(double *p, int n) {
  *p *= 0.8;
  return n ? deep(p, n - 1) + *p : *p * *p;
}
[[grad]] double addressOfChoice(double *x, int n) {
  double s = 0.3;
  for (int i = 0; i < n; ++i) {
    double u = x[i], v = s;
    s += deep(&(s > 0 ? u : v), 2) + u * v;
    s = std::cos(s) - 0.4;
  }
  return s;
}
[[grad]] double addressOfElement(double *x, int n) {
  double s = 0.3;
  for (int i = 0; i < n; ++i) {
    double a[2] = {x[i], s}, b[2] = {s, x[0]};
    s += deep(&(s > 0 ? a : b)[s > 0.5], 2) + a[0] * b[1];
    s += deep((s > 1 ? a : b) + 1, 1);
    s = std::cos(s) - 0.4;
  }
  return s;
}

//===--- Lasting ----------------------------------------------------------===//

[[gnu::noinline]] static double chosenArrays(const double *x, int n) {
  double s = 0;
  int i = 0;
  while (true) {
    double a[2] = {x[0], s}, b[2] = {x[1], x[2]};
    for (int j = 0; j < 4; ++j) {
      double *p = j % 3 == 0 ? a : b, *q = j & 1 ? a : b;
      p[0] = q[1] * p[0] + 0.1;
      (j > 2 ? p[1] : q[0]) *= 1.1;
      s += p[0] * q[0];
    }
    s = std::sin(s);
    if (++i == n)
      break;
  }
  return s;
}
[[grad]] double lastingArrays(double *x, int n) {
  x[0] *= 2;
  return chosenArrays(x, n) * chosenArrays(x, n);
}
[[gnu::noinline]] static double chosenElements(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double a[2] = {x[0], s}, b[2] = {x[1], x[2]}, c[2] = {s, s};
    double *w = c;
    for (int j = 0; j < 4; ++j) {
      (j % 3 == 0 ? a : j == 1 ? w : b)[j & 1] += (j & 1 ? a : c)[1] * b[0];
      s += std::sin((s > 0 ? a : b)[j > 1] * c[0]);
      w = j == 2 ? a : c;
    }
  }
  return s;
}
[[grad]] double lastingElements(double *x, int n) {
  double s = chosenElements(x, n);
  x[1] += s;
  return s * chosenElements(x, n);
}
[[gnu::noinline]] static double chosenConstants(double *x, int n) {
  double s = 0.3;
  int i = 0;
  while (i < n) {
    double a[2] = {x[0], s}, b[2] = {s * s, x[i]};
    s = std::sin(deep(i & 1 ? a : b, 2)) + a[0];
    ++i;
    const double c[2] = {s, x[1]};
    const double *r = s > 0 ? c : b;
    s += 0.5 * r[0] * r[1];
  }
  return s;
}
[[grad]] double lastingConstants(double *x, int n) {
  double t = chosenConstants(x, n);
  x[0] = std::cos(t);
  return t * chosenConstants(x, n);
}
[[gnu::noinline]] static double chosenWholes(double *x, int n) {
  double s = 0.3;
  int i = 0;
  while (i < n) {
    double a[2] = {x[0], s}, b[2] = {s * s, x[i]};
    double (*w)[2] = i ? &a : &b;
    (*w)[1] *= s;
    double *p = *w;
    s += p[0] * p[1] * a[1];
    ++i;
  }
  return s;
}
[[grad]] double lastingWholes(double *x, int n) {
  double t = chosenWholes(x, n);
  x[0] = t;
  return t * chosenWholes(x, n);
}

int main() {
#define CHECK(f)                                                               \
  NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.9, -0.6}));                     \
  NABLA_CHECK(check_array(f, f##_grad, {-0.3, 0.4, 1.1}))
  CHECK(rebound);
  CHECK(records);
  CHECK(rows);
  CHECK(pointers);
  CHECK(addressOfChoice);
  CHECK(addressOfElement);
  CHECK(lastingArrays);
  CHECK(lastingElements);
  CHECK(lastingConstants);
  CHECK(lastingWholes);
  return nabla_test::result();
}
