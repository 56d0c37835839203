// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What leaves by an exception: the gradient throws the same, and shadows stay
// as they were.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <string>

[[grad]] double guarded(double x, double y) {
  if (x < 0)
    throw std::domain_error("negative: " + std::to_string(x));
  return std::sqrt(x) * y;
}

[[grad]] double inExpression(double x, double y) {
  double r = x > 0 ? x * y : throw 7;
  r *= y > 1 ? throw std::string("y") : y;
  x > 3 ? throw 8 : void(r += x);
  return r;
}

[[grad]] double inLoop(double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] > 2)
      throw i;
    a[i] *= a[i];
    s = std::sin(s) + a[i] * s + a[i];
    int k = 0;
    while (k < i) {
      if (s > 100)
        throw std::overflow_error("s");
      s *= 0.9;
      ++k;
    }
  }
  return s;
}

static double checked(double x) {
  if (!(x > 0.1))
    throw std::out_of_range("x");
  return std::log(x);
}

[[grad]] double inCallee(double x, double y) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += checked(x - i * y);
  return s * x;
}

[[grad]] double everyWay(double x, int n) {
  assert(n < 100);
  switch (n) {
  case 0:
    return x;
  case 1:
    return x * x;
  default:
    throw n;
  }
}

/// Calls F; what it threw, and whether D is as it was.
template <class E, class Fn> bool throwsUntouched(Fn F) {
  double D[3] = {0.25, 0.5, 0.75};
  try {
    F(D);
  } catch (const E &) {
    return D[0] == 0.25 && D[1] == 0.5 && D[2] == 0.75;
  } catch (...) {
  }
  return false;
}

int main() {
  using nabla_test::check_true;
  NABLA_CHECK(check_scalar(guarded, guarded_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(inExpression, inExpression_grad, {1.3, 0.7}));
  NABLA_CHECK(check_scalar(inCallee, inCallee_grad, {1.3, 0.2}));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, {0.3, 1.3, 0.7}));
  for (double n : {0., 1.})
    NABLA_CHECK(check_scalar(everyWay, everyWay_grad, {1.3, n}));
  NABLA_CHECK(
      check_true("guard", throwsUntouched<std::domain_error>([](double *D) {
                   guarded_grad(-1, 2, D, D + 1);
                 })));
  NABLA_CHECK(check_true("first of three", throwsUntouched<int>([](double *D) {
                           inExpression_grad(-1, 0.5, D, D + 1);
                         })));
  NABLA_CHECK(
      check_true("second of three", throwsUntouched<std::string>([](double *D) {
                   inExpression_grad(1, 1.5, D, D + 1);
                 })));
  NABLA_CHECK(check_true("third of three", throwsUntouched<int>([](double *D) {
                           inExpression_grad(4, 0.5, D, D + 1);
                         })));
  for (int Round = 0; Round < 3; ++Round) {
    NABLA_CHECK(check_true("in a loop", throwsUntouched<int>([](double *D) {
                             double A[3] = {0.5, 1.1, 2.5};
                             inLoop_grad(A, 3, D);
                           })));
    NABLA_CHECK(check_true("in a callee",
                           throwsUntouched<std::out_of_range>([](double *D) {
                             inCallee_grad(1, 0.6, D, D + 1);
                           })));
  }
  NABLA_CHECK(check_true("default", throwsUntouched<int>([](double *D) {
                           everyWay_grad(1, 5, D);
                         })));
  return nabla_test::result();
}
