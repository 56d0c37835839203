// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One rule for every instance of a template and every overload of a name; and
// whose rule is taken where there are several: a user's before Nabla's rules
// and bodies. Some of the rules here are false, to be recognized.
//
// RUN: %clang -std=c++17 -O2 -DLIBRARY -c %s -o %t.library.o
// RUN: %nabla -std=c++17 -O1 %s %t.library.o -o %t && %t

#include <cmath>
#include <complex>
#include <numeric>

namespace my {
template <class T> T cube(T x);
double area(double r);
float area(float r);
long double area(long double r);
template <class T> T dot(int n, const T *x, const T *y);
template <class T> void scale(int n, T a, T *x);
struct dot_rule;
struct scale_rule;
} // namespace my

#ifdef LIBRARY

template <class T> T my::cube(T x) { return x * x * x; }
template float my::cube(float);
template double my::cube(double);
double my::area(double r) { return 3 * r * r; }
float my::area(float r) { return 3 * r * r; }
long double my::area(long double r) { return 3 * r * r; }
template <class T> T my::dot(int n, const T *x, const T *y) {
  return std::inner_product(x, x + n, y, T(0));
}
template float my::dot(int, const float *, const float *);
template double my::dot(int, const double *, const double *);
template <class T> void my::scale(int n, T a, T *x) {
  for (int i = 0; i < n; ++i)
    x[i] *= a;
}
template void my::scale(int, double, double *);

#else

#include "../EndToEnd/support/check_gradient.h"
#include <nabla/rules.h>

NABLA_RULE(cube, (x), spellings(my::cube), partials(3 * x * x), samples(1, 2))
NABLA_RULE(area, (r0), spellings(my::area), partials(6 * r0), samples(1, 2))

template <> struct nabla::rule<my::dot_rule> {
  static constexpr const char *spellings = "my::dot";
  template <class T>
  static void vjp(int n, const T *x, const T *y, T seed, T *d_x, T *d_y) {
    for (int i = 0; i < n; ++i) {
      if (d_x)
        d_x[i] += seed * y[i];
      if (d_y)
        d_y[i] += seed * x[i];
    }
  }
  template <class T> static auto reads(int n, const T *x, const T *y) {
    return nabla::reads(n, nabla::input(x, n), nabla::input(y, n));
  }
};
template <> struct nabla::rule<my::scale_rule> {
  static constexpr const char *spellings = "my::scale";
  template <class T> static void vjp(int n, T a, const T *x, T &d_a, T *d_x) {
    for (int i = 0; i < n; ++i) {
      d_a += d_x[i] * x[i];
      d_x[i] *= a;
    }
  }
  template <class T> static auto reads(int n, T a, const T *x) {
    return nabla::reads(n, a, nabla::input(x, n));
  }
};

[[grad]] double doubles(const double *x, int n) {
  double y[4], s = my::cube(x[0]) * my::cube<double>(x[1] + x[2]);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < n; ++i)
      y[i] = x[i] * s;
    my::scale(n, x[k], y);
    s = my::area(my::dot(n, x, y));
  }
  return s;
}
[[grad]] float floats(float x) {
  float y[2] = {x, 2 * x}; // dot: 5 x^2
  return my::cube(x) + my::area(x) * my::dot(2, y, y);
}
[[grad]] long double wide(long double x) { return my::area(x) * x; }

// Seven times too large.
template <>
struct nabla::adjoint<
    &std::inner_product<const double *, const double *, double>> {
  static void vjp(const double *x, const double *, const double *y, double,
                  double seed, double *d_x, double *, double *d_y,
                  double &d_start) {
    if (d_x)
      d_x[0] += 7 * seed * y[0];
    if (d_y)
      d_y[0] += 7 * seed * x[0];
    d_start += 7 * seed;
  }
};
[[grad("y")]] double ours(const double *x, const double *y) {
  return std::inner_product(x, x + 1, y, 0.0);
}
template <> struct nabla::adjoint<&std::exp<double>> {
  static void vjp(const std::complex<double> &, const std::complex<double> &,
                  std::complex<double> &d_z) {
    d_z += 7.0;
  }
};
[[grad]] double oursOfComplex(std::complex<double> z, double x) {
  return std::real(std::exp(z)) + std::exp(x);
}

int main() {
  NABLA_CHECK(check_array(doubles, doubles_grad, {0.7, 0.4, -0.3, 0.9}));
  float d_f = 0;
  floats_grad(0.5f, &d_f);
  NABLA_CHECK(check_near("floats", d_f, 3 * 0.25 + 60 * 0.125, 1e-6L));
  long double d_l = 0;
  wide_grad(0.5L, &d_l);
  NABLA_CHECK(check_near("wide", d_l, 9 * 0.25L));

  double x = 2, y = 3, d_y = 0;
  ours_grad(&x, &y, &d_y);
  NABLA_CHECK(check_equal("ours", d_y, 14));
  std::complex<double> d_z;
  double d_x = 0;
  oursOfComplex_grad({1, 2}, 0, &d_z, &d_x);
  NABLA_CHECK(check_equal("ours", d_z.real(), 7));
  NABLA_CHECK(check_equal("theirs", d_x, 1));
  return nabla_test::result();
}

#endif
