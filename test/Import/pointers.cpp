// Golden lines: tools/update_checks.py BUILD test/Import/pointers.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Pointers, arrays and their addresses.

double sum(const double *p, int n);
double elements(double *p, int i, double (*m)[3], double **rows) {
  return p[i] + *p + *(p + i) + i[p] + m[i][2] + rows[i][1] + (*m)[0] + **rows;
}
// CHECK-LABEL: func @_Z8elementsPdiPA3_dPS_(
// CHECK-NEXT:   return %p[%i] + *%p + *(%p + %i) + %p[%i] + %m[%i][2] + %rows[%i][1] + (*%m)[0] + **%rows;
// CHECK-NEXT: }

double *arithmetic(double *p, double *q, int n) {
  double *e = p + n;
  e = n + p;
  e = e - 1;
  e = &p[n];
  e = &*q;
  long d = e - p;
  bool b = e < p || e == nullptr || !e;
  return b ? e : p;
}
// CHECK-LABEL: func @_Z10arithmeticPdS_i(
// CHECK-NEXT:   let double* %e = %p + %n;
// CHECK-NEXT:   %e = %p + %n;
// CHECK-NEXT:   %e = %e - 1;
// CHECK-NEXT:   %e = &%p[%n];
// CHECK-NEXT:   %e = %q;
// CHECK-NEXT:   let long %d = %e - %p;
// CHECK-NEXT:   let bool %b = %e < %p || %e == nullptr<double*> || !implicit<bool>(%e);
// CHECK-NEXT:   return %b ? %e : %p;
// CHECK-NEXT: }

double decay(double x) {
  double a[3] = {x}, m[2][3] = {};
  double *p = a;
  const double *c = a + 1;
  double(*row)[3] = m;
  return sum(a, 3) + sum(m[1], 3) + sum(&a[1], 2) + *a + p[0] + c[0] + row[1][2];
}
// CHECK-LABEL: func @_Z5decayd(
// CHECK-NEXT:   let double[3] %a = aggregate<double[3]>{%x};
// CHECK-NEXT:   let double[2][3] %m = aggregate<double[2][3]>{};
// CHECK-NEXT:   let double* %p = decay(%a);
// CHECK-NEXT:   let const double* %c = implicit<const double*>(decay(%a) + 1);
// CHECK-NEXT:   let double[3]* %row = decay(%m);
// CHECK-NEXT:   call double %sum_result = @_Z3sumPKdi(implicit<const double*>(decay(%a)), 3);
// CHECK-NEXT:   call double %sum_result.1 = @_Z3sumPKdi(implicit<const double*>(decay(%m[1])), 3);
// CHECK-NEXT:   call double %sum_result.2 = @_Z3sumPKdi(implicit<const double*>(&%a[1]), 2);
// CHECK-NEXT:   return %sum_result + %sum_result.1 + %sum_result.2 + %a[0] + %p[0] + %c[0] + %row[1][2];
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z3sumPKdi(const double* %p, int %n) -> double named "sum";

void copy(double *p, const double *q) { *p = *q; }
// CHECK-LABEL: func @_Z4copyPdPKd(
// CHECK-NEXT:   *%p = *%q;
// CHECK-NEXT: }

void *untyped(double *p) { return p; }
// CHECK-LABEL: func @_Z7untypedPd(
// CHECK-NEXT:   return implicit<void*>(%p);
// CHECK-NEXT: }

double *typed(void *p) { return (double *)p; }
// CHECK-LABEL: func @_Z5typedPv(
// CHECK-NEXT:   return cast<double*>(%p);
// CHECK-NEXT: }

void through(double **p, double *q) { *p = q; }
// CHECK-LABEL: func @_Z7throughPPdS_(
// CHECK-NEXT:   *%p = %q;
// CHECK-NEXT: }
