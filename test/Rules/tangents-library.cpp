// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tangents of Nabla's own rules of full power: <cmath> where something is
// stored, and std::complex. tangents.cpp has those of a user's.
//
// RUN: %clang -std=c++17 -I%include -O0 %sanitize %s -lm -o %t && %t

#include "Inputs/check_tangent.h"
#include <complex>

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
