// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References that are bound to what cannot be followed: an error where they
// carry a derivative, whichever way it gets there.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <nabla/rules.h>

namespace my {
struct Store {
  virtual double &at(int i);
  virtual const double &same(const double &x) const { return x; }
};
double &cell(Store &s, int i);
inline const double &bigger(const double &a, const double &b) {
  return a < b ? b : a;
}
} // namespace my

NABLA_RULE(bigger, (x, y), spellings(my::bigger),
           partials((x < y ? 0 : 1), (x < y ? 1 : 0)), samples({1, 2}))

[[grad("x")]] double read(const my::Store &s, double x) {
  const double &m = s.same(x); // expected-error {{cannot differentiate this expression: 'my::Store::same' is a virtual member function}}
  return m * x;
}

[[grad("x")]] double written(my::Store &s, double x) {
  double &m = s.at(3); // expected-error {{cannot differentiate this expression: 'my::Store::at' is a virtual member function}}
  m = x * x;
  return m;
}

// What carries no derivative is as good as a number.
[[grad("x")]] double constant(my::Store &s, double x) {
  const double &m = s.at(3);
  return m * x;
}

[[grad]] double ruled(double x, double y) {
  const double &m = my::bigger(x, y); // expected-error {{cannot differentiate this expression: a rule tells the value of this call, not which object it refers to; copy the value into a variable that is no reference}}
  x = 2 * x;
  return m * x;
}

static double product(const double &p, double &changed) {
  changed *= 2;
  return p * changed;
}
static double square(const double &p) { return p * p; }
[[grad]] double handed(double x, double y) {
  return product(my::bigger(x, y), x); // expected-error {{cannot be differentiated: a rule tells the value of this call, not which object it refers to}}
}

[[grad]] double copied(double x, double y) {
  double m = my::bigger(x, y);
  x = 2 * x;
  return m * x + square(my::bigger(x, y));
}
