// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that cannot be differentiated: an error at the call, which says what to
// do.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Wall -Xclang -verify %s

#include <cmath>

// expected-note@* 0+ {{}}

double vendor(double t);
[[grad]] double callsVendor(double t, double w) {
  return w * vendor(t) + std::exp(-w * t); // expected-error {{cannot differentiate through 'vendor': its body is not visible here; mark its declaration '[[grad]]' and compile the file that defines it with nabla++, write a rule for it, or mark it inactive}}
}

[[grad("y")]] double onlyInY(double x, double y);
[[grad]] double leftOut(double x) {
  return onlyInY(2.0, x) +
         onlyInY(x, x); // expected-error {{this argument carries a derivative, and 'onlyInY', whose body is not visible here, is not differentiated in 'x'; name it in '[[grad(...)]]' there}}
}

[[grad]] double dot(const double *x, const double *w, int n);
[[grad("x")]] double fixedWeights(const double *x, const double *weights) {
  return dot(x, weights, 3); // expected-error {{argument 'w' has no derivative here, and the function that is called, whose body is not visible here, wants memory for one; differentiate what it points to, too}}
}

struct Table {
  const double *at;
  double factor;
};
[[grad]] double lookUp(Table t, double x);
[[grad]] double noMemory(double x) {
  Table t = {nullptr, 2};
  return lookUp(t, x); // expected-error {{argument 't' has no derivative here, and the function that is called, whose body is not visible here, wants memory for one; differentiate what it points to, too}}
}
// No array at all needs no shadow.
[[grad]] double nothing(const double *x) { return dot(x, nullptr, 0); }

[[grad]] double untyped(double (*f)(double, void *), double x) {
  double p[2] = {x, 2};
  return f(x, p); // expected-error {{this argument carries a derivative, and a function that is called through a pointer cannot pass it on by this type; use the type of what it points to}}
}

double &pick(double *a, int i);
[[grad]] double reference(double x) {
  double a[3] = {x, x * x, 1};
  double &r = pick(a, 5); // expected-error {{'pick' returns a pointer or a reference to what carries a derivative, and its body is not visible here; return a value, or an index}}
  r *= x;
  return a[1];
}

double Shared;
[[grad]] double elsewhere(double x);
[[grad]] double mayBeRead(double x) {
  Shared = x * x;
  return elsewhere(2.0) * // expected-error {{global variable 'Shared' carries a derivative, and what is called here, whose body is not visible, may use it; pass it as a parameter}}
         x;
}

double *Memory;
[[grad]] double globalPointer(double x) {
  Memory[0] = x; // expected-error {{global variable 'Memory' carries a derivative here, and has no shadow; pass it as a parameter}}
  return Memory[0] * x; // expected-error {{global variable 'Memory' carries a derivative here, and has no shadow; pass it as a parameter}}
}

[[grad]] double counts(double x) {
  static double last = 0; // expected-error {{static local 'last' cannot be differentiated; make it a variable at namespace scope}}
  last += x;
  return last;
}
