// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels, over any scalar type. Each takes its inputs as a vector and says
// how many operations on scalars it is.

#ifndef NABLA_BENCH_TAPE_KERNELS_H
#define NABLA_BENCH_TAPE_KERNELS_H

#include <cmath>
#include <cstddef>
#include <vector>

namespace bench {

/// log(sum of exp(x - max)): one transcendental function for three operations.
struct log_sum_exp {
  static constexpr const char *name = "log-sum-exp";
  static constexpr int rounds = 30;
  static std::size_t inputs() { return 3000; }
  static std::size_t operations() { return rounds * (3 * inputs() + 3); }
  template <class T> static T run(const std::vector<T> &x) {
    T total = 0.0;
    for (int i = 0; i < rounds; ++i)
      total += once(x);
    return total;
  }
  template <class T> static T once(const std::vector<T> &x) {
    using std::exp;
    using std::log;
    T largest = x[0];
    for (const T &e : x)
      if (e > largest)
        largest = e;
    T sum = 0.0;
    for (const T &e : x)
      sum += exp(e - largest);
    return log(sum) + largest;
  }
};

/// A pendulum with friction, by Heun's method.
struct pendulum {
  static constexpr const char *name = "ODE (pendulum)";
  static constexpr int steps = 20000;
  static std::size_t inputs() { return 4; }
  static std::size_t operations() { return std::size_t(steps) * 20 + 3; }
  template <class T>
  static T force(const std::vector<T> &x, const T &a, const T &v) {
    using std::sin;
    return -(x[2] * sin(a)) - x[3] * v; // 5
  }
  template <class T> static T run(const std::vector<T> &x) {
    const double h = 1e-3;
    T a = x[0], v = x[1];
    for (int i = 0; i < steps; ++i) {
      const T f = force(x, a, v);              // 5
      const T a1 = a + h * v;                  // 2
      const T v1 = v + h * f;                  // 2
      a += (0.5 * h) * (v + v1);               // 3
      v += (0.5 * h) * (f + force(x, a1, v1)); // 8
    }
    return a * a + v * v; // 3
  }
};

/// A layer of tanh applied again and again, element by element.
struct layer {
  static constexpr const char *name = "matrix-vector, tanh";
  static constexpr std::size_t n = 50, rounds = 40;
  static std::size_t inputs() { return n * n + n; }
  static std::size_t operations() { return rounds * (2 * n * n + n) + 2 * n; }
  template <class T> static T run(const std::vector<T> &x) {
    using std::tanh;
    std::vector<T> y(x.begin(), x.begin() + n), next(n);
    for (std::size_t k = 0; k < rounds; ++k, y.swap(next))
      for (std::size_t i = 0; i < n; ++i) {
        T sum = 0.0;
        for (std::size_t j = 0; j < n; ++j)
          sum += x[n + i * n + j] * y[j];
        next[i] = tanh(sum);
      }
    T total = 0.0;
    for (const T &e : y)
      total += e * e;
    return total;
  }
};

/// A product of all inputs, several times: one operation for each factor.
struct product {
  static constexpr const char *name = "product";
  static constexpr int rounds = 100;
  static std::size_t inputs() { return 1000; }
  static std::size_t operations() { return rounds * inputs(); }
  template <class T> static T run(const std::vector<T> &x) {
    T p = 1.0;
    for (int i = 0; i < rounds; ++i)
      for (const T &e : x)
        p *= e;
    return p;
  }
};

template <class Kernel> std::vector<double> start() {
  std::vector<double> x(Kernel::inputs());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 1 + 1e-5 * double((i * 7919) % 101) / double(1 + i % 3) *
                   (i % 2 ? 1 : -1);
  return x;
}

} // namespace bench

#endif // NABLA_BENCH_TAPE_KERNELS_H
