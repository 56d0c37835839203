// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Something of the user's that has the name of a derivative.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

double before_grad(double x, double *d_x); // expected-note {{'before_grad' is declared here}}
[[grad]] double before(double x); // expected-error {{'before_grad' is declared already, but is the name of a derivative of 'before'; rename it}}

double beforeVjp_vjp(double, double seed, double *dx) { return *dx += seed; } // expected-note {{'beforeVjp_vjp' is declared here}}
[[grad]] double beforeVjp(double x); // expected-error {{'beforeVjp_vjp' is declared already, but is the name of a derivative of 'beforeVjp'; rename it}}

int otherResult_grad(double, double *); // expected-note {{'otherResult_grad' is declared here}}
[[grad]] double otherResult(double x); // expected-error {{'otherResult_grad' is declared already, but is the name of a derivative of 'otherResult'; rename it}}

double variable_grad; // expected-note {{'variable_grad' is declared here}}
[[grad]] double variable(double x); // expected-error {{'variable_grad' is declared already, but is the name of a derivative of 'variable'; rename it}}

[[grad]] double after(double x); // expected-note {{'after' is declared here}}
double after_grad(double x, double *d_x); // expected-error {{'after_grad' is the name of a derivative of 'after'; rename it}}

namespace n {
[[grad]] double defined(double x); // expected-note {{'defined' is declared here}}
}
double n::defined_vjp(double, double seed, double *) { return seed; } // expected-error {{'defined_vjp' is the name of a derivative of 'defined'; rename it}}

// f_grad of one overload would be f_grad of the other.
[[grad]] double overload(double x, double y); // expected-note {{the other overload is here}}
[[grad("z")]] double overload(double x, double y, double *z); // expected-error {{'overload_grad' for this overload of 'overload' would have the same parameters as for another one; rename one of the overloads}}

// No clash: other parameters, another scope, a type, a template.
[[grad]] double fine(double x);
double fine_grad(double x);
double fine_grad(float x, float *d_x);
namespace n { double fine_grad(double x, double *d_x); }
struct typed_grad {};
[[grad]] double typed(double x);
template <class T> T generic_grad(T x, T *d_x);
[[grad]] double generic(double x);
double call(double *d) { return typed_grad(1, d) + generic_grad(1., d); }
