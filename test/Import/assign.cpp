// Golden lines: tools/update_checks.py BUILD test/Import/assign.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Assignments: compound ones stay where they compute in the place's own type,
// and are spelled out otherwise.

void compound(double &x, double y) {
  x = y;
  x += y;
  x -= 1;
  x *= y;
  x /= y + 1;
}
// CHECK-LABEL: func @_Z8compoundRdd(
// CHECK-NEXT:   %x = %y;
// CHECK-NEXT:   %x += %y;
// CHECK-NEXT:   %x -= implicit<double>(1);
// CHECK-NEXT:   %x *= %y;
// CHECK-NEXT:   %x /= %y + implicit<double>(1);
// CHECK-NEXT: }

void spelled(float &f, char &c, int &n, unsigned &u, double x) {
  f += x;
  c += 1;
  n *= 2.5;
  n <<= 2;
  n %= 3;
  n |= 4;
  u += n;
}
// CHECK-LABEL: func @_Z7spelledRfRcRiRjd(
// CHECK-NEXT:   %f = implicit<float>(implicit<double>(%f) + %x);
// CHECK-NEXT:   %c = implicit<i8 "char">(implicit<int>(%c) + 1);
// CHECK-NEXT:   %n = implicit<int>(implicit<double>(%n) * 2.5);
// CHECK-NEXT:   %n = %n << 2;
// CHECK-NEXT:   %n = %n % 3;
// CHECK-NEXT:   %n = %n | 4;
// CHECK-NEXT:   %u += implicit<unsigned int>(%n);
// CHECK-NEXT: }

void steps(int n, double x, double *p, short s) {
  ++n;
  n--;
  x++;
  p++;
  --p;
  p += n;
  p -= 2;
  s++;
}
// CHECK-LABEL: func @_Z5stepsidPds(
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   %n -= 1;
// CHECK-NEXT:   %x += 1.0;
// CHECK-NEXT:   %p = %p + 1;
// CHECK-NEXT:   %p = %p - 1;
// CHECK-NEXT:   %p = %p + %n;
// CHECK-NEXT:   %p = %p - 2;
// CHECK-NEXT:   %s += typed<short>(1);
// CHECK-NEXT: }

void chained(double &a, double &b, int &i, double c) {
  a = b = c * 2;
  a = i = c;
  a += b *= c;
  (a = b) = c;
  (a += b) *= c;
}
// CHECK-LABEL: func @_Z7chainedRdS_Rid(
// CHECK-NEXT:   %b = %c * implicit<double>(2);
// CHECK-NEXT:   %a = %b;
// CHECK-NEXT:   %i = implicit<int>(%c);
// CHECK-NEXT:   %a = implicit<double>(%i);
// CHECK-NEXT:   %b *= %c;
// CHECK-NEXT:   %a += %b;
// CHECK-NEXT:   %a = %b;
// CHECK-NEXT:   %a = %c;
// CHECK-NEXT:   %a += %b;
// CHECK-NEXT:   %a *= %c;
// CHECK-NEXT: }

double value(double a, double b) { return (a = b) + (b += 1); }
// CHECK-LABEL: func @_Z5valuedd(
// CHECK-NEXT:   %a = %b;
// CHECK-NEXT:   %b += implicit<double>(1);
// CHECK-NEXT:   return %a + %b;
// CHECK-NEXT: }

bool flags(bool b, int n) {
  b |= n > 0;
  b &= true;
  return b;
}
// CHECK-LABEL: func @_Z5flagsbi(
// CHECK-NEXT:   %b = implicit<bool>(implicit<int>(%b) | implicit<int>(%n > 0));
// CHECK-NEXT:   %b = implicit<bool>(implicit<int>(%b) & implicit<int>(true));
// CHECK-NEXT:   return %b;
// CHECK-NEXT: }
