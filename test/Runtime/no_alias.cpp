// The optimizer knows that memory of the arena aliases nothing: of two stores to
// it no value of the user's has to be loaded again, and a loop over it and one
// array is vectorized without a check for overlap at run time.
//
// RUN: %clang -std=c++17 -O2 -S -emit-llvm -fno-discard-value-names -I%include %s -o - | FileCheck %s

#include "nabla/runtime.h"

// CHECK-LABEL: define {{.*}}double @twice(
// CHECK: {{call|invoke}} noalias {{.*}}align 64 {{.*}}@_ZN5nabla6detail7reserveEmm
// CHECK: load double, ptr %x
// CHECK-NOT: load double, ptr %x
// CHECK: ret double
extern "C" double twice(const double *x, long n) {
  nabla::arena_scope scope;
  double *saved = nabla::arena::reserve<double>(n);
  double first = *x;
  saved[0] = first * 2;
  saved[1] = first * 3;
  return *x + saved[n - 1];
}

// CHECK-LABEL: define {{.*}}void @squares(
// CHECK-NOT: vector.memcheck
// CHECK: fmul <2 x double>
// CHECK-NOT: vector.memcheck
// CHECK-LABEL: ret void
extern "C" void squares(double *x, long n) {
  nabla::arena_scope scope;
  double *saved = nabla::arena::reserve<double>(n);
  for (long i = 0; i < n; ++i) {
    saved[i] = x[i];
    x[i] = x[i] * x[i] * 0.5;
  }
  for (long i = 0; i < n; ++i)
    x[i] += saved[i];
}
