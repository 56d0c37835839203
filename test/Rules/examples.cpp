// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The examples of docs/rules.md, for functions that exist only as an object
// file.
//
// RUN: %clang -std=c++17 -O2 -DLIBRARY -c %s -o %t.library.o
// RUN: %nabla -std=c++17 -O2 %s %t.library.o -o %t
// RUN: %t | FileCheck %s

namespace my {
double logistic(double x);
double huber(double x, double width);
double monomial(double x, int n);
double amplified(double x);
int bin_of(double x);
bool is_outlier(double x, double limit);
constexpr double gain = 1.7;
} // namespace my

#include <cmath>

#ifdef LIBRARY

double my::logistic(double x) { return 1 / (1 + std::exp(-x)); }
double my::huber(double x, double width) {
  double a = std::fabs(x);
  return a > width ? width * (a - width / 2) : x * x / 2;
}
double my::monomial(double x, int n) {
  double r = 1;
  for (int i = 0; i < n; ++i)
    r *= x;
  return r;
}
double my::amplified(double x) { return gain * x; }
int my::bin_of(double x) { return int(x * 10); }
bool my::is_outlier(double x, double limit) { return std::fabs(x) > limit; }

#else

#include <cstdio>
#include <nabla/rules.h>

NABLA_RULE(logistic, (x), spellings(my::logistic), partials(r * (1 - r)),
           samples(-2, 0, 0.5, 30))

NABLA_RULE(huber, (x, width), spellings(my::huber),
           partials((x > width    ? width
                     : x < -width ? -width
                                  : x),
                    (fabs(x) > width ? fabs(x) - width : 0)),
           samples({0.5, 1}, {3, 1}, {-2, 0.7}))

NABLA_RULE(monomial, (x, n), spellings(my::monomial),
           partials((n == 0 ? 0 : n * my::monomial(x, n - 1))),
           samples({1.5, 3}, {-0.7, 2}, {2, 0}))

// A constant of one's own.
NABLA_RULE(amplified, (x), spellings(my::amplified), partials(my::gain),
           samples(-1, 2))

NABLA_INACTIVE(bin_of, (x), spellings(my::bin_of))
NABLA_PREDICATE(is_outlier, (x, y), spellings(my::is_outlier))

NABLA_RULE(exact_tanh, (x), cmath(tanh), partials(1 / (cosh(x) * cosh(x))),
           samples(0, 0.5, 5))

[[grad]] double loss(double x, double y, int n) {
  static const double weights[] = {0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25};
  double p = my::logistic(x) * weights[my::bin_of(y)];
  if (my::is_outlier(x, 3))
    return p;
  return p + my::huber(x * my::amplified(y), 0.5) + my::monomial(y, n);
}

[[grad]] double saturated(double x) { return std::tanh(x); }

static void near(const char *what, double is, double should_be) {
  bool ok = std::fabs(is - should_be) <= 1e-8 * (1 + std::fabs(should_be));
  std::printf("%s: %s should be %.17g, is %.17g\n", ok ? "ok" : "WRONG", what,
              should_be, is);
}

int main() {
  const double points[] = {-0.4, 0.9, 5.0};
  for (double x : points) {
    double d_x = 0, d_y = 0, h = 1e-5, y = 0.42;
    loss_grad(x, y, 3, &d_x, &d_y);
    near("d_x", d_x, (loss(x + h, y, 3) - loss(x - h, y, 3)) / (2 * h));
    near("d_y", d_y, (loss(x, y + h, 3) - loss(x, y - h, 3)) / (2 * h));
  }
  double d_x = 0;
  saturated_grad(18, &d_x);
  near("tanh", d_x * 1e15, 0.9278091320974275); // 4 exp(-36)
  std::printf("done\n");
}

#endif

// CHECK-NOT: WRONG
// CHECK: done
