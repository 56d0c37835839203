// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the library that walk to an element: interpolation in a table
// whose nodes are differentiated, too.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <algorithm>
#include <functional>
#include <iterator>

using nabla_test::check_array;

// Ascending nodes t of values v, three of each.
[[grad]] double interpolated(double *x, int) {
  double *t = x, *v = x + 3, s = 0;
  for (double at = 0.6; at < 2.8; at += 0.7) {
    double *to = std::upper_bound(t, t + 3, at);
    double *from = std::prev(to);
    double w = (at - *from) / (*to - *from);
    s += (1 - w) * v[from - t] + w * v[to - t] * s;
  }
  return s;
}
[[grad]] double atActive(double *x, int) {
  const double *to = std::lower_bound(x, x + 3, x[5]);
  return *to * x[5] +
         *std::next(to) * double(std::distance<const double *>(x, to));
}
static bool greater(double a, double b) { return a > b; }
[[grad]] double downward(double *x, int) {
  double y[3] = {x[2], x[1], x[0]};
  double *a = std::lower_bound(y, y + 3, 1.6, std::greater<>());
  double *b = std::upper_bound(y, y + 3, 1.6, greater);
  return *a * *b * y[0];
}
[[grad]] double found(double *x, int n) {
  const int keys[] = {4, 9, 2};
  const int *at = std::find(keys, keys + 3, n == 6 ? 2 : 4);
  double *p = x;
  std::advance(p, at - keys);
  *std::find(x, x + 6, *p) *= x[1];
  return *p * *std::next(x, 4);
}

int main() {
#define CHECK(f)                                                               \
  NABLA_CHECK(check_array(f, f##_grad, {0.5, 1.7, 3.1, 0.7, 0.4, 0.9}))
  CHECK(interpolated);
  CHECK(atActive);
  CHECK(downward);
  CHECK(found);
  return nabla_test::result();
}
