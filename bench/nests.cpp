// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is kept of loops in loops: the gradient's time in that of the value. A
// triangle, whose rows differ in length; layers, whose sizes are read from
// memory; bodies, an array of records of which some members change; and a
// matrix that is multiplied again and again, each element of the vector being
// the same for all of its rows.
//
//   ninja -C build bench-nests

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

[[grad]] double triangle(double *a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::log(a[i * n + i]);
  return sum;
}

struct Layer {
  int in, out;
  double *w;
};
static void forward(const Layer &l, const double *x, double *y) {
  for (int i = 0; i < l.out; ++i) {
    double s = 0;
    for (int j = 0; j < l.in; ++j)
      s += l.w[i * l.in + j] * x[j];
    y[i] = std::tanh(s);
  }
}
[[grad("l")]] double layers(const Layer *l, int n, const double *x) {
  double a[64], b[64];
  for (int i = 0; i < l[0].in; ++i)
    a[i] = x[i];
  for (int k = 0; k < n; ++k) {
    forward(l[k], a, b);
    for (int i = 0; i < l[k].out; ++i)
      a[i] = b[i];
  }
  return a[0] * a[0];
}

struct Body {
  double x, v, m;
};
[[grad]] double bodies(Body *b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        double d = b[i].x - b[j].x, f = 0.01 * d / (0.1 + d * d);
        b[i].v -= f * b[j].m;
        b[j].v += f * b[i].m;
      }
    for (int i = 0; i < n; ++i)
      b[i].x += 0.01 * b[i].v;
  }
  return b[0].x * b[1].v;
}

[[grad("a")]] double powers(const double *a, int n, int steps) {
  double x[64], y[64];
  for (int i = 0; i < n; ++i)
    x[i] = 1;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) {
      y[i] = 0;
      for (int j = 0; j < n; ++j)
        y[i] += a[i * n + j] * x[j];
    }
    for (int i = 0; i < n; ++i)
      x[i] = y[i];
  }
  return x[0];
}

/// Of this thread's processor time: what else runs does not count.
static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Seconds of one call, the median of several batches.
template <class Fn> static double seconds(Fn F) {
  std::vector<double> Times;
  for (int b = 0; b < 21; ++b) {
    const int Calls = 200;
    double t0 = now();
    for (int i = 0; i < Calls; ++i)
      F();
    Times.push_back((now() - t0) / Calls);
  }
  std::nth_element(Times.begin(), Times.begin() + 10, Times.end());
  return Times[10];
}

template <class ValueFn, class GradFn>
static void report(const char *Name, ValueFn Value, GradFn Gradient) {
  double v = seconds(Value), g = seconds(Gradient);
  std::printf("%-10s value %9.2f us   gradient / value %6.2f\n", Name, 1e6 * v,
              g / v);
}

int main() {
  volatile double sink = 0;
  const int n = 32;
  std::vector<double> a(n * n), c, d(n * n);
  for (int i = 0; i < n * n; ++i)
    a[i] = i % (n + 1) ? 0.1 * std::sin(i) : 5;
  auto fresh = [&] {
    c = a;
    std::fill(d.begin(), d.end(), 0.0);
  };
  report(
      "triangle", [&] { fresh(), sink = triangle(c.data(), n); },
      [&] { fresh(), sink = triangle_grad(c.data(), n, d.data()); });
  Layer l[3], dl[3];
  for (int k = 0; k < 3; ++k) {
    l[k] = {16, 16, a.data() + 256 * k};
    dl[k] = {16, 16, d.data() + 256 * k};
  }
  report(
      "layers", [&] { sink = layers(l, 3, a.data()); },
      [&] { fresh(), sink = layers_grad(l, 3, a.data(), dl); });
  Body b[6], db[6];
  auto place = [&] {
    for (int i = 0; i < 6; ++i) {
      b[i] = {std::sin(2.0 * i), 0.1 * i, 1.0 + i};
      db[i] = {0, 0, 0};
    }
  };
  report(
      "bodies", [&] { place(), sink = bodies(b, 6, 20); },
      [&] { place(), sink = bodies_grad(b, 6, 20, db); });
  report(
      "powers", [&] { sink = powers(a.data(), n, 10); },
      [&] { fresh(), sink = powers_grad(a.data(), n, 10, d.data()); });
}
