// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the reverse sweep of a time loop keeps, in bytes a step, and what it
// costs: four active state variables as scalars, in a while loop, and as an
// array. From 1e5 to 1e6 steps the cost grows tenfold if it is linear.
//
//   ninja -C build bench-time-loops

#include <chrono>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <nabla/runtime.h>

[[grad]] double scalars(const double *p, long steps) {
  double x = p[0], y = p[1], u = p[2], v = p[3];
  for (long i = 0; i < steps; ++i) {
    double a = -std::sin(x) * p[4] - u * y;
    double b = -std::cos(y) * p[5] + x * v;
    u += 1e-6 * a;
    v += 1e-6 * b;
    x += 1e-6 * u * v;
    y += 1e-6 * v * x;
  }
  return x * y + u * v;
}

[[grad]] double uncounted(const double *p, long steps) {
  double x = p[0], y = p[1], u = p[2], v = p[3];
  while (steps-- > 0) {
    double a = -std::sin(x) * p[4] - u * y;
    double b = -std::cos(y) * p[5] + x * v;
    u += 1e-6 * a;
    v += 1e-6 * b;
    x += 1e-6 * u * v;
    y += 1e-6 * v * x;
  }
  return x * y + u * v;
}

static void rates(const double *y, const double *p, double *rate) {
  rate[0] = y[1] * y[2];
  rate[1] = -std::sin(y[0]) * p[4] - y[2] * y[1];
  rate[2] = y[3] * y[0];
  rate[3] = -std::cos(y[2]) * p[5] + y[0] * y[3];
}

// The classical Runge-Kutta method.
[[grad]] double array(const double *p, long steps) {
  const double h = 1e-6;
  double y[4] = {p[0], p[1], p[2], p[3]};
  for (long i = 0; i < steps; ++i) {
    double k[4], sum[4], z[4];
    rates(y, p, k);
    for (int j = 0; j < 4; ++j)
      sum[j] = k[j], z[j] = y[j] + 0.5 * h * k[j];
    rates(z, p, k);
    for (int j = 0; j < 4; ++j)
      sum[j] += 2 * k[j], z[j] = y[j] + 0.5 * h * k[j];
    rates(z, p, k);
    for (int j = 0; j < 4; ++j)
      sum[j] += 2 * k[j], z[j] = y[j] + h * k[j];
    rates(z, p, k);
    for (int j = 0; j < 4; ++j)
      y[j] += h / 6 * (sum[j] + k[j]);
  }
  return y[0] * y[1] + y[2] * y[3];
}

/// Seconds of one call, the best of three.
template <class Fn> static double seconds(Fn Call) {
  double Best = 1e9;
  for (int Run = 0; Run < 3; ++Run) {
    auto Start = std::chrono::steady_clock::now();
    Call();
    std::chrono::duration<double> D = std::chrono::steady_clock::now() - Start;
    Best = std::fmin(Best, D.count());
  }
  return Best;
}

template <class Primal, class Gradient>
static void measure(const char *Name, Primal F, Gradient G) {
  const double p[6] = {.3, .2, .5, .7, 1.1, .9};
  double Before = 0;
  volatile double Sink = 0;
  for (long Steps : {100000L, 1000000L}) {
    double Value = seconds([&] { Sink = F(p, Steps); });
    double Both = seconds([&] {
      double d[6] = {};
      Sink = G(p, Steps, d);
    });
    // The arena has held no more before: sizes grow.
    double Bytes = double(nabla::arena::stats().peak) / double(Steps);
    std::printf("%-10s %8ld %14.1f %16.2f", Name, Steps, Bytes, Both / Value);
    if (Before > 0)
      std::printf(" %22.1f", Both / Before);
    std::printf("\n");
    Before = Both;
  }
}

int main(int argc, char **argv) {
  std::printf("%-10s %8s %14s %16s %22s\n", "loop", "steps", "bytes a step",
              "gradient/value", "time against 1e5 steps");
  // A process for each, or the peak is that of the one before.
  const char *Which = argc > 1 ? argv[1] : "scalars";
  switch (Which[0]) {
  case 'u':
    measure("uncounted", uncounted, uncounted_grad);
    break;
  case 'a':
    measure("array", array, array_grad);
    break;
  default:
    measure("scalars", scalars, scalars_grad);
  }
}
