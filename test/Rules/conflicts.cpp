// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of which it cannot be told which is meant, that nobody would look at,
// or that do not fit what they are for: said at the rule.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <nabla/rules.h>

namespace my {
struct pair {
  double a, b;
};
double shared(double x);
double overloaded(double x);
double overloaded(double x, double y);
double quiet(double x);
double early(double x) { return x; }
double earlier(double x) { return x; }
template <class T> T earliest(T x) { return x; }
template <class T> struct tag;
double two(double x, double y);
double ofClass(pair p);
int whole(double x);
double ofArray(const double *x);
double empty(double x);
double variable(double x);
double gone(double x);
pair operator+(const pair &p, double x);
struct one_rule;
struct other_rule;
struct unary_rule;
struct binary_rule;
struct plus_rule;
} // namespace my

[[grad]] double before(double x) {
  return my::early(x) * my::earlier(x) * my::earliest(x);
}

// expected-note@+1 {{'nabla::rule<my::one_rule>' is here}}
template <> struct nabla::rule<my::one_rule> {
  static constexpr const char *spellings = "my::shared";
  static void vjp(double x, double seed, double &d_x);
};
// expected-error@+1 {{rules 'nabla::rule<my::one_rule>' and 'nabla::rule<my::other_rule>' are both for 'my::shared'; keep one of them}}
template <> struct nabla::rule<my::other_rule> {
  static constexpr const char *spellings = "my::shared";
  static void vjp(double x, double seed, double &d_x);
};
// Each for another overload.
template <> struct nabla::rule<my::unary_rule> {
  static constexpr const char *spellings = "::my::overloaded";
  static void vjp(double x, double seed, double &d_x);
};
template <> struct nabla::rule<my::binary_rule> {
  static constexpr const char *spellings = "my::overloaded";
  static void vjp(double x, double y, double seed, double &d_x, double &d_y);
};
// An operator has a name.
template <> struct nabla::rule<my::plus_rule> {
  static constexpr const char *spellings = "my::operator+";
  static void vjp(const my::pair &p, double x, const my::pair &seed,
                  my::pair &d_p, double &d_x);
};

// expected-error@+1 {{'my::quiet' has a rule, and 'nabla::inactive' is true for it; keep one of them}}
template <> struct nabla::adjoint<&my::quiet> {
  static void vjp(double x, double seed, double &d_x);
};
template <> inline constexpr bool nabla::inactive<&my::quiet> = true;

// expected-error@+1 {{a partial specialization of 'nabla::rule' is not looked at; specialize 'nabla::rule' for the name of the functions, and make its members templates}}
template <class T> struct nabla::rule<my::tag<T>> {
  static constexpr const char *spellings = "my::shared";
  static void vjp(T x, T seed, T &d_x);
};

// expected-error@+1 {{'my::early' has been differentiated without this rule; put the rule before the functions that call it}}
template <> struct nabla::adjoint<&my::early> {
  static void vjp(double x, double seed, double &d_x);
};

// expected-error@+1 {{'my::earlier' has been differentiated without this rule; put the rule before the functions that call it}}
NABLA_RULE(earlier, (x), spellings(my::earlier), partials(1), samples(1))
// expected-error@+1 {{'my::earliest' has been differentiated without this rule; put the rule before the functions that call it}}
NABLA_RULE(earliest, (x), spellings(my::earliest), partials(1), samples(1))

// expected-error@+1 {{rule 'two' has 1 operands, and 'my::two' takes other arguments, or gives no real; make it fit, or write a rule of full power}}
NABLA_RULE(two, (x), spellings(my::two), partials(1), samples(1))
// expected-error@+1 {{rule 'ofClass' has 1 operands, and 'my::ofClass' takes other arguments}}
NABLA_RULE(ofClass, (x), spellings(my::ofClass), partials(1), samples(1))
// expected-error@+1 {{rule 'whole' has 1 operands, and 'my::whole' takes other arguments, or gives no real}}
NABLA_RULE(whole, (x), spellings(my::whole), partials(1), samples(1))
// expected-error@+1 {{rule 'ofArray' has 1 operands, and 'my::ofArray' takes other arguments}}
NABLA_RULE(ofArray, (x), spellings(my::ofArray), partials(1), samples(1))

// expected-error@+1 {{the rule for 'my::empty' has no 'vjp'; declare 'static void vjp(double x, double seed, double &d_x)' in it}}
template <> struct nabla::adjoint<&my::empty> {};
// expected-error@+1 {{the rule for 'my::variable' has no 'vjp'; declare}}
template <> struct nabla::adjoint<&my::variable> {
  static constexpr auto vjp = [](double, double seed, double &d_x) {
    d_x += seed;
  };
};
template <> struct nabla::adjoint<&my::gone> {
  // expected-error@+1 {{'vjp' does not match 'my::gone'; declare it as 'static void vjp(double x, double seed, double &d_x)'}}
  static void vjp(double x, double seed, double &d_x) = delete;
};

[[grad]] double use(double x) { return x; }
