// Golden lines: tools/update_checks.py BUILD test/Import/conditional.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Operands that are not always evaluated, with side effects in them.

double f(double x);
bool ask(int n);
void act();
double simple(bool c, double x, double y) { return c ? x : y; }
// CHECK-LABEL: func @_Z6simplebdd(
// CHECK-NEXT:   return %c ? %x : %y;
// CHECK-NEXT: }

double calls(bool c, double x) { return c ? f(x) : x; }
// CHECK-LABEL: func @_Z5callsbd(
// CHECK-NEXT:   let double %chosen;
// CHECK-NEXT:   if (%c) {
// CHECK-NEXT:     call double %f_result = @_Z1fd(%x);
// CHECK-NEXT:     %chosen = %f_result;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %chosen = %x;
// CHECK-NEXT:   }
// CHECK-NEXT:   return %chosen;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1fd(double %x) -> double named "f";

double nested(int n, double x) {
  return n > 0 ? f(x) : n < 0 ? x * f(-x) : 0;
}
// CHECK-LABEL: func @_Z6nestedid(
// CHECK-NEXT:   let double %chosen;
// CHECK-NEXT:   if (%n > 0) {
// CHECK-NEXT:     call double %f_result = @_Z1fd(%x);
// CHECK-NEXT:     %chosen = %f_result;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     let double %chosen.1;
// CHECK-NEXT:     if (%n < 0) {
// CHECK-NEXT:       call double %f_result.1 = @_Z1fd(-%x);
// CHECK-NEXT:       %chosen.1 = %x * %f_result.1;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %chosen.1 = implicit<double>(0);
// CHECK-NEXT:     }
// CHECK-NEXT:     %chosen = %chosen.1;
// CHECK-NEXT:   }
// CHECK-NEXT:   return %chosen;
// CHECK-NEXT: }

bool both(int n) { return n > 0 && ask(n); }
// CHECK-LABEL: func @_Z4bothi(
// CHECK-NEXT:   let bool %condition = %n > 0;
// CHECK-NEXT:   if (%condition) {
// CHECK-NEXT:     call bool %ask_result = @_Z3aski(%n);
// CHECK-NEXT:     %condition = %ask_result;
// CHECK-NEXT:   }
// CHECK-NEXT:   return %condition;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z3aski(int %n) -> bool named "ask";

bool either(int n) { return ask(n) || ask(n + 1); }
// CHECK-LABEL: func @_Z6eitheri(
// CHECK-NEXT:   call bool %ask_result = @_Z3aski(%n);
// CHECK-NEXT:   let bool %condition = %ask_result;
// CHECK-NEXT:   if (!%condition) {
// CHECK-NEXT:     call bool %ask_result.1 = @_Z3aski(%n + 1);
// CHECK-NEXT:     %condition = %ask_result.1;
// CHECK-NEXT:   }
// CHECK-NEXT:   return %condition;
// CHECK-NEXT: }

bool pure(int n, double x) { return n > 0 && (x < 1 || x > 2); }
// CHECK-LABEL: func @_Z4pureid(
// CHECK-NEXT:   return %n > 0 && (%x < implicit<double>(1) || %x > implicit<double>(2));
// CHECK-NEXT: }

int count(int n, int m) { return n > 0 && ++m > 3; }
// CHECK-LABEL: func @_Z5countii(
// CHECK-NEXT:   let bool %condition = %n > 0;
// CHECK-NEXT:   if (%condition) {
// CHECK-NEXT:     %m += 1;
// CHECK-NEXT:     %condition = %m > 3;
// CHECK-NEXT:   }
// CHECK-NEXT:   return implicit<int>(%condition);
// CHECK-NEXT: }

void statements(int n, double &x) {
  n > 0 && ask(n);
  n > 0 || ask(n);
  n > 0 ? act() : (void)(x = 1);
  n > 0 ? act() : (void)0;
  n > 0 ? (void)0 : act();
}
// CHECK-LABEL: func @_Z10statementsiRd(
// CHECK-NEXT:   if (%n > 0) {
// CHECK-NEXT:     call @_Z3aski(%n);
// CHECK-NEXT:   }
// CHECK-NEXT:   if (!(%n > 0)) {
// CHECK-NEXT:     call @_Z3aski(%n);
// CHECK-NEXT:   }
// CHECK-NEXT:   if (%n > 0) {
// CHECK-NEXT:     call @_Z3actv();
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %x = implicit<double>(1);
// CHECK-NEXT:   }
// CHECK-NEXT:   if (%n > 0) {
// CHECK-NEXT:     call @_Z3actv();
// CHECK-NEXT:   }
// CHECK-NEXT:   if (!(%n > 0)) {
// CHECK-NEXT:     call @_Z3actv();
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z3actv() -> void named "act";

void place(bool c, double &a, double &b) { (c ? a : b) *= 3; }
// CHECK-LABEL: func @_Z5placebRdS_(
// CHECK-NEXT:   (%c ? %a : %b) *= implicit<double>(3);
// CHECK-NEXT: }

void pointers(bool c, double a, double b) { *(c ? &a : &b) *= 3; }
// CHECK-LABEL: func @_Z8pointersbdd(
// CHECK-NEXT:   *(%c ? &%a : &%b) *= implicit<double>(3);
// CHECK-NEXT: }

void effects(bool c, double *a, int i, double &b) { (c ? a[i++] : b) = 3; }
// CHECK-LABEL: func @_Z7effectsbPdiRd(
// CHECK-NEXT:   let double* %chosen;
// CHECK-NEXT:   if (%c) {
// CHECK-NEXT:     let int %i_before = %i;
// CHECK-NEXT:     %i += 1;
// CHECK-NEXT:     %chosen = &%a[%i_before];
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %chosen = &%b;
// CHECK-NEXT:   }
// CHECK-NEXT:   *%chosen = implicit<double>(3);
// CHECK-NEXT: }

int elvis(int n) { return n ?: 3; }
// CHECK-LABEL: func @_Z5elvisi(
// CHECK-NEXT:   let int %n_before = %n;
// CHECK-NEXT:   return implicit<bool>(%n_before) ? %n_before : 3;
// CHECK-NEXT: }

int elvisCall(int n) { return n++ ?: n; }
// CHECK-LABEL: func @_Z9elvisCalli(
// CHECK-NEXT:   let int %n_before = %n;
// CHECK-NEXT:   %n += 1;
// CHECK-NEXT:   return implicit<bool>(%n_before) ? %n_before : %n;
// CHECK-NEXT: }

double thrower(double x) { return x > 0 ? x : throw 1; }
// CHECK-LABEL: func @_Z7throwerd(
// CHECK-NEXT:   let double %chosen;
// CHECK-NEXT:   if (%x > implicit<double>(0)) {
// CHECK-NEXT:     %chosen = %x;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     pass("throw 1" ";");
// CHECK-NEXT:   }
// CHECK-NEXT:   return %chosen;
// CHECK-NEXT: }

void loops(int n) {
  while (n > 0 && ask(n))
    n--;
}
// CHECK-LABEL: func @_Z5loopsi(
// CHECK-NEXT:   while with {
// CHECK-NEXT:     let bool %condition = %n > 0;
// CHECK-NEXT:     if (%condition) {
// CHECK-NEXT:       call bool %ask_result = @_Z3aski(%n);
// CHECK-NEXT:       %condition = %ask_result;
// CHECK-NEXT:     }
// CHECK-NEXT:   } (%condition) {
// CHECK-NEXT:     %n -= 1;
// CHECK-NEXT:   }
// CHECK-NEXT: }
