// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of unusual kinds: one of two parameters, of their members or of two
// globals, instances of variable templates, functions behind void pointers.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

// 't' and 'u' are not differentiated; what is put into them is.
[[grad("x")]] double chosen(double x, double t, double u, int n) {
  (n > 1 ? t : u) = std::cos(t + x);
  (n > 2 ? t : u) += x;
  return t * x * u;
}
[[grad("x")]] double same(double x, double t, int n) {
  (n > 1 ? t : t) *= std::sin(t + x);
  return t * x;
}
struct Pair {
  double a, b;
};
[[grad("x")]] double member(double x, Pair p, Pair q, int n) {
  (n > 1 ? p : q).b = x * x;
  return p.b * q.b * x;
}
static void add(double &to, double x) { to += x; }
[[grad("x")]] double handed(double x, double t, double u, int n) {
  add(n > 1 ? t : u, x * x);
  return t * u * x;
}
static double recursive(double x, double t, int n) {
  if (n == 0)
    return t * x;
  (t > 0.5 ? t : t) = std::cos(t + x);
  return recursive(x, 0.7, n - 1) * t;
}
[[grad]] double inCallee(double x) { return recursive(x, 0.3, 3); }

static double First = 1, Second = 2;
static Pair Left, Right;
[[grad("x")]] double globals(double x, int n) {
  First = Second = 2;
  Left = Right = {1, 1};
  (n > 1 ? First : Second) = x * x;
  (n > 1 ? Left : Right).b = First * x;
  return First * Second * Left.b * Right.b;
}

template <int N> double Slot = N;
namespace inner {
template <class T> T Kept[2] = {};
}
[[grad]] double templates(double x) {
  Slot<1> = x * x;
  Slot<2> = Slot<1> * x;
  inner::Kept<double>[1] = Slot<2>;
  inner::Kept<float>[1] = 0.5f;
  return Slot<1> * Slot<2> * inner::Kept<double>[1] * inner::Kept<float>[1];
}

static double square(double x) { return x * x; }
[[grad]] double behindVoid(double x) {
  void *any = reinterpret_cast<void *>(&square);
  auto f = reinterpret_cast<double (*)(double)>(any);
  return f(x) * x;
}

int main() {
  for (int n = 1; n < 4; ++n) {
    NABLA_CHECK(check_flat(
        [&](double *p) { return chosen(p[0], 0.3, 0.4, n); },
        [&](double *p, double *d) { return chosen_grad(p[0], 0.3, 0.4, n, d); },
        {0.7}));
    NABLA_CHECK(check_flat(
        [&](double *p) { return same(p[0], 0.3, n); },
        [&](double *p, double *d) { return same_grad(p[0], 0.3, n, d); },
        {0.7}));
    NABLA_CHECK(
        check_flat([&](double *p) { return member(p[0], {1, 2}, {3, 4}, n); },
                   [&](double *p, double *d) {
                     return member_grad(p[0], {1, 2}, {3, 4}, n, d);
                   },
                   {0.7}));
    NABLA_CHECK(check_flat(
        [&](double *p) { return handed(p[0], 0.3, 0.4, n); },
        [&](double *p, double *d) { return handed_grad(p[0], 0.3, 0.4, n, d); },
        {0.7}));
    NABLA_CHECK(check_flat(
        [&](double *p) { return globals(p[0], n); },
        [&](double *p, double *d) { return globals_grad(p[0], n, d); }, {0.7}));
  }
  NABLA_CHECK(check_scalar(inCallee, inCallee_grad, {0.7}));
  NABLA_CHECK(check_scalar(templates, templates_grad, {0.7}));
  NABLA_CHECK(check_scalar(behindVoid, behindVoid_grad, {0.7}));
  return nabla_test::result();
}
