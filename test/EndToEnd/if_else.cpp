// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches: what they overwrite, chains, nesting, branches in loops, conditions
// whose operands change afterwards.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

[[grad]] double chain(double x) {
  double y;
  if (x < -1)
    y = x * x;
  else if (x < 1)
    y = std::sin(x);
  else if (x < 3) {
    double t = x - 1;
    y = t * t * x;
  } else
    y = 4 * x;
  return y * x;
}

[[grad]] double overwrites(double x, double y) {
  double t = x * y;
  if (t > 1) {
    t = std::sin(t);
    x = t * x;
  } else {
    y = t * t;
  }
  return x * y + t;
}

[[grad]] double conditionChanges(double x, double y) {
  if (x < y) {
    x = x * y + 10;
    y = x * 0.1;
  }
  if (x < y)
    y = 0;
  return x * y;
}

[[grad]] double nested(double x, double y, int n) {
  double s = 1;
  if (n > 0) {
    if (x > y) {
      s *= x;
      if (n > 5)
        s *= s * y;
    } else
      s += y * y;
  } else if (n < -3)
    ;
  else {
    s = x / y;
  }
  return s;
}

[[grad]] double inLoop(double x, double y) {
  double s = x;
  for (int i = 0; i < 6; ++i) {
    if (i % 2 == 0)
      s = std::sin(s) + y;
    else if (s > 1)
      s = s * 0.5;
    else
      s = s * s;
    if (i == 4)
      s += i * y;
  }
  return s;
}

[[grad]] double emptyBranches(double x) {
  if (x > 0) {
  }
  if (x > 1)
    ;
  else {
  }
  return x * x;
}

[[grad]] double declaresInBranch(double x, bool flag) {
  double r = x;
  if (flag) {
    double r = x * x;
    r = r * r;
    x = r;
  }
  return r * x;
}

int main() {
  for (double x : {-2.0, 0.3, 2.2, 3.7})
    NABLA_CHECK(check_scalar(chain, chain_grad, {x}));
  for (double x : {0.4, 1.9})
    for (double y : {0.9, 1.3}) {
      NABLA_CHECK(check_scalar(overwrites, overwrites_grad, {x, y}));
      NABLA_CHECK(
          check_scalar(conditionChanges, conditionChanges_grad, {x, y}));
      NABLA_CHECK(check_scalar(inLoop, inLoop_grad, {x, y}));
      for (int n : {7, 2, 0, -4})
        NABLA_CHECK(check_scalar(nested, nested_grad, {x, y, double(n)}));
    }
  NABLA_CHECK(check_scalar(emptyBranches, emptyBranches_grad, {0.7}));
  NABLA_CHECK(check_scalar(declaresInBranch, declaresInBranch_grad, {0.7, 0}));
  NABLA_CHECK(check_scalar(declaresInBranch, declaresInBranch_grad, {0.7, 1}));
  return nabla_test::result();
}
