// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// [[grad]] on several declarations of one function.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[grad]] double other(double x, double y); // expected-note {{it is marked here}}
[[grad("x")]] double other(double x, double y); // expected-error {{'other' is marked 'grad' already, for other parameters; give the same ones, or mark it once}}

namespace n {
[[grad(0)]] double inNamespace(double x, double y); // expected-note {{it is marked here}}
}
[[grad(1)]] double n::inNamespace(double x, double y) { return x * y; } // expected-error {{'inNamespace' is marked 'grad' already, for other parameters; give the same ones, or mark it once}}

[[grad("x")]] [[grad("y")]] double together(double x, double y); // expected-error {{'together' is marked 'grad' already, for other parameters; give the same ones, or mark it once}} expected-note {{it is marked here}}

// The same parameters, however they are called.
[[grad]] double same(double x, int n, double y);
[[grad("a", "b")]] double same(double a, int n, double b);
[[grad(0, 2), grad(2, 0)]] double same(double, int, double);
double same(double u, int, double w);
double callSame(double *d) { return same_grad(1, 2, 3, d, d); }

// Another overload is another function.
[[grad(0)]] float same(float x, int n, float y);
