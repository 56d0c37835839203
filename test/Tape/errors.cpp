// Misuse that the types tell is an error of the compiler, with a message that
// says what to do.
//
// RUN: %clang -std=c++17 -I%include -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify -Xclang -verify-ignore-unexpected=note,error,warning %s

#include "nabla/rules.h"
#include <cmath>
NABLA_RULE(early, (x), cmath(sinh), partials(1), samples(1))
#include "nabla/gradient_tape.h"
#include <list>
#include <map>
#include <memory>
#include <vector>

using V = nabla::variable<double>;

void integers() {
  nabla::variable<int> n; // expected-error@* {{integers have no derivative}}
}

void watching() {
  nabla::GradientTape tape;
  int n = 3;
  tape.watch(n); // expected-error@* {{only a nabla::variable, nabla::parameter or structure of these can be watched}}
  const V c(3);
  tape.watch(c); // expected-error@* {{it gets a name, so it must not be const}}
}

void targets(V x) {
  nabla::GradientTape tape;
  tape.gradient(3, x); // expected-error@* {{the target of a gradient is of an integer type}}
}

void sources(V x) {
  nabla::GradientTape tape;
  std::vector<int> n{1};
  tape.gradient(x, n); // expected-error@* {{a source is a variable or parameter, or a structure of these}}
}

void numbers_only(V x) {
  nabla::GradientTape tape;
  tape.gradient(std::vector<int>{1}, x); // expected-error@* {{the target of a gradient is of an integer type}}
  tape.gradient(x, std::make_pair(1.0, 2)); // expected-error@* {{a source is a variable or parameter, or a structure of these}}
  tape.jacobian(3L, x); // expected-error@* {{the target of a gradient is of an integer type}}
  nabla::gradients_function([](V, int n) { return V(n); }, nabla::wrt<1>)(1.0, 2); // expected-error@* {{wrt<...> names an argument that is not real}}
  nabla::gradients_function([](V y) { return y; })(1); // expected-error@* {{none of these arguments is real}}
}

struct Hiding {
  V x;
  std::list<V> more;
  std::unique_ptr<V> one;
};
void hidden(V x, Hiding &h, std::vector<V *> p) {
  nabla::GradientTape tape;
  std::map<int, V> m;
  tape.watch(m); // expected-error@* {{variables in a member or element of this type}}
  tape.gradient(h, x); // expected-error@* 2 {{variables in a member or element of this type}}
  tape.gradient(x, p); // expected-error@* {{variables in a member or element of this type}}
}

void seeds(V x) {
  nabla::GradientTape tape;
  tape.gradient(std::make_tuple(x, x), x, std::make_tuple(1.0)); // expected-error@* {{give one output gradient for each target}}
}

void policies(V x) {
  nabla::GradientTape tape;
  tape.gradient(x, x, 1.0, 2); // expected-error@* {{the last argument is unconnected::none or unconnected::zero}}
}

void nothing_returned() {
  auto f = nabla::implicit_gradient([] {});
  f(); // expected-error@* {{a function that returns nothing has no gradient}}
}

void outputs_without_names(V x) {
  nabla::GradientTape tape;
  double number = 3;
  tape.record(number, x, [](V d) { return d; }); // expected-error@* {{the outputs of record() are variables}}
  nabla::parameter<double> p(1);
  auto both = std::tie(x, p);
  tape.record(both, x, [](V d, V e) { return d; }); // expected-error@* {{a parameter is an output of record()}}
}

void silent_loss(V x) {
  double d = x; // expected-error {{no viable conversion from 'V'}}
}

void early_rule(V x) {
  sinh(x); // expected-error@* {{a rule for this function stands before #include <nabla/gradient_tape.h>; put it behind, so that the tape has it too}}
}
void late_rule(V x) { cosh(x); }
// As std::cosh, and as the C library's.
// expected-error@+1 2 {{explicit specialization of 'nabla::rules::one_rule_before_any_use<}}
NABLA_RULE(late, (x), cmath(cosh), partials(1), samples(1))

namespace ruled {
double sum(int n, const double *x);
double wrong(double x, double y);
double *memory(double *x);
struct Rows {
  int n;
  const double *row[2];
};
double behind(const Rows &r);
struct Plain {
  double x;
  double get(double y) const;
};
} // namespace ruled
template <> struct nabla::adjoint<&ruled::sum> {
  static void vjp(int n, const double *x, double seed, double *d_x);
};
template <> struct nabla::adjoint<&ruled::wrong> {
  static void vjp(double x, double y, double seed, double &d_x);
};
template <> struct nabla::adjoint<&ruled::memory> {
  static void vjp(double *x, double *d_x);
};
template <> struct nabla::adjoint<&ruled::behind> {
  static void vjp(const ruled::Rows &r, double seed, ruled::Rows &d_r);
};

void rules(V x, std::vector<V> &xs, std::tuple<V> s) {
  nabla::on_tape<&ruled::sum>(xs); // expected-error@* {{on_tape takes as many arguments as the function}}
  nabla::on_tape<&ruled::sum, 1>(3, xs); // expected-error@* {{a rule differentiates by all that is real; leave the positions out}}
  nabla::on_tape<&ruled::wrong>(x, x); // expected-error@* {{does not take the arguments, the seed and the shadows of this function}}
  nabla::on_tape<&ruled::memory>(xs); // expected-error@* {{the function returns a reference or a pointer, whose shadow is not known}}
  nabla::on_tape<&ruled::behind>(ruled::Rows()); // expected-error@* {{a parameter leads to pointers to reals}}
  nabla::on_tape<&ruled::Plain::get>(s, x); // expected-error@* {{on_tape takes a function, or a member function with a rule}}
}
