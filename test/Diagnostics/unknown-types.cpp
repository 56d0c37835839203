// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes, types and operators that Nabla does not know, on the way of a
// derivative: each says which of its properties is in the way.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s

struct Base {
  double a;
};
struct Derived : Base {
  double b;
};
[[grad]] double inherited(double x) {
  Derived d;
  // expected-error@-1 {{this type is not supported yet}}
  d.a = x;
  // expected-error@-1 {{it is an object that cannot be followed}}
  return d.a * x;
  // expected-error@-1 {{it is an object that cannot be followed}}
}
struct Virtual {
  virtual ~Virtual() = default;
  double a;
};
[[grad]] double withVirtual(double x) {
  Virtual v;
  // expected-error@-1 {{this type is not supported yet}}
  v.a = x;
  // expected-error@-1 {{'Virtual' has virtual functions}}
  return v.a * x;
  // expected-error@-1 {{'Virtual' has virtual functions}}
}
struct Bits {
  double a;
  int n : 3;
};
[[grad]] double bitFields(double x) {
  Bits v;
  // expected-error@-1 {{this type is not supported yet}}
  v.a = x;
  // expected-error@-1 {{'Bits' has bit-fields}}
  return v.a * x;
  // expected-error@-1 {{'Bits' has bit-fields}}
}
struct Volatile {
  volatile double a;
};
[[grad]] double volatileMember(double x) {
  Volatile v;
  v.a = x;
  // expected-error@-1 {{'a', volatile, cannot be differentiated; remove 'vol}}
  return v.a * x;
  // expected-error@-1 {{'a', volatile, cannot be differentiated; remove 'vol}}
}
struct Unnamed {
  union {
    double a, b;
  };
};
[[grad]] double unnamedMember(double x) {
  Unnamed v;
  v.a = x;
  // expected-error@-1 {{'a', a member of a union}}
  return v.b * x;
  // expected-error@-1 {{use a struct, and std::memcpy in a function of}}
}
struct Pair {
  double a, b;
};
[[grad]] double memberPointer(double x) {
  double Pair::*p = x > 1 ? &Pair::a : &Pair::b;
  // expected-error@-1 {{this type is not supported yet}}
  Pair v = {x, x * x};
  return v.*p;
  // expected-error@-1 {{'.*' and '->*' are not modelled}}
}
[[grad]] double complexOfC(double x) {
  _Complex double z = x;
  // expected-error@-1 {{this type is not supported yet}}
  return __real__ z * x;
  // expected-error@-1 {{complex numbers of the C language are not modelled}}
}
typedef double Vector __attribute__((vector_size(16)));
[[grad]] double simd(double x) {
  Vector v = {x, x};
  // expected-error@-1 {{this type is not supported yet}}
  return v[0] * v[1];
  // expected-error@-1 2 {{is a SIMD vector}}
}
[[grad]] double atomicOperation(double x) {
  double y = 0;
  __atomic_store(&y, &x, 5);
  // expected-error@-1 {{an atomic operation cannot be differentiated}}
  return y;
}
[[grad]] double externInside(double x) {
  extern double outer;
  // expected-error@-1 {{'outer', declared extern inside of the function}}
  return x * outer;
}
