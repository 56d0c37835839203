// Golden lines: tools/update_checks.py BUILD test/Import/calls.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Calls of functions: hoisted, with places for references.

double g(double x) { return x * x; }
// CHECK-LABEL: func @_Z1gd(
// CHECK-NEXT:   return %x * %x;
// CHECK-NEXT: }

void store(double &x, const double &y, double *p);
double external(double);
void nothing(int, double);
double nested(double x) { return g(g(x) + 1) * external(x); }
// CHECK-LABEL: func @_Z6nestedd(
// CHECK-NEXT:   call double %g_result = @_Z1gd(%x);
// CHECK-NEXT:   call double %g_result.1 = @_Z1gd(%g_result + implicit<double>(1));
// CHECK-NEXT:   call double %external_result = @_Z8externald(%x);
// CHECK-NEXT:   return %g_result.1 * %external_result;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z8externald(double %arg0) -> double named "external";

double direct(double x) {
  double y = g(x);
  const double z = g(y);
  y = g(z);
  g(y);
  return g(y);
}
// CHECK-LABEL: func @_Z6directd(
// CHECK-NEXT:   call double %y = @_Z1gd(%x);
// CHECK-NEXT:   call const double %z = @_Z1gd(%y);
// CHECK-NEXT:   call double %g_result = @_Z1gd(%z);
// CHECK-NEXT:   %y = %g_result;
// CHECK-NEXT:   call @_Z1gd(%y);
// CHECK-NEXT:   call double %g_result.1 = @_Z1gd(%y);
// CHECK-NEXT:   return %g_result.1;
// CHECK-NEXT: }

void places(double *a, int i, double x) {
  store(a[i], a[i + 1], a);
  store(x, 2 * x, &x);
  store(x, i, nullptr);
}
// CHECK-LABEL: func @_Z6placesPdid(
// CHECK-NEXT:   call @_Z5storeRdRKdPd(%a[%i], %a[%i + 1], %a);
// CHECK-NEXT:   let double %temporary = implicit<double>(2) * %x;
// CHECK-NEXT:   call @_Z5storeRdRKdPd(%x, %temporary, &%x);
// CHECK-NEXT:   let double %temporary.1 = implicit<double>(%i);
// CHECK-NEXT:   call @_Z5storeRdRKdPd(%x, %temporary.1, nullptr<double*>);
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z5storeRdRKdPd(double& %x, const double& %y, double* %p) -> void named "store";

double &element(double *a, int i) { return a[i]; }
// CHECK-LABEL: func @_Z7elementPdi(
// CHECK-NEXT:   return %a[%i];
// CHECK-NEXT: }

double references(double *a) {
  element(a, 1) = 3;
  double &r = element(a, 2);
  element(a, 3) += r;
  return element(a, 0) * 2;
}
// CHECK-LABEL: func @_Z10referencesPd(
// CHECK-NEXT:   call double& %element_result = @_Z7elementPdi(%a, 1);
// CHECK-NEXT:   %element_result = implicit<double>(3);
// CHECK-NEXT:   call double& %element_result.1 = @_Z7elementPdi(%a, 2);
// CHECK-NEXT:   let double& %r = %element_result.1;
// CHECK-NEXT:   let double %r_before = %r;
// CHECK-NEXT:   call double& %element_result.2 = @_Z7elementPdi(%a, 3);
// CHECK-NEXT:   %element_result.2 += %r_before;
// CHECK-NEXT:   call double& %element_result.3 = @_Z7elementPdi(%a, 0);
// CHECK-NEXT:   return %element_result.3 * implicit<double>(2);
// CHECK-NEXT: }

double defaulted(double x, double y = 2, int n = 3);
double defaults(double x) { return defaulted(x) + defaulted(x, 1); }
// CHECK-LABEL: func @_Z8defaultsd(
// CHECK-NEXT:   call double %defaulted_result = @_Z9defaultedddi(%x, implicit<double>(2), 3);
// CHECK-NEXT:   call double %defaulted_result.1 = @_Z9defaultedddi(%x, implicit<double>(1), 3);
// CHECK-NEXT:   return %defaulted_result + %defaulted_result.1;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z9defaultedddi(double %x, double %y, int %n) -> double named "defaulted";

double factorial(int n, double x) { return n ? x * factorial(n - 1, x) : 1; }
// CHECK-LABEL: func @_Z9factorialid(
// CHECK-NEXT:   let double %chosen;
// CHECK-NEXT:   if (implicit<bool>(%n)) {
// CHECK-NEXT:     call double %factorial_result = @_Z9factorialid(%n - 1, %x);
// CHECK-NEXT:     %chosen = %x * %factorial_result;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %chosen = implicit<double>(1);
// CHECK-NEXT:   }
// CHECK-NEXT:   return %chosen;
// CHECK-NEXT: }

double odd(int n, double x);
double even(int n, double x) { return n ? odd(n - 1, x) : x; }
// CHECK-LABEL: func @_Z4evenid(
// CHECK-NEXT:   let double %chosen;
// CHECK-NEXT:   if (implicit<bool>(%n)) {
// CHECK-NEXT:     call double %odd_result = @_Z3oddid(%n - 1, %x);
// CHECK-NEXT:     %chosen = %odd_result;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %chosen = %x;
// CHECK-NEXT:   }
// CHECK-NEXT:   return %chosen;
// CHECK-NEXT: }

double odd(int n, double x) { return n ? even(n - 1, x) : 0; }
// CHECK-LABEL: func @_Z3oddid(
// CHECK-NEXT:   let double %chosen;
// CHECK-NEXT:   if (implicit<bool>(%n)) {
// CHECK-NEXT:     call double %even_result = @_Z4evenid(%n - 1, %x);
// CHECK-NEXT:     %chosen = %even_result;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %chosen = implicit<double>(0);
// CHECK-NEXT:   }
// CHECK-NEXT:   return %chosen;
// CHECK-NEXT: }

struct Vec {
  double x, y;
};
Vec operator+(Vec a, const Vec &b) { return {a.x + b.x, a.y + b.y}; }
// CHECK-LABEL: func @_Zpl3VecRKS_(
// CHECK-NEXT:   return aggregate<record "Vec">{%a.x + %b.x, %a.y + %b.y};
// CHECK-NEXT: }

Vec &operator+=(Vec &a, Vec b) {
  a.x += b.x;
  return a;
}
// CHECK-LABEL: func @_ZpLR3VecS_(
// CHECK-NEXT:   %a.x += %b.x;
// CHECK-NEXT:   return %a;
// CHECK-NEXT: }

double operators(Vec a, Vec b) {
  a += a + b;
  return (a + b).x;
}
// CHECK-LABEL: func @_Z9operators3VecS_(
// CHECK-NEXT:   call record "Vec" %result = @_Zpl3VecRKS_(%a, %b);
// CHECK-NEXT:   call @_ZpLR3VecS_(%a, %result);
// CHECK-NEXT:   call record "Vec" %result.1 = @_Zpl3VecRKS_(%a, %b);
// CHECK-NEXT:   return %result.1.x;
// CHECK-NEXT: }

template <class T> T square(T x) { return x * x; }
template <int N, class T> T times(T x) { return N * x; }
double templates(double x, float f) { return square(x) + square(f) + times<3>(x); }
// CHECK-LABEL: func @_Z9templatesdf(
// CHECK-NEXT:   call double %square_result = @_Z6squareIdET_S0_(%x);
// CHECK-NEXT:   call float %square_result.1 = @_Z6squareIfET_S0_(%f);
// CHECK-NEXT:   call double %times_result = @_Z5timesILi3EdET0_S0_(%x);
// CHECK-NEXT:   return %square_result + implicit<double>(%square_result.1) + %times_result;
// CHECK-NEXT: }

// CHECK-LABEL: func @_Z6squareIdET_S0_(
// CHECK-NEXT:   return %x * %x;
// CHECK-NEXT: }

// CHECK-LABEL: func @_Z6squareIfET_S0_(
// CHECK-NEXT:   return %x * %x;
// CHECK-NEXT: }

// CHECK-LABEL: func @_Z5timesILi3EdET0_S0_(
// CHECK-NEXT:   return implicit<double>(3) * %x;
// CHECK-NEXT: }

namespace std {
double twice(double x) { return 2 * x; }
// CHECK-LABEL: func @_ZSt5twiced(
// CHECK-NEXT:   return implicit<double>(2) * %x;
// CHECK-NEXT: }

} // namespace std
double qualified(double x) {
  using namespace std;
  return twice(x);
}
// CHECK-LABEL: func @_Z9qualifiedd(
// CHECK-NEXT:   call double %twice_result = @_ZSt5twiced(%x);
// CHECK-NEXT:   return %twice_result;
// CHECK-NEXT: }
