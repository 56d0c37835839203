// Golden lines: tools/update_checks.py BUILD test/Import/order.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// C++17's order of evaluation: an operand that a later side effect of the same
// expression would change is held in a local first; others are not.

// The left operand of + comes first.
int plus(int n) { return n + n++; }
// CHECK-LABEL: func @_Z4plusi(
// CHECK-NEXT:   let int %n_before = %n;
// CHECK-NEXT:   let int %n_before.1 = %n;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   return %n_before + %n_before.1;
// CHECK-NEXT: }

int minus(int n) { return n++ - n; }
// CHECK-LABEL: func @_Z5minusi(
// CHECK-NEXT:   let int %n_before = %n;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   return %n_before - %n;
// CHECK-NEXT: }

int twice(int n) { return n++ * n++ + ++n; }
// CHECK-LABEL: func @_Z5twicei(
// CHECK-NEXT:   let int %n_before = %n;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   let int %n_before.1 = %n;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   return %n_before * %n_before.1 + %n;
// CHECK-NEXT: }

// The right side of an assignment comes first, of a compound one too.
void assign(double *a, int i) { a[i] = i++; }
// CHECK-LABEL: func @_Z6assignPdi(
// CHECK-NEXT:   let int %i_before = %i;
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   %a[%i] = implicit<double>(%i_before);
// CHECK-NEXT: }

void compound(double *a, int i) { a[i++] += a[i]; }
// CHECK-LABEL: func @_Z8compoundPdi(
// CHECK-NEXT:   let double %value = %a[%i];
// CHECK-NEXT:   let int %i_before = %i;
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   %a[%i_before] += %value;
// CHECK-NEXT: }

void walk(double *p, const double *q, int n) {
  while (n--)
    *p++ = *q++ * 2;
}
// CHECK-LABEL: func @_Z4walkPdPKdi(
// CHECK-NEXT:   while with {
// CHECK-NEXT:     let int %n_before = %n;
// CHECK-NEXT:     %n -= 1;
// CHECK-NEXT:   } (implicit<bool>(%n_before)) {
// CHECK-NEXT:     let const double* %q_before = %q;
// CHECK-NEXT:     %q = %q + 1;
// CHECK-NEXT:     let double* %p_before = %p;
// CHECK-NEXT:     %p = %p + 1;
// CHECK-NEXT:     *%p_before = *%q_before * implicit<double>(2);
// CHECK-NEXT:   }
// CHECK-NEXT: }

void subscript(double *a, int i) { a[i++] = a[i++]; }
// CHECK-LABEL: func @_Z9subscriptPdi(
// CHECK-NEXT:   let int %i_before = %i;
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   let int %i_before.1 = %i;
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   %a[%i_before.1] = %a[%i_before];
// CHECK-NEXT: }

// The target of an assignment that is used stays the same object.
int self(int *a) { return (a[a[0]] = 5) + 1; }
// CHECK-LABEL: func @_Z4selfPi(
// CHECK-NEXT:   let int %value = %a[0];
// CHECK-NEXT:   %a[%value] = 5;
// CHECK-NEXT:   return %a[%value] + 1;
// CHECK-NEXT: }

double *move(double **p, double *q) { return *p++ = q; }
// CHECK-LABEL: func @_Z4movePPdS_(
// CHECK-NEXT:   let double** %p_before = %p;
// CHECK-NEXT:   %p = %p + 1;
// CHECK-NEXT:   *%p_before = %q;
// CHECK-NEXT:   return *%p_before;
// CHECK-NEXT: }

// << and >> go from left to right.
int shift(int n) { return n << n++; }
// CHECK-LABEL: func @_Z5shifti(
// CHECK-NEXT:   let int %n_before = %n;
// CHECK-NEXT:   let int %n_before.1 = %n;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   return %n_before << %n_before.1;
// CHECK-NEXT: }

// The base of a subscript comes before the subscript.
double base(double *p, double *q) { return (p = q)[(p++, 1)]; }
// CHECK-LABEL: func @_Z4basePdS_(
// CHECK-NEXT:   %p = %q;
// CHECK-NEXT:   let double* %p_before = %p;
// CHECK-NEXT:   %p = %p + 1;
// CHECK-NEXT:   return %p_before[1];
// CHECK-NEXT: }

// Arguments: each complete before the next.
double f(double x, double y);
double g(double &x);
double arguments(double x) { return f(x, x++); }
// CHECK-LABEL: func @_Z9argumentsd(
// CHECK-NEXT:   let double %x_before = %x;
// CHECK-NEXT:   let double %x_before.1 = %x;
// CHECK-NEXT:   %x += 1.0;
// CHECK-NEXT:   call double %f_result = @_Z1fdd(%x_before, %x_before.1);
// CHECK-NEXT:   return %f_result;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1fdd(double %x, double %y) -> double named "f";

double swapped(double x) { return f(x++, x); }
// CHECK-LABEL: func @_Z7swappedd(
// CHECK-NEXT:   let double %x_before = %x;
// CHECK-NEXT:   %x += 1.0;
// CHECK-NEXT:   call double %f_result = @_Z1fdd(%x_before, %x);
// CHECK-NEXT:   return %f_result;
// CHECK-NEXT: }

// A call may change what it has the address of, and no more.
double reference(double x) { return x * x + g(x); }
// CHECK-LABEL: func @_Z9referenced(
// CHECK-NEXT:   let double %value = %x * %x;
// CHECK-NEXT:   call double %g_result = @_Z1gRd(%x);
// CHECK-NEXT:   return %value + %g_result;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1gRd(double& %x) -> double named "g";

double privately(double x, double y) { return x * y + f(x, y); }
// CHECK-LABEL: func @_Z9privatelydd(
// CHECK-NEXT:   call double %f_result = @_Z1fdd(%x, %y);
// CHECK-NEXT:   return %x * %y + %f_result;
// CHECK-NEXT: }

double memory(double *p, double x) { return p[0] + f(x, x); }
// CHECK-LABEL: func @_Z6memoryPdd(
// CHECK-NEXT:   let double %value = %p[0];
// CHECK-NEXT:   call double %f_result = @_Z1fdd(%x, %x);
// CHECK-NEXT:   return %value + %f_result;
// CHECK-NEXT: }

// A store of an int does not change a double.
double aliasing(double *p, int *q) { return *p + (*q = 3); }
// CHECK-LABEL: func @_Z8aliasingPdPi(
// CHECK-NEXT:   *%q = 3;
// CHECK-NEXT:   return *%p + implicit<double>(*%q);
// CHECK-NEXT: }

double aliases(double *p, double *q) { return *p + (*q = 3); }
// CHECK-LABEL: func @_Z7aliasesPdS_(
// CHECK-NEXT:   let double %value = *%p;
// CHECK-NEXT:   *%q = implicit<double>(3);
// CHECK-NEXT:   return %value + *%q;
// CHECK-NEXT: }

double global;
double globals(double x) { return global * x + f(x, x); }
// CHECK-LABEL: func @_Z7globalsd(
// CHECK-NEXT:   let double %value = %global * %x;
// CHECK-NEXT:   call double %f_result = @_Z1fdd(%x, %x);
// CHECK-NEXT:   return %value + %f_result;
// CHECK-NEXT: }

const double fixed = 2;
double constants(double x) { return fixed * x + f(x, x); }
// CHECK-LABEL: func @_Z9constantsd(
// CHECK-NEXT:   call double %f_result = @_Z1fdd(%x, %x);
// CHECK-NEXT:   return %fixed * %x + %f_result;
// CHECK-NEXT: }

// A place that is bound to a reference keeps its subscript, not its value.
double h(double &x, int n);
double bound(double *a, int i) { return h(a[i], i++); }
// CHECK-LABEL: func @_Z5boundPdi(
// CHECK-NEXT:   let int %i_before = %i;
// CHECK-NEXT:   let int %i_before.1 = %i;
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   call double %h_result = @_Z1hRdi(%a[%i_before], %i_before.1);
// CHECK-NEXT:   return %h_result;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1hRdi(double& %x, int %n) -> double named "h";

double chain(double *a, int i) { return a[i] = a[i + 1] = i++; }
// CHECK-LABEL: func @_Z5chainPdi(
// CHECK-NEXT:   let int %i_before = %i;
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   %a[%i + 1] = implicit<double>(%i_before);
// CHECK-NEXT:   %a[%i] = %a[%i + 1];
// CHECK-NEXT:   return %a[%i];
// CHECK-NEXT: }
