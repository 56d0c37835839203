// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structs that are no templates, of variables, for those of numbers that
// compiled functions take. Expected gradients are closed forms.
//
// RUN: %nabla -std=c++17 -O0 -Wall -Wextra -Werror %s -o %t && %t

#include "support/check_gradient.h"
#include <nabla/gradient_tape.h>
#include <nabla/nabla.h>
#include <tuple>
#include <vector>

using V = nabla::variable<double>;
using nabla_test::check_near;

struct Point {
  double x, y;
};
struct PointOfVariables {
  V x, y;
};
[[grad]] double energy(const Point &p, double g) { return g * p.x * p.y; }
[[grad]] double byValue(Point p) { return p.x * p.x * p.y; }
[[grad]] double byPointer(const Point *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i].x * p[i].y;
  return s;
}
[[grad]] void turn(Point &p, double by) {
  const double x = p.x;
  p.x = x - by * p.y;
  p.y = p.y + by * x;
}

struct Body {
  double mass;
  double at[3];
  int kind;
};
struct BodyOfVariables {
  V mass;
  V at[3];
  int kind;
};
[[grad]] double pull(const Body &b) {
  return b.kind * b.mass * (b.at[0] + b.at[1] * b.at[2]);
}

struct Pair {
  Point a;
  Body b;
};
struct PairOfVariables {
  PointOfVariables a;
  BodyOfVariables b;
};
[[grad]] double both(const Pair &p) { return p.a.x * pull(p.b) + p.a.y; }

template <class... A>
static std::vector<double> slopes(nabla::GradientTape &t, const V &of,
                                  const A &...by) {
  std::vector<double> d;
  ((void)d.push_back(t.gradient(of, by)->value()), ...);
  return d;
}

static void points() {
  PointOfVariables p{2.0, 3.0};
  V g = 5;
  nabla::GradientTape t(nabla::persistent);
  t.watch(p.x, p.y, g);
  const V e = energy(p, g);
  NABLA_CHECK(check_near("e", e.value(), 30));
  std::vector<double> d = slopes(t, e, p.x, p.y, g);
  NABLA_CHECK(check_near("x", d[0], 15));
  NABLA_CHECK(check_near("y", d[1], 10));
  NABLA_CHECK(check_near("g", d[2], 6));
  d = slopes(t, byValue(p), p.x, p.y);
  NABLA_CHECK(check_near("x", d[0], 12));
  NABLA_CHECK(check_near("y", d[1], 4));
  d = slopes(t, nabla::on_tape<energy>(p, g), p.x, p.y);
  NABLA_CHECK(check_near("x", d[0], 15));
  NABLA_CHECK(check_near("y", d[1], 10));
}

static void lists() {
  std::vector<PointOfVariables> p{{1.0, 2.0}, {3.0, 4.0}};
  nabla::GradientTape t(nabla::persistent);
  t.watch(p[0].x, p[1].y);
  const V s = byPointer(p, 2);
  std::vector<double> d = slopes(t, s, p[0].x, p[1].y);
  NABLA_CHECK(check_near("x", d[0], 2));
  NABLA_CHECK(check_near("y", d[1], 3));
}

static void outputs() {
  PointOfVariables p{2.0, 3.0};
  V by = 0.5;
  nabla::GradientTape t(nabla::persistent);
  t.watch(p.x, p.y, by);
  const V before = p.x;
  turn(p, by);
  NABLA_CHECK(check_near("x", p.x.value(), 0.5));
  NABLA_CHECK(check_near("y", p.y.value(), 4));
  std::vector<double> d = slopes(t, p.x * p.y, before, by);
  NABLA_CHECK(check_near("x", d[0], 4 + 0.5 * 0.5)); // y' + x' * by
  NABLA_CHECK(check_near("by", d[1], -3 * 4 + 0.5 * 2));
}

static void nested() {
  PairOfVariables p{{2.0, 3.0}, {4.0, {1.0, 2.0, 5.0}, 7}};
  nabla::GradientTape t(nabla::persistent);
  t.watch(p.a.x, p.a.y, p.b.mass, p.b.at[2]);
  const V e = both(p);
  NABLA_CHECK(check_near("e", e.value(), 2 * 7 * 4 * 11 + 3));
  std::vector<double> d = slopes(t, e, p.a.x, p.a.y, p.b.mass, p.b.at[2]);
  NABLA_CHECK(check_near("x", d[0], 7 * 4 * 11));
  NABLA_CHECK(check_near("y", d[1], 1));
  NABLA_CHECK(check_near("mass", d[2], 2 * 7 * 11));
  NABLA_CHECK(check_near("at", d[3], 2 * 7 * 4 * 2));
  NABLA_CHECK(check_near("pull", pull(p.b).value(), 7 * 4 * 11));
}

// Numbers are no variables, and another struct of numbers is no Point.
struct Other {
  double x, y;
};
static_assert(!std::is_convertible<
              Other, nabla::aside::call_argument<const Point &>>::value);

// Where the function writes, a number would lose its derivative.
struct Half {
  V x;
  double y;
};
static_assert(
    !std::is_convertible<Half &, nabla::aside::call_argument<Point &>>::value);
static_assert(std::is_convertible<
              Half &, nabla::aside::call_argument<const Point &>>::value);

int main() {
  points();
  lists();
  outputs();
  nested();
  return nabla_test::result();
}
