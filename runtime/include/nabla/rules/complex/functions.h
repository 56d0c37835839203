// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of std::complex that are not arithmetic on its fields, as rules
// of full power: exp, log, pow, the trigonometric ones. complex.h includes it.

#ifndef NABLA_RULES_COMPLEX_FUNCTIONS_H
#define NABLA_RULES_COMPLEX_FUNCTIONS_H

#pragma GCC system_header

#include "nabla/rules/complex/arithmetic.h"

namespace nabla {

#define NABLA_C                                                                \
  template <template <class> class C, class T,                                 \
            class = decltype(C<T>().imag())>                                   \
  static

namespace rules {
namespace complex {

/// Marks these rules as Nabla's. No name of a function is hidden by a member.
struct builtin {
  static constexpr bool pure = true;
};

template <class T> T times(T seed, T partial) {
  return seed == 0 ? T(0) : seed * partial;
}

/// d += seed * conj(partial)
template <template <class> class C, class T>
void pull(C<T> &d, const C<T> &seed, const C<T> &partial) {
  re(d) += times(re(seed), re(partial)) + times(im(seed), im(partial));
  im(d) += times(im(seed), re(partial)) - times(re(seed), im(partial));
}

/// The same for a real argument.
template <template <class> class C, class T, class U>
void pull(U &d, const C<T> &seed, const C<T> &partial) {
  d += U(times(re(seed), re(partial)) + times(im(seed), im(partial)));
}

/// partial * tangent
template <template <class> class C, class T>
C<T> push(const C<T> &partial, const C<T> &tangent) {
  return C<T>(times(re(tangent), re(partial)) - times(im(tangent), im(partial)),
              times(re(tangent), im(partial)) +
                  times(im(tangent), re(partial)));
}

/// The same for a real argument.
template <template <class> class C, class T, class U>
C<T> push(const C<T> &partial, const U &tangent) {
  return C<T>(times(T(tangent), re(partial)), times(T(tangent), im(partial)));
}

template <template <class> class C, class T> bool isZero(const C<T> &z) {
  return re(z) == 0 && im(z) == 0;
}

/// The partial of r = pow(z, w) in z. What has over- or underflown tells
/// nothing.
template <class Z, class W, class R> R powerInBase(Z z, W w, R r) {
  if (z != Z(0) && r != R(0) && r - r == R(0))
    return r * R(w) / R(z);
  if (z != Z(0))
    return w == W(0) ? R(0) : R(w) * pow(R(z), R(w) - R(1));
  if (w == W(1))
    return R(1);
  using T = decltype(r.real());
  T zero = T(0);
  return R(w).real() > 1 || w == W(0) ? R(0) : R(1 / zero);
}

/// That in w.
template <class Z, class R> R powerInExponent(Z z, R r) {
  return z == Z(0) ? R(0) : r * log(R(z));
}

} // namespace complex
} // namespace rules

#define NABLA_RULES(Name)                                                      \
  namespace names {                                                            \
  struct complex_rule_##Name;                                                  \
  }                                                                            \
  template <> struct rule<names::complex_rule_##Name> : rules::complex::builtin
#define NABLA_HOLOMORPHIC(Name, Partial)                                       \
  NABLA_RULES(Name) {                                                          \
    static constexpr const char *spellings = "std::" #Name;                    \
    NABLA_C void vjp(const C<T> &z, const C<T> &seed, C<T> &d_z) {             \
      rules::complex::pull(d_z, seed, C<T>(Partial));                          \
    }                                                                          \
    NABLA_C C<T> jvp(const C<T> &z, const C<T> &t_z) {                         \
      return rules::complex::push(C<T>(Partial), t_z);                         \
    }                                                                          \
  };
// The partial is one of the result: the argument need not be kept.
#define NABLA_HOLOMORPHIC_BY_RESULT(Name, Partial)                             \
  NABLA_RULES(Name) {                                                          \
    static constexpr const char *spellings = "std::" #Name;                    \
    NABLA_C void vjp(const C<T> &, const C<T> &r, const C<T> &seed,            \
                     C<T> &d_z) {                                              \
      rules::complex::pull(d_z, seed, C<T>(Partial));                          \
    }                                                                          \
    NABLA_C C<T> jvp(const C<T> &, const C<T> &r, const C<T> &t_z) {           \
      return rules::complex::push(C<T>(Partial), t_z);                         \
    }                                                                          \
  };

NABLA_HOLOMORPHIC_BY_RESULT(exp, r)
NABLA_HOLOMORPHIC(log, T(1) / z)
NABLA_HOLOMORPHIC(log10, T(0.434294481903251827651128918916605082L) / z)
NABLA_HOLOMORPHIC_BY_RESULT(sqrt, T(0.5) / r)
NABLA_HOLOMORPHIC(sin, cos(z))
NABLA_HOLOMORPHIC(cos, -sin(z))
NABLA_HOLOMORPHIC_BY_RESULT(tan, T(1) + r * r)
NABLA_HOLOMORPHIC(sinh, cosh(z))
NABLA_HOLOMORPHIC(cosh, sinh(z))
NABLA_HOLOMORPHIC_BY_RESULT(tanh, (T(1) - r) * (T(1) + r))
// Products of roots: their cuts are those of the function.
NABLA_HOLOMORPHIC(asin, T(1) / (sqrt(T(1) - z) * sqrt(T(1) + z)))
NABLA_HOLOMORPHIC(acos, T(-1) / (sqrt(T(1) - z) * sqrt(T(1) + z)))
NABLA_HOLOMORPHIC(atan, T(1) / (T(1) + z * z))
NABLA_HOLOMORPHIC(asinh, T(1) / (sqrt(C<T>(1 + im(z), -re(z))) *
                                 sqrt(C<T>(1 - im(z), re(z)))))
NABLA_HOLOMORPHIC(acosh, T(1) / (sqrt(z - T(1)) * sqrt(z + T(1))))
NABLA_HOLOMORPHIC(atanh, T(1) / ((T(1) - z) * (T(1) + z)))
#undef NABLA_HOLOMORPHIC
#undef NABLA_HOLOMORPHIC_BY_RESULT

NABLA_RULES(times) {
  static constexpr const char *spellings = "std::operator*";
  NABLA_C void vjp(const C<T> &a, const C<T> &b, const C<T> &seed, C<T> &d_a,
                   C<T> &d_b) {
    rules::complex::pull(d_a, seed, b);
    rules::complex::pull(d_b, seed, a);
  }
  NABLA_C C<T> jvp(const C<T> &a, const C<T> &b, const C<T> &t_a,
                   const C<T> &t_b) {
    return rules::complex::push(b, t_a) + rules::complex::push(a, t_b);
  }
};

NABLA_RULES(over) {
  static constexpr const char *spellings = "std::operator/";
  NABLA_C void vjp(const C<T> &, const C<T> &b, const C<T> &r, const C<T> &seed,
                   C<T> &d_a, C<T> &d_b) {
    if (rules::complex::isZero(seed))
      return;
    C<T> quotient = seed / conj(b);
    d_a += quotient;
    d_b -= quotient * conj(r);
  }
  NABLA_C C<T> jvp(const C<T> &, const C<T> &b, const C<T> &r, const C<T> &t_a,
                   const C<T> &t_b) {
    C<T> numerator = t_a - rules::complex::push(r, t_b);
    return rules::complex::isZero(numerator) ? C<T>(0) : numerator / b;
  }
};

NABLA_RULES(pow) {
  static constexpr const char *spellings = "std::pow";
  template <template <class> class C, class T, class U, class R>
  static void vjp(const C<T> &z, const C<U> &w, const C<R> &r, const C<R> &seed,
                  C<T> &d_z, C<U> &d_w) {
    C<R> in_z(0), in_w(0);
    rules::complex::pull(in_z, seed,
                         rules::complex::powerInBase(C<R>(z), C<R>(w), r));
    rules::complex::pull(in_w, seed,
                         rules::complex::powerInExponent(C<R>(z), r));
    d_z += in_z;
    d_w += in_w;
  }
  template <template <class> class C, class T, class U, class R>
  static void vjp(const C<T> &z, const U &w, const C<R> &r, const C<R> &seed,
                  C<T> &d_z, U &d_w) {
    C<R> in_z(0);
    rules::complex::pull(in_z, seed,
                         rules::complex::powerInBase(C<R>(z), R(w), r));
    d_z += in_z;
    rules::complex::pull(d_w, seed,
                         rules::complex::powerInExponent(C<R>(z), r));
  }
  template <template <class> class C, class T, class R>
  static void vjp(const C<T> &z, const int &n, const C<R> &r, const C<R> &seed,
                  C<T> &d_z) {
    C<R> in_z(0);
    rules::complex::pull(in_z, seed,
                         rules::complex::powerInBase(C<R>(z), R(n), r));
    d_z += in_z;
  }
  template <template <class> class C, class T, class U, class R>
  static void vjp(const T &x, const C<U> &w, const C<R> &r, const C<R> &seed,
                  T &d_x, C<U> &d_w) {
    rules::complex::pull(d_x, seed,
                         rules::complex::powerInBase(R(x), C<R>(w), r));
    C<R> in_w(0);
    rules::complex::pull(in_w, seed,
                         rules::complex::powerInExponent(C<R>(x), r));
    d_w += in_w;
  }
  template <template <class> class C, class T, class U, class R>
  static C<R> jvp(const C<T> &z, const C<U> &w, const C<R> &r, const C<T> &t_z,
                  const C<U> &t_w) {
    using namespace rules::complex;
    return push(powerInBase(C<R>(z), C<R>(w), r), C<R>(t_z)) +
           push(powerInExponent(C<R>(z), r), C<R>(t_w));
  }
  template <template <class> class C, class T, class U, class R>
  static C<R> jvp(const C<T> &z, const U &w, const C<R> &r, const C<T> &t_z,
                  const U &t_w) {
    using namespace rules::complex;
    return push(powerInBase(C<R>(z), R(w), r), C<R>(t_z)) +
           push(powerInExponent(C<R>(z), r), R(t_w));
  }
  template <template <class> class C, class T, class R>
  static C<R> jvp(const C<T> &z, const int &n, const C<R> &r, const C<T> &t_z) {
    using namespace rules::complex;
    return push(powerInBase(C<R>(z), R(n), r), C<R>(t_z));
  }
  template <template <class> class C, class T, class U, class R>
  static C<R> jvp(const T &x, const C<U> &w, const C<R> &r, const T &t_x,
                  const C<U> &t_w) {
    using namespace rules::complex;
    return push(powerInBase(R(x), C<R>(w), r), R(t_x)) +
           push(powerInExponent(C<R>(x), r), C<R>(t_w));
  }
};

NABLA_RULES(polar) {
  static constexpr const char *spellings = "std::polar";
  NABLA_C void vjp(const T &, const T &angle, const C<T> &r, const C<T> &seed,
                   T &d_radius, T &d_angle) {
    rules::complex::pull(d_radius, seed, exp(C<T>(0, angle)));
    rules::complex::pull(d_angle, seed, C<T>(-im(r), re(r)));
  }
  NABLA_C C<T> jvp(const T &, const T &angle, const C<T> &r, const T &t_radius,
                   const T &t_angle) {
    return rules::complex::push(exp(C<T>(0, angle)), t_radius) +
           rules::complex::push(C<T>(-im(r), re(r)), t_angle);
  }
};

/// Of all infinities it makes one, which has no derivative.
NABLA_RULES(proj) {
  static constexpr const char *spellings = "std::proj";
  NABLA_C void vjp(const C<T> &z, const C<T> &seed, C<T> &d_z) {
    if (!__builtin_isinf(re(z)) && !__builtin_isinf(im(z)))
      d_z += seed;
  }
  NABLA_C C<T> jvp(const C<T> &z, const C<T> &t_z) {
    bool finite = !__builtin_isinf(re(z)) && !__builtin_isinf(im(z));
    return finite ? t_z : C<T>(0);
  }
};

#undef NABLA_RULES
#undef NABLA_C

} // namespace nabla

#endif // NABLA_RULES_COMPLEX_FUNCTIONS_H
