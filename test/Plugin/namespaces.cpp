// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives stand in the namespace of their function, whatever kind it is of.
//
// RUN: %nabla -std=c++17 -O0 -g -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t
// RUN: %nabla -std=c++20 -O2 -I%S/Inputs %s -o %t && %t

#include "expect.h"

namespace outer {
[[grad]] double f(double x) { return x * x; }

namespace nested {
[[grad]] double f(double x) { return 2 * x * x; }
double callInside(double x, double *d) { return f_grad(x, d); }
} // namespace nested

inline namespace v1 {
[[grad]] double g(double x) { return 3 * x * x; }
} // namespace v1

namespace {
[[grad]] double hidden(double x) { return 4 * x * x; }
namespace deep {
[[grad]] double hidden(double x) { return 5 * x * x; }
} // namespace deep
} // namespace

double callHidden(double x, double *d) {
  return hidden_grad(x, d) + deep::hidden_grad(x, d);
}

[[grad]] double outOfLine(double x);
double marked(double x);
} // namespace outer

double outer::outOfLine(double x) { return 6 * x * x; }
[[grad]] double outer::marked(double x) { return 7 * x * x; }

namespace a::b {
inline namespace c {
[[grad]] double f(double x) { return 8 * x * x; }
} // namespace c
} // namespace a::b

namespace {
[[grad]] double atFileScope(double x) { return 9 * x * x; }
} // namespace

// Found by the type of an argument.
namespace adl {
struct Point { double x, y; };
[[grad]] double norm(const Point &p) { return p.x * p.x + p.y * p.y; }
} // namespace adl

// A namespace that hides the names of another one.
namespace std_like {
namespace outer {
[[grad]] double f(double x) { return 10 * x * x; }
} // namespace outer
} // namespace std_like

int main() {
  double d = 0;
  auto derivative = [&](double) { double r = d; d = 0; return r; };
  EXPECT(derivative(outer::f_grad(1, &d)), 2);
  EXPECT(derivative(outer::nested::f_grad(1, &d)), 4);
  EXPECT(derivative(outer::nested::callInside(1, &d)), 4);
  EXPECT(derivative(outer::g_grad(1, &d)), 6);
  EXPECT(derivative(outer::v1::g_grad(1, &d)), 6);
  EXPECT(derivative(outer::callHidden(1, &d)), 18);
  EXPECT(derivative(outer::outOfLine_grad(1, &d)), 12);
  EXPECT(derivative(outer::marked_grad(1, &d)), 14);
  EXPECT(derivative(a::b::f_grad(1, &d)), 16);
  EXPECT(derivative(a::b::c::f_vjp(1, 2, &d)), 32);
  EXPECT(derivative(atFileScope_grad(1, &d)), 18);
  EXPECT(derivative(std_like::outer::f_grad(1, &d)), 20);
  adl::Point p{3, 4}, dp{0, 0};
  EXPECT(norm_grad(p, &dp), 25);
  EXPECT(dp.x, 6);
  EXPECT(dp.y, 8);
  return failures;
}
