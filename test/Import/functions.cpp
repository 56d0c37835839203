// Golden lines: tools/update_checks.py BUILD test/Import/functions.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// How functions are declared.

namespace outer {
inline namespace v1 {
namespace {
double hidden(double x) { return x; }
// CHECK-LABEL: func @_ZN5outer2v112_GLOBAL__N_16hiddenEd(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

} // namespace
double shown(double x) noexcept { return hidden(x); }
// CHECK-LABEL: func @_ZN5outer2v15shownEd(
// CHECK-NEXT:   call double %hidden_result = @_ZN5outer2v112_GLOBAL__N_16hiddenEd(%x);
// CHECK-NEXT:   return %hidden_result;
// CHECK-NEXT: }

} // namespace v1
} // namespace outer
static double internal(double x) { return x; }
// CHECK-LABEL: func @_ZL8internald(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

inline double inlined(double x) { return x; }
// CHECK-LABEL: func @_Z7inlinedd(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

constexpr double constant(double x) { return x; }
// CHECK-LABEL: func @_Z8constantd(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

extern "C" double plain(double x) { return x; }
// CHECK-LABEL: func @plain(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

extern "C" {
double plain2(const double x, double, int) { return x; }
// CHECK-LABEL: func @plain2(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

}
double overloaded(double x) { return x; }
// CHECK-LABEL: func @_Z10overloadedd(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

double overloaded(float x) { return x; }
// CHECK-LABEL: func @_Z10overloadedf(
// CHECK-NEXT:   return implicit<double>(%x);
// CHECK-NEXT: }

auto deduced(double x) -> double { return x; }
// CHECK-LABEL: func @_Z7deducedd(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }

auto deduced2(int n) { return n * 1.5; }
// CHECK-LABEL: func @_Z8deduced2i(
// CHECK-NEXT:   return implicit<double>(%n) * 1.5;
// CHECK-NEXT: }

void types(bool b, char c, signed char sc, unsigned char uc, short s, long l,
           unsigned long long ull, long double ld, const float *const p,
           double (&a)[2][3], int m[4]) {}
// CHECK-LABEL: func @_Z5typesbcahslyePKfRA2_A3_dPi(
// CHECK-NEXT: }

double definition(double x);
double user(double y) { return definition(y); }
// CHECK-LABEL: func @_Z4userd(
// CHECK-NEXT:   call double %definition_result = @_Z10definitiond(%y);
// CHECK-NEXT:   return %definition_result;
// CHECK-NEXT: }

double definition(double z) { return z; }
// CHECK-LABEL: func @_Z10definitiond(
// CHECK-NEXT:   return %z;
// CHECK-NEXT: }

int main() { return 0; }
// CHECK-LABEL: func @main(
// CHECK-NEXT:   return 0;
// CHECK-NEXT: }
