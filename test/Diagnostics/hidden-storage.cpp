// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage that text leads to: what Nabla copies and does not look into may hand
// out a pointer or a reference to what it mentions, keep one, or hold reals
// where no field shows them. A derivative through that is an error, and never
// dropped.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

// Objects that hold references.
struct Ref {
  double &r;
};
[[grad]] double reference_field(double x, double y) {
  double h = x * x;
  Ref q{h}; // expected-error {{'q' of type 'Ref' carries a derivative}} // expected-error {{this statement may change 'h', which carries a derivative}}
  q.r *= y; // expected-error {{this statement may change 'q', which carries a derivative}}
  return h;
}
struct Rows {
  double (&a)[2];
};
[[grad]] double reference_to_array(double x, double y) {
  double a[2] = {x, y};
  Rows q{a}; // expected-error {{'q' of type 'Rows' carries a derivative}} // expected-error {{this statement may change 'a', which carries a derivative}}
  q.a[0] *= y; // expected-error {{this statement may change 'q', which carries a derivative}}
  return a[0];
}
static void put(Ref q, double y) { q.r = y; } // expected-error {{'q' of type 'Ref' carries a derivative}} // expected-error {{this statement may change 'q', which carries a derivative}}
[[grad]] double reference_in_argument(double x) {
  double h = 0;
  put(Ref{h}, x * x); // expected-error {{this expression of type 'Ref' carries a derivative}} // expected-error {{this statement may change 'h', which carries a derivative}} // expected-error {{'q' of type 'Ref' carries a derivative}} // expected-note {{while differentiating this call of 'put'}} // expected-note {{while differentiating this call of 'put'}}
  return h;
}

// Pointers and references that text hands out.
[[grad]] double data(double x) {
  std::vector<double> v(2); // expected-error {{'v' of type 'std::vector<double>' carries a derivative}}
  double *p = v.data(); // expected-error {{cannot differentiate this expression: 'std::vector<double, std::allocator<double>>::data' is a member function}}
  p[1] = x * x;
  return v[1]; // expected-error {{cannot differentiate this expression}}
}
[[grad]] double behind_a_pointer(double x) {
  std::vector<double> v(2); // expected-error {{'v' of type 'std::vector<double>' carries a derivative}}
  std::vector<double> *p = &v;
  (*p)[1] = x * x; // expected-error {{this statement may change 'p', which carries a derivative}}
  return v[1]; // expected-error {{cannot differentiate this expression}}
}
[[grad]] double through_an_integer(double x, double y) {
  double h = x * x;
  auto n = reinterpret_cast<std::uintptr_t>(&h);
  *reinterpret_cast<double *>(n) *= y; // expected-error {{cannot differentiate this expression: pointers and integers are converted into each other}}
  return h;
}

// Nodes are made for the element's type, and no field of the class is a real.
[[grad]] double in_a_map(double x) {
  std::map<int, double> m; // expected-error {{'m' of type 'std::map<int, double>' carries a derivative}}
  m[3] = x * x; // expected-error {{this statement may change 'm', which carries a derivative}}
  return m[3]; // expected-error {{this statement may change 'm', which carries a derivative}}
}

// Globals that only text mentions.
static std::vector<double> Kept(3);
static std::atomic<double> Shared;
[[grad]] double in_a_global(double x) {
  Kept[1] = x * x; // expected-error {{this statement may change 'Kept', which carries a derivative}}
  return Kept[1]; // expected-error {{cannot differentiate this expression}}
}
[[grad]] double in_an_atomic(double x) {
  Shared.store(x * x); // expected-error {{this statement may change 'Shared', which carries a derivative}}
  return Shared.load(); // expected-error {{cannot differentiate this expression}}
}

// What a call gives back may lead to what only the callee knows.
static double *own() {
  static double kept[3]; // expected-error {{static local 'kept' cannot be differentiated}}
  return kept;
}
[[grad]] double by_pointer_to_a_static(double x) {
  own()[1] = x * x; // expected-note {{while differentiating this call of 'own'}}
  return own()[1];
}

// The same in a function that is not inlined.
static int numbered() {
  static int calls; // expected-error {{static local 'calls' cannot be differentiated}}
  return calls++;
}
[[gnu::noinline]] static double counted(double *x) {
  return x[numbered() % 2] * x[0]; // expected-note {{while differentiating this call of 'numbered'}}
}
[[grad]] double by_counting_calls(double *x) {
  double s = counted(x); // expected-error {{what is called here may use storage that is not visible here, which carries a derivative; hand the number on as a value}} // expected-note {{while differentiating this call of 'counted'}}
  return s * counted(x); // expected-error {{what is called here may use storage that is not visible here, which carries a derivative; hand the number on as a value}}
}

// A function that runs when the variable ends.
static void twice(double **p) { **p *= 2; }
[[grad]] double cleanup(double x) {
  double h = x * x;
  { __attribute__((cleanup(twice))) double *p = &h; } // expected-error {{'p', which has a cleanup function, cannot be differentiated}}
  return h;
}
