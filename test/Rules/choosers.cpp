// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::min, max and clamp by their bodies: references to their results, which
// are references to one of the arguments; comparisons by functions and by
// objects, of lists too. At a tie the adjoint goes to the one that is returned.
//
// RUN: %nabla -std=c++20 -O0 %sanitize %s -o %t && %t

#include "../EndToEnd/support/check_gradient.h"
#include <algorithm>
#include <cmath>
#include <functional>

static bool bySize(double a, double b) { return std::fabs(a) < std::fabs(b); }
struct Scaled {
  double by;
  bool operator()(double a, double b) const { return a * by < b * by; }
};
struct Point {
  double x, y;
};
static bool byX(const Point &a, const Point &b) { return a.x < b.x; }

[[grad]] double references(double x, double y) {
  const double &largest = std::max(x, y), &smallest = std::min(x, y);
  const double &between = std::clamp(x, smallest, largest);
  double before = largest * smallest;
  x = 2 * x + y; // may be either
  return before + largest * x + smallest * smallest + between;
}

[[grad]] double byFunction(double x, double y) {
  return std::max(x, y, bySize) * 3 + std::min(x, y, bySize) * x +
         std::clamp(x, y, 2 * y, bySize);
}

[[grad]] double byObject(double x, double y) {
  return std::max(x, y, std::greater<>()) * 3 +
         std::min(x, y, std::less<double>()) * x + std::max(x, y, Scaled{-2});
}

[[grad]] double ofLists(double x, double y, double z) {
  return std::max({x * y, y * z, z * x}, bySize) * x +
         std::min({x, y, z}, std::greater<double>()) * y +
         std::max({x}, std::greater<>()) + std::min({z, y}, Scaled{-1});
}

[[grad]] double ofElements(const double *x, int n) {
  double a[4], s = 0;
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[(i + 1) % n];
  s += *std::max_element(a, a + n, bySize) * x[0];
  s += *std::min_element(a, a + n, std::greater<>()) * x[1];
  return s;
}

[[grad]] double ofPoints(double x, double y) {
  Point p{x, x * y}, q{y, x + y};
  return std::max(p, q, byX).y * std::min(p, q, byX).y;
}

int main() {
  for (double y : {0.3, 1.7, -0.9}) {
    NABLA_CHECK(check_scalar(references, references_grad, {0.8, y}));
    NABLA_CHECK(check_scalar(byFunction, byFunction_grad, {0.8, y}));
    NABLA_CHECK(check_scalar(byObject, byObject_grad, {0.8, y}));
    NABLA_CHECK(check_scalar(ofLists, ofLists_grad, {0.8, y, -0.5}));
    NABLA_CHECK(check_scalar(ofPoints, ofPoints_grad, {0.8, y}));
    NABLA_CHECK(check_flat(
        [](double *p) { return ofElements(p, 4); },
        [](double *p, double *d) { return ofElements_grad(p, 4, d); },
        {0.8, y, -0.5, 1.2}));
  }
  // The first of equal ones is returned, whatever compares: 3 x + x x + x.
  double d_x = 0, d_y = 0;
  byObject_grad(2, 2, &d_x, &d_y);
  NABLA_CHECK(check_equal("d_x at a tie", d_x, 3 + 4 + 1));
  NABLA_CHECK(check_equal("d_y at a tie", d_y, 0));
  return nabla_test::result();
}
