// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that a rule cannot serve, and rules by name, which are held to the
// functions that they turn out to be for.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

#include <nabla/rules.h>

namespace my {
double sum(int n, const double *x);
void copy(int n, const double *x, double *y);
void add(int n, const double *x, const double *y, double *z);
template <class T> T mix(T x, T y);
struct mix_rule;
} // namespace my

// It does not tell how much it reads.
template <> struct nabla::adjoint<&my::sum> {
  static void vjp(int n, const double *x, double seed, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] += seed * x[i];
  }
};
[[grad]] double overwritten(double *x) {
  double s = my::sum(3, x); // expected-error {{the rule of 'sum' reads what 'x' points to, which may be overwritten after this call before the reverse sweep comes to it; tell how much that is in the rule's 'reads': 'nabla::input(x, n)'}}
  x[0] = 0;
  return s;
}
[[grad]] double kept(const double *x) { return my::sum(3, x); }

// It does not say what to do where an array is not differentiated.
template <> struct nabla::adjoint<&my::add> {
  static void vjp(int n, const double *, const double *, const double *,
                  double *d_x, double *d_y, double *d_z) {
    for (int i = 0; i < n; ++i) {
      if (d_y)
        d_y[i] += d_z[i];
      d_x[i] += d_z[i];
      d_z[i] = 0;
    }
  }
};
[[grad("x")]] double one_of_two(const double *x, const double *c) {
  double z[2];
  my::add(2, x, c, z); // no error: d_y is tested
  my::add(2, c, x, z); // expected-error {{'nabla::adjoint<&::my::add>' does not say what to do where 'x' is not differentiated, as in this call; test its shadow for null there}}
  return z[0] * z[1];
}

template <> struct nabla::rule<my::mix_rule> {
  static constexpr const char *spellings = "my::mix";
  // expected-error@+1 {{'vjp' does not match 'my::mix'; declare it as 'static void vjp(double x, double y, double seed, double &d_x, double &d_y)'}}
  template <class T> static void vjp(T x, T y, int seed, T &d_x, T &d_y);
};
[[grad]] double mixed(double x) { return my::mix(x, 2.0); }
