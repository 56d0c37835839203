// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects whose destructors are noticed, in functions that are called: they end
// with the call, not with the caller.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <mutex>

using nabla_test::check_array;

static int depth = 0;
struct Guard {
  Guard() { ++depth; }
  ~Guard() { --depth; }
};
static double work(double x) {
  Guard g;
  return x * depth;
}
[[grad]] double once(double *x, int) {
  double a = work(x[0]);
  return a + work(x[0] * x[1]) * depth;
}

static double deeper(double x, int n) {
  Guard g;
  if (n == 0)
    return x * depth;
  return deeper(x * x, n - 1) + x * depth;
}
[[grad]] double nested(double *x, int) { return deeper(x[0], 3) * (1 + depth); }

static void scale(double *x, int n) {
  Guard first, second;
  for (int i = 0; i < n; ++i) {
    Guard each;
    x[i] *= depth + x[i];
  }
}
[[grad]] double inPlace(double *x, int n) {
  scale(x, n);
  scale(x, n);
  return x[0] * x[1] * x[2] * (1 + depth);
}

static double around(double x) {
  Guard g;
  return work(x) * depth;
}
[[grad]] double through(double *x, int) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += around(x[i]) * x[0];
  return s * (1 + depth);
}

static std::mutex mutex;
static double locked(double x) {
  std::lock_guard<std::mutex> hold(mutex);
  return x * x;
}
[[grad]] double twiceLocked(double *x, int) {
  return locked(x[0]) * locked(x[1]);
}

int main() {
#define CHECK(f) NABLA_CHECK(check_array(f, f##_grad, {0.7, 0.4, 0.9}))
  CHECK(once);
  CHECK(nested);
  CHECK(inPlace);
  CHECK(through);
  CHECK(twiceLocked);
  return depth ? 1 : nabla_test::result();
}
