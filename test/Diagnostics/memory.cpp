// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot be done with memory on the way of a derivative, and says so.
//
// RUN: %clang_plugin -std=c++20 -fsyntax-only -Xclang -verify %s

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

//===--- Blocks -----------------------------------------------------------===//

struct Kept {
  double *data;
};

[[grad]] double outlives(const double *x, Kept *k) {
  // expected-error@+1 {{this block outlives the function that is differentiated, so the adjoints of what it holds are not known; let the caller allocate it}}
  k->data = new double[2];
  k->data[0] = x[0] * x[1];
  return k->data[0] * x[0];
}

[[grad]] double reallocated(double *x, int n) {
  double s = x[0];
  // expected-error@+1 {{this block is not known to this function alone, so it cannot be followed through 'realloc'; copy it into a new one}}
  double *y = static_cast<double *>(std::realloc(x, 2 * n * sizeof(double)));
  s += y[1] * y[0];
  std::free(y);
  return s;
}

alignas(double) static char Room[64];
[[grad]] double placed(double x) {
  // expected-error@+1 {{cannot differentiate this expression: 'new' with a placement is not modelled; write it with plain arrays, structs and functions}}
  double *p = new (Room) double(x);
  return *p * x;
}

struct Pooled {
  double v;
  static void *operator new(std::size_t);
  static void operator delete(void *);
};
[[grad]] double pooled(double x) {
  // expected-error@+1 {{cannot differentiate this expression: this 'operator new' is not modelled}}
  Pooled *p = new Pooled{x};
  double s = p->v * x;
  // expected-error@+1 {{this statement may change 'p', which carries a derivative, and cannot be differentiated: this 'operator delete' is not modelled}}
  delete p;
  return s;
}

//===--- Bytes ------------------------------------------------------------===//

[[grad]] double pattern(const double *x) {
  double a[2] = {x[0], x[1]};
  // expected-error@+1 {{cannot differentiate through 'memset': its body is not visible here; mark its declaration '[[grad]]' and compile the file that defines it with nabla++, write a rule for it, or mark it inactive}}
  std::memset(a, 1, sizeof a);
  return a[0] * x[0];
}

[[grad]] double moved_bits(double x) {
  std::uint64_t bits;
  // expected-error@+1 {{'memcpy' moves reals as bits, which have no derivative; convert the value, or write a rule for a function that does this}}
  std::memcpy(&bits, &x, sizeof x);
  return x * double(bits >> 52);
}

// Part of an element is bits, too.
[[grad]] double half_of_it(double x, double y) {
  double a = x, b = y;
  // expected-error@+1 {{this statement may change 'a', which carries a derivative, and cannot be differentiated: the number of bytes is not known to be that of whole elements; write it as n * sizeof(double)}}
  std::memcpy(&a, &b, 4);
  return a * b;
}
[[grad]] double bytes_given(const double *x, std::size_t bytes) {
  double y[4] = {};
  // expected-error@+1 {{this statement may change 'y', which carries a derivative, and cannot be differentiated: the number of bytes is not known}}
  std::memmove(y, x, bytes);
  return y[0] * x[0];
}
[[grad]] double changed_number(const float *x, int n) {
  float y[4] = {};
  std::size_t bytes = n * sizeof(float);
  bytes += n;
  // expected-error@+1 {{the number of bytes is not known to be that of whole elements; write it as n * sizeof(float)}}
  __builtin_memcpy(y, x, bytes);
  return y[0] * x[0];
}
[[grad]] double cleared_in_part(double x) {
  double y[4] = {x, x, x, x};
  // expected-error@+1 {{this statement may change 'y', which carries a derivative, and cannot be differentiated: the number of bytes is not known}}
  std::memset(y, 0, 3 * sizeof(double) / 2);
  return y[0] + y[3] * x;
}
struct Pair {
  double a, b;
};
[[grad]] double first_member(double x, double y) {
  Pair p = {x, y}, q = {y, x};
  // expected-error@+1 {{this statement may change 'p', which carries a derivative, and cannot be differentiated: the number of bytes is not known to be that of whole elements; write it as n * sizeof(Pair)}}
  std::memcpy(&p, &q, sizeof(double));
  return p.a * p.b;
}
