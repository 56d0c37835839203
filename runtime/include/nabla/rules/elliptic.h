// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivatives of the elliptic integrals in the modulus, or what they
// consist of, without the cancellation between F and E. For float, double and
// long double, |k| <= 1:
//
//   ellint_b(k) = (E - (1 - k^2) K) / k^2      K' =  k b / (1 - k^2)
//   ellint_d(k) = (K - E) / k^2                E' = -k d
//   ellint_1_dk(k, phi), ellint_2_dk(k, phi)   those of F(k, phi), E(k, phi)
//
// Needs no other header.

#ifndef NABLA_RULES_ELLIPTIC_H
#define NABLA_RULES_ELLIPTIC_H

namespace nabla {
namespace detail {
namespace elliptic {

inline double sqrt(double x) { return __builtin_sqrt(x); }
inline long double sqrt(long double x) { return __builtin_sqrtl(x); }
inline double sin(double x) { return __builtin_sin(x); }
inline long double sin(long double x) { return __builtin_sinl(x); }
inline double cos(double x) { return __builtin_cos(x); }
inline long double cos(long double x) { return __builtin_cosl(x); }
inline double round(double x) { return __builtin_round(x); }
inline long double round(long double x) { return __builtin_roundl(x); }
inline double fabs(double x) { return __builtin_fabs(x); }
inline long double fabs(long double x) { return __builtin_fabsl(x); }

constexpr long double pi = 3.14159265358979323846264338327950288L;

/// By the arithmetic-geometric mean (Abramowitz & Stegun, Handbook of
/// Mathematical Functions, 17.6): K / 2 + sign * K * sum 2^(n-1) (c_n / k)^2,
/// where c_n is half the difference of the n-th means.
template <class T> T integral(T k, int sign) {
  T a = 1, g = sqrt((1 - k) * (1 + k));
  T over_k = 1; // c_n / k
  T sum = 0;
  for (T weight = 1; k * over_k * k * over_k > T(1e-40L); weight *= 2) {
    T mean = (a + g) / 2;
    g = sqrt(a * g);
    a = mean;
    over_k = k * over_k * over_k / (4 * a);
    sum += weight * over_k * over_k;
  }
  T complete = T(pi / 2) / a;
  return complete * (T(1) / 2 + sign * sum);
}

template <class T> T ellint_b(T k) {
  return k * k == 1 ? T(1) : integral(k, -1);
}
template <class T> T ellint_d(T k) {
  return k * k == 1 ? T(__builtin_inf()) : integral(k, 1);
}

/// Carlson's R_D by duplication and a series of order five: B. C. Carlson,
/// Numerical computation of real or complex elliptic integrals (1995).
template <class T> T carlson_d(T x, T y, T z) {
  T mean = (x + y + 3 * z) / 5, dx = mean - x, dy = mean - y;
  T quarter = 1, sum = 0;
  while (quarter * (fabs(dx) + fabs(dy)) > T(4e-4) * mean) {
    T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z);
    T lambda = rx * ry + rx * rz + ry * rz;
    sum += quarter / (rz * (z + lambda));
    quarter /= 4;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
    mean = (mean + lambda) / 4;
  }
  T a = dx * quarter / mean, b = dy * quarter / mean, c = -(a + b) / 3;
  T e2 = a * b - 6 * c * c, e3 = (3 * a * b - 8 * c * c) * c;
  T e4 = 3 * (a * b - c * c) * c * c, e5 = a * b * c * c * c;
  T series = -3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 -
             9 * e2 * e3 / 52 + 3 * e5 / 26;
  return quarter * (1 + series) / (mean * sqrt(mean)) + 3 * sum;
}

/// dF/dk is odd in phi and grows by 2 K' with each step of pi.
template <class T> T ellint_1_dk(T k, T phi) {
  T periods = round(phi / T(pi)), s = sin(phi - periods * T(pi));
  T c = cos(phi), delta2 = (1 - k * s) * (1 + k * s);
  T whole =
      periods == 0 ? T(0) : 2 * periods * ellint_b(k) / ((1 - k) * (1 + k));
  return k * (s * s * s / 3 * carlson_d(c * c, T(1), delta2) + whole);
}
template <class T> T ellint_2_dk(T k, T phi) {
  T periods = round(phi / T(pi)), s = sin(phi - periods * T(pi));
  T c = cos(phi), delta2 = (1 - k * s) * (1 + k * s);
  T whole = periods == 0 ? T(0) : 2 * periods * ellint_d(k);
  return -k * (s * s * s / 3 * carlson_d(c * c, delta2, T(1)) + whole);
}

} // namespace elliptic
} // namespace detail

inline float ellint_b(float k) {
  return float(detail::elliptic::ellint_b<double>(k));
}
inline double ellint_b(double k) { return detail::elliptic::ellint_b(k); }
inline long double ellint_b(long double k) {
  return detail::elliptic::ellint_b(k);
}

inline float ellint_d(float k) {
  return float(detail::elliptic::ellint_d<double>(k));
}
inline double ellint_d(double k) { return detail::elliptic::ellint_d(k); }
inline long double ellint_d(long double k) {
  return detail::elliptic::ellint_d(k);
}

inline float ellint_1_dk(float k, float phi) {
  return float(detail::elliptic::ellint_1_dk<double>(k, phi));
}
inline double ellint_1_dk(double k, double phi) {
  return detail::elliptic::ellint_1_dk(k, phi);
}
inline long double ellint_1_dk(long double k, long double phi) {
  return detail::elliptic::ellint_1_dk(k, phi);
}

inline float ellint_2_dk(float k, float phi) {
  return float(detail::elliptic::ellint_2_dk<double>(k, phi));
}
inline double ellint_2_dk(double k, double phi) {
  return detail::elliptic::ellint_2_dk(k, phi);
}
inline long double ellint_2_dk(long double k, long double phi) {
  return detail::elliptic::ellint_2_dk(k, phi);
}

} // namespace nabla

#endif // NABLA_RULES_ELLIPTIC_H
