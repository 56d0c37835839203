// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same gradient from several threads at once, and from within a gradient's
// caller that holds another's results.
//
// RUN: %at-levels %nabla -std=c++17 -pthread %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <thread>

[[grad]] double chain(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < 2000; ++i) {
    double w[3];
    for (int k = 0; k < 3; ++k)
      w[k] = std::sin(s + x[(i + k) % n]);
    s = w[0] * w[1] + w[2] * s;
  }
  return s;
}

using Gradient = std::vector<double>;

Gradient gradientAt(double shift) {
  std::vector<double> x = {0.3 + shift, 0.7, -0.4}, d(3, 0.0);
  chain_grad(x.data(), 3, d.data());
  return d;
}

int main() {
  const int threads = 4;
  Gradient alone[threads], together[threads];
  for (int t = 0; t < threads; ++t)
    alone[t] = gradientAt(0.01 * t);
  NABLA_CHECK(check_array(chain, chain_grad, {0.3, 0.7, -0.4}));

  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t)
    pool.emplace_back([&together, t] {
      for (int round = 0; round < 20; ++round)
        together[t] = gradientAt(0.01 * t);
    });
  for (std::thread &t : pool)
    t.join();
  for (int t = 0; t < threads; ++t)
    for (int i = 0; i < 3; ++i)
      NABLA_CHECK(check_equal("from a thread", together[t][i], alone[t][i]));
  return nabla_test::result();
}
