// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a rule does not tell the tangent, to ask for it does not compile; and
// what is wrong with a jvp is said at the jvp.
//
// RUN: %clang -std=c++17 -I%include -DCALLS -fsyntax-only -Xclang -verify=calls %s
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <nabla/rules.h>
#ifdef CALLS
#include <nabla/rules/pullback.h>
#include <nabla/rules/tangent.h>
#endif

namespace my {
double none(double x);
void fill(int n, double x, double *y);
double sum(int n, const double *x);
double late(double x, double y);
double changes(double *x);
double output(double x, double *y);
double byReference(double x, double &y);
} // namespace my

#ifdef CALLS

template <> struct nabla::adjoint<&my::fill> {
  static void vjp(int n, double, const double *, double &d_x, double *d_y) {
    for (int i = 0; i < n; ++i) {
      d_x += d_y[i];
      d_y[i] = 0;
    }
  }
};
// How long x is, it does not say.
template <> struct nabla::adjoint<&my::sum> {
  static void vjp(int n, const double *, double seed, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] += seed;
  }
};

void ask(double *x, double *t) {
  // calls-error@nabla/rules/tangent.h:* {{nabla: the function has no rule 'nabla::adjoint<&f>'}}
  nabla::value_and_tangent<&my::none>(1.0, 1.0);
  // calls-error@nabla/detail/tangent_of_call.h:* {{nabla: the rule of this function has no 'jvp' for these arguments and tangents, and one reverse sweep does not tell what is written; give the rule one}}
  nabla::value_and_tangent<&my::fill>(2, 1.0, x, 1.0, t);
  // calls-error@nabla/detail/tangent_of_call.h:* {{nabla: the rule of this function has no 'jvp' for these arguments and tangents, and one reverse sweep does not tell the tangent where}}
  nabla::value_and_tangent<&my::sum>(2, x, t);
  // calls-error@nabla/rules/tangent.h:* {{nabla: the operands of the rule are expected, and then a tangent for each that is real}}
  nabla::value_and_tangent<nabla::names::atan2>(1.0, 2.0, 1.0);

  // calls-error@nabla/rules/pullback.h:* {{nabla: the function has no rule 'nabla::adjoint<&f>'}}
  nabla::value_and_pullback<&my::none>(1.0);
  // calls-error@nabla/rules/pullback.h:* {{nabla: the arguments of the function are expected}}
  nabla::value_and_pullback<&my::sum>(2);
  // calls-error@nabla/rules/pullback.h:* {{nabla: the operands of the rule are expected}}
  nabla::value_and_pullback<nabla::names::atan2>(1.0);
  // calls-error@nabla/detail/rule_members.h:* {{nabla: 'vjp' or 'reverse' of the rule does not take the arguments, the seed and the shadows of this function}}
  nabla::value_and_pullback<&my::sum>(2, x).pull(1.0, t, t);
  // calls-error@nabla/rules/pullback.h:* {{nabla: a seed is expected, and then a pointer to a shadow for each operand that is real}}
  nabla::value_and_pullback<nabla::names::atan2>(1.0, 2.0).pull(1.0, t);
} // calls-note@* 0+ {{}}

#else

template <> struct nabla::adjoint<&my::late> {
  static void vjp(double x, double, double seed, double &d_x, double &d_y);
  static double jvp(double x, double y, double t_x, double t_y) {
    return t_x * y; // expected-error {{'jvp' reads 'y', which the rule's 'reads' does not list; add 'y' to it}}
  }
  static auto reads(double x, double) { return nabla::reads(x); }
};

template <> struct nabla::adjoint<&my::changes> {
  static void vjp(const double *x, double seed, double *d_x) {
    *d_x += seed * *x;
  }
  static double jvp(const double *x, double *t_x) {
    return *x * *t_x; // expected-error {{'jvp' reads 'x', which the function may overwrite; list 'nabla::input(x, n)' or 'nabla::output(x, n)' of it in 'reads'}}
  }
};

// What is written through y is not written through a const pointer.
template <> struct nabla::adjoint<&my::output> {
  static void vjp(double x, const double *, double seed, double &d_x,
                  double *d_y);
  // expected-error@+1 {{'jvp' does not match 'my::output'; declare it as 'static double jvp(double x, const double *y, double t_x, double *t_y)'}}
  static double jvp(double x, const double *, double t_x, const double *t_y);
};
template <> struct nabla::adjoint<&my::byReference> {
  static void vjp(double x, double, double seed, double &d_x, double &d_y);
  // expected-error@+1 {{'jvp' does not match 'my::byReference'; declare it as 'static double jvp(double x, double y, double t_x, double &t_y)'}}
  static double jvp(double x, double, double t_x, double t_y);
};

[[grad]] double use(double x) { return x; }

#endif
