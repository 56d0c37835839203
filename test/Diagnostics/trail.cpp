// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An error is at the construct, and notes lead there from the marked function:
// through callees, callees of callees, macros and headers. Everything that is
// in the way is said, each thing once.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -I %S/Inputs -Xclang -verify %s

#include "trail.h"

// In the function itself: no notes.
[[grad]] double own(double x) {
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  return x;
}

double lowest(double x) {
  static double kept = 0; // expected-error {{static local 'kept' cannot be differentiated}}
  kept += x;
  return kept;
}
double middle(double x) { return x * lowest(x); } // expected-note {{while differentiating this call of 'lowest'}}
[[grad]] double outer(double x) {
  return middle(x) + middle(2 * x); // expected-note {{while differentiating this call of 'middle'}}
}
// The same again: said already.
[[grad]] double other(double x) { return middle(x); }

// Two callees, each with its fault.
double one(double x) {
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  return x;
}
double two(double x) {
  asm(""); // expected-error {{inline assembly cannot be differentiated}}
  return x;
}
[[grad]] double both(double x) {
  return one(x) + // expected-note {{while differentiating this call of 'one'}}
         two(x);  // expected-note {{while differentiating this call of 'two'}}
}

// A fault of a callee that is not inlined, found by a later stage.
double global = 0;
double recursive(double x, int n) {
  if (n == 0)
    return global; // no fault: it is never set to anything active
  return x * recursive(x, n - 1);
}
[[grad]] double calls(double x) { return recursive(x, 3); }

#define FAULT(x) ({ double y = (x); y * y; })
double inMacro(double x) {
  return FAULT(x); // expected-error {{a statement expression cannot be differentiated}}
}
[[grad]] double callsMacro(double x) {
  return inMacro(x); // expected-note {{while differentiating this call of 'inMacro'}}
}

[[grad]] double callsHeader(double x) {
  return inHeader(x); // expected-note {{while differentiating this call of 'inHeader'}}
}
// expected-error@trail.h:6 {{inline assembly cannot be differentiated}}
