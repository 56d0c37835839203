// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that no rule can be for, and what to do instead: said at the rule.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <nabla/rules.h>

namespace my {
struct Bend {
  double rise, start;
};
struct Shape {
  virtual double area(double r) const;
  virtual double girth(double r) const;
  operator double() const;
  double moved(double r) &&;
};
class Filter {
public:
  double next(double x);

private:
  double before;
};
} // namespace my

// expected-error@+1 {{'my::Shape::area' cannot have a rule: it is virtual, and a call may run another function; write the rule for one that is not, and call that}}
template <> struct nabla::adjoint<&my::Shape::area> {
  static void vjp(const my::Shape &, double r, double seed, double &d_r);
};
// expected-error@+1 {{'my::Filter::next' cannot have a rule: it may change an object whose class hides its members, so what goes there has no shadow; write the rule for a member function that is const}}
template <> struct nabla::adjoint<&my::Filter::next> {
  static void vjp(const my::Filter &, double x, double seed, double &d_x);
};
// expected-error@+1 {{'my::Shape::operator double' cannot have a rule: it is a conversion; write the rule for a function with a name}}
template <> struct nabla::adjoint<&my::Shape::operator double> {
  static void vjp(const my::Shape &, double seed);
};
// expected-error@+1 {{'my::Shape::moved' cannot have a rule: it does not take its object as other member functions do; write the rule for one that does}}
template <> struct nabla::adjoint<&my::Shape::moved> {
  static void vjp(const my::Shape &, double r, double seed, double &d_r);
};
// By name.
namespace my {
struct virtual_rule;
struct constructor_rule;
} // namespace my
// expected-error@+1 {{'my::Shape::girth' cannot have a rule: it is virtual, and a call may run another function; write the rule for one that is not, and call that}}
template <> struct nabla::rule<my::virtual_rule> {
  static constexpr const char *spellings = "my::Shape::girth";
  static void vjp(const my::Shape &, double r, double seed, double &d_r);
};
// expected-error@+1 {{'my::Bend::Bend' cannot have a rule: it is a class, and its constructors have none; write the rule for a function that returns an object}}
template <> struct nabla::rule<my::constructor_rule> {
  static constexpr const char *spellings = "my::Bend::Bend";
  static void vjp(double x, const my::Bend &seed, double &d_x);
};
[[grad]] double first(double x) { return x; } // it finds the errors above
[[grad("r")]] double ofVirtual(const my::Shape &s, double r) {
  return s.area(r); // expected-error {{'my::Shape::area' is a virtual member function}}
}
// What goes into the object has no shadow there.
[[grad("x")]] double ofState(my::Filter &f, double x) {
  return f.next(x); // expected-error {{'my::Filter::next' is a member function}}
}


// What to do instead.
namespace my {
double areaOf(const Shape &s, double r);
Bend bend(double rise);
} // namespace my
template <> struct nabla::adjoint<&my::areaOf> {
  static void vjp(const my::Shape &, double r, double seed, double &d_r) {
    d_r += seed * 2 * r;
  }
};
template <> struct nabla::adjoint<&my::bend> {
  static void vjp(double, const my::Bend &seed, double &d_rise) {
    d_rise += seed.rise;
  }
};
[[grad("r")]] double instead(const my::Shape &s, double r) {
  return my::areaOf(s, r) + my::bend(r).rise;
}
