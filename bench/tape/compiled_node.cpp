// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a node for a compiled function costs over its f_vjp: nanoseconds for
// each argument, as they become more. Both ways are measured in turn in one
// run. The tape's time is a recording of one call and its gradient: of an array
// as one variable, and of as many single variables. In the last columns the
// function does 100 times the work for each argument, and the ratio is that of
// the whole.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <nabla/gradient_tape.h>
#include <vector>

using V = nabla::variable<double>;
using Array = nabla::array<double>;

[[grad]] double cheap(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
[[grad]] double dear(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < 100; ++k)
    for (int i = 0; i < n; ++i)
      s += x[i] * x[i] * k;
  return s;
}
[[grad]] double scalar(double a, double b) { return a * b; }

/// Of processor time: others may be running.
static double seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// The shortest time of one run of each, in nanoseconds, taken in turn.
template <class A, class B>
static std::pair<double, double> both(A &&a, B &&b) {
  auto time = [](auto &f, int times) {
    const double begin = seconds();
    for (int i = 0; i < times; ++i)
      f();
    return (seconds() - begin) * 1e9 / times;
  };
  int times = 1;
  while (time(b, times) * times < 2e6)
    times *= 2;
  std::pair<double, double> best(1e30, 1e30);
  for (const double until = seconds() + 0.5; seconds() < until;) {
    best.first = std::min(best.first, time(a, times));
    best.second = std::min(best.second, time(b, times));
  }
  return best;
}

static volatile double sink;

template <class Vjp, class F>
static void row(int n, const char *name, Vjp vjp, F f) {
  std::vector<double> x(std::size_t(n), 0.5), dx(x.size());
  auto compiled = [&] {
    std::fill(dx.begin(), dx.end(), 0.0);
    const double y = vjp(x.data(), n, 1.0, dx.data());
    sink = y + dx[0];
  };
  auto [alone, array] = both(compiled, [&] {
    nabla::variable<Array> v((Array(x)));
    nabla::GradientTape tape;
    tape.watch(v);
    V y = f(v, n);
    sink = y.value() + tape.gradient(y, v)->value()[0];
  });
  auto [alone2, single] = both(compiled, [&] {
    std::vector<V> v(x.begin(), x.end());
    nabla::GradientTape tape;
    tape.watch(v);
    V y = f(v, n);
    sink = y.value() + tape.gradient(y, v)[0]->value();
  });
  std::printf("%-6s %8d %12.1f %10.2f %8.2f %10.2f %8.2f\n", name, n, alone,
              (array - alone) / n, array / alone, (single - alone2) / n,
              single / alone2);
}

int main() {
  std::printf("            arguments   f_vjp, ns | over it for each argument, "
              "and ratio:\n%42s %18s\n",
              "one array", "variables");
  for (int n : {1, 10, 100, 1000, 10000, 100000})
    row(
        n, "cheap", [](auto... a) { return cheap_vjp(a...); },
        [](const auto &v, int m) { return cheap(v, m); });
  for (int n : {1, 10, 100, 1000, 10000})
    row(
        n, "dear", [](auto... a) { return dear_vjp(a...); },
        [](const auto &v, int m) { return dear(v, m); });

  // A chain of calls on one tape: nodes alone, without making the tape.
  const int calls = 1000;
  auto [alone, chain] = both(
      [&] {
        double d = 0, e = 0, a = 1;
        for (int i = 0; i < calls; ++i)
          a = scalar_vjp(a, 1.0, 1.0, &d, &e);
        sink = a + d + e;
      },
      [&] {
        V x(1.0), y = x;
        nabla::GradientTape tape;
        tape.watch(x);
        y = x;
        for (int i = 0; i < calls; ++i)
          y = scalar(y, 1.0);
        sink = tape.gradient(y, x)->value();
      });
  std::printf("a call of two numbers: f_vjp %.2f ns, node %.2f ns over it\n",
              alone / calls, (chain - alone) / calls);
}
