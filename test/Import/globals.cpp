// Golden lines: tools/update_checks.py BUILD test/Import/globals.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Globals, by their qualified names.

double scale = 2;
static const double weights[3] = {0.1, 0.2, 0.3};
constexpr int size = 3;
namespace physics {
inline namespace v2 {
extern const double g;
}
namespace {
int counter;
}
struct Limits {
  static constexpr double most = 10;
  static double least;
  enum { count = 4 };
};
template <class T> constexpr T pi = T(3.14159);
namespace scale {
int unrelated;
}
double fall(double t) {
  counter++;
  return g * t * ::scale + Limits::most - Limits::least + Limits::count +
         pi<double>;
}
// CHECK-LABEL: func @_ZN7physics4fallEd(
// CHECK-NEXT:   %physics::counter += 1;
// CHECK-NEXT:   return %physics::g * %t * %"::scale" + %physics::Limits::most - %physics::Limits::least + implicit<double>(implicit<int>(%physics::Limits::count)) + %"physics::pi<double>";
// CHECK-NEXT: }

} // namespace physics
extern double late[];
double late[2] = {1, 2};
double sums(int i) { return weights[i] * size + late[i] + physics::g; }
// CHECK-LABEL: func @_Z4sumsi(
// CHECK-NEXT:   return %weights[%i] * implicit<double>(%size) + %late[%i] + %physics::g;
// CHECK-NEXT: }

thread_local double own;
void write(double x) {
  scale = x;
  own += x;
}
// CHECK-LABEL: func @_Z5writed(
// CHECK-NEXT:   %scale = %x;
// CHECK-NEXT:   %own += %x;
// CHECK-NEXT: }

double &alias = scale;
double aliased() { return alias; }
// CHECK-LABEL: func @_Z7aliasedv(
// CHECK-NEXT:   return %alias;
// CHECK-NEXT: }
