// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What [[trainable]] cannot mark.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

[[trainable]] double number, row[2][3];
[[trainable]] extern float many[];
struct Reals {
  double a;
  int n;
};
[[trainable]] Reals record, records[2];
template <class T> struct Box {
  [[trainable]] T value;
};
Box<double> box;

[[trainable]] const double constant = 1; // expected-error {{'constant' is const, so nothing can train it; remove 'const'}}
[[trainable]] volatile double changing; // expected-error {{'changing' is volatile; remove 'volatile'}}
[[trainable]] int integer; // expected-error {{'integer' holds no real; leave it unmarked}}
[[trainable]] double *pointer; // expected-error {{'pointer' is or holds a pointer, and how many reals there are behind it is not known; mark an array}}
[[trainable]] double &reference = number; // expected-error {{'reference' is a reference; mark what it refers to}}
[[trainable]] auto deduced = 1.5; // expected-error {{'deduced' is declared without its type; write the type out}}
struct Holder {
  double *p;
};
[[trainable]] Holder holder; // expected-error {{'holder' is or holds a pointer, and how many reals there are behind it is not known; mark an array}}
[[trainable]] struct { // expected-error {{'unnamed' is of a class without a name of its own outside of functions; name the class}}
  double x;
} unnamed;
union Either {
  [[trainable]] double x; // expected-error {{'x' is a member of a union or of a class without name; give the class a name}}
  int n;
};
struct {
  [[trainable]] double x; // expected-error {{'x' is a member of a union or of a class without name; give the class a name}}
} nameless;

[[trainable]] double function(double x); // expected-error {{'trainable' marks variables and data members; mark what is to be trained}}
struct [[trainable]] Type {}; // expected-error {{'trainable' marks variables and data members; mark what is to be trained}}
double takes([[trainable]] double x); // expected-error {{'x' is local to a function; mark a variable outside of functions or a data member}}

double locals(double x) {
  [[trainable]] double y = x; // expected-error {{'y' is local to a function; mark a variable outside of functions or a data member}}
  [[trainable]] static double z; // expected-error {{'z' is local to a function; mark a variable outside of functions or a data member}}
  struct Local {
    [[trainable]] double v; // expected-error {{'v' is a member of a class in a function; define the class outside}}
  };
  [[trainable]] y += z; // expected-error {{'trainable' marks variables and data members, not a statement; mark what is to be trained}}
  return y;
}
