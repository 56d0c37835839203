// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A namespace of the user's that is called as Nabla's: derivatives in it still
// find the runtime, and rules are still found.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/nabla.h>
#include <nabla/rules.h>

namespace mine {
double half(double x);
}
template <> struct nabla::adjoint<&mine::half> {
  static void vjp(double, double seed, double &d_x) { d_x += 0.5 * seed; }
};

namespace mine {
namespace nabla {
struct arena {};
int stack, late, measured, adjoint;
namespace detail {
struct arena_scope {};
} // namespace detail
} // namespace nabla

double half(double x) { return 0.5 * x; }

static double recurse(double x, int n) {
  return n == 0 ? x : recurse(x * x, n - 1) * x;
}

[[grad]] double counted(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= x[i] * s + 1;
  return s;
}
[[grad]] double general(const double *x, int n) {
  double s = x[0];
  while (s > 0.1)
    s *= x[1] * s;
  double *block = new double[n];
  for (int i = 0; i < n; ++i)
    block[i] = x[i] * s;
  s += block[n - 1] * block[0] + recurse(s, 3) + half(s * x[0]);
  delete[] block;
  return s;
}
[[grad]] double squared(double x) {
  nabla::stack = 3;
  return x * x * nabla::stack;
}
} // namespace mine

int main() {
  NABLA_CHECK(check_array(mine::counted, mine::counted_grad, {0.3, 0.7, -0.4}));
  NABLA_CHECK(check_array(mine::general, mine::general_grad, {0.6, 0.7}));
  NABLA_CHECK(check_scalar(mine::squared, mine::squared_grad, {0.6}));
  NABLA_CHECK(check_near("api", ::nabla::gradient<mine::squared>(0.5), 3));
  return nabla_test::result();
}
