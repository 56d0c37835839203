// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f_vjp takes the adjoint of the result; f_grad is f_vjp at 1; shadows
// accumulate over calls.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double f(double x, const double *a, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = s * a[i] + std::sin(s);
  return s;
}

[[grad]] double writes(double *a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] = a[i] * a[i - 1];
  return a[n - 1] * a[0];
}

[[grad]] float narrow(float x) { return x * x; }

int main() {
  const double a[3] = {0.5, -1.5, 0.8};
  double dx = 0, da[3] = {0, 0, 0};
  double v = f_grad(1.2, a, 3, &dx, da);
  NABLA_CHECK(check_near("value", v, f(1.2, a, 3)));
  for (double seed : {0.0, 1.0, -2.5}) {
    double vx = 0, va[3] = {0, 0, 0};
    NABLA_CHECK(check_equal("value", f_vjp(1.2, a, 3, seed, &vx, va), v));
    NABLA_CHECK(check_near("seeded d_x", vx, seed * dx));
    for (int i = 0; i < 3; ++i)
      NABLA_CHECK(check_near("seeded d_a", va[i], seed * da[i]));
  }
  double vx = 3, va[3] = {0, 1, 2};
  for (int call = 0; call < 4; ++call)
    f_vjp(1.2, a, 3, 0.5, &vx, va);
  NABLA_CHECK(check_near("d_x over four calls", vx, 3 + 2 * dx));
  for (int i = 0; i < 3; ++i)
    NABLA_CHECK(check_near("d_a over four calls", va[i], i + 2 * da[i]));

  // a0, a1 -> a0, a0 a1; f = a0^2 a1; the final contents have adjoints 2, 3:
  // d_a0 = 2 + 3 a1 + seed 2 a0 a1, d_a1 = 3 a0 + seed a0^2.
  double w[2] = {2, 5}, dw[2] = {2, 3};
  writes_vjp(w, 2, 10.0, dw);
  NABLA_CHECK(check_equal("d_a[0]", dw[0], 2 + 3 * 5 + 10 * 2 * 2 * 5));
  NABLA_CHECK(check_equal("d_a[1]", dw[1], 3 * 2 + 10 * 2 * 2));

  float dn = 1;
  narrow_vjp(3.0f, 0.5f, &dn);
  NABLA_CHECK(check_equal("float d_x", dn, 4));
  return nabla_test::result();
}
