// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference's numbers: a value with its derivative in one direction (a
// forward-mode dual number), so that a program written over them says what its
// derivative is. Nothing here is shared with Nabla.
//
// Beside the tangent, a number carries the sum of the magnitudes of all terms
// that went into it: rounding of any order of summation is bounded by that.
// What would make a point unfit for a comparison is noted on the way: how near
// a branch or a kink was, how large numbers grew, whether any was not finite.

#ifndef NABLA_FUZZ_REAL_H
#define NABLA_FUZZ_REAL_H

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace nabla_fuzz {

/// What a run met.
struct Recorder {
  long double Margin;  ///< Smallest relative distance to a branch or a kink.
  long double Largest; ///< Largest magnitude of a value.
  std::uint64_t Path;  ///< Hash of all decisions taken on reals.
  long Steps;          ///< Operations.
  bool Bad; ///< A value was not finite, or there were too many steps.

  void reset() { *this = {HUGE_VALL, 0, 0, 0, false}; }
  void decided(bool Outcome, long double Distance) {
    Path = (Path + Outcome + 1) * 0x9e3779b97f4a7c15u;
    Path ^= Path >> 29;
    if (!(Distance >= Margin))
      Margin = Distance;
    step();
  }
  void value(long double V) {
    V = std::fabs(V);
    if (!(V <= 1e30L))
      Bad = true;
    if (V > Largest)
      Largest = V;
    step();
  }
  void step() {
    if (++Steps > 2000000)
      std::_Exit(99); // a loop that a reduction has made endless
  }
};
inline Recorder Record;

inline long double relative(long double X, long double Y) {
  return std::fabs(X - Y) / (1 + std::fabs(X) + std::fabs(Y));
}

template <class R> struct Real {
  R V;           ///< Value.
  R T;           ///< Tangent.
  long double A; ///< Sum of magnitudes of the terms of T.

  Real() = default;
  template <class N, class = std::enable_if_t<std::is_arithmetic_v<N>>>
  Real(N Value) : V(static_cast<R>(Value)), T(0), A(0) {}
  template <class S>
  Real(const Real<S> &O)
      : V(static_cast<R>(O.V)), T(static_cast<R>(O.T)), A(O.A) {}
  Real(R V, R T, long double A) : V(V), T(T), A(A) { Record.value(V); }

  template <class N, class = std::enable_if_t<std::is_integral_v<N> &&
                                              !std::is_same_v<N, bool>>>
  explicit operator N() const {
    Record.decided(false, relative(V, std::round(V)));
    return static_cast<N>(V);
  }
  explicit operator bool() const {
    Record.decided(V != 0, relative(V, 0));
    return V != 0;
  }

  template <class S> Real &operator+=(const S &O) { return *this = *this + O; }
  template <class S> Real &operator-=(const S &O) { return *this = *this - O; }
  template <class S> Real &operator*=(const S &O) { return *this = *this * O; }
  template <class S> Real &operator/=(const S &O) { return *this = *this / O; }
  Real &operator++() { return *this += 1; }
  Real &operator--() { return *this -= 1; }
  Real operator++(int) { return std::exchange(*this, *this + 1); }
  Real operator--(int) { return std::exchange(*this, *this - 1); }
};

/// R of Real<R>, N of a number N.
template <class T> struct Bare {
  using type = T;
};
template <class R> struct Bare<Real<R>> {
  using type = R;
};
template <class T> inline constexpr bool IsDual = false;
template <class R> inline constexpr bool IsDual<Real<R>> = true;

/// As C++ converts the operands of arithmetic.
template <class X, class Y>
using Common =
    Real<std::common_type_t<typename Bare<X>::type, typename Bare<Y>::type>>;
/// Enabled where at least one is a Real and the other converts to one.
template <class X, class Y>
using EnableDual = std::enable_if_t<(IsDual<X> || IsDual<Y>) &&
                                    (IsDual<X> || std::is_arithmetic_v<X>) &&
                                    (IsDual<Y> || std::is_arithmetic_v<Y>)>;

template <class R> Real<R> operator+(const Real<R> &X) { return X; }
template <class R> Real<R> operator-(const Real<R> &X) {
  return {-X.V, -X.T, X.A};
}

template <class X, class Y, class = EnableDual<X, Y>>
Common<X, Y> operator+(const X &L, const Y &R) {
  Common<X, Y> A(L), B(R);
  return {A.V + B.V, A.T + B.T, A.A + B.A};
}
template <class X, class Y, class = EnableDual<X, Y>>
Common<X, Y> operator-(const X &L, const Y &R) {
  Common<X, Y> A(L), B(R);
  return {A.V - B.V, A.T - B.T, A.A + B.A};
}
template <class X, class Y, class = EnableDual<X, Y>>
Common<X, Y> operator*(const X &L, const Y &R) {
  Common<X, Y> A(L), B(R);
  return {A.V * B.V, A.T * B.V + A.V * B.T,
          A.A * std::fabs(B.V) + B.A * std::fabs(A.V)};
}
template <class X, class Y, class = EnableDual<X, Y>>
Common<X, Y> operator/(const X &L, const Y &R) {
  Common<X, Y> A(L), B(R);
  auto Q = A.V / B.V;
  return {Q, (A.T - Q * B.T) / B.V,
          (A.A + B.A * std::fabs(Q)) / std::fabs(B.V)};
}

template <class X, class Y>
bool compared(bool Outcome, const X &L, const Y &R) {
  Record.decided(Outcome, relative(L.V, R.V));
  return Outcome;
}
#define NABLA_FUZZ_COMPARE(OP)                                                 \
  template <class X, class Y, class = EnableDual<X, Y>>                        \
  bool operator OP(const X &L, const Y &R) {                                   \
    Common<X, Y> A(L), B(R);                                                   \
    return compared(A.V OP B.V, A, B);                                         \
  }
NABLA_FUZZ_COMPARE(<)
NABLA_FUZZ_COMPARE(<=)
NABLA_FUZZ_COMPARE(>)
NABLA_FUZZ_COMPARE(>=)
NABLA_FUZZ_COMPARE(==)
NABLA_FUZZ_COMPARE(!=)
#undef NABLA_FUZZ_COMPARE

/// The number itself with a tangent that is wrong by a factor: how the tester
/// is tested.
inline long double SkewFactor = 1;
template <class X> auto skewed(const X &Value) {
  if constexpr (IsDual<X>) {
    X Y = Value;
    Y.T = static_cast<decltype(Y.T)>(Y.T * SkewFactor);
    return Y;
  } else {
    return Value;
  }
}

} // namespace nabla_fuzz

#endif // NABLA_FUZZ_REAL_H
