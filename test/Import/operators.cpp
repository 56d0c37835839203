// Golden lines: tools/update_checks.py BUILD test/Import/operators.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Operators and conversions: every conversion is a node, "implicit" where the
// user did not write it.

double arithmetic(double x, double y) { return -x * y / (x + y) - +y; }
// CHECK-LABEL: func @_Z10arithmeticdd(
// CHECK-NEXT:   return -%x * %y / (%x + %y) - %y;
// CHECK-NEXT: }

int integers(int n, int m) { return (n % m) ^ ((n & m) | ~m); }
// CHECK-LABEL: func @_Z8integersii(
// CHECK-NEXT:   return %n % %m ^ (%n & %m | ~%m);
// CHECK-NEXT: }

int shifts(int n, unsigned k) { return (n << 2) >> k; }
// CHECK-LABEL: func @_Z6shiftsij(
// CHECK-NEXT:   return %n << 2 >> %k;
// CHECK-NEXT: }

bool compare(double x, int n) { return x < n && !(n >= 3) || x != 0; }
// CHECK-LABEL: func @_Z7comparedi(
// CHECK-NEXT:   return %x < implicit<double>(%n) && !(%n >= 3) || %x != implicit<double>(0);
// CHECK-NEXT: }

double mixed(float f, int n, long l) { return f * n + l; }
// CHECK-LABEL: func @_Z5mixedfil(
// CHECK-NEXT:   return implicit<double>(%f * implicit<float>(%n) + implicit<float>(%l));
// CHECK-NEXT: }

int narrowing(double x) { return x; }
// CHECK-LABEL: func @_Z9narrowingd(
// CHECK-NEXT:   return implicit<int>(%x);
// CHECK-NEXT: }

double written(int n, double x) {
  return (double)n / 3 + static_cast<float>(x) + double(n) + int(x);
}
// CHECK-LABEL: func @_Z7writtenid(
// CHECK-NEXT:   return cast<double>(%n) / implicit<double>(3) + implicit<double>(cast<float>(%x)) + cast<double>(%n) + implicit<double>(cast<int>(%x));
// CHECK-NEXT: }

float single(float x) { return x * 2.0; }
// CHECK-LABEL: func @_Z6singlef(
// CHECK-NEXT:   return implicit<float>(implicit<double>(%x) * 2.0);
// CHECK-NEXT: }

bool truth(int n, double x, double *p) { return n && x && p; }
// CHECK-LABEL: func @_Z5truthidPd(
// CHECK-NEXT:   return implicit<bool>(%n) && implicit<bool>(%x) && implicit<bool>(%p);
// CHECK-NEXT: }

char characters(char c) { return c + 1; }
// CHECK-LABEL: func @_Z10charactersc(
// CHECK-NEXT:   return implicit<i8 "char">(implicit<int>(%c) + 1);
// CHECK-NEXT: }

enum Color { Red, Green };
enum class Mode : unsigned char { Fast, Slow };
int enums(Color c, Mode m) { return c + (c == Green) + int(m) + (m == Mode::Slow); }
// CHECK-LABEL: func @_Z5enums5Color4Mode(
// CHECK-NEXT:   return implicit<int>(%c) + implicit<int>(implicit<int>(%c) == implicit<int>(%Green)) + cast<int>(%m) + implicit<int>(%m == %Mode::Slow);
// CHECK-NEXT: }

double comma(double x, int n) { return (n, x); }
// CHECK-LABEL: func @_Z5commadi(
// CHECK-NEXT:   return %x;
// CHECK-NEXT: }
