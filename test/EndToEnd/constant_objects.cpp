// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant objects of classes that are carried along as they stand, declared in
// a block: the reverse sweep, which has none of them, reads what they said.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <optional>
#include <string>

using Real = std::optional<double>;
using Index = std::optional<int>;

[[grad]] double branch(double x, double y) {
  if (y > 0.1) {
    const Real w;
    x = x * w.value_or(0.83) + y;
    x *= std::sin(x) * w.value_or(0.5);
  }
  return x * y;
}

[[grad]] double arms(double x, double y) {
  switch (y > 0.5 ? 2 : 0) {
  case 2: {
    const Real w(1.5);
    x = x * w.value_or(3) + x;
    break;
  }
  default:
    const Real w;
    x = x * x * w.value_or(3) + x;
  }
  return x * y;
}

[[grad]] double branchOfLoop(double x, double y) {
  for (int i = 0; i < 3; ++i)
    if (y > 0.1 * i) {
      const Real w(i + 0.5);
      x = std::sin(x * w.value_or(3)) + y;
    }
  return x * y;
}

[[grad]] double whileIn(double x, double y) {
  while (x < 9) {
    const Real w;
    x = x * (1.5 + w.value_or(0.75)) + y * y;
    if (x > 3) {
      const Real q(0.5);
      x = x * (1 + q.value_or(2)) + y;
    }
  }
  return x * y;
}

[[grad]] double subscripts(double x, double y) {
  double a[4] = {x, y, x * y, 1};
  if (y > 0.1) {
    const Index k(1);
    for (int i = 0; i < 5; ++i) {
      a[k.value_or(0) + 1] += a[k.value_or(2)] * x;
      x = std::sin(x * a[k.value_or(0)]) + a[i % 4];
    }
  }
  return x * y;
}

/// The loop around is run again backward, with the branch and what is in it.
[[grad]] double replayedBranch(double x, double y) {
  double a[4] = {x, y, x * y, 1};
  for (int t = 0; t < 3; ++t)
    if (y > 0.1) {
      const Index k(t);
      for (int i = 0; i < 5; ++i) {
        double b[3] = {x, a[1], y};
        for (int j = 0; j < 3; ++j)
          b[j] *= b[k.value_or(0)] * 0.3;
        a[k.value_or(0) + 1] += 0.1 * b[k.value_or(2)] * x;
        x = std::tanh(0.2 * x * a[k.value_or(0)]) + 0.1 * a[i % 4] + 0.1 * b[2];
      }
    }
  return x * y;
}

[[grad]] double replayedBlock(double x, double y) {
  for (int t = 0; t < 3; ++t) {
    const Real k(t + 0.5);
    if (y > 0.1) {
      double *p = new double[2];
      p[0] = x * k.value_or(1);
      p[1] = p[0] * p[0] * k.value_or(1);
      x = std::sin(p[1]) * y + k.value_or(2);
      delete[] p;
    }
  }
  return x * y;
}

[[grad]] double chosen(double x, double y) {
  for (int n = 0;; ++n) {
    const Real k(n + 0.5);
    if (n > 3) {
      const std::string s("ab");
      return x * s.size() * k.value_or(1);
    }
    const std::string s("abc");
    x = x * s.size() * 0.3 + y * (x > 1 ? x * k.value_or(1) : s.size() * x);
  }
}

[[gnu::noinline]] static double callee(double x) {
  const Real s;
  double r = x * x * s.value_or(3);
  if (x > 0.3) {
    const Real q(2.0);
    r *= q.value_or(1) * r;
  }
  return r;
}
[[grad]] double called(double x, double y) {
  return y > 1 ? callee(x) * y : callee(0.4 * callee(x) + y);
}

int main() {
  for (auto &p : {nabla_test::Point{1.25, 0.6}, {0.4, 1.1}, {0.7, 0.15}}) {
    NABLA_CHECK(check_scalar(branch, branch_grad, p));
    NABLA_CHECK(check_scalar(arms, arms_grad, p));
    NABLA_CHECK(check_scalar(branchOfLoop, branchOfLoop_grad, p));
    NABLA_CHECK(check_scalar(whileIn, whileIn_grad, p));
    NABLA_CHECK(check_scalar(subscripts, subscripts_grad, p));
    NABLA_CHECK(check_scalar(replayedBranch, replayedBranch_grad, p));
    NABLA_CHECK(check_scalar(replayedBlock, replayedBlock_grad, p));
    NABLA_CHECK(check_scalar(chosen, chosen_grad, p));
    NABLA_CHECK(check_scalar(called, called_grad, p));
  }
  return nabla_test::result();
}
