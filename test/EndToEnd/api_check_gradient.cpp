// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::check_gradient agrees with right gradients, and says which component
// of a wrong one is wrong. Wrong gradients come from a rule that is wrong.
//
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror -O1 %s -o %t && %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/nabla.h>
#include <nabla/rules.h>

double twisted(double x) { return x * x; }
NABLA_RULE(twisted, (x), spellings(twisted), partials(3 * x), samples(1, 2))

double right(const double *x, int n, double y) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::sin(x[i]) * y;
  return s;
}
double wrong(const double *x, double y) { return x[0] + twisted(x[1]) * y; }
double edge(double x) { return x * std::sqrt(x - 1); }
float single(float x) { return x * x; }
double changes(double &x, double *y) {
  y[0] *= x;
  x = 0;
  return y[0];
}
struct Pair {
  double a, b;
};
double ofPair(const Pair &p, double x) { return p.a * x * x + p.b; }

int main() {
  std::vector<double> x = {0.3, 2, -1};
  NABLA_CHECK(check_true("right", bool(nabla::check_gradient<right>(x, 3, 2))));
  auto report = nabla::check_gradient<wrong>(x, 2.0);
  NABLA_CHECK(check_true("wrong", !report));
  NABLA_CHECK(
      check_true(report.message(),
                 report.message() == "parameter 0 [1]: should be 8 is 12\n"));
  report = nabla::check_gradient<edge>(1.0);
  NABLA_CHECK(
      check_true(report.message(),
                 report.message().find("do not settle") != std::string::npos));
  NABLA_CHECK(check_true("off the edge", bool(nabla::check_gradient<edge>(3))));
  NABLA_CHECK(check_true("float", bool(nabla::check_gradient<single>(1.5f))));
  double at = 2, y[1] = {3};
  NABLA_CHECK(
      check_true("copies", bool(nabla::check_gradient<changes>(at, y))));
  NABLA_CHECK(check_near("untouched", at, 2));
  NABLA_CHECK(check_near("untouched", y[0], 3));
  nabla::check_gradient<changes>(at, nabla::span(y, 1));
  NABLA_CHECK(check_near("untouched behind a span", y[0], 3));
  report = nabla::check_gradient<ofPair, 1>(Pair{1, 2}, 3.0);
  NABLA_CHECK(check_true(report.message(), bool(report)));
  nabla::check_options strict{1e-30, 0.01};
  report = nabla::check_gradient<right>(strict, x, 3, 2);
  NABLA_CHECK(check_true("a tolerance of nothing", !report));
  return nabla_test::result();
}
