// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tangents of Nabla's own rules of full power: <cmath> where something is
// stored, std::complex, and functions that order. tangents.cpp has those of a
// user's.
//
// RUN: %clang -std=c++17 -I%include -O0 %sanitize %s -lm -o %t && %t

#include "Inputs/check_tangent.h"
#include <algorithm>
#include <complex>
#include <functional>

using Z = std::complex<double>;
static Z number(const double *p) { return {p[0], p[1]}; }
static void store(Z z, double *p) {
  p[0] = z.real();
  p[1] = z.imag();
}

static nabla_test::Finding
checkComplex(const char *Name, std::function<Z(Z, Z)> F,
             std::function<nabla::with_tangent<Z>(Z, Z, Z, Z)> Push) {
  return check(
      Name, {0, 0, 0.3, 0.7, -0.4, 0.6},
      [=](double *p) { store(F(number(p + 2), number(p + 4)), p); },
      [=](double *p, double *t) {
        auto y =
            Push(number(p + 2), number(p + 4), number(t + 2), number(t + 4));
        store(y.value, p);
        store(y.tangent, t);
      });
}
#define COMPLEX(f)                                                             \
  NABLA_CHECK(checkComplex(                                                    \
      #f, [](Z z, Z) { return std::f(z); },                                    \
      [](Z z, Z, Z t_z, Z) {                                                   \
        return value_and_tangent<names::complex_rule_##f>(                     \
            static_cast<Z (*)(const Z &)>(&std::f), z, t_z);                   \
      }));

struct Falling {
  bool operator()(double a, double b) const { return a > b; }
};
struct Nearer {
  double to;
  bool operator()(double a, double b) const {
    return std::fabs(a - to) < std::fabs(b - to);
  }
};
static int compare(const void *a, const void *b) {
  const double x = *static_cast<const double *>(a),
               y = *static_cast<const double *>(b);
  return x < y ? -1 : x > y;
}

int main() {
  // <cmath>, where something is stored.
  NABLA_CHECK(check(
      "modf", {0, 0, 2.7}, [](double *p) { p[0] = std::modf(p[2], p + 1); },
      PUSH(value_and_tangent<names::modf>(
          static_cast<double (*)(double, double *)>(&std::modf), p[2], p + 1,
          t[2], t + 1))));
  NABLA_CHECK(check(
      "sincos", {0, 0, 2.7}, [](double *p) { ::sincos(p[2], p, p + 1); },
      [](double *p, double *t) {
        value_and_tangent<names::sincos>(&::sincos, p[2], p, p + 1, t[2], t,
                                         t + 1);
      }));
  NABLA_CHECK(check(
      "frexp", {0, 2.7},
      [](double *p) {
        int n;
        p[0] = std::frexp(p[1], &n);
      },
      [](double *p, double *t) {
        int n;
        auto y = value_and_tangent<names::frexp>(
            static_cast<double (*)(double, int *)>(&std::frexp), p[1], &n,
            t[1]);
        p[0] = y.value;
        t[0] = y.tangent;
      }));
  NABLA_CHECK(check(
      "remquo", {0, 2.7, 1.1},
      [](double *p) {
        int n;
        p[0] = std::remquo(p[1], p[2], &n);
      },
      [](double *p, double *t) {
        int n;
        auto y = value_and_tangent<names::remquo>(
            static_cast<double (*)(double, double, int *)>(&std::remquo), p[1],
            p[2], &n, t[1], t[2]);
        p[0] = y.value;
        t[0] = y.tangent;
      }));
  NABLA_CHECK(check(
      "lgamma_r", {0, 2.7},
      [](double *p) {
        int n;
        p[0] = ::lgamma_r(p[1], &n);
      },
      [](double *p, double *t) {
        int n;
        auto y =
            value_and_tangent<names::lgamma_r>(&::lgamma_r, p[1], &n, t[1]);
        p[0] = y.value;
        t[0] = y.tangent;
      }));

  // Functions that order.
  const numbers unordered = {0.4, -1.2, 2.7, 0.9, -0.3, 1.6, 0.1};
  NABLA_CHECK(check(
      "sort", unordered, [](double *p) { std::sort(p + 1, p + 7); },
      [](double *p, double *t) {
        value_and_tangent<names::sort>(
            static_cast<void (*)(double *, double *)>(&std::sort), p + 1, p + 7,
            t + 1, t + 7);
      }));
  NABLA_CHECK(check(
      "nth_element", unordered,
      [](double *p) { std::nth_element(p, p + 2, p + 7, Falling()); },
      [](double *p, double *t) {
        value_and_tangent<names::nth_element>(
            static_cast<void (*)(double *, double *, double *, Falling)>(
                &std::nth_element),
            p, p + 2, p + 7, Falling(), t, t + 2, t + 7);
      }));
  NABLA_CHECK(check(
      "partial_sort", unordered,
      [](double *p) { std::partial_sort(p, p + 3, p + 7, Nearer{0.2}); },
      [](double *p, double *t) {
        value_and_tangent<names::partial_sort>(
            static_cast<void (*)(double *, double *, double *, Nearer)>(
                &std::partial_sort),
            p, p + 3, p + 7, Nearer{0.2}, t, t + 3, t + 7, Nearer{1.0});
      }));
  NABLA_CHECK(check(
      "qsort", unordered, [](double *p) { qsort(p, 3, 16, compare); },
      [](double *p, double *t) {
        value_and_tangent<names::order_blocks>(
            &nabla::rules::ordering::order_blocks<double>, p, 3, 16, compare,
            t);
      }));

  // std::complex.
  COMPLEX(exp)
  COMPLEX(log)
  COMPLEX(log10)
  COMPLEX(sqrt)
  COMPLEX(sin)
  COMPLEX(cos)
  COMPLEX(tan)
  COMPLEX(sinh)
  COMPLEX(cosh)
  COMPLEX(tanh)
  COMPLEX(asin)
  COMPLEX(acos)
  COMPLEX(atan)
  COMPLEX(asinh)
  COMPLEX(acosh)
  COMPLEX(atanh)
  COMPLEX(proj)
  NABLA_CHECK(checkComplex(
      "a * b", [](Z z, Z w) { return z * w; },
      [](Z z, Z w, Z t_z, Z t_w) {
        return value_and_tangent<names::complex_rule_times>(
            static_cast<Z (*)(const Z &, const Z &)>(&std::operator*), z, w,
            t_z, t_w);
      }));
  NABLA_CHECK(checkComplex(
      "a / b", [](Z z, Z w) { return z / w; },
      [](Z z, Z w, Z t_z, Z t_w) {
        return value_and_tangent<names::complex_rule_over>(
            static_cast<Z (*)(const Z &, const Z &)>(&std::operator/), z, w,
            t_z, t_w);
      }));
  NABLA_CHECK(checkComplex(
      "pow(z, w)", [](Z z, Z w) { return std::pow(z, w); },
      [](Z z, Z w, Z t_z, Z t_w) {
        return value_and_tangent<names::complex_rule_pow>(
            static_cast<Z (*)(const Z &, const Z &)>(&std::pow), z, w, t_z,
            t_w);
      }));
  NABLA_CHECK(checkComplex(
      "pow(z, y)", [](Z z, Z w) { return std::pow(z, w.imag()); },
      [](Z z, Z w, Z t_z, Z t_w) {
        return value_and_tangent<names::complex_rule_pow>(
            static_cast<Z (*)(const Z &, const double &)>(&std::pow), z,
            w.imag(), t_z, t_w.imag());
      }));
  NABLA_CHECK(checkComplex(
      "pow(x, w)", [](Z z, Z w) { return std::pow(z.real(), w); },
      [](Z z, Z w, Z t_z, Z t_w) {
        return value_and_tangent<names::complex_rule_pow>(
            static_cast<Z (*)(const double &, const Z &)>(&std::pow), z.real(),
            w, t_z.real(), t_w);
      }));
  NABLA_CHECK(checkComplex(
      "polar", [](Z z, Z w) { return std::polar(z.real(), w.imag()); },
      [](Z z, Z w, Z t_z, Z t_w) {
        return value_and_tangent<names::complex_rule_polar>(
            static_cast<Z (*)(const double &, const double &)>(&std::polar),
            z.real(), w.imag(), t_z.real(), t_w.imag());
      }));
  return nabla_test::result();
}
