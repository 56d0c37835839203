// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivatives of the logarithm of the gamma function, which C++ does not
// have: digamma, trigamma, and polygamma of any order, for float, double and
// long double. Adjoints of tgamma, lgamma and beta call them.
//
// Needs no other header: the compiler's builtins are enough.

#ifndef NABLA_RULES_GAMMA_H
#define NABLA_RULES_GAMMA_H

namespace nabla {
namespace detail {
namespace gamma {

constexpr long double pi = 3.14159265358979323846264338327950288L;

inline double log(double x) { return __builtin_log(x); }
inline long double log(long double x) { return __builtin_logl(x); }
inline double tan(double x) { return __builtin_tan(x); }
inline long double tan(long double x) { return __builtin_tanl(x); }
inline double round(double x) { return __builtin_round(x); }
inline long double round(long double x) { return __builtin_roundl(x); }

/// From here on the asymptotic series below are exact to the last bit.
template <class T> constexpr T large = sizeof(T) > sizeof(double) ? 16 : 10;

/// The Bernoulli numbers B(2), B(4), ..., B(20).
template <class T>
constexpr T bernoulli[] = {T(1) / 6,        T(-1) / 30,     T(1) / 42,
                           T(-1) / 30,      T(5) / 66,      T(-691) / 2730,
                           T(7) / 6,        T(-3617) / 510, T(43867) / 798,
                           T(-174611) / 330};

/// digamma(1 + t) for t in [0, 1]: the distance from its zero, times one plus a
/// rational function that was interpolated in 15 Chebyshev points, within
/// 2^-75.
template <class T> T digamma_near(T t) {
  constexpr T p[] = {
      T(0.2503801375034053590198L),     T(-0.2748286392002289662452L),
      T(-0.7363523977723212566823L),    T(-0.448713294442672542573L),
      T(-0.1167253825391038699384L),    T(-0.01393407282733483894035L),
      T(-0.0006926277923740166887851L), T(-0.00001002130744993932568477L)};
  constexpr T q[] = {T(1),
                     T(2.315937386980913219905L),
                     T(1.959403182104181504161L),
                     T(0.7901860963473187969527L),
                     T(0.1626356759950897872123L),
                     T(0.01665027246534645648205L),
                     T(0.0007449827179226763924117L),
                     T(0.00001008499260127813564076L)};
  T num = p[7], den = q[7];
  for (int k = 6; k >= 0; --k) {
    num = num * t + p[k];
    den = den * t + q[k];
  }
  // The zero is at 1.46163..., here in three parts that are exact.
  T distance = t - T(495673741) / T(1073741824);
  distance -= T(381566830) / T(1073741824) / T(1073741824);
  distance -= T(9.016312093258695918614428e-20L);
  return distance + distance * (num / den);
}

/// log(x) - 1/(2x) - sum B(2k) / (2k x^2k).
template <class T> T digamma_large(T x) {
  T w = 1 / (x * x), tail = 0;
  for (int k = 9; k >= 0; --k)
    tail = (tail + bernoulli<T>[k] / (2 * k + 2)) * w;
  return log(x) - (1 / (2 * x) + tail);
}

template <class T> T digamma_positive(T x) {
  if (x >= large<T>)
    return digamma_large(x);
  if (x <= 1)
    return digamma_near(x) - 1 / x;
  T sum = 0;
  for (; x > 2; x -= 1)
    sum += 1 / (x - 1);
  return sum + digamma_near(x - 1);
}

/// x^n.
template <class T> T power(T x, int n) {
  T r = 1;
  for (; n > 0; --n)
    r *= x;
  return r;
}

/// |polygamma(n, x)| for large x: (n-1)!/x^n + n!/(2x^(n+1))
///                              + sum B(2k) (2k+n-1)! / ((2k)! x^(2k+n)).
template <class T> T polygamma_large(int n, T x) {
  T factorial = 1;
  for (int k = 2; k < n; ++k)
    factorial *= k;
  T w = 1 / (x * x), term = factorial, tail = 0;
  for (int k = 2; k <= 20; k += 2) {
    term *= T(k + n - 1) * (k + n - 2) / (k * (k - 1)) * w;
    tail += bernoulli<T>[k / 2 - 1] * term;
  }
  return (factorial + (factorial * n / (2 * x) + tail)) / power(x, n);
}

template <class T> T polygamma_positive(int n, T x) {
  T factorial = 1;
  for (int k = 2; k <= n; ++k)
    factorial *= k;
  // Up by whole steps, then down again, so that small terms are added first.
  int steps = 0;
  while (x + steps < large<T> + n)
    ++steps;
  T sum = polygamma_large(n, x + steps);
  while (steps-- > 0)
    sum += factorial / power(x + steps, n + 1);
  return n % 2 ? sum : -sum;
}

/// The n-th derivative of pi cot(pi x): pi^(n+1) P(cot(pi x)), where P is a
/// polynomial with P_0(c) = c and P_{k+1} = -(1 + c^2) P_k'.
template <class T> T cotangent_derivative(int n, T x) {
  constexpr int max_order = 20;
  if (n > max_order)
    return __builtin_nan("");
  T p[max_order + 2] = {0, 1}, next[max_order + 2] = {};
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j <= k + 2; ++j)
      next[j] = -((j <= k ? (j + 1) * p[j + 1] : 0) +
                  (j >= 2 ? (j - 1) * p[j - 1] : 0));
    for (int j = 0; j <= k + 2; ++j)
      p[j] = next[j];
  }
  T from_pole = x == 0 ? x : x - round(x);
  T c = 1 / tan(T(pi) * from_pole), value = p[n + 1];
  for (int j = n; j >= 0; --j)
    value = value * c + p[j];
  return value * power(T(pi), n + 1);
}

template <class T> T polygamma(int n, T x) {
  if (!(x <= 0))
    return n == 0 ? digamma_positive(x) : polygamma_positive(n, x);
  if (x < 0 && x == round(x)) // a pole between two infinities
    return __builtin_nan("");
  T mirrored = n == 0 ? digamma_positive(1 - x) : polygamma_positive(n, 1 - x);
  return (n % 2 ? -mirrored : mirrored) - cotangent_derivative(n, x);
}

} // namespace gamma
} // namespace detail

/// The n-th derivative of digamma, n >= 0; infinite at 0 and not a number at
/// negative integers and, for n > 20, at all negative x. Abramowitz & Stegun,
/// Handbook of Mathematical Functions, 6.3 and 6.4.
inline float polygamma(int n, float x) {
  return float(detail::gamma::polygamma<double>(n, x));
}
inline double polygamma(int n, double x) {
  return detail::gamma::polygamma(n, x);
}
inline long double polygamma(int n, long double x) {
  return detail::gamma::polygamma(n, x);
}

/// d/dx log|gamma(x)|.
inline float digamma(float x) { return polygamma(0, x); }
inline double digamma(double x) { return polygamma(0, x); }
inline long double digamma(long double x) { return polygamma(0, x); }

/// The derivative of digamma.
inline float trigamma(float x) { return polygamma(1, x); }
inline double trigamma(double x) { return polygamma(1, x); }
inline long double trigamma(long double x) { return polygamma(1, x); }

} // namespace nabla

#endif // NABLA_RULES_GAMMA_H
