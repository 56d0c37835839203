// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "(c ? x : y) = e": what is assigned to is one of two places. Parameters, loop
// bounds and counters, globals, elements, members, function pointers.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <utility>

[[grad]] double parameters(double x, double y) {
  (1.5 + x <= 2 ? x : y) = std::tanh(y);
  return std::tan(x) * y;
}

[[grad]] double unused(double x, double y) {
  (1.5 + x <= 2 ? x : y) = std::tanh(y + 1.0);
  return std::tan(x);
}

static double Scale = 0.7;
[[grad]] double global(double x, double y) {
  Scale = 0.7;
  (x < y ? x : Scale) *= 2 * x + y;
  (x < y ? Scale : y) -= x;
  return x * Scale + y * y;
}

[[grad]] double inLoop(double x, double y, int n) {
  double s = y;
  while (s < 100) {
    (n % 2 ? s : y) *= 1.5 * x;
    ++n;
  }
  return s + y * x;
}

[[grad]] double bounds(double x, int n, int m) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    s *= x;
    (i < 2 ? m : n) = 4;
  }
  return s + m * x;
}

[[grad]] double counter(double x, int n) {
  double s = x;
  int other = 0;
  for (int i = 0; i < n; ++i) {
    s *= x + i;
    (s > 2 ? i : other) += 1;
  }
  return s + other * x;
}

struct Pair {
  double a, b;
};
[[grad]] double parts(double x, double y) {
  Pair p{x, y}, q{y, x};
  double a[2] = {x, y}, b[2] = {y, x};
  (x < y ? p : q).a = std::tanh(x);
  (x < y ? a : b)[1] *= x;
  (x < y ? b : a)[0] = a[1];
  return std::tan(p.a) * q.a + a[0] + 2 * b[0] + 3 * b[1];
}

static double callee(int first, double x, double y) {
  (first ? x : y) = x * y;
  return x + std::sin(y);
}
[[grad]] double inCallee(double x, double y) {
  return callee(1, x, y) * callee(0, y, x);
}

static double recursive(int n, double x, double y) {
  (n % 2 ? x : y) = x * y;
  return n == 0 ? x + std::sin(y) : recursive(n - 1, y, x);
}
[[grad]] double inRecursion(double x, double y) { return recursive(3, x, y); }

[[grad]] double references(double x, double y, int n) {
  double s = y, q = x;
  for (int i = 0; i < 4; ++i) {
    double &z = i % 2 ? s : q;
    z = z * x + y;
    (n > i ? z : q) -= std::sin(y);
    std::swap(s, i == 2 ? q : z);
  }
  return s + q * x;
}

[[grad]] double nested(double x, double y, int n) {
  double z = x * y;
  (n == 0 ? x : n == 1 ? y : z) = (n > 1 ? x : z) += y * z;
  return x + 2 * y * z;
}

static double square(double x) { return x * x; }
static double sine(double x) { return std::sin(x); }
[[grad]] double pointers(double x, int n) {
  double (*f)(double) = square, (*g)(double) = sine;
  (n ? f : g) = std::exp;
  return f(x) * g(x);
}

//===--- As arguments of what is not inlined ------------------------------===//

static const double Three = 3, Table[2] = {0.25, -2.0};
struct Both {
  double a, b;
};
static const Both Fixed{2, 3};

static double byValue(double u, int n) {
  return n <= 0 ? u * u : byValue(u, n - 1) * u;
}
static double byReference(const double &u, int n) {
  return n <= 0 ? u * u : byReference(u, n - 1) * u;
}
static double byPointer(const double *u, int n) {
  return n <= 0 ? *u * *u : byPointer(u, n - 1) * *u;
}
static double recordByValue(Both r, int n) {
  return n <= 0 ? r.a * r.b : recordByValue(r, n - 1) * r.a;
}
static double recordByReference(const Both &r, int n) {
  return n <= 0 ? r.a * r.b : recordByReference(r, n - 1) * r.a;
}

/// One of the two is a constant: whichever comes first.
[[grad]] double arguments(double x, int n) {
  bool c = n % 2 == 0;
  double s = byValue(c ? Three : x, 2) + byValue(c ? x : Three, 2) * x;
  s += byReference(c ? Table[0] : x, 2) + byReference(c ? x : Three, 2) * x;
  s += byPointer(c ? &Three : &x, 2) + byPointer(c ? &x : &Table[1], 2) * x;
  Both r{x, x * x};
  s += recordByValue(c ? r : Fixed, 2) + recordByValue(c ? Fixed : r, 1) * x;
  s +=
      recordByReference(c ? r : Fixed, 2) * recordByReference(c ? Fixed : r, 1);
  return s + std::pow(c ? x : Three, c ? Three : x);
}

int main() {
  for (double x : {0.3, 0.8}) {
    NABLA_CHECK(check_scalar(parameters, parameters_grad, {x, 0.6}));
    NABLA_CHECK(check_scalar(unused, unused_grad, {x, 0.6}));
    NABLA_CHECK(check_scalar(global, global_grad, {x, 0.6}));
    NABLA_CHECK(check_scalar(parts, parts_grad, {x, 0.6}));
    NABLA_CHECK(check_scalar(inCallee, inCallee_grad, {x, 0.6}));
    NABLA_CHECK(check_scalar(inRecursion, inRecursion_grad, {x, 0.6}));
  }
  for (double n : {0.0, 1.0, 2.0, 3.0}) {
    NABLA_CHECK(check_scalar(arguments, arguments_grad, {0.8, n}));
    NABLA_CHECK(check_scalar(inLoop, inLoop_grad, {1.3, 0.7, n}));
    NABLA_CHECK(check_scalar(references, references_grad, {1.3, 0.7, n}));
    NABLA_CHECK(check_scalar(nested, nested_grad, {1.3, 0.7, n}));
    NABLA_CHECK(check_scalar(pointers, pointers_grad, {1.3, n}));
    NABLA_CHECK(check_scalar(counter, counter_grad, {1.3, n}));
    NABLA_CHECK(check_scalar(bounds, bounds_grad, {1.3, n, 7.0}));
  }
  return nabla_test::result();
}
