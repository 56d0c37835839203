// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where and how the annotated function is declared: namespaces, linkage,
// overloads, forward declarations, use before the definition and at the end of
// the file.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double declaredFirst(double x, double y);

double useBeforeDefinition(double x) {
  double dx = 0, dy = 0;
  declaredFirst_grad(x, 2, &dx, &dy);
  return dx + dy;
}

double declaredFirst(double x, double y) { return x * y * y; }

namespace outer {
[[grad]] double f(double x) { return x * x; }
inline namespace version {
[[grad]] double g(double x) { return f(x) * x; }
} // namespace version
namespace inner {
double helper(double x) { return f(x) + g(x); }
[[grad]] double f(double x) { return outer::f(x) * helper(x); }
} // namespace inner
namespace {
[[grad]] double hidden(double x) { return inner::f(x) + 1; }
} // namespace
double useHidden(double x) {
  double dx = 0;
  hidden_grad(x, &dx);
  return dx;
}
} // namespace outer

namespace one::two {
[[grad]] double f(double x) { return 5 * x * x; }
} // namespace one::two

[[grad]] static double internal(double x) { return x * x * x; }
[[grad]] inline double inlined(double x) { return x * x * x; }
extern "C" [[grad]] double cLinkage(double x) { return 2 * x * x; }
extern "C" {
[[grad]] double cBlock(double x) { return 3 * x * x; }
}

[[grad]] double overloaded(double x) { return x * x; }
[[grad]] double overloaded(double x, double y) { return x * y; }
[[grad]] float overloaded(float x) { return 3 * x; }

[[grad]] double withNoexcept(double x) noexcept { return x * x; }
static_assert(noexcept(withNoexcept_grad(1.0, nullptr)), "as the primal");

[[grad]] auto trailing(double x) -> double { return x * x; }

using Real = double;
typedef const Real *Vector;
[[grad]] Real aliases(Vector v, const Real s) { return v[0] * v[1] * s; }

[[grad]] double arrayParameter(const double a[3], double b[]) {
  return a[0] * a[2] + b[1];
}

[[grad]] double unnamed(double, double y) { return y * y; }

__attribute__((grad)) double gnuSpelling(double x) { return x * x; }

int main() {
  NABLA_CHECK(
      check_equal("before its definition", useBeforeDefinition(3), 4 + 12));
  NABLA_CHECK(check_scalar(outer::f, outer::f_grad, {1.2}));
  NABLA_CHECK(check_scalar(outer::g, outer::g_grad, {1.2}));
  NABLA_CHECK(check_scalar(outer::inner::f, outer::inner::f_grad, {1.2}));
  // x^2 (x^2 + x^3) + 1
  NABLA_CHECK(
      check_near("anonymous namespace", outer::useHidden(2), 4 * 8 + 5 * 16));
  NABLA_CHECK(check_scalar(one::two::f, one::two::f_grad, {1.2}));
  NABLA_CHECK(check_scalar(internal, internal_grad, {1.2}));
  NABLA_CHECK(check_scalar(inlined, inlined_grad, {1.2}));
  NABLA_CHECK(check_scalar(cLinkage, cLinkage_grad, {1.2}));
  NABLA_CHECK(check_scalar(cBlock, cBlock_grad, {1.2}));
  double dx = 0, dy = 0;
  float df = 0;
  overloaded_grad(3.0, &dx);
  NABLA_CHECK(check_equal("one double", dx, 6));
  dx = 0, overloaded_grad(3.0, 5.0, &dx, &dy);
  NABLA_CHECK(check_equal("two doubles", dx, 5));
  overloaded_grad(3.0f, &df);
  NABLA_CHECK(check_equal("one float", df, 3));
  NABLA_CHECK(check_scalar(trailing, trailing_grad, {1.2}));
  double v[3] = {2, 3, 4}, dv[3] = {0, 0, 0}, db[3] = {0, 0, 0};
  dx = 0, aliases_grad(v, 5, dv, &dx);
  NABLA_CHECK(check_equal("d_v[0]", dv[0], 15));
  NABLA_CHECK(check_equal("d_s", dx, 6));
  dv[0] = 0, arrayParameter_grad(v, v, dv, db);
  NABLA_CHECK(check_equal("d_a[0]", dv[0], 4));
  NABLA_CHECK(check_equal("d_b[1]", db[1], 1));
  NABLA_CHECK(check_scalar(unnamed, unnamed_grad, {1.2, 0.7}));
  NABLA_CHECK(check_scalar(gnuSpelling, gnuSpelling_grad, {1.2}));
  NABLA_CHECK(check_scalar(outer::f, outer::f_grad, {-1.2}));
  return nabla_test::result();
}

[[grad]] double atTheEnd(double x) { return x; }
