// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in the way in a function of a library is reported at the call that
// the user has written, once, and not in the library's header.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -I %S/Inputs -Xclang -verify %s

#include "library.h"
// expected-note@library.h:5 {{inline assembly cannot be differentiated}}
// expected-note@library.h:12 {{inline assembly cannot be differentiated}}

[[grad]] double direct(double x) {
  return library::whole(x); // expected-error {{this function of a library cannot be differentiated; write a rule for it, or code of your own}}
}

double between(double x) {
  return x * library::other(x); // expected-error {{this function of a library cannot be differentiated}}
}
[[grad]] double indirect(double x) {
  return between(x); // expected-note {{while differentiating this call of 'between'}}
}

// A derivative that keeps the values of a loop.
// expected-note@* 0+ {{ }}
[[grad]] double once(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = s * s + x;
  return s;
}
[[grad]] double twice(double x, int n) {
  double d = 0;
  once_grad(x, n, &d); // expected-error {{this derivative cannot be differentiated again; for second derivatives take nested tapes, or differences of gradients}}
  return d;
}
