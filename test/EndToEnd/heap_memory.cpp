// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What blocks cost: scratch of an iteration is kept for one iteration, and once
// the arena has grown a gradient allocates no more than its primal.
//
// RUN: %nabla -std=c++17 -O1 %s -o %t && %t

#include "support/check_gradient.h"
#include <cstdlib>
#include <nabla/arena.h>
#include <new>

static long Allocations = 0;
void *operator new(std::size_t Size) {
  ++Allocations;
  if (void *P = std::malloc(Size ? Size : 1))
    return P;
  throw std::bad_alloc();
}
void *operator new[](std::size_t Size) { return operator new(Size); }
void operator delete(void *P) noexcept { std::free(P); }
void operator delete(void *P, std::size_t) noexcept { std::free(P); }
void operator delete[](void *P) noexcept { std::free(P); }
void operator delete[](void *P, std::size_t) noexcept { std::free(P); }

[[grad("p")]] double steps(const double *p, int n, int count) {
  double s = 0.5;
  for (int k = 0; k < count; ++k) {
    double *t = new double[n];
    for (int i = 0; i < n; ++i)
      t[i] = p[i % 2] * s + 0.001 * i;
    double u = 0;
    for (int i = 0; i < n; ++i)
      u += t[i] * t[n - 1 - i];
    delete[] t;
    s = 0.5 * s + 0.01 * u / n;
  }
  return s;
}

int main() {
  double p[2] = {0.3, 0.4}, d[2] = {};
  const int n = 1000, count = 1000;
  volatile double Used = steps(p, n, count);
  long Before = Allocations;
  Used = steps(p, n, count);
  long Primal = Allocations - Before;
  (void)Used;
  steps_grad(p, n, count, d);
  // Two blocks of an iteration, and a few numbers of each of them.
  std::size_t Peak = nabla::arena::stats().peak;
  NABLA_CHECK(nabla_test::check_true("memory is that of an iteration",
                                     Peak < 2 * n * sizeof(double) +
                                                count * 64 + 4096));
  Before = Allocations;
  steps_grad(p, n, count, d);
  long Gradient = Allocations - Before;
  NABLA_CHECK(nabla_test::check_true("no allocations but the primal's",
                                     Gradient <= Primal));
  return nabla_test::result();
}
