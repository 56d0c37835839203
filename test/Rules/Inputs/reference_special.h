// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reference.h, continued: C++17's special functions, from their definitions as
// integrals, series and recurrences.

#ifndef NABLA_TEST_RULES_REFERENCE_SPECIAL_H
#define NABLA_TEST_RULES_REFERENCE_SPECIAL_H

#include "reference.h"
#include <vector>

namespace reference {

inline Real pi() {
  Real R;
  mpfr_const_pi(R.get(), MPFR_RNDN);
  return R;
}

/// The integral of F from 0 to End by the double exponential rule
///   x = End / (1 + exp(-pi sinh t)), t = k / 64, |t| <= 5.5.
template <class Fn> Real integral(const Real &End, Fn F) {
  Real Sum = 0, H = Real(1) / 64;
  for (int K = -352; K <= 352; ++K) {
    Real T = H * K, E = exp(-(pi() * sinh(T)));
    Real X = End / (E + 1);
    Real Weight = X * E / (E + 1) * pi() * cosh(T);
    Sum = Sum + Weight * F(X);
  }
  return Sum * H;
}

REFERENCE_2(beta, mpfr_beta)
REFERENCE_1(expint, mpfr_eint)
REFERENCE_1(riemann_zeta, mpfr_zeta)

//===--- Elliptic integrals -----------------------------------------------===//

inline Real modular(const Real &K, const Real &Angle) {
  Real S = K * sin(Angle);
  return sqrt(Real(1) - S * S);
}
inline Real ellint_1(const Real &K, const Real &Phi) {
  return integral(Phi, [&](const Real &X) { return Real(1) / modular(K, X); });
}
inline Real ellint_2(const Real &K, const Real &Phi) {
  return integral(Phi, [&](const Real &X) { return modular(K, X); });
}
inline Real ellint_3(const Real &K, const Real &Nu, const Real &Phi) {
  return integral(Phi, [&](const Real &X) {
    return Real(1) / ((Real(1) - Nu * sin(X) * sin(X)) * modular(K, X));
  });
}
inline Real comp_ellint_1(const Real &K) { return ellint_1(K, pi() / 2); }
inline Real comp_ellint_2(const Real &K) { return ellint_2(K, pi() / 2); }
inline Real comp_ellint_3(const Real &K, const Real &Nu) {
  return ellint_3(K, Nu, pi() / 2);
}
inline Real ellint_b(const Real &K) {
  return integral(
      pi() / 2, [&](const Real &X) { return cos(X) * cos(X) / modular(K, X); });
}
inline Real ellint_d(const Real &K) {
  return integral(
      pi() / 2, [&](const Real &X) { return sin(X) * sin(X) / modular(K, X); });
}

/// By differences once more, which leave about 160 bits.
inline Real ellint_1_dk(const Real &K, const Real &Phi) {
  Real H = exp2(Real(-80));
  return (ellint_1(K + H, Phi) - ellint_1(K - H, Phi)) / (H + H);
}
inline Real ellint_2_dk(const Real &K, const Real &Phi) {
  Real H = exp2(Real(-80));
  return (ellint_2(K + H, Phi) - ellint_2(K - H, Phi)) / (H + H);
}

//===--- Orthogonal polynomials -------------------------------------------===//

/// P(N) of P(0) = P0, P(1) = P1 and P(k + 1) = Next(k, P(k), P(k - 1)).
template <class Fn> Real recurrence(int N, Real P0, Real P1, Fn Next) {
  if (N == 0)
    return P0;
  for (int K = 1; K < N; ++K) {
    Real P2 = Next(K, P1, P0);
    P0 = P1;
    P1 = P2;
  }
  return P1;
}
inline Real hermite(const Real &N, const Real &X) {
  return recurrence(N.integer(), 1, Real(2) * X,
                    [&](int K, const Real &P, const Real &Before) {
                      return Real(2) * (X * P - Real(K) * Before);
                    });
}
inline Real assoc_laguerre(const Real &N, const Real &M, const Real &X) {
  return recurrence(N.integer(), 1, Real(1) + M - X,
                    [&](int K, const Real &P, const Real &Before) {
                      return ((Real(2 * K + 1) + M - X) * P -
                              (Real(K) + M) * Before) /
                             (K + 1);
                    });
}
inline Real laguerre(const Real &N, const Real &X) {
  return assoc_laguerre(N, 0, X);
}
/// (1 - x^2)^(m/2) d^m/dx^m P_n(x); (2m - 1)!! (1 - x^2)^(m/2) for n = m.
inline Real assoc_legendre(const Real &N, const Real &M, const Real &X) {
  int Order = M.integer();
  if (N < M)
    return 0;
  Real First = 1;
  for (int K = 1; K <= Order; ++K)
    First = First * (2 * K - 1) * sqrt(Real(1) - X * X);
  return recurrence(N.integer() - Order, First, X * (2 * Order + 1) * First,
                    [&](int K, const Real &P, const Real &Before) {
                      int L = Order + K;
                      return (X * (2 * L + 1) * P - Real(L + Order) * Before) /
                             (L - Order + 1);
                    });
}
inline Real legendre(const Real &N, const Real &X) {
  return recurrence(N.integer(), 1, X,
                    [&](int K, const Real &P, const Real &Before) {
                      return (X * (2 * K + 1) * P - Real(K) * Before) / (K + 1);
                    });
}
inline Real legendre_derivative(const Real &N, const Real &K, const Real &X) {
  int Order = K.integer();
  if (N < K)
    return 0;
  Real First = 1;
  for (int J = 1; J <= Order; ++J)
    First = First * (2 * J - 1);
  // P_n^(k) is P_n^k without the power of 1 - x^2.
  return recurrence(N.integer() - Order, First, X * (2 * Order + 1) * First,
                    [&](int J, const Real &P, const Real &Before) {
                      int L = Order + J;
                      return (X * (2 * L + 1) * P - Real(L + Order) * Before) /
                             (L - Order + 1);
                    });
}
inline Real sph_legendre(const Real &N, const Real &M, const Real &Theta) {
  Real Factor =
      (N * 2 + 1) / (pi() * 4) * tgamma(N - M + 1) / tgamma(N + M + 1);
  Real P = assoc_legendre(N, M, cos(Theta)) * sqrt(Factor);
  return M.integer() % 2 ? -P : P;
}

//===--- Bessel functions -------------------------------------------------===//

/// sum over k of (Sign x^2 / 4)^k / (k! gamma(k + nu + 1)) (x / 2)^nu
inline Real besselSeries(const Real &Nu, const Real &X, int Sign) {
  Real Sum = 0, Power = pow(X / 2, Nu);
  for (int K = 0; K < 200; ++K) {
    Sum = Sum + Power / (tgamma(Real(K + 1)) * tgamma(Nu + (K + 1)));
    Power = Power * X * X / (4 * Sign);
  }
  return Sum;
}
inline Real cyl_bessel_j(const Real &Nu, const Real &X) {
  return besselSeries(Nu, X, -1);
}
inline Real cyl_bessel_i(const Real &Nu, const Real &X) {
  return besselSeries(Nu, X, 1);
}
/// The integral of exp(-x cosh t) cosh(nu t), for which sums over equal steps
/// are as good as any rule.
inline Real cyl_bessel_k(const Real &Nu, const Real &X) {
  Real Sum = exp(-X) / 2, H = Real(1) / 32;
  for (int K = 1; K <= 256; ++K)
    Sum = Sum + exp(-(X * cosh(H * K))) * cosh(Nu * H * K);
  return Sum * H;
}
inline Real cyl_neumann(const Real &Nu, const Real &X) {
  if (Nu == Real(Nu.integer()))
    return yn(Nu, X);
  return (cyl_bessel_j(Nu, X) * cos(Nu * pi()) - cyl_bessel_j(-Nu, X)) /
         sin(Nu * pi());
}
inline Real sph_bessel(const Real &N, const Real &X) {
  if (X < Real(0)) // only next to 0, for differences there
    return N.integer() % 2 ? -sph_bessel(N, -X) : sph_bessel(N, -X);
  return sqrt(pi() / (X * 2)) * cyl_bessel_j(N + Real(0.5), X);
}
inline Real sph_neumann(const Real &N, const Real &X) {
  return sqrt(pi() / (X * 2)) * cyl_neumann(N + Real(0.5), X);
}

} // namespace reference

#endif // NABLA_TEST_RULES_REFERENCE_SPECIAL_H
