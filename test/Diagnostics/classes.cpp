// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes and calls of kinds that are not modelled, on the way of a derivative:
// each says what about it is in the way.
//
// RUN: %clang_plugin -std=c++20 -fsyntax-only -w -ferror-limit=0 \
// RUN:   -Xclang -verify %s
// RUN: %clang_plugin -std=c++20 -fsyntax-only -w -ferror-limit=0 -fopenmp \
// RUN:   -DPARALLEL -Xclang -verify=parallel %s

#ifdef PARALLEL
[[grad]] double parallel(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) // parallel-error {{an OpenMP directive cannot be differentiated; remove it, or compile without '-fopenmp'}}
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
#else
#include <array>
#include <complex>
#include <tuple>

//===--- Classes ----------------------------------------------------------===//

class Hidden {
  double v;

public:
  Hidden(double x) : v(x) {}
  double get() const { return v; }
};
[[grad]] double constructors(double x) {
  Hidden h(x); // expected-error {{'h' of type 'Hidden' carries a derivative, and this type is not supported yet; use plain arrays or records of reals}}
  return h.get() * x; // expected-error {{cannot differentiate this expression: 'Hidden::get' is a member function, and 'Hidden' has constructors or private members; write it with plain arrays, structs and functions}}
}
struct Vol {
  volatile double v;
  double w;
};
[[grad]] double volatileBesides(double x) {
  Vol v{1, x}; // expected-error {{'v' of type 'Vol' carries a derivative}}
  return v.w * x; // expected-error {{cannot differentiate this expression: 'Vol' has a volatile member}}
}
struct Anon {
  union {
    int a;
    float b;
  };
  double v;
};
[[grad]] double unnamedMember(double x) {
  Anon v;          // expected-error {{'v' of type 'Anon' carries a derivative}}
  v.v = x;         // expected-error {{this statement may change 'v', which carries a derivative, and cannot be differentiated: 'Anon' has an unnamed member}}
  return v.v * x;  // expected-error {{cannot differentiate this expression: 'Anon' has an unnamed member}}
}
union Either {
  int a;
  long b;
};
struct HasUnion {
  Either u;
  double v;
};
[[grad]] double memberUnion(double x) {
  HasUnion v;     // expected-error {{'v' of type 'HasUnion' carries a derivative}}
  v.v = x;        // expected-error {{'HasUnion' has member 'u', whose type is a union}}
  return v.v * x; // expected-error {{'HasUnion' has member 'u', whose type is a union}}
}
struct Ref {
  double &r;
};
[[grad]] double referenceMember(double x) {
  double y = x;
  Ref q{y}; // expected-error {{'q' of type 'Ref' carries a derivative}} expected-error {{this statement may change 'y', which carries a derivative, and cannot be differentiated: 'Ref' has a member of reference type}}
  q.r *= x; // expected-error {{this statement may change 'q', which carries a derivative, and cannot be differentiated: 'Ref' has a member of reference type}}
  return y;
}
struct Base {
  double a;
};
struct Derived : Base {
  double b;
};
[[grad]] double baseClass(double x) {
  Derived d;      // expected-error {{'d' of type 'Derived' carries a derivative}}
  d.b = x;        // expected-error {{this statement may change 'd', which carries a derivative, and cannot be differentiated: 'Derived' has base classes}}
  return d.b * x; // expected-error {{cannot differentiate this expression: 'Derived' has base classes}}
}
struct Shape {
  virtual double area(double x) const;
};
[[grad("x")]] double virtualCall(const Shape &s, double x) {
  return s.area(x); // expected-error {{cannot differentiate this expression: 'Shape::area' is a virtual member function; write it with plain arrays, structs and functions}}
}
[[grad]] double libraryClass(double x) {
  std::array<double, 2> a{x, x * x};
  return a[0] * // expected-error {{cannot differentiate this expression: 'std::array<double, 2>::operator[]' is a member function; write it with plain arrays, structs and functions}}
         a[1]; // expected-error {{cannot differentiate this expression: 'std::array<double, 2>::operator[]' is a member function; write it with plain arrays, structs and functions}}
}
[[grad]] double pairOfLibrary(double x) {
  std::pair<double, int> p(x, 2); // expected-error {{'p' of type 'std::pair<double, int>' carries a derivative}} expected-error {{this statement may change 'x', which carries a derivative}}
  return p.first * x; // expected-error {{cannot differentiate this expression: 'std::pair<double, int>' is a class of the standard library that is not modelled}}
}
[[grad]] double localClass(double x) {
  struct { // expected-error {{a class, declared inside of the function, cannot be differentiated; declare it at namespace scope}}
    double a;
  } s;
  s.a = x;
  return s.a * x;
}
static auto byReference(double &x) { return [&x] { x *= 2; }; }
[[grad]] double lambdaAsAnObject(double x) {
  auto twice = byReference(x); // expected-error {{'twice' of type '(lambda)' carries a derivative}} expected-error {{this statement may change 'x', which carries a derivative, and cannot be differentiated: '(lambda)' has no name outside of the function}}
  return x * x;
}
[[grad]] double likeATuple(double x) {
  auto [a, b] = std::make_tuple(x, x * x); // expected-error {{a structured binding of a class like a tuple cannot be differentiated; use 'std::get'}}
  return a * b;
}

//===--- Numbers ----------------------------------------------------------===//

[[grad]] double wideInteger(double x) {
  _BitInt(77) n = x * 8; // expected-error {{'n' of type '_BitInt(77)' carries a derivative}}
  return x * (double)n;  // expected-error {{cannot differentiate this expression: '_BitInt(77)' is an integer of unusual width}}
}
[[grad]] double wideReal(double x) {
  __float128 z = x;       // expected-error {{'z' of type '__float128' carries a derivative}}
  return (double)(z * z); // expected-error {{cannot differentiate this expression: '__float128' is not float, double or long double}}
}
[[grad]] double complexOfC(double x) {
  _Complex float z = x;    // expected-error {{'z' of type '_Complex float' carries a derivative}}
  return __real__ z; // expected-error {{cannot differentiate this expression: complex numbers of the C language are not modelled}}
}

//===--- Calls ------------------------------------------------------------===//

double &&moved(double &x) { return static_cast<double &&>(x); }
[[grad]] double rvalueReference(double x) {
  double y = x;
  return moved(y) * x; // expected-error {{this statement may change 'y', which carries a derivative, and cannot be differentiated: 'moved' returns an rvalue reference}}
}
struct Line {
  double a;
  double at(double x) const { return a * x; }
};
[[grad]] double pointerToMember(double x) {
  double (Line::*m)(double) const = &Line::at;
  Line l{x};
  return (l.*m)(x); // expected-error {{this statement may change 'l', which carries a derivative, and cannot be differentiated: a call through a pointer to a member cannot be followed}}
}
static double number(int n, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, n);
  double x = __builtin_va_arg(a, double);
  __builtin_va_end(a);
  return x;
}
[[grad]] double variadic(double x) {
  return number(1, x) * x; // expected-error {{cannot differentiate this expression: 'number' takes a variable number of arguments}}
}
[[grad("x")]] double anyArgument(double x, __builtin_va_list a) {
  return x * __builtin_va_arg(a, double); // expected-error {{'va_arg' cannot be differentiated; give the function a fixed number of parameters}}
}
double operator""_times(long double x) { return x; }
[[grad]] double literalOperator(double x) { return x * 3.0_times; }
consteval double thrice(double x) { return 3 * x; }
[[grad]] double atCompileTime(double x) { return x * thrice(2); }
[[grad("x")]] double notMarked(double x, double *out) {
  out[0] = x * x; // expected-error {{parameter 'out' carries a derivative here, but is not differentiated; name it in '[[grad(...)]]'}}
  return out[0] * x; // expected-error {{parameter 'out' carries a derivative here, but is not differentiated; name it in '[[grad(...)]]'}}
}
static void addTo(int i, void *sum) { // not inlined
  if (i > 2)
    addTo(i - 1, sum);
  *static_cast<double *>(sum) += i; // expected-error {{cannot follow a derivative through a pointer that is converted to another type; use it as it was declared}}
}
[[grad]] double throughVoid(double x) {
  double s = x;
  for (int i = 0; i < 3; ++i)
    // expected-note@+1 {{while differentiating this call of 'addTo'}}
    addTo(i, &s); // expected-error {{cannot follow a derivative through a pointer that is converted to another type}}
  return s * x;
}
#endif
