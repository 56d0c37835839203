// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::vjp: pullbacks are called again, moved, kept beyond their arguments
// and destroyed in any order; the function itself runs once. Expected values
// are closed forms.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 -Wall -Wextra -Werror %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/nabla.h>
#include <optional>
#include <thread>

static int calls = 0;
double counted(double x, double y) {
  ++calls;
  return x * x * y;
}

/// s <- s * x[i] + sin(s), as long as s is small.
double recurrence(const double *x, int n) {
  double s = 1;
  int i = 0;
  while (i < n && s < 1000) {
    s = s * x[i] + std::sin(s);
    ++i;
  }
  return s;
}
/// d recurrence / d x, by hand.
std::vector<double> slopes(const std::vector<double> &x) {
  std::vector<double> s = {1};
  for (std::size_t i = 0; i < x.size() && s.back() < 1000; ++i)
    s.push_back(s.back() * x[i] + std::sin(s.back()));
  std::vector<double> d(x.size());
  double bar = 1;
  for (std::size_t i = s.size() - 1; i-- > 0;) {
    d[i] = bar * s[i];
    bar *= x[i] + std::cos(s[i]);
  }
  return d;
}

double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
double inner(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    p *= x[i];
  return p;
}
double nested(const double *x, int n) {
  double s = 0;
  for (int i = 1; i <= n; ++i)
    s += inner(x, i) * power(x[0], i);
  return s;
}

void scale(double *x, int n, double a) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * a * a;
}
double scaled(double *x, int n, double a) {
  scale(x, n, a);
  return x[0] + x[n - 1];
}
struct Pair {
  double a, b;
};
Pair swapSquared(Pair p) { return {p.b * p.b, p.a * p.a}; }
void toPair(double x, Pair &out) { out = {x * x, x * x * x}; }
double fixed(const double (&x)[2], const double &y) { return x[0] * x[1] * y; }
[[grad]] double marked(double x) { return x * x; }

auto madeElsewhere() {
  std::vector<double> x = {2, 3};
  double y = 4;
  return nabla::vjp<inner>(x, 2).pullback(y); // of something that is gone
}
auto pullbackOf(std::vector<double> x) {
  return nabla::vjp<recurrence>(x, int(x.size())).pullback;
}

int main() {
  auto [value, pullback] = nabla::vjp<counted>(3.0, 5.0);
  NABLA_CHECK(check_near("value", value, 45));
  for (double seed : {1.0, -2.0, 0.0, 1.0}) {
    auto [dx, dy] = pullback(seed);
    NABLA_CHECK(check_near("dx", dx, 30 * seed));
    NABLA_CHECK(check_near("dy", dy, 9 * seed));
  }
  NABLA_CHECK(check_equal("calls", calls, 1));

  // Stacks, frames of callees, recursion: whatever is popped is there again.
  std::vector<double> x = {1.5, 0.5, 2.5, -1};
  std::vector<double> expected = slopes(x);
  auto loop = nabla::vjp<recurrence>(x, 4);
  auto calls = nabla::vjp<nested>(x, 3);
  // x0^2 + x0^3 x1 + x0^4 x1 x2
  double d0 =
      2 * x[0] + 3 * x[0] * x[0] * x[1] + 4 * x[0] * x[0] * x[0] * x[1] * x[2];
  double d2 = std::pow(x[0], 4) * x[1];
  x.assign(4, 77); // has copies
  for (double seed : {1.0, 3.0, 1.0}) {
    std::vector<double> d = loop.pullback(seed);
    for (int i = 0; i < 4; ++i)
      NABLA_CHECK(check_near("loop", d[i], seed * expected[i]));
    d = calls.pullback(seed);
    NABLA_CHECK(check_near("nested 0", d[0], seed * d0));
    NABLA_CHECK(check_near("nested 2", d[2], seed * d2));
    NABLA_CHECK(check_near("nested 3", d[3], 0));
  }
  NABLA_CHECK(check_near("made elsewhere", madeElsewhere()[0], 12));

  // Many alive at once, moved, destroyed first made first.
  {
    std::vector<std::optional<decltype(pullbackOf({}))>> kept;
    std::vector<std::vector<double>> right;
    for (int i = 0; i < 20; ++i) {
      std::vector<double> at(50, 0.3 + 0.05 * i);
      right.push_back(slopes(at));
      kept.emplace_back(pullbackOf(at));
    }
    auto moved = std::move(*kept[7]);
    for (int i = 0; i < 20; ++i) {
      double is = i == 7 ? moved(1.0)[3] : (*kept[i])(1.0)[3];
      NABLA_CHECK(check_near("kept", is, right[i][3]));
      kept[i].reset();
    }
    double is = 0;
    std::thread([&] {
      auto here = std::move(moved);
      is = here(2.0)[4];
    }).join();
    NABLA_CHECK(check_near("other thread", is, 2 * right[7][4]));
  }
  NABLA_CHECK(check_equal("arena is empty", nabla::arena::stats().in_use, 0));

  // Outputs.
  std::vector<double> y = {2, 3};
  auto into = nabla::vjp<scale>(y, 2, 3.0);
  NABLA_CHECK(check_near("written", y[1], 27));
  auto [dy, da] = into.pullback(std::vector<double>{1, 10});
  NABLA_CHECK(check_near("output 0", dy[0], 9));
  NABLA_CHECK(check_near("output 1", dy[1], 90));
  NABLA_CHECK(check_near("output a", da, 2 * 3 * (2 + 30)));
  NABLA_CHECK(check_near("no outputs", std::get<1>(into.pullback()), 0));
  y = {2, 3};
  auto also = nabla::vjp<scaled>(y, 2, 3.0);
  NABLA_CHECK(check_near("result", also.value, 45));
  auto [ey, ea] = also.pullback(1.0);
  NABLA_CHECK(check_near("seed alone", ey[1], 9));
  NABLA_CHECK(check_near("seed alone a", ea, 2 * 3 * 5));
  auto [fy, fa] = also.pullback(0.0, std::vector<double>{1, 0});
  NABLA_CHECK(check_near("output alone", fy[0], 9));
  NABLA_CHECK(check_near("output alone", fy[1], 0));
  NABLA_CHECK(check_near("output alone", fa, 12));

  auto swapped = nabla::vjp<swapSquared>(Pair{2, 3});
  NABLA_CHECK(check_near("pair", swapped.value.a, 9));
  Pair d = swapped.pullback(Pair{1, 10});
  NABLA_CHECK(check_near("pair a", d.a, 40));
  NABLA_CHECK(check_near("pair b", d.b, 6));
  Pair out;
  auto made = nabla::vjp<toPair>(2.0, out);
  NABLA_CHECK(check_near("out", out.b, 8));
  NABLA_CHECK(
      check_near("out x", std::get<0>(made.pullback(Pair{1, 1})), 4 + 12));
  double two[2] = {2, 3};
  auto array = nabla::vjp<fixed>(two, 4.0);
  two[0] = 99;
  NABLA_CHECK(check_near("fixed", std::get<0>(array.pullback(1.0))[1], 8));
  NABLA_CHECK(check_near("fixed", std::get<1>(array.pullback(1.0)), 6));
  NABLA_CHECK(check_near("marked", nabla::vjp<marked>(3.0).pullback(2), 12));
  return nabla_test::result();
}
