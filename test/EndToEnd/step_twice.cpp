// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose step runs at more than one place once "continue", jumps and
// "return" are taken apart: each place has statements of its own.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double continued(double x, double y) {
  double s = 0, w = x;
  for (int i = 0; i < 6; ++i, w *= y, s += w * x) {
    if (i == 1)
      continue;
    if (s > 4) {
      s *= y;
      continue;
    }
    s += std::sin(w) * w;
  }
  return s * w;
}

[[grad]] double left(double x, double y) {
  double s = 0, w = x;
  for (int i = 0; i < 8; ++i, w = w * y + s) {
    if (i % 3 == 1)
      continue;
    for (int k = 0; k < 3; ++k, w *= x) {
      if (w > 9)
        return s * w + x;
      if (k == i)
        continue;
      s += w * y;
    }
  }
  return s * w;
}

[[grad]] double jumped(double x, double y) {
  double t = x;
  int mode = 3;
  while (int k = mode) {
    --mode;
    int l = 0;
    if (t > 5)
      goto end;
    while (++l < 3) {
      for (int i = 0; i < 2; ++i, t += x * k) {
        if (t * y > 3)
          return t * t;
        if (i == l)
          continue;
        t *= y;
      }
    end:;
      t += y * l * t;
    }
  }
  return t;
}

int main() {
  using nabla_test::check_scalar;
  for (double x : {0.3, 0.8, 1.4})
    for (double y : {0.4, 1.1}) {
      NABLA_CHECK(check_scalar(continued, continued_grad, {x, y}));
      NABLA_CHECK(check_scalar(left, left_grad, {x, y}));
      NABLA_CHECK(check_scalar(jumped, jumped_grad, {x, y}));
    }
  return nabla_test::result();
}
