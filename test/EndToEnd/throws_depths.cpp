// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions out of every depth: helpers that are inlined, that are pairs of
// sweeps, that call themselves, that are called through pointers, loops with
// stacks and blocks. After one has been caught, shadows, the arena, and
// globals' shadows are as they were, and the next gradient is right.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/arena.h>
#include <nabla/calls.h>
#include <vector>

struct Refused {
  int at;
};

/// Throws when it is called for the time that is set.
static int Countdown = -1;
static void tick() {
  if (Countdown >= 0 && Countdown-- == 0)
    throw Refused{1};
}

static double small(double x) {
  tick();
  return x * x;
}
[[grad]] double inlined(double x, double y) {
  return small(x) * small(y) + small(x * y);
}

// Too much to be inlined: a pair.
static double pair(const double *a, int n, double x) {
  double s = 0.3, t[4] = {1, x, x * x, x};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 4; ++j) {
      t[j] = std::sin(t[j] * x) + a[i] * t[(j + 1) % 4];
      s += t[j] * a[i];
      if (j == i % 4)
        tick();
    }
    while (s > 2)
      s *= 0.5;
    s = std::cos(s) + t[i % 4];
  }
  switch (n % 3) {
  case 0:
    return s * s;
  case 1:
    return s + t[0] * t[1];
  default:
    return s * t[2];
  }
}
static double twice(const double *a, int n, double x) {
  double s = pair(a, n, x);
  for (int k = 0; k < 3; ++k)
    s = 0.5 * s + pair(a, n - k, s);
  tick();
  return s;
}
[[grad]] double pairs(double x, double y) {
  double a[5] = {x, y, 0.2, x * y, 0.4};
  return twice(a, 5, x) + pair(a, 3, y);
}

static double recursive(double x, int n) {
  if (n == 0) {
    tick();
    return x;
  }
  double a = std::sin(x) * recursive(0.7 * x, n - 1);
  tick();
  return a + 0.3 * recursive(a, n / 2);
}
[[grad]] double recursion(double x, double y) {
  return recursive(x, 5) * y + recursive(x * y, 4);
}

static double odd(double x, int n);
static double even(double x, int n) {
  tick();
  return n == 0 ? x : std::cos(x) * odd(x * 0.9, n - 1);
}
static double odd(double x, int n) {
  tick();
  return n == 0 ? x * x : even(std::sin(x), n - 1) + x;
}
[[grad]] double mutual(double x, double y) { return even(x, 5) * odd(y, 3); }

// Stacks: how often is not known before.
[[grad]] double stacked(double x, double y) {
  double s = x;
  int k = 0;
  while (s < 40 && k < 300) {
    double t = s;
    for (double u = t; u > 1; u *= 0.5)
      t += std::sin(u * y);
    s = s * 1.01 + 0.1 * std::sin(t);
    if (k % 7 == 3)
      tick();
    ++k;
  }
  return s * y;
}

// An iteration of which nothing is kept may be reversed with its forward sweep.
[[grad("a")]] double independent(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double t = a[i] * a[i];
    tick();
    s += std::exp(-t) * a[i];
  }
  return s;
}

// Nothing but the exception stands in the way of that.
[[grad("a")]] double bounded(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] > 2)
      throw Refused{i};
    double t = a[i] * a[i];
    s += std::exp(-t) * a[i];
  }
  return s;
}

// Scratch of an iteration, which is run again before it is reversed.
[[grad]] double scratch(double x, double y) {
  double s = x;
  for (int k = 0; k < 4; ++k) {
    double *t = new double[3];
    t[0] = s;
    for (int i = 1; i < 3; ++i)
      t[i] = t[i - 1] * y + std::sin(t[i - 1]);
    double last = t[2];
    delete[] t;
    tick();
    s = 0.5 * last + x;
  }
  return s;
}

static double Total, Grid[3];
static double deposit(double x, int n) {
  Total += x * Grid[n % 3];
  Grid[n % 3] = Total;
  tick();
  return n ? deposit(x * 0.5, n - 1) + Total : Total;
}
[[grad]] double globals(double x, double y) {
  Total = y;
  for (int i = 0; i < 3; ++i)
    Grid[i] = x * i;
  return deposit(x, 4) * Grid[1];
}

static double up(double x) {
  tick();
  return x * x + 1;
}
static double down(double x) {
  tick();
  return 0.5 * std::sin(x);
}
[[grad]] double pointers(double x, double y) {
  double (*f[2])(double) = {up, down};
  double s = x;
  for (int i = 0; i < 4; ++i)
    s = f[i % 2](s) * y;
  return s;
}

// Caught and tried again inside of the primal's caller, outside of a gradient.
using Function = double (*)(double, double);
using Gradient = double (*)(double, double, double *, double *);

/// Makes the gradient throw at each of its ticks in turn; afterwards everything
/// has to be as it was.
static nabla_test::Finding everyTick(const char *Name, Gradient G) {
  double Right[2] = {}, Value = G(1.3, 0.7, Right, Right + 1);
  std::size_t InUse = nabla::arena::stats().in_use, Held = 0;
  bool Good = true;
  int Thrown = 0;
  for (int At = 0; Good; ++At) {
    double D[2] = {0.25, -0.5};
    Countdown = At;
    bool Threw = false;
    try {
      G(1.3, 0.7, D, D + 1);
    } catch (const Refused &R) {
      Threw = R.at == 1;
    }
    Countdown = -1;
    if (!Threw)
      break;
    ++Thrown;
    Good =
        D[0] == 0.25 && D[1] == -0.5 && nabla::arena::stats().in_use == InUse;
    double Again[2] = {};
    Good = Good && G(1.3, 0.7, Again, Again + 1) == Value &&
           Again[0] == Right[0] && Again[1] == Right[1];
    if (At == 0)
      Held = nabla::arena::stats().held;
    Good = Good && nabla::arena::stats().held == Held;
  }
  return nabla_test::check_true(Name, Good && Thrown > 2);
}

static nabla_test::Finding independentAtEveryTick() {
  const double A[4] = {0.3, 0.9, -0.4, 1.1};
  bool Good = true;
  for (int At = 0; At < 4; ++At) {
    double D[4] = {1, 2, 3, 4};
    Countdown = At;
    try {
      independent_grad(A, 4, D);
      Good = false;
    } catch (const Refused &) {
    }
    Countdown = -1;
    for (int I = 0; I < 4; ++I)
      Good = Good && D[I] == I + 1;
  }
  return nabla_test::check_true("independent", Good);
}

static nabla_test::Finding boundedAtTheEnd() {
  const double A[4] = {0.3, 0.9, -0.4, 2.5};
  double D[4] = {1, 2, 3, 4};
  bool Threw = false;
  try {
    bounded_grad(A, 4, D);
  } catch (const Refused &R) {
    Threw = R.at == 3;
  }
  for (int I = 0; I < 4; ++I)
    Threw = Threw && D[I] == I + 1;
  return nabla_test::check_true("bounded", Threw);
}

// Called through a pointer that leads nowhere known.
static double known(double x) { return x; }
[[grad("x")]] double through(double (*f)(double), double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * s + f(s);
  return s;
}

// Inside of a function that is differentiated, and around a gradient.
static double guarded(double x, double y) {
  double D[2] = {};
  try {
    Countdown = 1;
    return inlined_grad(x, y, D, D + 1);
  } catch (const Refused &) {
  }
  return recursion_grad(x, y, D, D + 1) + D[0];
}

int main() {
  using nabla_test::check_true;
  NABLA_CHECK(check_scalar(inlined, inlined_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(pairs, pairs_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(recursion, recursion_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(mutual, mutual_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(stacked, stacked_grad, {1.3, 0.7}));
  NABLA_CHECK(check_array(independent, independent_grad, {0.3, 0.9, -0.4}));
  NABLA_CHECK(check_scalar(scratch, scratch_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(globals, globals_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(pointers, pointers_grad, {1.3, 0.7}));

  NABLA_CHECK(everyTick("inlined", inlined_grad));
  NABLA_CHECK(everyTick("pairs", pairs_grad));
  NABLA_CHECK(everyTick("recursion", recursion_grad));
  NABLA_CHECK(everyTick("mutual recursion", mutual_grad));
  NABLA_CHECK(everyTick("stacks", stacked_grad));
  NABLA_CHECK(everyTick("scratch", scratch_grad));
  NABLA_CHECK(everyTick("globals", globals_grad));
  NABLA_CHECK(everyTick("pointers", pointers_grad));
  NABLA_CHECK(independentAtEveryTick());
  NABLA_CHECK(check_array(bounded, bounded_grad, {0.3, 0.9, -0.4}));
  NABLA_CHECK(boundedAtTheEnd());

  std::size_t InUse = nabla::arena::stats().in_use;
  double D[2] = {};
  NABLA_CHECK(check_true("gradients within",
                         std::abs(guarded(1.3, 0.7) -
                                  (recursion_grad(1.3, 0.7, D, D + 1) + D[0])) <
                             1e-12));
  Countdown = -1;
  // The same function, from a file that nobody has differentiated.
  volatile auto Hidden = reinterpret_cast<double (*)(double)>(
      reinterpret_cast<void *>(+[](double x) { return x + 1; }));
  double d_x = 0.25;
  bool Threw = false;
  try {
    through_grad(Hidden, 0.5, 3, &d_x);
  } catch (const nabla::no_derivative &) {
    Threw = true;
  }
  NABLA_CHECK(
      check_true("no derivative", Threw && d_x == 0.25 &&
                                      nabla::arena::stats().in_use == InUse));
  through_grad(known, 0.5, 3, &d_x);
  NABLA_CHECK(check_true("after it", std::isfinite(d_x) && d_x != 0.25));
  return nabla_test::result();
}
