// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After an error in the user's program nothing is differentiated, and Nabla
// adds no errors of its own.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

[[grad]] double unfinished(double x) {
  return x * undeclared; // expected-error {{use of undeclared identifier 'undeclared'}}
}
[[grad]] double afterwards(double x) { return x * x; }
[[grad]] Unknown badResult(double x); // expected-error {{unknown type name 'Unknown'}}
[[grad]] double badParam(Unknown x, double y) { return y; } // expected-error {{unknown type name 'Unknown'}}
[[grad]] static double noBody(double x);
[[grad]] double twice(double x) { return x; } // expected-note {{previous definition is here}}
[[grad]] double twice(double x) { return x; } // expected-error {{redefinition of 'twice'}}
[[grad("x"]] double unclosed(double x); // expected-error {{expected ')'}}
double call(double *d) { return afterwards_grad(1, d) + afterwards_grad(1); } // expected-error {{no matching function for call to 'afterwards_grad'}} expected-note@11 {{candidate function not viable: requires 2 arguments, but 1 was provided}}
[[grad]] double open(double x) { // expected-note {{to match this '{'}}
  // expected-error@+1 {{expected '}'}}
  return x;