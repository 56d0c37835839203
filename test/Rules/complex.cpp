// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function and operator of std::complex, both parts of its result, in
// each operand, in each precision, against differences of the same in long
// double; the values are the library's to the last bit; and what
// docs/conventions.md says of zeros.
//
// RUN: %nabla -std=c++17 -O1 %s -o %t
// RUN: %t | FileCheck %s

#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>

template <class T> using Z = std::complex<T>;

template <class T> static T part(const Z<T> &w, int k) {
  return k ? w.imag() : w.real();
}

// A function of z, w and x, for differences and, in each precision, for Nabla.
#define CASE(Name, Expression)                                                 \
  template <class T> Z<T> Name##_of(Z<T> z, Z<T> w, T x) {                     \
    using namespace std;                                                       \
    return Expression;                                                         \
  }                                                                            \
  [[grad]] float Name(Z<float> z, Z<float> w, float x, int k) {                \
    return part(Name##_of<float>(z, w, x), k);                                 \
  }                                                                            \
  [[grad]] double Name(Z<double> z, Z<double> w, double x, int k) {            \
    return part(Name##_of<double>(z, w, x), k);                                \
  }                                                                            \
  [[grad]] long double Name(Z<long double> z, Z<long double> w, long double x, \
                            int k) {                                           \
    return part(Name##_of<long double>(z, w, x), k);                           \
  }

#define CASES                                                                  \
  CASE(exponential, exp(z))                                                    \
  CASE(logarithm, log(z))                                                      \
  CASE(decadic, log10(z))                                                      \
  CASE(root, sqrt(z))                                                          \
  CASE(sine, sin(z))                                                           \
  CASE(cosine, cos(z))                                                         \
  CASE(tangent, tan(z))                                                        \
  CASE(sineh, sinh(z))                                                         \
  CASE(cosineh, cosh(z))                                                       \
  CASE(tangenth, tanh(z))                                                      \
  CASE(arcsine, asin(z))                                                       \
  CASE(arccosine, acos(z))                                                     \
  CASE(arctangent, atan(z))                                                    \
  CASE(arcsineh, asinh(z))                                                     \
  CASE(arccosineh, acosh(z))                                                   \
  CASE(arctangenth, atanh(z))                                                  \
  CASE(power, pow(z, w))                                                       \
  CASE(realExponent, pow(z, x))                                                \
  CASE(realBase, pow(x, z))                                                    \
  CASE(integerExponent, pow(z, 3) * T(1))                                      \
  CASE(fromPolar, polar(x, w.real()))                                          \
  CASE(projected, proj(z) * x)                                                 \
  CASE(timesComplex, z *w)                                                     \
  CASE(timesReal, x *(z * x))                                                  \
  CASE(overComplex, z / w)                                                     \
  CASE(overReal, z / x)                                                        \
  CASE(realOver, x / z)                                                        \
  CASE(sums, x - (z + w) - (x + z + x) - (w - x) + (-z) + (+w))                \
  CASE(conjugate, conj(z))                                                     \
  CASE(parts, Z<T>(norm(z), arg(w)))                                           \
  CASE(more, Z<T>(abs(z), imag(w) * real(z)))                                  \
  CASE(ofReals, Z<T>(norm(x) + real(x), imag(x) + x))                          \
  CASE(members, Z<T>(z.imag(), w.real()))                                      \
  CASE(compound, changed(z, w, x))                                             \
  CASE(compared, z == w || z != w ? z * x : w)                                 \
  CASE(comparedToReal, z == x || x != z ? w * x : z)

template <class T> static Z<T> changed(Z<T> z, Z<T> w, T x) {
  z += w;
  z *= z;
  z -= x;
  z /= w;
  w = x;
  z *= x;
  w.imag(x * x);
  z -= w;
  z /= x;
  return z += x;
}

CASES

static int Compared = 0;

static void compare(const char *Name, int Part, int Argument, long double Is,
                    long double ShouldBe, long double Tolerance) {
  ++Compared;
  if (std::fabs(Is - ShouldBe) <= Tolerance * (1 + std::fabs(ShouldBe)))
    return;
  std::printf(
      "WRONG: part %d of %s, argument %d: should be %.18Lg, is %.18Lg\n", Part,
      Name, Argument, ShouldBe, Is);
}

template <class T, class Fn, class Grad, class Reference>
void check(const char *Name, Fn F, Grad G, Reference R, long double Ulps) {
  using L = long double;
  const L Points[][5] = {{0.6L, 0.7L, 1.3L, -0.4L, 1.7L},
                         {-0.8L, 0.3L, -0.2L, -1.1L, 0.6L}};
  for (auto &Point : Points)
    for (int k = 0; k < 2; ++k) {
      T P[5];
      for (int i = 0; i < 5; ++i)
        P[i] = T(Point[i]);
      Z<T> z(P[0], P[1]), w(P[2], P[3]), d_z, d_w;
      T d_x = 0;
      T Value = G(z, w, P[4], k, &d_z, &d_w, &d_x);
      if (Value != F(z, w, P[4], k))
        std::printf("WRONG: value of %s\n", Name);
      auto At = [&](int i, L h) {
        L Q[5];
        for (int j = 0; j < 5; ++j)
          Q[j] = L(P[j]) + (i == j ? h : 0);
        return part(R(Z<L>(Q[0], Q[1]), Z<L>(Q[2], Q[3]), Q[4]), k);
      };
      T D[5] = {d_z.real(), d_z.imag(), d_w.real(), d_w.imag(), d_x};
      for (int i = 0; i < 5; ++i) {
        auto Slope = [&](L h) { return (At(i, h) - At(i, -h)) / (2 * h); };
        L h = 1e-3L, Rough = (4 * Slope(h) - Slope(2 * h)) / 3,
          Fine = (4 * Slope(h / 2) - Slope(h)) / 3;
        compare(Name, k, i, D[i], (16 * Fine - Rough) / 15,
                Ulps * std::numeric_limits<T>::epsilon() + 1e-14L);
      }
    }
}

template <class T> using Fn = T (*)(Z<T>, Z<T>, T, int);
template <class T> using Grad = T (*)(Z<T>, Z<T>, T, int, Z<T> *, Z<T> *, T *);

// What does not matter does no harm, whatever its partial is.
[[grad]] double harmless(Z<double> z, double x) {
  double s = std::real(std::sqrt(z)) + std::real(std::log(z)) +
             std::abs(std::pow(z, 0.5)) + std::arg(z) + std::abs(1.0 / z);
  return x > 1 ? s : x;
}
[[grad]] double modulus(Z<double> z) { return std::abs(z); }
[[grad]] double square(Z<double> z) { return std::real(std::pow(z, 2.0)); }
[[grad]] double angle(Z<double> z) { return std::arg(z); }
[[grad]] Z<double> raised(Z<double> z, Z<double> w) { return std::pow(z, w); }
[[grad]] Z<double> onSphere(Z<double> z) { return std::proj(z); }
[[grad]] Z<double> steep(Z<double> z) { return std::sqrt(z); }

static void conventions() {
  Z<double> d;
  double d_x = 0;
  harmless_grad(0, 0.5, &d, &d_x);
  compare("harmless", 0, 0, d.real(), 0, 0);
  compare("harmless", 0, 1, d.imag(), 0, 0);
  compare("harmless", 0, 2, d_x, 1, 0);
  modulus_grad(0, &d);
  compare("modulus", 0, 0, d.real(), 0, 0);
  compare("modulus", 0, 1, d.imag(), 0, 0);
  square_grad(0, &d);
  compare("square", 0, 0, d.real(), 0, 0);
  compare("square", 0, 1, d.imag(), 0, 0);
  for (double size : {1e-200, 1e200}) { // the power is 0, or infinite
    Z<double> slope;
    square_grad(size, &slope);
    compare("square at an end of the range", 0, 0, slope.real() / size, 2,
            1e-12); // log and exp lose digits there
  }
  raised_vjp(0, 2, Z<double>(1, 3), &d, &d);
  onSphere_vjp(Z<double>(HUGE_VAL, 1), Z<double>(1, 3), &d);
  compare("raised and on the sphere", 0, 0, d.real(), 0, 0);
  compare("raised and on the sphere", 0, 1, d.imag(), 0, 0);
  Z<double> nowhere;
  angle_grad(0, &nowhere);
  compare("angle", 0, 0, std::isnan(nowhere.real()), 1, 0);
  compare("angle", 0, 1, std::isnan(nowhere.imag()), 1, 0);
  steep_vjp(0, Z<double>(0, 0), &d);
  compare("steep", 0, 0, d.real(), 0, 0);
  compare("steep", 0, 1, d.imag(), 0, 0);
  // On the cut of log the sign of a zero imaginary part counts.
  d = 0;
  Z<double> below = steep_vjp(Z<double>(-4, -0.0), Z<double>(1, 0), &d);
  compare("cut", 0, 0, below.imag(), -2, 0);
  compare("cut", 0, 1, d.imag(), -0.25, 0);
}

#undef CASE
#define CASE(Name, Expression)                                                 \
  check<float>(#Name, Fn<float>(Name), Grad<float>(Name##_grad),               \
               Name##_of<long double>, 64);                                    \
  check<double>(#Name, Fn<double>(Name), Grad<double>(Name##_grad),            \
                Name##_of<long double>, 64);                                   \
  check<long double>(#Name, Fn<long double>(Name),                             \
                     Grad<long double>(Name##_grad), Name##_of<long double>,   \
                     64);

int main() {
  CASES
  conventions();
  std::printf("%d partials compared\n", Compared);
}

// CHECK-NOT: WRONG
// CHECK: {{[1-9][0-9][0-9]+}} partials compared
