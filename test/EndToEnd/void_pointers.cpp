// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to void that carry what is known here: the context of a callback, a
// choice between two, one that is set again.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

using nabla_test::check_array;

using Integrand = double (*)(double, void *);
struct Rates {
  double a, b;
  int n;
};
static double decay(double t, void *context) {
  Rates *r = (Rates *)context;
  return r->a * std::exp(-r->b * t);
}
static double decayByReference(double t, void *context) {
  const Rates &r = *static_cast<const Rates *>(context);
  return r.a * std::exp(-r.b * t) * r.n;
}
static double wave(double t, void *context) {
  double a = *(double *)context;
  return std::sin(a * t) * t;
}
static double parabola(double t, void *context) {
  double *c = static_cast<double *>(context);
  return c[0] + c[1] * t + c[2] * t * t;
}
static double integral(Integrand f, void *context, double from, double to,
                       int n) {
  double h = (to - from) / n;
  double s = 0.5 * (f(from, context) + f(to, context));
  for (int i = 1; i < n; ++i)
    s += f(from + i * h, context);
  return s * h;
}
[[grad]] double ofRecord(double *x, int) {
  Rates r = {x[0], x[1], 3};
  return integral(decay, &r, 0, x[2], 20) +
         integral(decayByReference, &r, 0, x[2], 4);
}
[[grad]] double ofElement(double *x, int) {
  return integral(wave, &x[1], x[0], x[2], 5);
}
[[grad]] double ofArray(double *x, int) {
  return integral(parabola, x, 0, 1, 7) * x[1];
}

using RightHandSide = int (*)(double t, const double y[], double dydt[],
                              void *params);
static int predators(double t, const double y[], double dydt[], void *params) {
  struct Rates *r = (struct Rates *)params;
  dydt[0] = r->a * y[0] - r->b * y[0] * y[1] + t;
  dydt[1] = y[0] * y[1] - y[1];
  return 0;
}
static void midpoint(RightHandSide f, double *y, double t, double h, int n,
                     void *params) {
  double k[2], z[2];
  for (int s = 0; s < n; ++s, t += h) {
    f(t, y, k, params);
    for (int i = 0; i < 2; ++i)
      z[i] = y[i] + h / 2 * k[i];
    f(t + h / 2, z, k, params);
    for (int i = 0; i < 2; ++i)
      y[i] += h * k[i];
  }
}
[[grad]] double solver(double *x, int) {
  Rates r = {x[0], x[1], 0};
  double y[2] = {x[2], 1};
  midpoint(predators, y, 0, 0.05, 10, &r);
  return y[0] * y[1];
}

[[grad]] double renamed(double *x, int) {
  void *p = x;
  const void *q = p;
  const double *from = (const double *)q;
  double *to = (double *)p;
  to[1] *= from[0];
  return from[0] * from[1] * from[2];
}
[[grad]] double chosen(double *x, int n) {
  Rates r = {x[0], x[1], 0}, s = {x[1], x[2], 0};
  void *p = n > 2 ? (void *)&r : (void *)&s;
  return ((Rates *)p)->a * x[2];
}
[[grad]] double setAgain(double *x, int n) {
  Rates r = {x[0], x[1], 0}, s = {x[1], x[2], 0};
  void *p = nullptr;
  if (n > 1)
    p = &r;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += static_cast<Rates *>(p)->a * x[2];
    if (i == 1)
      p = &s;
  }
  return p ? sum * x[0] : x[1];
}
[[grad]] double inLoop(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    Rates r = {x[i], s, i};
    void *p = &r;
    s *= decay(x[0], p) + s;
  }
  return s;
}

// Const is cast away together with void.
static double element(const void *data, int i) {
  double *p = (double *)data;
  return p[i];
}
static void scale(const void *data, double by) { ((double *)data)[0] *= by; }
[[grad]] double withoutConst(double *x, int) {
  const void *p = x;
  scale(p, x[1]);
  double s = element(p, 0) * element(x, 2);
  double *q = (double *)p;
  *q += s;
  return s * q[1];
}
// What carries no derivative, to functions that are not inlined.
static double times(double t, void *data) { return t * *(int *)data; }
static double (*Times)(double, void *) = times;
[[gnu::noinline]] static double timesConst(double t, const void *data) {
  int *n = (int *)data;
  return t * *n;
}
static double lettered(double t, void *data) { return t * *(char *)data; }
static double (*Lettered)(double, void *) = lettered;
struct Settings {
  double factor;
  void *data;
  double (*f)(double, void *);
};
[[grad]] double otherData(double *x, int n) {
  const int k = 2;
  Settings s = {x[2], &n, times};
  return Times(x[0], (void *)&k) * timesConst(x[1], &k) *
         Lettered(x[2], (void *)"\2") * s.f(x[0], s.data) * s.factor;
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(ofRecord);
  CHECK(ofElement);
  CHECK(ofArray);
  CHECK(solver);
  CHECK(renamed);
  CHECK(chosen);
  CHECK(setAgain);
  CHECK(inLoop);
  CHECK(withoutConst);
  CHECK(otherData);
  return nabla_test::result();
}
