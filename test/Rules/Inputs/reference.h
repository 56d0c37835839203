// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that rules are for, once more, in 400 bits: what the partials
// are measured against. Each is called as its rule. Where MPFR has the
// function, it is MPFR's.

#ifndef NABLA_TEST_RULES_REFERENCE_H
#define NABLA_TEST_RULES_REFERENCE_H

#include <mpfr.h>

namespace reference {

constexpr mpfr_prec_t Bits = 400;

/// A number of 400 bits.
class Real {
public:
  Real(long double X = 0) {
    mpfr_init2(V, Bits);
    mpfr_set_ld(V, X, MPFR_RNDN);
  }
  Real(double X) : Real((long double)X) {}
  Real(int X) : Real((long double)X) {}
  Real(long X) : Real((long double)X) {}
  Real(const Real &O) : Real() { mpfr_set(V, O.V, MPFR_RNDN); }
  Real &operator=(const Real &O) {
    mpfr_set(V, O.V, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(V); }

  mpfr_ptr get() { return V; }
  mpfr_srcptr get() const { return V; }
  long integer() const { return mpfr_get_si(V, MPFR_RNDN); }
  long double rounded() const { return mpfr_get_ld(V, MPFR_RNDN); }

private:
  mpfr_t V;
};

/// Result of an MPFR function of one, two or three arguments.
template <class Fn, class... Args> Real apply(Fn F, const Args &...A) {
  Real R;
  F(R.get(), A.get()..., MPFR_RNDN);
  return R;
}
#define REFERENCE_1(Name, Function)                                            \
  inline Real Name(const Real &X) { return apply(Function, X); }
#define REFERENCE_2(Name, Function)                                            \
  inline Real Name(const Real &X, const Real &Y) {                             \
    return apply(Function, X, Y);                                              \
  }

REFERENCE_2(operator+, mpfr_add)
REFERENCE_2(operator-, mpfr_sub)
REFERENCE_2(operator*, mpfr_mul)
REFERENCE_2(operator/, mpfr_div)
REFERENCE_1(operator-, mpfr_neg)
inline bool operator<(const Real &X, const Real &Y) {
  return mpfr_less_p(X.get(), Y.get());
}
inline bool operator==(const Real &X, const Real &Y) {
  return mpfr_equal_p(X.get(), Y.get());
}

// Exponentials, logarithms, powers.
REFERENCE_1(exp, mpfr_exp)
REFERENCE_1(exp2, mpfr_exp2)
REFERENCE_1(exp10, mpfr_exp10)
REFERENCE_1(expm1, mpfr_expm1)
REFERENCE_1(log, mpfr_log)
REFERENCE_1(log2, mpfr_log2)
REFERENCE_1(log10, mpfr_log10)
REFERENCE_1(log1p, mpfr_log1p)
REFERENCE_2(pow, mpfr_pow)
inline Real powi(const Real &X, const Real &N) { return pow(X, N); }
REFERENCE_1(sqrt, mpfr_sqrt)
REFERENCE_1(cbrt, mpfr_cbrt)
REFERENCE_2(hypot, mpfr_hypot)
inline Real hypot3(const Real &X, const Real &Y, const Real &Z) {
  return hypot(hypot(X, Y), Z);
}

// Trigonometric and hyperbolic functions.
REFERENCE_1(sin, mpfr_sin)
REFERENCE_1(cos, mpfr_cos)
REFERENCE_1(tan, mpfr_tan)
REFERENCE_1(asin, mpfr_asin)
REFERENCE_1(acos, mpfr_acos)
REFERENCE_1(atan, mpfr_atan)
REFERENCE_2(atan2, mpfr_atan2)
REFERENCE_1(sinh, mpfr_sinh)
REFERENCE_1(cosh, mpfr_cosh)
REFERENCE_1(tanh, mpfr_tanh)
REFERENCE_1(asinh, mpfr_asinh)
REFERENCE_1(acosh, mpfr_acosh)
REFERENCE_1(atanh, mpfr_atanh)

// Kinks, ties and steps.
REFERENCE_1(fabs, mpfr_abs)
REFERENCE_2(fmax, mpfr_max)
REFERENCE_2(fmin, mpfr_min)
REFERENCE_2(max, mpfr_max)
REFERENCE_2(min, mpfr_min)
inline Real clamp(const Real &X, const Real &Low, const Real &High) {
  return fmin(fmax(X, Low), High);
}
REFERENCE_2(fdim, mpfr_dim)
REFERENCE_2(copysign, mpfr_copysign)

// Arithmetic.
inline Real fma(const Real &X, const Real &Y, const Real &Z) {
  return apply(mpfr_fma, X, Y, Z);
}
REFERENCE_2(fmod, mpfr_fmod)
REFERENCE_2(remainder, mpfr_remainder)
inline Real nextafter(const Real &X, const Real &) { return X; }
inline Real midpoint(const Real &X, const Real &Y) { return (X + Y) / 2; }
inline Real ldexp(const Real &X, const Real &N) { return X * exp2(N); }
inline Real scalbn(const Real &X, const Real &N) { return X * exp2(N); }
inline Real lerp(const Real &A, const Real &B, const Real &T) {
  return A + T * (B - A);
}

// Error and gamma functions.
REFERENCE_1(erf, mpfr_erf)
REFERENCE_1(erfc, mpfr_erfc)

// The gamma function. MPFR's sum for digamma has no derivatives; differences
// of it lose 80 bits each.
REFERENCE_1(tgamma, mpfr_gamma)
inline Real lgamma(const Real &X) {
  Real R;
  int Sign;
  mpfr_lgamma(R.get(), &Sign, X.get(), MPFR_RNDN);
  return R;
}
REFERENCE_1(digamma, mpfr_digamma)
inline Real polygamma(const Real &N, const Real &X) {
  if (N.integer() == 0)
    return digamma(X);
  Real H = exp2(Real(-80));
  return (polygamma(N - 1, X + H) - polygamma(N - 1, X - H)) / (H + H);
}
inline Real trigamma(const Real &X) { return polygamma(1, X); }

// Bessel functions of integer order.
REFERENCE_1(j0, mpfr_j0)
REFERENCE_1(j1, mpfr_j1)
REFERENCE_1(y0, mpfr_y0)
REFERENCE_1(y1, mpfr_y1)
inline Real jn(const Real &N, const Real &X) {
  Real R;
  mpfr_jn(R.get(), N.integer(), X.get(), MPFR_RNDN);
  return R;
}
inline Real yn(const Real &N, const Real &X) {
  Real R;
  mpfr_yn(R.get(), N.integer(), X.get(), MPFR_RNDN);
  return R;
}

} // namespace reference

#endif // NABLA_TEST_RULES_REFERENCE_H
