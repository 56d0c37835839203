// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++17's special functions through the plugin, against differences; and what
// is said where a partial has no known form.
//
// RUN: %nabla -std=c++17 -O1 %s -o %t
// RUN: %t | FileCheck %s
// RUN: not %nabla -std=c++17 -DORDER -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER

#include <cmath>
#include <cstdio>

[[grad]] double integrals(double k, double nu, double phi) {
  return std::ellint_1(k, phi) + std::ellint_2(k, phi) * std::comp_ellint_1(k) +
         std::ellint_3(k, nu, phi) - std::comp_ellint_2(k) +
         std::comp_ellint_3(k, nu) + std::expint(phi) * std::beta(k, phi);
}

[[grad]] double polynomials(double x, unsigned n, unsigned m) {
  return std::hermite(n, x) + std::laguerre(n, x) * std::legendre(n, x) +
         std::assoc_laguerre(n, m, x) - std::assoc_legendre(n, m, x) +
         std::sph_legendre(n, m, x);
}

[[grad("x")]] double bessel(double x, double order, unsigned n) {
  return std::cyl_bessel_j(order, x) + std::cyl_bessel_i(order, x) +
         std::cyl_bessel_k(order, x) * std::cyl_neumann(order, x) -
         std::sph_bessel(n, x) / std::sph_neumann(n, x);
}

[[grad]] float inFloat(float x, unsigned n) {
  return std::legendre(n, x) + std::comp_ellint_1f(x) + std::beta(x, 2.0f);
}

#ifdef ORDER
// ORDER: [[@LINE+2]]:10: error: the derivative of 'cyl_bessel_j' in its argument 1 has no known form; keep that argument inactive, or write a rule of your own
[[grad]] double order(double nu, double x) {
  return std::cyl_bessel_j(nu, x);
}
#endif

static void near(const char *what, double is, double should_be, double by) {
  bool ok = std::fabs(is - should_be) <= by * (1 + std::fabs(should_be));
  std::printf("%s: %s should be %.12g, is %.12g\n", ok ? "ok" : "WRONG", what,
              should_be, is);
}

template <class F> double slope(F f, double x) {
  double h = 1e-4; // the error is of fourth order
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

int main() {
  double k = 0.6, nu = 0.3, phi = 0.8, d_k = 0, d_nu = 0, d_phi = 0;
  integrals_grad(k, nu, phi, &d_k, &d_nu, &d_phi);
  near("k", d_k, slope([&](double k) { return integrals(k, nu, phi); }, k),
       1e-10);
  near("nu", d_nu, slope([&](double nu) { return integrals(k, nu, phi); }, nu),
       1e-10);
  near("phi", d_phi,
       slope([&](double phi) { return integrals(k, nu, phi); }, phi), 1e-10);

  for (unsigned n = 1; n < 5; ++n) {
    double x = 0.37, d = 0;
    polynomials_grad(x, n, 1, &d);
    near("polynomials", d,
         slope([&](double x) { return polynomials(x, n, 1); }, x), 1e-10);
    d = 0;
    bessel_grad(1.9, n + 0.25, n, &d);
    near("bessel", d,
         slope([&](double x) { return bessel(x, n + 0.25, n); }, 1.9), 1e-10);
  }

  float d = 0;
  inFloat_grad(0.37f, 3, &d);
  near("float", d, slope([](double x) {
         return std::legendre(3, x) + std::comp_ellint_1(x) + std::beta(x, 2.0);
       }, 0.37), 1e-6);
  std::printf("done\n");
}

// CHECK-NOT: WRONG
// CHECK: done
