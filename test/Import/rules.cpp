// Golden lines: tools/update_checks.py BUILD test/Import/rules.cpp
// RUN: %nabla-import-dump -isystem %include -include nabla/rules.h %s | FileCheck %s
//
// Calls that a rule differentiates: every spelling, arguments as the library
// converts them.

#include <algorithm>
#include <cmath>

double spellings(double x) {
  return std::exp(x) + sin(x) + __builtin_cos(x) + std::fabs(x);
}
// CHECK-LABEL: func @_Z9spellingsd(
// CHECK-NEXT:   return @exp<double "std::exp">(%x) + @sin<double "sin">(%x) + @cos<double "__builtin_cos">(%x) + @fabs<double "std::fabs">(%x);
// CHECK-NEXT: }

double promoted(double x, float f, int n) {
  return std::pow(x, 2) + std::pow(f, n) + sqrtf(f) + std::sqrt(f);
}
// CHECK-LABEL: func @_Z8promoteddfi(
// CHECK-NEXT:   return @pow<double "std::pow">(%x, implicit<double>(2)) + @pow<double "std::pow">(implicit<double>(%f), implicit<double>(%n)) + implicit<double>(@sqrt<float "sqrtf">(%f)) + implicit<double>(@sqrt<float "std::sqrt">(%f));
// CHECK-NEXT: }

double references(double x, double y) { return std::max(x, y) * std::min(1.0, x); }
// CHECK-LABEL: func @_Z10referencesdd(
// CHECK-NEXT:   return @max<double "std::max">(%x, %y) * @min<double "std::min">(1.0, %x);
// CHECK-NEXT: }
