// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of std::complex is arithmetic on its two fields, as bodies: the parts,
// assignments, operators, and functions of the parts. complex.h includes it.

#ifndef NABLA_RULES_COMPLEX_ARITHMETIC_H
#define NABLA_RULES_COMPLEX_ARITHMETIC_H

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

#undef NABLA_C

} // namespace nabla

#endif // NABLA_RULES_COMPLEX_ARITHMETIC_H
