// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls cost: the gradient of functions nested 1 to 20 deep, in time per
// level, and of a helper that updates an array in place in a time loop, in time
// and memory per step. Both should stay flat.
//
//   ninja -C build bench-call-depth

#include <chrono>
#include <cmath>
#include <cstdio>
#include <nabla/runtime.h>
#include <vector>

// Too large to be inlined, one level each.
#define WORK                                                                   \
  double a[8] = {x, x * 0.5, x * 0.25, x * x, 1, x - 1, 2 * x, 0.5};           \
  for (int k = 0; k < 4; ++k)                                                  \
    for (int i = 0; i < 8; ++i)                                                \
      a[i] = 0.5 * a[i] + 0.25 * std::sin(a[(i + 3) % 8]) * a[(i + 1) % 8];    \
  for (int i = 0; i < 8; i += 2)                                               \
    a[i] = a[i] * a[i + 1] + 0.125 * a[(i + 5) % 8];                           \
  double s = a[0] + a[3] * a[5] - a[6] * a[2] + 0.5 * a[7] * a[4] + a[1];

static double level(double x, int depth) {
  WORK return depth <= 1 ? s : s + 0.5 * level(0.5 * s, depth - 1);
}
[[grad]] double nested(double x, int depth) { return level(x, depth); }

static void step(double *u, int n, double c) {
  double left = u[0];
  for (int i = 1; i + 1 < n; ++i) {
    double old = u[i];
    u[i] += c * (left - 2 * old + u[i + 1]) * old;
    left = old;
  }
}
[[grad]] double diffusion(double *u, int n, double c, int steps) {
  for (int k = 0; k < steps; ++k)
    step(u, n, c);
  return u[n / 2];
}
// The same through a recursion, which keeps the call from being inlined.
static void stepCalled(double *u, int n, double c, int again) {
  step(u, n, c);
  if (again > 0)
    stepCalled(u, n, c, again - 1);
}
[[grad]] double diffusionCalled(double *u, int n, double c, int steps) {
  for (int k = 0; k < steps; ++k)
    stepCalled(u, n, c, 0);
  return u[n / 2];
}

/// Seconds of one call, the best of several batches.
template <class Fn> static double seconds(Fn F, int Calls) {
  double Best = 1e9;
  for (int b = 0; b < 5; ++b) {
    auto t0 = std::chrono::steady_clock::now();
    for (int i = 0; i < Calls; ++i)
      F();
    std::chrono::duration<double> d = std::chrono::steady_clock::now() - t0;
    Best = std::fmin(Best, d.count() / Calls);
  }
  return Best;
}

int main() {
  volatile double sink = 0, in = 0.7;
  std::printf("depth   value ns/level   gradient ns/level   ratio\n");
  for (int depth : {1, 2, 5, 10, 20}) {
    double d = 0;
    double v = seconds([&] { sink = nested(in, depth); }, 20000 / depth);
    double g =
        seconds([&] { sink = nested_grad(in, depth, &d); }, 10000 / depth);
    std::printf("%5d %16.1f %19.1f %7.2f\n", depth, 1e9 * v / depth,
                1e9 * g / depth, g / v);
  }
  std::printf(
      "\nsteps   gradient ns/step   bytes/step   (called: ns, bytes)\n");
  const int n = 16;
  for (int steps : {1000, 10000, 100000}) {
    std::vector<double> u(n), du(n);
    auto reset = [&] {
      for (int i = 0; i < n; ++i)
        u[i] = 0.1 * i, du[i] = 0;
    };
    double dc = 0;
    nabla::arena::shrink();
    auto run = [&](auto F) {
      double t = seconds(
          [&] {
            reset();
            sink = F(u.data(), n, 0.01, steps, du.data(), &dc);
          },
          1);
      std::printf(" %17.1f %12.1f", 1e9 * t / steps,
                  double(nabla::arena::stats().peak) / steps);
    };
    std::printf("%6d", steps);
    run(diffusion_grad);
    run(diffusionCalled_grad);
    std::printf("\n");
  }
}
