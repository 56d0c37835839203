// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the plugin objects to in what the library API asks for: at the request,
// or in the function with a note that leads to the request.
//
// RUN: %clang_plugin -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

#include <nabla/nabla.h>

double elsewhere(double x); // expected-note {{'elsewhere' is declared here}}
double a = nabla::gradient<elsewhere>(1.0); // expected-error {{cannot differentiate 'elsewhere': its body is not visible here; define it in this file, mark its declaration [[grad]], or write a rule for it}}

[[grad("x")]] double inX(double x, double y); // expected-note {{'inX' is declared here}}
auto ofOther = nabla::gradient<inX, 1>(1.0, 2.0); // expected-error {{cannot differentiate 'inX' in these parameters: its body is not visible here, and its declaration is marked for others; name them in its '[[grad]]', or define it in this file}}

struct Options {
  int n;
};
double options(double x, Options o) { return x * o.n; } // expected-note {{the parameter is declared here}}
auto b = nabla::gradient<options>(1.0, Options{2}); // expected-error {{parameter 1 of 'options', of type 'Options', holds nothing to differentiate; give the indices of the parameters to differentiate after the function}}

struct View {
  double *x;
};
double view(const View &v) { return *v.x; } // expected-note {{the parameter is declared here}}
auto c = nabla::gradient<view>(View{nullptr}); // expected-error {{parameter 0 of 'view', of type 'const View &', holds pointers, for which no shadow can be made here; give the indices of the parameters to differentiate after the function}}

double withAsm(double x) {
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  return x * x;
}
double d = nabla::gradient<withAsm>(1.0); // expected-note {{while differentiating 'withAsm', which is asked for here}}
double again = nabla::vjp<withAsm>(2.0).pullback(1.0); // said once

double deepest(double x) {
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  return x * x;
}
double middle(double x) { return 2 * deepest(x); } // expected-note 2 {{while differentiating this call of 'deepest'}}
double top(double x) { return middle(x) + x; } // expected-note 2 {{while differentiating this call of 'middle'}}
template <class T> T useTop(T x) {
  return nabla::gradient<top>(x); // expected-note 2 {{while differentiating 'top', which is asked for here}}
}
double e = useTop(1.0);

// Second derivatives.
double cube(double x) { return x * x * x; }
[[grad]] double slope(double x) {
  return nabla::gradient<cube>(x); // expected-error {{'nabla::gradient' is a derivative itself, and those of higher order are not supported yet}}
}
