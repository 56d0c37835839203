// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nabla::implicit_gradient cannot do: at the request, or in the function
// with a note that leads to the request.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

#include <nabla/nabla.h>

[[trainable]] double weight = 1;
double other = 2;

double none(double x) { return other * x; } // expected-error {{'none' reads no variable that is marked '[[trainable]]'; mark what is to be trained}}
auto a = nabla::implicit_gradient<none>(1.0); // expected-note {{while differentiating 'none', which is asked for here}}

double elsewhere(double x); // expected-note {{'elsewhere' is declared here}}
auto b = nabla::implicit_gradient<elsewhere>(1.0); // expected-error {{cannot tell what trainable variables 'elsewhere' reads: its body is not visible here; define it in this file}}

[[grad]] double exported(double x);
double callsExported(double x) { return weight * exported(x); } // expected-error {{global variable 'weight' carries a derivative, and what is called here, whose body is not visible, may use it; pass it as a parameter}}
auto c = nabla::implicit_gradient<callsExported>(1.0); // expected-note {{while differentiating 'callsExported', which is asked for here}}

double callsPointer(double (*f)(double), double x) { return weight * f(x); } // expected-error {{global variable 'weight' carries a derivative, and what is called here, whose body is not visible, may use it; pass it as a parameter}}
double square(double x) { return x * x; }
auto d = nabla::implicit_gradient<callsPointer>(square, 1.0); // expected-note {{while differentiating 'callsPointer', which is asked for here}}

double *alias = &weight;
double throughPointer(double x) { return *alias * x + weight; } // expected-error {{'throughPointer' uses the global variable 'alias', which may point to what is trained, and that is not followed; pass it as a parameter}}
auto e = nabla::implicit_gradient<throughPointer>(1.0); // expected-note {{while differentiating 'throughPointer', which is asked for here}}

double *const fixed = &weight;
double throughConstant(double x) { return *fixed * x + weight; } // expected-error {{'throughConstant' uses the global variable 'fixed', which may point to what is trained, and that is not followed; pass it as a parameter}}
auto f = nabla::implicit_gradient<throughConstant>(1.0); // expected-note {{while differentiating 'throughConstant', which is asked for here}}
