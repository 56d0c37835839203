// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::complex: two fields, bodies for what is arithmetic on them, and rules
// for what is not. <complex> is not needed here: C is std::complex wherever the
// user's program has one.
//
// The shadow of a complex number holds the partials with respect to its real
// and its imaginary part. For w = f(z) with f holomorphic it is
//
//   d_z += d_w * conj(f'(z))
//
// A part of d_w that is zero contributes zero, whatever f' is.

#ifndef NABLA_RULES_COMPLEX_H
#define NABLA_RULES_COMPLEX_H

#pragma GCC system_header

#include "nabla/rules/bodies.h"
#include "nabla/rules/layout.h"
#include "nabla/rules/rule.h"

namespace nabla {

//===--- The parts --------------------------------------------------------===//

/// The real and the imaginary part, to be read and set: the standard says that
/// a complex number may be accessed as an array of two.
template <template <class> class C, class T> T &re(C<T> &z) {
  return reinterpret_cast<T(&)[2]>(z)[0];
}
template <template <class> class C, class T> const T &re(const C<T> &z) {
  return reinterpret_cast<const T(&)[2]>(z)[0];
}
template <template <class> class C, class T> T &im(C<T> &z) {
  return reinterpret_cast<T(&)[2]>(z)[1];
}
template <template <class> class C, class T> const T &im(const C<T> &z) {
  return reinterpret_cast<const T(&)[2]>(z)[1];
}

namespace names {
struct complex;
}

template <> struct layout<names::complex> {
  static constexpr const char *spellings = "std::complex";
  static constexpr const char *fields = "nabla::re, nabla::im";
};

// std::operator* and the like are also for other classes, which have no imag().
#define NABLA_C                                                                \
  template <template <class> class C, class T,                                 \
            class = decltype(C<T>().imag())>                                   \
  static
#define NABLA_C_AND_U                                                          \
  template <template <class> class C, class T, class U,                        \
            class = decltype(C<T>().imag())>                                   \
  static
#define NABLA_BODY(Name, Spellings)                                            \
  namespace names {                                                            \
  struct complex_##Name;                                                       \
  }                                                                            \
  template <> struct body<names::complex_##Name> {                             \
    static constexpr const char *spellings = Spellings;

NABLA_BODY(construct, "std::complex::complex")
NABLA_C void apply(C<T> &z, const T &x, const T &y) {
  re(z) = x;
  im(z) = y;
}
NABLA_C_AND_U void apply(C<T> &z, const C<U> &w) {
  re(z) = T(re(w));
  im(z) = T(im(w));
}
};

NABLA_BODY(real, "std::complex::real, std::real")
NABLA_C T apply(const C<T> &z) { return re(z); }
NABLA_C void apply(C<T> &z, T x) { re(z) = x; }
template <class T> static T apply(T x) { return x; }
}
;

NABLA_BODY(imag, "std::complex::imag, std::imag")
NABLA_C T apply(const C<T> &z) { return im(z); }
NABLA_C void apply(C<T> &z, T x) { im(z) = x; }
template <class T> static T apply(T) { return T(0); }
}
;

//===--- Assignments ------------------------------------------------------===//

NABLA_BODY(assign, "std::complex::operator=")
NABLA_C C<T> &apply(C<T> &z, const T &x) {
  re(z) = x;
  im(z) = T(0);
  return z;
}
NABLA_C_AND_U C<T> &apply(C<T> &z, const C<U> &w) {
  T x = T(re(w)), y = T(im(w));
  re(z) = x;
  im(z) = y;
  return z;
}
}
;

#define NABLA_COMPONENTWISE(Name, Op)                                          \
  NABLA_BODY(Name, "std::complex::operator" #Op)                               \
  NABLA_C C<T> &apply(C<T> &z, const T &x) {                                   \
    re(z) Op x;                                                                \
    return z;                                                                  \
  }                                                                            \
  NABLA_C_AND_U C<T> &apply(C<T> &z, const C<U> &w) {                          \
    T x = T(re(w)), y = T(im(w));                                              \
    re(z) Op x;                                                                \
    im(z) Op y;                                                                \
    return z;                                                                  \
  }                                                                            \
  }                                                                            \
  ;
NABLA_COMPONENTWISE(plus_assign, +=)
NABLA_COMPONENTWISE(minus_assign, -=)
#undef NABLA_COMPONENTWISE

#define NABLA_SCALING(Name, Op)                                                \
  NABLA_BODY(Name##_assign, "std::complex::operator" #Op "=")                  \
  NABLA_C C<T> &apply(C<T> &z, const T &x) {                                   \
    T factor = x;                                                              \
    re(z) Op## = factor;                                                       \
    im(z) Op## = factor;                                                       \
    return z;                                                                  \
  }                                                                            \
  NABLA_C_AND_U C<T> &apply(C<T> &z, const C<U> &w) {                          \
    C<T> factor(w);                                                            \
    z = z Op factor;                                                           \
    return z;                                                                  \
  }                                                                            \
  }                                                                            \
  ;
NABLA_SCALING(times, *)
NABLA_SCALING(over, /)
#undef NABLA_SCALING

//===--- Operators --------------------------------------------------------===//

NABLA_BODY(plus, "std::operator+")
NABLA_C C<T> apply(const C<T> &a, const C<T> &b) {
  return C<T>(re(a) + re(b), im(a) + im(b));
}
NABLA_C C<T> apply(const C<T> &a, const T &b) { return C<T>(re(a) + b, im(a)); }
NABLA_C C<T> apply(const T &a, const C<T> &b) { return C<T>(re(b) + a, im(b)); }
NABLA_C C<T> apply(const C<T> &a) { return a; }
}
;

NABLA_BODY(minus, "std::operator-")
NABLA_C C<T> apply(const C<T> &a, const C<T> &b) {
  return C<T>(re(a) - re(b), im(a) - im(b));
}
NABLA_C C<T> apply(const C<T> &a, const T &b) { return C<T>(re(a) - b, im(a)); }
NABLA_C C<T> apply(const T &a, const C<T> &b) {
  return C<T>(a - re(b), -im(b));
}
NABLA_C C<T> apply(const C<T> &a) { return C<T>(-re(a), -im(a)); }
}
;

// Of two complex numbers: rules, below.
NABLA_BODY(times, "std::operator*")
NABLA_C C<T> apply(const C<T> &a, const T &b) {
  return C<T>(re(a) * b, im(a) * b);
}
NABLA_C C<T> apply(const T &a, const C<T> &b) {
  return C<T>(re(b) * a, im(b) * a);
}
}
;

NABLA_BODY(over, "std::operator/")
NABLA_C C<T> apply(const C<T> &a, const T &b) {
  return C<T>(re(a) / b, im(a) / b);
}
NABLA_C C<T> apply(const T &a, const C<T> &b) {
  C<T> numerator(a, T(0));
  return numerator / b;
}
}
;

NABLA_BODY(equal, "std::operator==")
NABLA_C bool apply(const C<T> &a, const C<T> &b) {
  return re(a) == re(b) && im(a) == im(b);
}
NABLA_C bool apply(const C<T> &a, const T &b) {
  return re(a) == b && im(a) == T(0);
}
NABLA_C bool apply(const T &a, const C<T> &b) {
  return a == re(b) && im(b) == T(0);
}
}
;

NABLA_BODY(unequal, "std::operator!=")
NABLA_C bool apply(const C<T> &a, const C<T> &b) {
  return re(a) != re(b) || im(a) != im(b);
}
NABLA_C bool apply(const C<T> &a, const T &b) {
  return re(a) != b || im(a) != T(0);
}
NABLA_C bool apply(const T &a, const C<T> &b) {
  return a != re(b) || im(b) != T(0);
}
}
;

//===--- Functions of the parts -------------------------------------------===//

namespace rules {
namespace parts {
inline float hypot(float x, float y) { return __builtin_hypotf(x, y); }
inline double hypot(double x, double y) { return __builtin_hypot(x, y); }
inline long double hypot(long double x, long double y) {
  return __builtin_hypotl(x, y);
}
inline float atan2(float y, float x) { return __builtin_atan2f(y, x); }
inline double atan2(double y, double x) { return __builtin_atan2(y, x); }
inline long double atan2(long double y, long double x) {
  return __builtin_atan2l(y, x);
}
} // namespace parts
} // namespace rules

NABLA_BODY(abs, "std::abs")
NABLA_C T apply(const C<T> &z) { return rules::parts::hypot(re(z), im(z)); }
}
;

NABLA_BODY(arg, "std::arg")
NABLA_C T apply(const C<T> &z) { return rules::parts::atan2(im(z), re(z)); }
}
;

NABLA_BODY(norm, "std::norm")
NABLA_C T apply(const C<T> &z) { return re(z) * re(z) + im(z) * im(z); }
template <class T> static T apply(T x) { return x * x; }
}
;

NABLA_BODY(conj, "std::conj")
NABLA_C C<T> apply(const C<T> &z) { return C<T>(re(z), -im(z)); }
}
;

#undef NABLA_C_AND_U
#undef NABLA_BODY

//===--- Rules ------------------------------------------------------------===//

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

/// The partial of r = pow(z, w) in z.
template <class Z, class W, class R> R powerInBase(Z z, W w, R r) {
  if (z != Z(0))
    return r * R(w) / R(z);
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

#endif // NABLA_RULES_COMPLEX_H
