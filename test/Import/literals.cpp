// Golden lines: tools/update_checks.py BUILD test/Import/literals.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Literals keep the user's digits; constants of the compiler become literals.

double reals() { return 1'000.5e-3 + .5 + 1. + 0x1.8p1; }
// CHECK-LABEL: func @_Z5realsv(
// CHECK-NEXT:   return 1000.5e-3 + .5 + 1. + 0x1.8p1;
// CHECK-NEXT: }

float singles(float x) { return 0.1f * x + 1e3F; }
// CHECK-LABEL: func @_Z7singlesf(
// CHECK-NEXT:   return 0.1f * %x + 1e3f;
// CHECK-NEXT: }

long double wide(long double x) { return 0.1L * x; }
// CHECK-LABEL: func @_Z4widee(
// CHECK-NEXT:   return 0.1l * %x;
// CHECK-NEXT: }

#define RATE 0.25
#define TWICE(x) (2.0 * (x))
double macros(double x) { return TWICE(x) + RATE; }
// CHECK-LABEL: func @_Z6macrosd(
// CHECK-NEXT:   return 2.0 * %x + 0.25;
// CHECK-NEXT: }

int integers() { return 1 + 0x10 + 'a' + (int)sizeof(double); }
// CHECK-LABEL: func @_Z8integersv(
// CHECK-NEXT:   return 1 + 16 + implicit<int>(typed<i8 "char">(97)) + cast<int>(8ul);
// CHECK-NEXT: }

unsigned long big() { return 18446744073709551615ul; }
// CHECK-LABEL: func @_Z3bigv(
// CHECK-NEXT:   return 18446744073709551615ul;
// CHECK-NEXT: }

bool truth(int n) { return n == 3 || true; }
// CHECK-LABEL: func @_Z5truthi(
// CHECK-NEXT:   return %n == 3 || true;
// CHECK-NEXT: }

double *null() { return nullptr; }
// CHECK-LABEL: func @_Z4nullv(
// CHECK-NEXT:   return nullptr<double*>;
// CHECK-NEXT: }

double *zero() { return 0; }
// CHECK-LABEL: func @_Z4zerov(
// CHECK-NEXT:   return nullptr<double*>;
// CHECK-NEXT: }

template <int N> double power(double x) { return N * x; }
double instance(double x) { return power<3>(x); }
// CHECK-LABEL: func @_Z8instanced(
// CHECK-NEXT:   call double %power_result = @_Z5powerILi3EEdd(%x);
// CHECK-NEXT:   return %power_result;
// CHECK-NEXT: }

// CHECK-LABEL: func @_Z5powerILi3EEdd(
// CHECK-NEXT:   return implicit<double>(3) * %x;
// CHECK-NEXT: }
