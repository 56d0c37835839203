// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::gradient and value_and_gradient: kinds of functions, arguments and
// results. Expected values are closed forms.
//
// RUN: %at-levels-sanitized %nabla -std=c++20 -Wall -Wextra -Werror %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <nabla/nabla.h>
#include <string>

//===-- Functions ---------------------------------------------------------===//

static double later(double x); // defined at the end of the file
double firstFromSecond(double *x, const double *y);
double square(double x) { return x * x; }
double quiet(double x) noexcept { return x * x * x; }
double choose(double x, double y) { return std::sin(x) * y; }
float choose(float x, float y) { return x / y; }
[[grad]] double marked(double x, double y) { return x * x * y; }
[[grad("x")]] double markedForOne(double x, double y) { return x * y; }

namespace outer {
inline namespace version {
double inside(double x) { return std::exp(2 * x); }
} // namespace version
namespace {
double hidden(double x) { return std::log(x); }
} // namespace
} // namespace outer

class Model {
  static double secret(double x) { return x * x * x * x; }

public:
  static double cube(double x) { return x * x * x; }
  static double slopeOfSecret(double x) { return nabla::gradient<secret>(x); }
};

static double helper(double x, double y) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += x * y;
  return s;
}
double throughHelpers(double x) { return helper(x, x) * helper(2 * x, 1); }

//===-- Arguments ---------------------------------------------------------===//

double norm(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return std::sqrt(s);
}
double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}
double byReference(double &x, const double &y) {
  double before = x * y;
  x = 2 * x;
  return before + x;
}
struct Pair {
  double a, b;
};
double ofPair(Pair p, const Pair &q) { return p.a * q.b + p.b * p.b; }
double rows(const double (*m)[2], int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += m[i][0] * m[i][1];
  return s;
}
double fixed(const double (&x)[3]) { return x[0] * x[1] * x[2]; }
double points(const Pair *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i].a * p[i].b;
  return s;
}
double mixed(float x, long double y) { return double(x * y); }
double inPlace(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * x[i];
  return x[0] + 2 * x[n - 1];
}
struct Options {
  int power;
};
double withOptions(double x, const Options &o) {
  double y = 1;
  for (int i = 0; i < o.power; ++i)
    y *= x;
  return y;
}

//===-- In templates ------------------------------------------------------===//

template <class T, bool Derivative> T either(T x) {
  if constexpr (Derivative)
    return nabla::gradient<square>(x);
  else
    return square(x);
}
template <class T> struct Holder {
  T x;
  T slope() const { return nabla::gradient<quiet>(x); }
  virtual T virtualSlope() const { return nabla::gradient<Model::cube>(x); }
  virtual ~Holder() = default;
};
// Used by instantiations that only arise from others.
double last(double x) { return x * x * x * x * x; }
template <int N> double deep(double x) {
  if constexpr (N == 0)
    return nabla::gradient<last>(x);
  else
    return deep<N - 1>(x);
}

int main() {
  using nabla::gradient;
  NABLA_CHECK(check_near("square", gradient<square>(3.0), 6));
  NABLA_CHECK(check_near("address", gradient<&square>(4), 8));
  NABLA_CHECK(check_near("noexcept", gradient<quiet>(2.0), 12));
  auto [dx, dy] =
      gradient<static_cast<double (*)(double, double)>(choose)>(1.0, 2.0);
  NABLA_CHECK(check_near("overload x", dx, 2 * std::cos(1.0)));
  NABLA_CHECK(check_near("overload y", dy, std::sin(1.0)));
  auto [fx, fy] =
      gradient<static_cast<float (*)(float, float)>(choose)>(1.0f, 2.0f);
  static_assert(std::is_same_v<decltype(fx), float>);
  NABLA_CHECK(check_near("float x", fx, 0.5));
  NABLA_CHECK(check_near("float y", fy, -0.25));
  auto [mx, my] = gradient<marked>(3.0, 5.0);
  NABLA_CHECK(check_near("marked x", mx, 30));
  NABLA_CHECK(check_near("marked y", my, 9));
  NABLA_CHECK(check_near("marked, x only", gradient<marked, 0>(3.0, 5.0), 30));
  NABLA_CHECK(
      check_near("marked for x", gradient<markedForOne, 0>(3.0, 5.0), 5));
  NABLA_CHECK(
      check_near("marked for x, y", gradient<markedForOne, 1>(3.0, 5.0), 3));
  NABLA_CHECK(
      check_near("namespace", gradient<outer::inside>(0.5), 2 * std::exp(1.0)));
  NABLA_CHECK(check_near("anonymous", gradient<outer::hidden>(4.0), 0.25));
  NABLA_CHECK(check_near("static member", gradient<Model::cube>(2.0), 12));
  NABLA_CHECK(check_near("private", Model::slopeOfSecret(2.0), 32));
  NABLA_CHECK(check_near("helpers", gradient<throughHelpers>(2.0), 216));
  NABLA_CHECK(check_near("later", gradient<later>(2.0), 80));

  std::vector<double> v = {3, 4};
  std::vector<double> g = gradient<norm>(v, 2);
  NABLA_CHECK(check_near("vector 0", g[0], 0.6));
  NABLA_CHECK(check_near("vector 1", g[1], 0.8));
  const double c[2] = {3, 4};
  std::array<double, 2> a = gradient<norm>(c, 2);
  NABLA_CHECK(check_near("array 1", a[1], 0.8));
  a = gradient<norm>(std::array<double, 2>{4, 3}, 2);
  NABLA_CHECK(check_near("std::array 0", a[0], 0.8));
  g = gradient<norm>(nabla::span(c, 2), 2);
  NABLA_CHECK(check_near("span", g[1], 0.8));
  auto [gx, gy] = gradient<dot>(v, v, 2); // read only: may be the same
  NABLA_CHECK(check_near("dot x", gx[0], 3));
  NABLA_CHECK(check_near("dot y", gy[1], 4));
  NABLA_CHECK(check_near("dot, one", (gradient<dot, 1>(v.data(), v, 2)[1]), 4));

  double x = 3;
  auto both = nabla::value_and_gradient<byReference>(x, 5.0);
  NABLA_CHECK(check_near("reference, value", both.value, 21));
  NABLA_CHECK(check_near("reference, written", x, 6));
  NABLA_CHECK(check_near("reference x", std::get<0>(both.gradient), 7));
  NABLA_CHECK(check_near("reference y", std::get<1>(both.gradient), 3));
  auto [dp, dq] = gradient<ofPair>(Pair{2, 3}, Pair{5, 7});
  NABLA_CHECK(check_near("pair p.a", dp.a, 7));
  NABLA_CHECK(check_near("pair p.b", dp.b, 6));
  NABLA_CHECK(check_near("pair q.a", dq.a, 0));
  NABLA_CHECK(check_near("pair q.b", dq.b, 2));
  double m[2][2] = {{1, 2}, {3, 4}};
  auto dm = gradient<rows>(m, 2);
  NABLA_CHECK(check_near("rows 10", dm[1][0], 4));
  NABLA_CHECK(check_near("rows 11", dm[1][1], 3));
  double three[3] = {2, 3, 4};
  std::array<double, 3> d3 = gradient<fixed>(three);
  NABLA_CHECK(check_near("fixed", d3[1], 8));
  std::vector<Pair> ps = {{1, 2}, {3, 4}};
  std::vector<Pair> dps = gradient<points>(ps, 2);
  NABLA_CHECK(check_near("points", dps[1].a, 4));
  auto [mf, ml] = gradient<mixed>(2.0f, 3.0L);
  static_assert(std::is_same_v<decltype(mf), float>);
  static_assert(std::is_same_v<decltype(ml), long double>);
  NABLA_CHECK(check_near("mixed", mf, 3));
  NABLA_CHECK(check_near("mixed", ml, 2));
  g = gradient<inPlace>(v, 2);
  NABLA_CHECK(check_near("in place 0", g[0], 6));
  NABLA_CHECK(check_near("in place 1", g[1], 16));
  NABLA_CHECK(check_near("in place, written", v[1], 16));
  NABLA_CHECK(
      check_near("options", gradient<withOptions, 0>(2.0, Options{3}), 12));

  NABLA_CHECK(check_near("constexpr if", either<double, true>(3.0), 6));
  NABLA_CHECK(check_near("constexpr if", either<double, false>(3.0), 9));
  Holder<double> h;
  h.x = 2;
  NABLA_CHECK(check_near("member of template", h.slope(), 12));
  NABLA_CHECK(check_near("virtual", h.virtualSlope(), 12));
  NABLA_CHECK(check_near("deep", deep<6>(2.0), 80));
#if __cplusplus >= 202002L
  NABLA_CHECK(check_near(
      "lambda", gradient<+[](double t) { return t * std::exp(t); }>(1.0),
      2 * std::exp(1.0)));
  auto cubed = [](double t) { return t * t * t; };
  NABLA_CHECK(check_near("named lambda", gradient<+cubed>(2.0), 12));
#endif
  double overlapping[3] = {1, 2, 3};
  bool thrown = false;
  try {
    gradient<firstFromSecond>(nabla::span(overlapping, 2),
                              nabla::span(overlapping + 1, 2));
  } catch (const std::invalid_argument &e) {
    thrown = std::string(e.what()).find("overlap") != std::string::npos;
  }
  NABLA_CHECK(check_true("overlap", thrown));
  return nabla_test::result();
}

double firstFromSecond(double *x, const double *y) {
  x[0] = y[0] * y[1];
  return x[0] * x[1];
}
static double later(double x) { return x * x * x * x * x; }
