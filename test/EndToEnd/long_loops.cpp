// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a long time loop keeps: its state at the beginning of each step, and
// little else. RUN line below; alone: lit -v build/test --filter=long_loops
//
// RUN: %nabla -std=c++17 -O1 %s -o %t && %t

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nabla/arena.h>
#include <thread>

template <class T> static T pendulums(const T *p, long n) {
  T a = p[0], b = p[1], u = p[2], v = p[3];
  for (long i = 0; i < n; ++i) {
    T f = -std::sin(a) * p[4] - u * b;
    T g = -std::cos(b) * p[5] + a * v;
    u = u + T(1e-5) * f;
    v = v + T(1e-5) * g;
    a += T(1e-5) * u * v;
    b += T(1e-5) * v * a;
  }
  return a * b + u * v;
}

[[grad]] double counted(const double *p, long n) {
  double a = p[0], b = p[1], u = p[2], v = p[3];
  for (long i = 0; i < n; ++i) {
    double f = -std::sin(a) * p[4] - u * b;
    double g = -std::cos(b) * p[5] + a * v;
    u = u + 1e-5 * f;
    v = v + 1e-5 * g;
    a += 1e-5 * u * v;
    b += 1e-5 * v * a;
  }
  return a * b + u * v;
}

[[grad("p")]] double uncounted(const double *p, double end) {
  double a = p[0], b = p[1], u = p[2], v = p[3];
  double t = 0;
  while (t < end) {
    double f = -std::sin(a) * p[4] - u * b;
    double g = -std::cos(b) * p[5] + a * v;
    u = u + 1e-5 * f;
    v = v + 1e-5 * g;
    a += 1e-5 * u * v;
    b += 1e-5 * v * a;
    t += 1;
  }
  return a * b + u * v;
}

static int Failed = 0;

static void check(const char *Name, const double *D, double BytesPerStep,
                  double Most) {
  const double P[6] = {0.3, 0.2, 0.5, 0.7, 1.1, 0.9};
  for (int K = 0; K < 6; ++K) {
    long double Q[6];
    std::copy(P, P + 6, Q);
    const long double H = 1e-6L;
    Q[K] += H;
    long double Up = pendulums(Q, 100000);
    Q[K] -= 2 * H;
    double Should = double((Up - pendulums(Q, 100000)) / (2 * H));
    if (!(std::fabs(D[K] - Should) <= 1e-8 * (1 + std::fabs(Should)))) {
      std::printf("%s, component %d: should be %.12g is %.12g\n", Name, K,
                  Should, D[K]);
      ++Failed;
    }
  }
  if (!(BytesPerStep <= Most)) {
    std::printf("%s keeps %.1f bytes a step\n", Name, BytesPerStep);
    ++Failed;
  }
}

int main() {
  const double P[6] = {0.3, 0.2, 0.5, 0.7, 1.1, 0.9};
  const double Steps = 100000;
  double D[6] = {};
  counted_grad(P, long(Steps), D);
  check("for loop", D, double(nabla::arena::stats().peak) / Steps, 40);
  double E[6] = {};
  std::thread([&] {
    uncounted_grad(P, Steps, E);
    check("while loop", E, double(nabla::arena::stats().peak) / Steps, 48);
  }).join();
  return Failed != 0;
}
