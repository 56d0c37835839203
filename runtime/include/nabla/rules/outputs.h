// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of functions of <cmath> that write through a pointer: by name, for
// every real type.

#ifndef NABLA_RULES_OUTPUTS_H
#define NABLA_RULES_OUTPUTS_H

#pragma GCC system_header

#include "nabla/rules/adjoint.h"
#include "nabla/rules/cmath.h"
#include "nabla/rules/gamma.h"

namespace nabla {

namespace names {
struct frexp;
struct modf;
struct remquo;
struct lgamma_r;
struct sincos;
} // namespace names

/// r * 2^n = x: the exponent n is constant between powers of two.
template <> struct rule<names::frexp> : rules::builtin {
  static constexpr const char *spellings = NABLA_SPELLINGS_cmath(frexp);
  static constexpr bool pure = true;
  template <class T> static void vjp(T x, const int *, T r, T d_r, T &d_x) {
    if (r != 0) // r / x is a power of two: exact, but where it is 0 / 0
      d_x += d_r * (r / x);
    else
      d_x += d_r;
  }
};

/// x less its integral part, which is constant between its steps.
template <> struct rule<names::modf> : rules::builtin {
  static constexpr const char *spellings = NABLA_SPELLINGS_cmath(modf);
  static constexpr bool pure = true;
  template <class T>
  static void vjp(T, const T *, T d_r, T &d_x, T *d_integral) {
    d_x += d_r;
    if (d_integral)
      *d_integral = 0;
  }
  template <class T> static T jvp(T, const T *, T t_x, T *t_integral) {
    if (t_integral)
      *t_integral = 0;
    return t_x;
  }
};

/// As remainder: x - n * y, with n constant between its steps.
template <> struct rule<names::remquo> : rules::builtin {
  static constexpr const char *spellings = NABLA_SPELLINGS_cmath(remquo);
  static constexpr bool pure = true;
  template <class T>
  static void vjp(T x, T y, const int *, T r, T d_r, T &d_x, T &d_y) {
    d_x += d_r;
    d_y += d_r * ((r - x) / y);
  }
};

/// lgamma, and where it stores the sign.
template <> struct rule<names::lgamma_r> : rules::builtin {
  static constexpr const char *spellings =
      "c:lgamma_r, c:lgammaf_r, c:lgammal_r, __builtin_lgamma_r, "
      "__builtin_lgammaf_r, __builtin_lgammal_r";
  static constexpr bool pure = true;
  template <class T> static void vjp(T x, const int *, T d_r, T &d_x) {
    d_x += d_r * nabla::digamma(x);
  }
};

/// Each is the other's derivative.
template <> struct rule<names::sincos> : rules::builtin {
  static constexpr const char *spellings =
      "c:sincos, c:sincosf, c:sincosl, __builtin_sincos, __builtin_sincosf, "
      "__builtin_sincosl";
  static constexpr bool pure = true;
  template <class T>
  static void vjp(T, const T *s, const T *c, T &d_x, T *d_s, T *d_c) {
    if (d_s) {
      d_x += *d_s * *c;
      *d_s = 0;
    }
    if (d_c) {
      d_x -= *d_c * *s;
      *d_c = 0;
    }
  }
  template <class T>
  static void jvp(T, const T *s, const T *c, T t_x, T *t_s, T *t_c) {
    if (t_s)
      *t_s = t_x == 0 ? T(0) : t_x * *c;
    if (t_c)
      *t_c = t_x == 0 ? T(0) : -(t_x * *s);
  }
  template <class T> static auto reads(T, const T *s, const T *c) {
    return nabla::reads(needed_for(nabla::output(s, 1), c),
                        needed_for(nabla::output(c, 1), s));
  }
};

} // namespace nabla

#endif // NABLA_RULES_OUTPUTS_H
