// Golden lines: tools/update_checks.py BUILD test/Import/declarations.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Locals: scalars, arrays, references, constants, structured bindings.

double f(double x);
typedef double real;
double scalars(double x) {
  double a, b = x, c{x}, d(x), e = {x}, z{};
  const double k = 2 * x;
  auto y = k * a;
  real r = f(x);
  int n = x;
  double s = f(x) + f(n);
  float narrowed = f(x);
  constexpr int size = 3;
  using namespace std;
  static_assert(size == 3);
  unsigned long bytes = sizeof(real[size]);
  return a + size;
}
// CHECK-LABEL: func @_Z7scalarsd(
// CHECK-NEXT:   let double %a;
// CHECK-NEXT:   let double %b = %x;
// CHECK-NEXT:   let double %c = %x;
// CHECK-NEXT:   let double %d = %x;
// CHECK-NEXT:   let double %e = %x;
// CHECK-NEXT:   let double %z = 0.0;
// CHECK-NEXT:   let const double %k = implicit<double>(2) * %x;
// CHECK-NEXT:   let double %y = %k * %a;
// CHECK-NEXT:   call double %r = @_Z1fd(%x);
// CHECK-NEXT:   let int %n = implicit<int>(%x);
// CHECK-NEXT:   call double %f_result = @_Z1fd(%x);
// CHECK-NEXT:   call double %f_result.1 = @_Z1fd(implicit<double>(%n));
// CHECK-NEXT:   let double %s = %f_result + %f_result.1;
// CHECK-NEXT:   call double %f_result.2 = @_Z1fd(%x);
// CHECK-NEXT:   let float %narrowed = implicit<float>(%f_result.2);
// CHECK-NEXT:   let const int %size = 3;
// CHECK-NEXT:   let unsigned long %bytes = 24ul;
// CHECK-NEXT:   return %a + implicit<double>(%size);
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: func @_Z1fd(double %x) -> double named "f";

double arrays(double x) {
  double u[3];
  double a[3] = {x, 2 * x}, zero[4] = {}, m[2][2] = {{1, 2}, {3}};
  int n[] = {1, 2, 3};
  char text[] = "ab";
  const char *name = "cd";
  return a[1] + m[1][0];
}
// CHECK-LABEL: func @_Z6arraysd(
// CHECK-NEXT:   let double[3] %u;
// CHECK-NEXT:   let double[3] %a = aggregate<double[3]>{%x, implicit<double>(2) * %x};
// CHECK-NEXT:   let double[4] %zero = aggregate<double[4]>{};
// CHECK-NEXT:   let double[2][2] %m = aggregate<double[2][2]>{aggregate<double[2]>{implicit<double>(1), implicit<double>(2)}, aggregate<double[2]>{implicit<double>(3)}};
// CHECK-NEXT:   let int[3] %n = aggregate<int[3]>{1, 2, 3};
// CHECK-NEXT:   let i8 "char"[3] %text = verbatim<i8 "char"[3]>("\"ab\"");
// CHECK-NEXT:   let const i8 "char"* %name = verbatim<const i8 "char"*>("\"cd\"");
// CHECK-NEXT:   return %a[1] + %m[1][0];
// CHECK-NEXT: }

double references(double *p, int i, double x) {
  double &r = p[i];
  const double &c = r;
  const double &value = x * 2;
  double &&moved = f(x);
  const double &converted = i;
  i++;
  r += c;
  return r * value * moved;
}
// CHECK-LABEL: func @_Z10referencesPdid(
// CHECK-NEXT:   let double& %r = %p[%i];
// CHECK-NEXT:   let const double& %c = %r;
// CHECK-NEXT:   let const double %value = %x * implicit<double>(2);
// CHECK-NEXT:   call double %moved = @_Z1fd(%x);
// CHECK-NEXT:   let const double %converted = implicit<double>(%i);
// CHECK-NEXT:   %i += 1;
// CHECK-NEXT:   %r += %c;
// CHECK-NEXT:   return %r * %value * %moved;
// CHECK-NEXT: }

double table(int i) {
  static const double weights[3] = {0.1, 0.2, 0.3};
  static constexpr int offset = 1;
  return weights[i + offset];
}
// CHECK-LABEL: func @_Z5tablei(
// CHECK-NEXT:   let const double[3] %weights = aggregate<double[3]>{0.1, 0.2, 0.3};
// CHECK-NEXT:   let const int %offset = 1;
// CHECK-NEXT:   return %weights[%i + %offset];
// CHECK-NEXT: }

struct Point {
  double x, y;
};
double bindings(Point p, double (&a)[2]) {
  auto [x, y] = p;
  auto &[u, v] = p;
  auto [s, t] = a;
  u = 2 * x + t;
  return v * y;
}
// CHECK-LABEL: func @_Z8bindings5PointRA2_d(
// CHECK-NEXT:   let record "Point" %parts = %p;
// CHECK-NEXT:   let record "Point"& %parts.1 = %p;
// CHECK-NEXT:   let double[2] %parts.2 = aggregate<double[2]>{%a[0], %a[1]};
// CHECK-NEXT:   %parts.1.x = implicit<double>(2) * %parts.x + %parts.2[1];
// CHECK-NEXT:   return %parts.1.y * %parts.y;
// CHECK-NEXT: }
