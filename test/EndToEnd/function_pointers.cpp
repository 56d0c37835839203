// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers to functions: locals, parameters, tables, members,
// typedefs, comparisons with null, library functions, recursion through a
// pointer, and what happens if the target has no derivative.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/runtime.h>

typedef double (*Function)(double);

namespace {

double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }
double halving(double x) {
  return x < 1 ? x * x : 0.5 * halving(x / 2) + std::sin(x);
}
double overloaded(double x) { return 3 * x * x; }
double overloaded(double x, double y) { return x * y; }

// Not inlined: a loop and a local array.
double series(double x) {
  double p[6] = {1};
  double s = 0;
  for (int i = 1; i < 6; ++i) {
    p[i] = p[i - 1] * x;
    s += p[i] / i;
  }
  return s;
}

/// Called through a pointer, calls through a pointer.
double apply(Function f, double x) { return f(x) * x; }
double throughTwo(double (*g)(Function, double), double x) {
  return g(cube, x) + x;
}

Function const Table[] = {square, cube, std::sin, series, nullptr};

struct Named {
  int id;
  Function f;
  double factor;
};

} // namespace

[[grad]] double locals(double x, int which) {
  double (*f)(double) = square;
  Function g = which ? cube : &series;
  double r = f(x) + (*g)(x) * (which > 1 ? halving : static_cast<Function>(std::exp))(x);
  f = overloaded;
  return r * f(x);
}

[[grad]] double parameter(double (*f)(double), double a, double b, int n) {
  double h = (b - a) / n, s = 0;
  for (int i = 0; i < n; ++i)
    s += f(a + (i + 0.5) * h);
  return s * h;
}

[[grad]] double tables(double x) {
  double s = 0;
  for (int i = 0; Table[i]; ++i)
    s += Table[i](x) * (i + 1);
  static constexpr Function Own[2] = {cube, std::cos};
  for (Function f : Own)
    s *= f(x);
  return s;
}

[[grad]] double members(double x, int k) {
  Named n[3] = {{0, square, 2}, {1, nullptr, 3}, {2, std::exp, 0.5}};
  const Named *at = n + k;
  double s = at->f ? at->f(x) * at->factor : x;
  for (int i = 0; i < 3; ++i)
    if (n[i].f != nullptr && n[i].f != square)
      s += n[i].f(x * s);
  return s;
}

[[grad]] double nested(double x) {
  return apply(square, x) + apply(series, x) + throughTwo(apply, x);
}

// A step of a differential equation: memory in and out.
using Rate = void (*)(double t, const double *y, double *dy, int n);
static void rate(double t, const double *y, double *dy, int n) {
  for (int i = 0; i < n; ++i)
    dy[i] = std::sin(y[(i + 1) % n]) * t - y[i];
}
[[grad]] double euler(Rate f, double *y, int n, double h, int steps) {
  double dy[4];
  for (int k = 0; k < steps; ++k) {
    f(1 + k * h, y, dy, n);
    for (int i = 0; i < n; ++i)
      y[i] += h * dy[i];
  }
  return y[0] * y[n - 1];
}

// Structures and references; a parameter that has no derivative here.
struct Vec {
  double x, y;
};
static Vec turn(Vec v, const double &a, int n) {
  for (int i = 0; i < n; ++i)
    v = {v.x * std::cos(a) - v.y * std::sin(a), v.x * std::sin(a) + v.y};
  return v;
}
[[grad]] double records(Vec (*f)(Vec, const double &, int), double x) {
  Vec v = f({x, 2}, x * x, 3);
  Vec w = f({1, v.y}, 0.5, 2);
  return v.x * w.y + w.x;
}

// Nobody has asked for its derivative, and this file cannot make it.
static double refused(double x) {
  double r = x;
  __asm__("" : "+x"(r));
  return r;
}

int main() {
  for (int which = 0; which < 3; ++which)
    for (double x : {0.7, 2.3})
      NABLA_CHECK(check_scalar(
          locals, locals_grad,
          {x, static_cast<double>(which)}));
  for (Function f : {Function(square), Function(std::sin), Function(halving),
                     Function(series), static_cast<Function>(overloaded)})
    NABLA_CHECK(check_flat(
        [=](double *p) { return parameter(f, p[0], p[1], 7); },
        [=](double *p, double *d) {
          return parameter_grad(f, p[0], p[1], 7, d, d + 1);
        },
        {0.3, 1.9}));
  NABLA_CHECK(check_scalar(tables, tables_grad, {0.8}));
  for (double k : {0., 1., 2.})
    NABLA_CHECK(check_scalar(members, members_grad, {0.4, k}));
  NABLA_CHECK(check_scalar(nested, nested_grad, {0.6}));
  NABLA_CHECK(check_flat(
      [](double *p) { return euler(rate, p, 3, p[3], 5); },
      [](double *p, double *d) {
        return euler_grad(rate, p, 3, p[3], 5, d, d + 3);
      },
      {0.3, 0.5, -0.2, 0.1}));
  NABLA_CHECK(check_flat(
      [](double *p) { return records(turn, p[0]); },
      [](double *p, double *d) { return records_grad(turn, p[0], d); },
      {0.7}));

  // No derivative: an exception before any shadow is touched, and the arena
  // is as it was.
  double d_a = 1.5, d_b = 2.5;
  int caught = 0;
  for (Function f : {Function(refused), Function(nullptr)})
    try {
      parameter_grad(f, 0, 1, 4, &d_a, &d_b);
    } catch (const nabla::no_derivative &e) {
      caught += e.function() == reinterpret_cast<const void *>(f);
    }
  NABLA_CHECK(check_equal("caught", caught, 2));
  NABLA_CHECK(check_equal("d_a", d_a, 1.5));
  NABLA_CHECK(check_equal("d_b", d_b, 2.5));
  parameter_grad(square, 0.5, 2, 4, &d_a, &d_b);
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  return nabla_test::result();
}
