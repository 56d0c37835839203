// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function does besides computing is done once, in its order: output,
// counters, random numbers, objects that are made. Also in callees, inlined or
// not, and in loops whose iterations are run again for the reverse sweep. An
// exception leaves shadows as they were and nothing on the arena.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nabla/runtime.h>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

// What happened, in order.
static std::vector<int> Log;
static int note(int n) {
  Log.push_back(n);
  return n;
}
static int Seeds = 0;
static unsigned seed() {
  note(100 + Seeds);
  return static_cast<unsigned>(++Seeds);
}
struct Counted {
  double v;
  explicit Counted(double a) : v(a) { note(200); }
  Counted(const Counted &o) : v(o.v) { note(201); }
  ~Counted() { note(202); }
  double get() const { return v; }
};
static Counted make(int n) { return Counted(note(n)); }
static double noise(std::mt19937 &g) {
  return std::uniform_real_distribution<double>(0, 1)(g);
}

static double small(double x, int n) {
  note(n);
  return x * x;
}
static double recursive(double x, int n) {
  note(10 + n);
  if (n == 0)
    return std::sin(x);
  double r = recursive(x * 0.5, n - 1);
  note(20 + n);
  return r * x;
}
[[grad]] double callees(double x) {
  double r = small(x, 1) + recursive(x, 3);
  note(2);
  for (int i = 0; i < 3; ++i)
    r += small(r, i) * recursive(x, 1);
  note(3);
  return r;
}

[[grad]] double random(double x, int n) {
  std::mt19937 g(seed());
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x * noise(g) * std::sin(x * i);
  return s;
}

// Its iterations would be replayed, but for what they make.
[[grad]] double inLoop(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    std::mt19937 g(seed());
    double a[3] = {x, x * noise(g), s};
    for (int k = 0; k < 3; ++k)
      a[k] = a[k] * a[(k + 1) % 3] + noise(g);
    s += a[0] * a[1] + a[2];
  }
  return s;
}

static double drawn(double x, std::mt19937 &g) {
  double u = noise(g);
  return x * u * noise(g) + u * x * x;
}
[[grad]] double throughCallee(double x, int n) {
  std::mt19937 g(seed());
  double r = 0;
  for (int i = 0; i < n; ++i)
    r += drawn(x, g) * x;
  return r;
}

[[grad]] double objects(double x, int n) {
  Counted c = make(5);
  double s = c.get() * x;
  for (int i = 0; i < n; ++i) {
    Counted d = make(i);
    double t[2] = {x, s};
    t[0] = t[0] * t[1] + d.get();
    s += t[0] * 0.1;
  }
  return s;
}

static std::ostringstream Out;
[[grad]] double prints(double x, int n) {
  double r = x;
  for (int i = 0; i < n; ++i) {
    r = r * std::cos(r);
    Out << i << ' ' << (r > 0.5) << '\n';
    if (i == 1)
      std::printf("%s", "");
  }
  return r;
}

static void check(double x) {
  note(1);
  if (x > 2)
    throw std::domain_error("too large");
}
static double checked(double x, int n) {
  check(x);
  return n == 0 ? x * x : checked(x * 1.5, n - 1) * x;
}
[[grad]] double mayThrow(const double *x, double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = y[i] * x[i];
    s += checked(x[i], 1) * y[i];
    if (s > 1000)
      throw 17;
  }
  return s;
}

/// The same happens in f as in f_grad.
template <class Value, class Gradient>
static nabla_test::Finding sameEffects(Value F, Gradient G) {
  Seeds = 0;
  Log.clear();
  F();
  std::vector<int> Primal;
  Primal.swap(Log);
  Seeds = 0;
  G();
  return nabla_test::check_true("effects", Primal == Log && !Primal.empty());
}

int main() {
  double d = 0;
  NABLA_CHECK(sameEffects([] { callees(0.7); },
                          [&] { callees_grad(0.7, &d); }));
  NABLA_CHECK(sameEffects([] { random(0.7, 3); },
                          [&] { random_grad(0.7, 3, &d); }));
  NABLA_CHECK(sameEffects([] { inLoop(0.7, 3); },
                          [&] { inLoop_grad(0.7, 3, &d); }));
  NABLA_CHECK(sameEffects([] { throughCallee(0.7, 2); },
                          [&] { throughCallee_grad(0.7, 2, &d); }));
  NABLA_CHECK(sameEffects([] { objects(0.7, 3); },
                          [&] { objects_grad(0.7, 3, &d); }));
  // Every evaluation begins with the same seeds.
  auto With = [](auto F) {
    return [=](auto... A) {
      Seeds = 0;
      return F(A...);
    };
  };
  using Value = double(double, int);
  using Gradient = double(double, int, double *);
  auto Scalar = [&](Value *F, Gradient *FGrad, double x, int n) {
    return nabla_test::check_flat(
        [=](double *p) { return With(F)(p[0], n); },
        [=](double *p, double *d) { return With(FGrad)(p[0], n, d); }, {x});
  };
  NABLA_CHECK(check_scalar(callees, callees_grad, {0.7}));
  NABLA_CHECK(Scalar(random, random_grad, 0.7, 4));
  NABLA_CHECK(Scalar(inLoop, inLoop_grad, 0.7, 3));
  NABLA_CHECK(Scalar(throughCallee, throughCallee_grad, 0.7, 3));
  NABLA_CHECK(Scalar(objects, objects_grad, 0.7, 3));
  NABLA_CHECK(check_scalar(prints, prints_grad, {0.4, 3}));
  Out.str("");
  prints(0.4, 3);
  std::string Primal = Out.str();
  Out.str("");
  prints_grad(0.4, 3, &d);
  NABLA_CHECK(check_true("output", Out.str() == Primal));

  // Thrown by a callee of a callee, after y has been written.
  double x[3] = {0.5, 1.5, 3}, y[3] = {1, 2, 3}, d_x[3] = {1, 2, 3},
         d_y[3] = {4, 5, 6};
  int caught = 0;
  try {
    mayThrow_grad(x, y, 3, d_x, d_y);
  } catch (const std::domain_error &) {
    ++caught;
  }
  x[1] = 500, y[0] = 1, x[2] = 1;
  try {
    mayThrow_grad(x, y, 1, d_x, d_y);
    x[0] = 1.2, y[0] = 1e5;
    d_x[0] = 1, d_y[0] = 4;
    mayThrow_grad(x, y, 1, d_x, d_y);
  } catch (int) {
    ++caught;
  }
  NABLA_CHECK(check_equal("caught", caught, 2));
  for (int i = 0; i < 3; ++i) {
    NABLA_CHECK(check_equal("d_x", d_x[i], 1 + i));
    NABLA_CHECK(check_equal("d_y", d_y[i], 4 + i));
  }
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  NABLA_CHECK(check_flat(
      [](double *p) { return mayThrow(p, p + 2, 2); },
      [](double *p, double *d) { return mayThrow_grad(p, p + 2, 2, d, d + 2); },
      {0.5, 1.1, 0.7, 0.3}));
  NABLA_CHECK(check_equal("arena", nabla::arena::stats().in_use, 0));
  return nabla_test::result();
}
