// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong with rules that are written by hand is said at the rule.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <nabla/rules.h>

namespace my {
double f(double x);
double g(double x, int n);
void h(int n, const double *x, double *y);
double twice(double x);
double framed(double x);
double stateful(double x);
double by_value(double x);
double tangent(double x);
double listed(double x, double y);
double whole(double x);
double again(double x);
double lists(int n, const double *x);
double many(double **x);
template <class T> T both(T x, T y);
struct Bend {
  double rise, start;
  double at(double t) const;
};
} // namespace my

// No vjp at all.
// expected-error@+1 {{the rule for 'my::f' has no 'forward'; declare 'static double forward(double x, frame &f)' in it}}
template <> struct nabla::adjoint<&my::f> {
  struct frame {};
  static void reverse(double x, const frame &, double seed, double &d_x);
};

template <> struct nabla::adjoint<&my::g> {
  // expected-error@+1 {{'vjp' does not match 'my::g'; declare it as 'static void vjp(double x, int n, double seed, double &d_x)'}}
  static void vjp(double x, double seed, double &d_x);
};

template <> struct nabla::adjoint<&my::h> {
  // expected-error@+1 {{'vjp' does not match 'my::h'; declare it as 'static void vjp(int n, const double *x, const double *y, double *d_x, double *d_y)'}}
  static void vjp(int n, const double *x, const double *y, float *d_x,
                  double *d_y);
};

// Two rules for one function.
// expected-note@+1 {{'nabla::adjoint<&::my::twice>' is here}}
template <> struct nabla::adjoint<&my::twice> {
  static void vjp(double x, double seed, double &d_x);
};
// expected-error@+1 {{rules 'twice' and 'nabla::adjoint<&::my::twice>' are both for 'my::twice'; keep one of them}}
NABLA_RULE(twice, (x), spellings(my::twice), partials(2), samples(1))

// One for nothing.
// expected-error@+1 {{rule 'nothing' is for 'my::nothing', and no function of that name is declared; declare it before the rule}}
NABLA_RULE(nothing, (x), spellings(my::nothing), partials(2), samples(1))

// expected-error@+1 {{a rule with 'reverse' needs a trivially copyable class 'frame' in it for what 'forward' leaves; or write 'vjp' instead}}
template <> struct nabla::adjoint<&my::framed> {
  static double forward(double x, int &);
  static void reverse(double x, const int &, double seed, double &d_x);
};

template <> struct nabla::adjoint<&my::stateful> {
  // expected-error@+1 {{a rule with 'reverse' needs a trivially copyable class}}
  struct frame {
    ~frame();
  };
  static double forward(double x, frame &);
  static void reverse(double x, const frame &, double seed, double &d_x);
};

template <> struct nabla::adjoint<&my::tangent> {
  static void vjp(double x, double seed, double &d_x);
  // expected-error@+1 {{'jvp' does not match 'my::tangent'; declare it as 'static double jvp(double x, double t_x)'}}
  static double jvp(double x);
};

// Reading what 'reads' does not list.
template <> struct nabla::adjoint<&my::listed> {
  static void vjp(double x, double y, double seed, double &d_x, double &d_y) {
    d_x += seed * x;
    d_y += seed * y; // expected-error {{'vjp' reads 'y', which the rule's 'reads' does not list; add 'y' to it}}
  }
  static auto reads(double x, double) { return nabla::reads(x); }
};
template <> struct nabla::adjoint<&my::whole> {
  static void vjp(double, double r, double seed, double &d_x) {
    d_x += seed * r; // expected-error {{'vjp' reads 'r', which the rule's 'reads' does not list; add 'nabla::result' to it}}
  }
  static auto reads(double x) { return nabla::reads(x); }
};
template <> struct nabla::adjoint<&my::again> {
  static void vjp(double x, double seed, double &d_x) { d_x += seed * x; }
  static auto reads(double x) {
    return nabla::reads(x, x); // expected-error {{'x' is in 'reads' twice; list it once}}
  }
};
template <> struct nabla::adjoint<&my::lists> {
  static void vjp(int, const double *, double, double *);
  static auto reads(int n, const double *x) {
    return nabla::reads(n + 1, x); // expected-error {{this cannot be read in 'reads'; list parameters, 'nabla::input(x, n)', 'nabla::output(x, n)' and 'nabla::result'}}
  }
};
template <> struct nabla::adjoint<&my::by_value> {
  static void vjp(double x, double seed, double &d_x) { d_x += seed * x; }
  // expected-error@+1 {{'reads' is not a single 'return nabla::reads(...)'; write it so}}
  static auto reads(double x) { return x; }
};

// expected-error@+1 {{'my::many' cannot have a rule: its parameter 'x' is neither a real, an array of reals, nor a class of those}}
template <> struct nabla::adjoint<&my::many> {
  static void vjp(double **x, double seed, double **d_x);
};

// Member functions.
template <> struct nabla::adjoint<&my::Bend::at> {
  // expected-error@+1 {{'vjp' does not match 'my::Bend::at'; declare it as 'static void vjp(const my::Bend &self, double t, double seed, my::Bend &d_self, double &d_t)'}}
  static void vjp(double t, double seed, double &d_t);
};

// Names that cannot be read, and none.
struct computed_rule;
struct nameless_rule;
// expected-error@+1 {{rule 'nabla::rule<computed_rule>' does not say which functions it is for; declare 'static constexpr const char *spellings = "my::f";' in it, with their names}}
template <> struct nabla::rule<computed_rule> {
  static const char *spellings;
  static void vjp(double x, double seed, double &d_x);
};
// expected-error@+1 {{rule 'nabla::rule<nameless_rule>' does not say which functions it is for}}
template <> struct nabla::rule<nameless_rule> {
  static void vjp(double x, double seed, double &d_x);
};

[[grad]] double use(double x) { return x; }
// What is wrong has been said: nothing more where the functions are called.
[[grad]] double calls(double x, const double *a, const my::Bend &b) {
  return my::f(x) * my::g(x, 2) * my::whole(x) * my::lists(3, a) * b.at(x);
}
