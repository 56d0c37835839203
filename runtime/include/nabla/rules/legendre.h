// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivatives of the Legendre polynomials, of any order and everywhere: at
// 1 and -1 too, where the formulas by associated functions divide by zero. For
// float, double and long double:
//
//   legendre_derivative(n, m, x) = d^m P_n / dx^m
//
// Needs no other header.

#ifndef NABLA_RULES_LEGENDRE_H
#define NABLA_RULES_LEGENDRE_H

namespace nabla {
namespace detail {

/// (2m-1)!! times the Gegenbauer polynomial C_{n-m} of parameter m + 1/2, by
/// its recurrence (Abramowitz & Stegun, Handbook of Mathematical Functions,
/// 22.7.3 and 22.5.37).
template <class T> T legendre_derivative(int n, int m, T x) {
  if (m > n || m < 0)
    return 0;
  T before = 0, value = 1;
  for (int j = 1; j <= m; ++j)
    value *= T(2 * j - 1);
  for (int j = 1; j <= n - m; ++j) {
    T next =
        (T(2 * (j + m) - 1) * x * value - T(j + 2 * m - 1) * before) / T(j);
    before = value;
    value = next;
  }
  return value;
}

} // namespace detail

inline float legendre_derivative(int n, int m, float x) {
  return float(detail::legendre_derivative<double>(n, m, x));
}
inline double legendre_derivative(int n, int m, double x) {
  return detail::legendre_derivative(n, m, x);
}
inline long double legendre_derivative(int n, int m, long double x) {
  return detail::legendre_derivative(n, m, x);
}

} // namespace nabla

#endif // NABLA_RULES_LEGENDRE_H
