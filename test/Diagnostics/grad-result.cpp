// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that cannot be differentiated, and functions without an output.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[grad]] double *pointer(double *x); // expected-error {{result type 'double *' of 'pointer' cannot be differentiated; return a value, or write the result through a parameter and return void}}
[[grad]] const double *constPointer(double *x); // expected-error {{result type 'const double *' of 'constPointer' cannot be differentiated; return a value, or write the result through a parameter and return void}}
[[grad]] double &reference(double &x); // expected-error {{result type 'double &' of 'reference' cannot be differentiated; return a value, or write the result through a parameter and return void}}
[[grad]] int &anyReference(double &x); // expected-error {{result type 'int &' of 'anyReference' cannot be differentiated; return a value, or write the result through a parameter and return void}}
struct Later;
[[grad]] Later incomplete(double x); // expected-error {{result type 'Later' of 'incomplete' is not defined here; define it first}}

[[grad]] int integer(double x); // expected-error {{'integer' has nothing to differentiate: it returns 'int' and can write to no differentiated parameter; return a real, or take a pointer or reference to what it computes}}
[[grad]] void nothing(const double *x, const double &y); // expected-error {{'nothing' has nothing to differentiate: it returns 'void' and can write to no differentiated parameter; return a real, or take a pointer or reference to what it computes}}
[[grad("x")]] void outputLeftOut(const double *x, double *y); // expected-error {{'outputLeftOut' has nothing to differentiate: it returns 'void' and can write to no differentiated parameter; return a real, or take a pointer or reference to what it computes}}

// A status, a void function that writes, a view that is written through.
[[grad]] int solve(const double *a, double *x);
[[grad]] void inPlace(double (&m)[3]);
struct View { double *begin; int size; };
struct ConstView { const double *begin; int size; };
[[grad]] void fill(View v, ConstView c);
[[grad]] void read(ConstView c); // expected-error {{'read' has nothing to differentiate: it returns 'void' and can write to no differentiated parameter; return a real, or take a pointer or reference to what it computes}}
