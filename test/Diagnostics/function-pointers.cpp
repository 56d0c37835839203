// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers to functions whose type says too little.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Wall -Xclang -verify %s

[[grad]] double variadic(double (*g)(double, ...), double x) {
  return g(x, 1.0); // expected-error {{a call through a pointer with a variable number of arguments cannot be followed}}
}

[[grad]] double pointer(double *(*g)(double *), double x) {
  return *g(&x); // expected-error {{a call through a pointer to a function that returns a pointer or a reference cannot be followed}}
}

[[grad]] double moved(double (*g)(double &&), double x) {
  return g(x * 2); // expected-error {{a call through a pointer to a function that takes an rvalue reference cannot be followed}}
}
