// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of <cmath> on the reference's numbers, in namespace nf. Written
// from the textbook derivatives.

#ifndef NABLA_FUZZ_FUNCTIONS_H
#define NABLA_FUZZ_FUNCTIONS_H

#include "nabla_fuzz/real.h"

namespace nf {
using nabla_fuzz::Bare;
using nabla_fuzz::IsDual;
using nabla_fuzz::Real;
using nabla_fuzz::Record;
using nabla_fuzz::relative;

template <class R> constexpr R twoOverRootPi = R(1.12837916709551257390L);
template <class R> constexpr R ln2 = R(0.693147180559945309417L);
template <class R> constexpr R ln10 = R(2.30258509299404568402L);

template <class R> Real<R> chain(const Real<R> &X, R Y, R Slope) {
  return {Y, Slope * X.T, std::fabs(Slope) * X.A};
}

/// y = f(x) with derivative SLOPE in terms of x, y and their type R.
#define NABLA_FUZZ_FUNCTION(F, SLOPE)                                          \
  template <class R> Real<R> F(const Real<R> &X) {                             \
    R x = X.V, y = std::F(x);                                                  \
    (void)x, (void)y;                                                          \
    return chain<R>(X, y, SLOPE);                                              \
  }                                                                            \
  template <class N, class = std::enable_if_t<std::is_arithmetic_v<N>>>        \
  auto F(N X) {                                                                \
    return Real<decltype(std::F(X))>(std::F(X));                               \
  }
NABLA_FUZZ_FUNCTION(exp, y)
NABLA_FUZZ_FUNCTION(exp2, y *ln2<R>)
NABLA_FUZZ_FUNCTION(expm1, y + 1)
NABLA_FUZZ_FUNCTION(log, 1 / x)
NABLA_FUZZ_FUNCTION(log2, 1 / (x * ln2<R>))
NABLA_FUZZ_FUNCTION(log10, 1 / (x * ln10<R>))
NABLA_FUZZ_FUNCTION(log1p, 1 / (1 + x))
NABLA_FUZZ_FUNCTION(sqrt, 1 / (2 * y))
NABLA_FUZZ_FUNCTION(cbrt, 1 / (3 * y * y))
NABLA_FUZZ_FUNCTION(sin, std::cos(x))
NABLA_FUZZ_FUNCTION(cos, -std::sin(x))
NABLA_FUZZ_FUNCTION(tan, 1 + y * y)
NABLA_FUZZ_FUNCTION(asin, 1 / std::sqrt(1 - x * x))
NABLA_FUZZ_FUNCTION(acos, -1 / std::sqrt(1 - x * x))
NABLA_FUZZ_FUNCTION(atan, 1 / (1 + x * x))
NABLA_FUZZ_FUNCTION(sinh, std::cosh(x))
NABLA_FUZZ_FUNCTION(cosh, std::sinh(x))
NABLA_FUZZ_FUNCTION(tanh, 1 - y * y)
NABLA_FUZZ_FUNCTION(asinh, 1 / std::sqrt(x * x + 1))
NABLA_FUZZ_FUNCTION(acosh, 1 / std::sqrt(x * x - 1))
NABLA_FUZZ_FUNCTION(atanh, 1 / (1 - x * x))
NABLA_FUZZ_FUNCTION(erf, twoOverRootPi<R> *std::exp(-x *x))
NABLA_FUZZ_FUNCTION(erfc, -twoOverRootPi<R> *std::exp(-x *x))
#undef NABLA_FUZZ_FUNCTION

template <class R> Real<R> fabs(const Real<R> &X) {
  Record.decided(X.V < 0, relative(X.V, 0));
  return X.V < 0 ? -X : X;
}
template <class N, class = std::enable_if_t<std::is_floating_point_v<N>>>
Real<N> fabs(N X) {
  return nf::fabs(Real<N>(X));
}
template <class X> auto abs(const X &Y) { return nf::fabs(Y); }

/// Derivative 0, kinks at the integers (round: halfway between them).
#define NABLA_FUZZ_STEP(F, SHIFT)                                              \
  template <class R> Real<R> F(const Real<R> &X) {                             \
    R Shifted = X.V + R(SHIFT);                                                \
    Record.decided(false, relative(Shifted, std::round(Shifted)));             \
    return Real<R>(std::F(X.V));                                               \
  }
NABLA_FUZZ_STEP(floor, 0)
NABLA_FUZZ_STEP(ceil, 0)
NABLA_FUZZ_STEP(trunc, 0)
NABLA_FUZZ_STEP(round, 0.5)
#undef NABLA_FUZZ_STEP

/// Precision of a function of two numbers: integers count as double.
template <class T>
using AsReal = std::conditional_t<std::is_integral_v<T>, double, T>;
template <class X, class Y>
using Both = Real<std::common_type_t<AsReal<typename Bare<X>::type>,
                                     AsReal<typename Bare<Y>::type>>>;

template <class T>
inline constexpr bool IsNumber = IsDual<T> || std::is_arithmetic_v<T>;
template <class X, class Y>
using EnableNumbers = std::enable_if_t<IsNumber<X> && IsNumber<Y>>;

template <class R>
Real<R> chain2(const Real<R> &X, const Real<R> &Y, R Z, R ByX, R ByY) {
  // A number without tangent does not spoil the other's with its infinite
  // partial (log of a negative base).
  R TX = X.A == 0 ? 0 : ByX * X.T, TY = Y.A == 0 ? 0 : ByY * Y.T;
  return {Z, TX + TY,
          (X.A == 0 ? 0 : std::fabs(ByX) * X.A) +
              (Y.A == 0 ? 0 : std::fabs(ByY) * Y.A)};
}

template <class X, class Y, class = EnableNumbers<X, Y>>
Both<X, Y> pow(const X &L, const Y &R) {
  Both<X, Y> A(L), B(R);
  auto P = std::pow(A.V, B.V);
  return chain2(A, B, P, B.V * std::pow(A.V, B.V - 1), P * std::log(A.V));
}
template <class X, class Y, class = EnableNumbers<X, Y>>
Both<X, Y> atan2(const X &L, const Y &R) {
  Both<X, Y> A(L), B(R);
  auto S = A.V * A.V + B.V * B.V;
  return chain2(A, B, std::atan2(A.V, B.V), B.V / S, -A.V / S);
}
template <class X, class Y, class = EnableNumbers<X, Y>>
Both<X, Y> hypot(const X &L, const Y &R) {
  Both<X, Y> A(L), B(R);
  auto H = std::hypot(A.V, B.V);
  return chain2(A, B, H, A.V / H, B.V / H);
}
template <class X, class Y, class = EnableNumbers<X, Y>>
Both<X, Y> fmax(const X &L, const Y &R) {
  Both<X, Y> A(L), B(R);
  return A < B ? B : A;
}
template <class X, class Y, class = EnableNumbers<X, Y>>
Both<X, Y> fmin(const X &L, const Y &R) {
  Both<X, Y> A(L), B(R);
  return B < A ? B : A;
}

} // namespace nf

#endif // NABLA_FUZZ_FUNCTIONS_H
