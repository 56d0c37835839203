// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class that initialises members by other members: what its object's address
// is used for there is not followed.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

struct Self {
  double a = 1;
  double *p = &a;      // expected-error {{'this' cannot be differentiated; pass the object by reference to a free function}}
  Self *self = this;   // expected-error {{'this' cannot be differentiated}}
  double b[2] = {a, a};
  double *q = b;       // expected-error {{'this' cannot be differentiated}}
  double c = *p + b[1];
};
struct Around {
  Self inner;
};
[[grad]] double byList(double x) {
  Self s{x};
  return s.c;
}
[[grad]] double byDefault(double x) {
  Around a;
  return a.inner.c * x;
}
