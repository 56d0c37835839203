// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of the library API by their names and in any order, and
// derivatives as functions. Expected values are closed forms.
//
// RUN: %at-levels-sanitized %nabla -std=c++20 -Wall -Wextra -Werror %s -o %t
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror %s -o %t && %t

#include "support/check_gradient.h"
#include <nabla/nabla.h>

double f(double x, const double *weights, int n, float z);
double unnamed(double, double y);
double f(double x, const double *weights, int n, float z) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += weights[i] * x;
  return s * z;
}
double unnamed(double a, double y) { return a * y * y; }
template <class T> T generic(T first, T second) {
  return first * second * second;
}
[[grad]] double marked(double x, double y, double z) { return x * y * y * z; }
void writes(double *out, double x, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = x * out[i];
}

int main() {
  using nabla::gradient;
  using nabla::index_of;
  const std::vector<double> w{1, 2};
  static_assert(index_of<f>("weights") == 1 && index_of<f>("z") == 3);
  NABLA_CHECK(
      check_near("z", gradient<f, index_of<f>("z")>(2.0, w, 2, 3.f), 6));
  NABLA_CHECK(
      check_near("y", gradient<unnamed, index_of<unnamed>("y")>(2.0, 3.0), 12));
  // As a later declaration calls it.
  NABLA_CHECK(
      check_near("a", gradient<unnamed, index_of<unnamed>("a")>(2.0, 3.0), 9));
  constexpr auto second = index_of<generic<double>>("second");
  NABLA_CHECK(
      check_near("generic", gradient<generic<double>, second>(2.0, 3.0), 12));

  // In the order asked for.
  auto [z, x] = gradient<f, 3, 0>(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("z of (z, x)", z, 6));
  NABLA_CHECK(check_near("x of (z, x)", x, 9));
  auto [ws, xs, zs] = gradient<f, 1, 0, 3>(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("w, x, z", ws[1] + 10 * xs + 100 * zs, 6 + 90 + 600));
  auto [mz, mx] = gradient<marked, 2, 0>(2.0, 3.0, 5.0);
  NABLA_CHECK(check_near("marked", mz + 100 * mx, 18 + 4500));
  auto [value, pull] = nabla::vjp<f, 3, 1>(2.0, w, 2, 3.f);
  auto [pz, pw] = pull(2);
  NABLA_CHECK(check_near("pulled", value + pz + 100 * pw[0], 18 + 12 + 1200));
  std::vector<double> out{3, 4}, d_out{1, 10};
  auto both = nabla::vjp<writes, 1, 0>(out, 2.0, 2);
  auto [dx, dout] = both.pullback(d_out);
  NABLA_CHECK(check_near("writes", dx + dout[1], 3 + 40 + 20));

  // Functions to keep.
  auto slopes = nabla::gradients_function<f, 3, 0>();
  auto [fz, fx] = slopes(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("gradients_function", fz + 10 * fx, 6 + 90));
  auto of_all = nabla::gradients_function<unnamed>()(2.0, 3.0);
  NABLA_CHECK(
      check_near("of all", std::get<0>(of_all) + std::get<1>(of_all), 21));
  auto [v, g] = nabla::val_and_grad_function<f, 0>()(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("val_and_grad_function", v + std::get<0>(g), 18 + 9));
  auto [u, back] = nabla::make_vjp<unnamed>()(2.0, 3.0);
  auto kept = std::move(back);
  NABLA_CHECK(check_near("make_vjp", u + std::get<1>(kept()), 18 + 12));
  NABLA_CHECK(check_near("make_vjp again", std::get<0>(kept(2)), 18));

#if __cplusplus >= 202002L
  auto [nz, nx] = gradient<f, "z", "x">(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("names", nz + 10 * nx, 6 + 90));
  NABLA_CHECK(
      check_near("one name", gradient<f, "weights">(2.0, w, 2, 3.f)[1], 6));
  auto named = nabla::vjp<f, "x">(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("vjp", named.pullback(2), 18));
  auto [nv, ng] = nabla::value_and_gradient<marked, "z">(2.0, 3.0, 5.0);
  NABLA_CHECK(check_near("value_and_gradient", nv + ng, 90 + 18));
  NABLA_CHECK(check_near(
      "lambda",
      gradient<+[](double a, double b) { return a * b * b; }, "b">(2.0, 3.0),
      12));
  auto [fv, fg] = nabla::val_and_grad_function<f, "z", "x">()(2.0, w, 2, 3.f);
  NABLA_CHECK(check_near("function by names", fv + std::get<1>(fg), 18 + 9));
#endif
  return nabla_test::result();
}
