// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Globals that a function changes: shadows of globals, seen by every function
// of the file; what a global holds before has no derivative, and nothing comes
// in for what it holds in the end. Integer globals are there again for the
// reverse sweep.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

double Total = 0;
static double Last = 1;
int Calls = 0;
namespace config {
struct Settings {
  double cutoff;
  double weight[2];
  int mode;
};
Settings settings{2, {0.5, 1.5}, 1};
namespace {
double buffer[4];
}
} // namespace config
struct Model {
  static double state;
};
double Model::state = 0.5;
extern double Later;

// Inlined and not: a helper that adds to a global.
static void deposit(double e) {
  ++Calls;
  if (e < config::settings.cutoff)
    Total += config::settings.weight[0] * e;
  else
    Total *= e;
}

[[grad]] double accumulates(double a, double b) {
  Total = 0;
  deposit(a * b);
  deposit(a + b * b);
  config::settings.weight[1] = a;
  deposit(2 * a * config::settings.weight[1]);
  double r = Total * config::settings.weight[1];
  config::settings.weight[1] = 1.5;
  return r;
}

// Recursive: pairs of sweeps that use globals.
static double deep(double x, int n) {
  if (n == 0)
    return x * Last;
  Last = Last * 0.5 + x;
  double r = deep(std::sin(x), n - 1);
  return r + Last * x;
}
[[grad]] double throughPairs(double x) {
  Last = x * x;
  return deep(x, 3) + deep(2, 2) * Last;
}

// Only a callee reads it, and is given nothing active.
static double reader(double y, int n) {
  return n ? reader(y, n - 1) + Model::state * y : y;
}
[[grad]] double readByCallee(double x) {
  Model::state = x * x;
  return reader(2, 2);
}

static double *slot(int i) { return &config::buffer[i]; }
[[grad]] double arrays(double x, int n) {
  for (int i = 0; i < 4; ++i)
    config::buffer[i] = x * i;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      config::buffer[i] = config::buffer[i] * config::buffer[(i + 1) % 4] + x;
  return *slot(1) + config::buffer[3] * x;
}

[[grad]] double later(double x) {
  Later = x;
  Later *= x + Later;
  return Later * x;
}
double Later = 7;

// What it held before is a constant, what it holds afterwards no output.
double Kept = 3;
[[grad]] double kept(double x) {
  double r = Kept * x;
  Kept = Kept + x * x;
  return r + Kept;
}

// Integer globals: the branch depends on what they were.
[[grad]] double integers(double x, int n) {
  Calls = 0;
  double r = x;
  for (int i = 0; i < n; ++i) {
    if (Calls % 3 == 1)
      r = r * r;
    else
      r = std::sin(r) + Calls * x;
    Calls += config::settings.mode + (i & 1);
  }
  Calls = -1;
  return r;
}

// One gradient inside of another: a function that computes one by itself.
static double inner(double x) {
  Total = x;
  Total = Total * Total;
  return Total;
}
[[grad]] double square(double x) { return inner(x) * x; }

// Nothing of a log is differentiated.
double Log[8];
static int Logged = 0;
[[grad]] double logs(double x, int n) {
  for (int i = 0; i < n; ++i) {
    x = x * std::cos(x);
    Log[Logged++ % 8] = x;
  }
  return x;
}

int main() {
  for (double a : {0.4, 1.7})
    NABLA_CHECK(check_scalar(accumulates, accumulates_grad, {a, 0.9}));
  NABLA_CHECK(check_scalar(throughPairs, throughPairs_grad, {0.7}));
  NABLA_CHECK(check_scalar(readByCallee, readByCallee_grad, {1.3}));
  NABLA_CHECK(check_scalar(arrays, arrays_grad, {0.3, 3}));
  NABLA_CHECK(check_scalar(later, later_grad, {0.8}));
  double d = 0.25;
  Kept = 3;
  kept_grad(1.5, &d);
  NABLA_CHECK(check_near("kept", d, 0.25 + 3 + 2 * 1.5));
  NABLA_CHECK(check_scalar(integers, integers_grad, {0.6, 7}));
  NABLA_CHECK(check_scalar(square, square_grad, {1.2}));
  Calls = 0;
  d = 0;
  accumulates_grad(0.4, 0.9, &d, &d);
  NABLA_CHECK(check_equal("calls", Calls, 3));
  NABLA_CHECK(check_scalar(logs, logs_grad, {0.4, 5}));
  Logged = 0;
  logs_grad(0.4, 5, &d);
  NABLA_CHECK(check_equal("logged", Logged, 5));
  return nabla_test::result();
}
