// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of which it cannot be told which is meant, that nobody would look at,
// that do not fit what they are for, or are for nothing: said at the rule.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

#include <cmath>
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
struct expp_rule;
struct misfit_rule;
double latest(double x) { return x; }
double last(double x) { return x; }
double misfit(double x, double y);
} // namespace my

[[grad]] double before(double x) {
  return my::early(x) * my::earlier(x) * my::earliest(x) * my::latest(x) *
         my::last(x);
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

//===-- What only the end of the file shows -------------------------------===//

// Headers of the standard library may come late.
// expected-error@+1 {{rule 'sinn' is for 'std::sinn', and no function of that name is declared; mend the name, or include the header that declares it}}
NABLA_RULE(sinn, (x), spellings(std::sinn), partials(1), samples(1))
// expected-error@+1 {{rule 'coss' is for 'std::coss', and no function of that name}}
NABLA_RULE(coss, (x), cmath(coss), partials(1), samples(1))
// expected-error@+1 {{rule 'one_of_two' is for 'std::tann'}}
NABLA_RULE(one_of_two, (x), spellings(std::tan, std::tann), partials(1),
           samples(1))
// expected-error@+1 {{rule 'powii' is for '__builtin_powii'}}
NABLA_RULE(powii, (x, n), builtin(powii), partials(1), samples({1, 2}))
// expected-error@+1 {{rule 'nabla::rule<my::expp_rule>' is for 'std::expp'}}
template <> struct nabla::rule<my::expp_rule> {
  static constexpr const char *spellings = "std::expp";
  static void vjp(double x, double seed, double &d_x);
};
// cmath(f) lists more forms than there are.
NABLA_RULE(hyperbolic, (x), cmath(cosh), partials(1), samples(1))
NABLA_RULE(larger, (x, y), spellings(std::max, fold:std::max), partials(1, 1),
           samples({1, 2}))
#include <algorithm>

// expected-error@+1 {{rule 'arc' has 1 operands, and 'std::atan2' takes other arguments, or gives no real}}
NABLA_RULE(arc, (x), cmath(atan2), partials(1), samples(1))
// expected-error@+1 {{rule 'nabla::rule<my::misfit_rule>' is for 'my::misfit', and its members take another number of arguments; give them the function's arguments, the seed, and a shadow for each argument that holds a real}}
template <> struct nabla::rule<my::misfit_rule> {
  static constexpr const char *spellings = "my::misfit";
  static void vjp(double x, double seed, double &d_x);
};
// expected-error@+1 {{'my::latest' has been differentiated without this rule}}
NABLA_RULE(latest, (x), spellings(my::latest), partials(1), samples(1))
// expected-error@+1 {{'my::last' has been differentiated without this rule}}
template <> struct nabla::adjoint<&my::last> {
  static void vjp(double x, double seed, double &d_x);
};
