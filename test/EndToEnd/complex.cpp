// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs over std::complex: locals, parameters of every kind, arrays,
// members, results of helpers, loops. The primal values are those of the
// program itself to the last bit. test/Rules/complex.cpp has each function by
// itself.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <complex>

using C = std::complex<double>;

// By value, with a local, a helper, a constant, and mixed operands.
static C respond(C s, double gain) { return gain / (s * s + 0.4 * s + 1.0); }

[[grad]] double gainOf(C s, double gain) {
  const C one = 1.0, i(0, 1);
  C h = respond(s, gain);
  h = one + 2.0 * h * i;
  h -= C(0.25, gain);
  return std::abs(h) + std::arg(h) * h.real();
}

// Behind a pointer, in place, with a twiddle factor that the loop carries.
[[grad]] double transform(C *x, int n) {
  for (int half = 1; half < n; half *= 2) {
    C turn = std::polar(1.0, -3.14159265358979323846 / half);
    for (int start = 0; start < n; start += 2 * half) {
      C w = 1.0;
      for (int k = 0; k < half; ++k) {
        C even = x[start + k], odd = w * x[start + k + half];
        x[start + k] = even + odd;
        x[start + k + half] = even - odd;
        w *= turn;
      }
    }
  }
  double power = 0;
  for (int k = 0; k < n; ++k)
    power += (k + 1) * std::norm(x[k]);
  return power;
}

// By reference, until it converges.
[[grad]] double root(const C &c, double start) {
  C z(start, 0.5);
  for (int i = 0; i < 50; ++i) {
    C step = (z * z * z - c) / (3.0 * z * z);
    z -= step;
    if (std::abs(step) < 1e-14)
      break;
  }
  return z.real() * 3 + z.imag();
}

struct Mode {
  C pole, residue;
  double weight;
};

// Members of records in an array, and an accumulated sum of exponentials.
[[grad]] double decay(const Mode *modes, int n, double t) {
  C sum;
  for (int i = 0; i < n; ++i) {
    Mode m = modes[i];
    sum += m.weight * m.residue * std::exp(m.pole * t);
  }
  return sum.imag() + std::real(sum * std::conj(sum));
}

static void mix(C &a, C &b, const C &by) {
  C before = a;
  a = a * by + b;
  b = std::sqrt(before * before - b);
}

// Local arrays, references, conditions, swaps.
[[grad]] double scramble(const double *x, int) {
  C z[3] = {{x[0], x[1]}, C(x[2]), {x[1] * x[2], 1}};
  for (int i = 0; i < 4; ++i) {
    mix(z[i % 3], z[(i + 1) % 3], C(0.5, x[0]));
    if (z[0] == z[1] || std::norm(z[i % 3]) > 2)
      std::swap(z[0], z[2]);
    C &last = z[2];
    last.real(last.imag() * x[0]);
    last = -last / 2.0;
  }
  return z[0].real() + z[1].imag() * std::abs(z[2]);
}

// The result is complex: a seed for each part.
[[grad]] C product(C a, C b) { return a * b + std::log(a); }

// In float, and from float to double.
[[grad]] float single(std::complex<float> z) {
  return std::abs(std::exp(z) * z);
}
[[grad]] double widened(std::complex<float> z) {
  C w(z);
  w *= z;
  return std::real(std::sin(w));
}

// Arrays without initialisers, or with too few, are zero.
[[grad]] double arrays(double x, double y) {
  C b[2], d[2][2], e[3] = {C(x, 1)};
  b[0] = C(x, y);
  b[1] = b[0] * b[0];
  d[1][0] = b[1] * x;
  return b[1].real() + d[1][0].imag() + std::norm(e[0]) + d[0][1].real() +
         e[2].imag();
}

static double *flat(C *z) { return reinterpret_cast<double *>(z); }

int main() {
  NABLA_CHECK(check_scalar(arrays, arrays_grad, {2, 3}));
  NABLA_CHECK(check_flat([](double *p) { return gainOf(C(p[0], p[1]), p[2]); },
                         [](double *p, double *d) {
                           return gainOf_grad(C(p[0], p[1]), p[2],
                                              reinterpret_cast<C *>(d), d + 2);
                         },
                         {0.3, 1.1, 2.5}));
  NABLA_CHECK(check_flat(
      [](double *p) { return transform(reinterpret_cast<C *>(p), 4); },
      [](double *p, double *d) {
        return transform_grad(reinterpret_cast<C *>(p), 4,
                              reinterpret_cast<C *>(d));
      },
      {0.3, 1.1, 2.5, -0.4, 0.7, 0.1, -1.3, 0.9}));
  NABLA_CHECK(check_flat([](double *p) { return root(C(p[0], p[1]), p[2]); },
                         [](double *p, double *d) {
                           return root_grad(C(p[0], p[1]), p[2],
                                            reinterpret_cast<C *>(d), d + 2);
                         },
                         {0.8, -0.9, 1.0}));
  static_assert(sizeof(Mode) == 5 * sizeof(double));
  NABLA_CHECK(check_flat(
      [](double *p) { return decay(reinterpret_cast<Mode *>(p), 2, p[10]); },
      [](double *p, double *d) {
        return decay_grad(reinterpret_cast<Mode *>(p), 2, p[10],
                          reinterpret_cast<Mode *>(d), d + 10);
      },
      {-0.3, 2, 1, 0.5, 0.7, -0.1, 3, 0.2, -0.8, 1.1, 0.6}));
  NABLA_CHECK(check_array(scramble, scramble_grad, {0.7, -1.2, 0.4}));
  NABLA_CHECK(check_array(scramble, scramble_grad, {1.7, 0.3, -0.9}));

  C a(0.4, 1.3), b(-0.7, 0.2), seed(1.5, -2), d_a, d_b;
  C value = product_vjp(a, b, seed, &d_a, &d_b);
  NABLA_CHECK(check_true("value", value == product(a, b)));
  C in_a = seed * std::conj(b + 1.0 / a), in_b = seed * std::conj(a);
  for (int k = 0; k < 2; ++k) {
    NABLA_CHECK(check_near("d_a", flat(&d_a)[k], flat(&in_a)[k]));
    NABLA_CHECK(check_near("d_b", flat(&d_b)[k], flat(&in_b)[k]));
  }

  std::complex<float> z(0.3f, -0.6f), d_z;
  single_grad(z, &d_z); // |exp(z) z| = exp(x) |z|
  NABLA_CHECK(check_near(
      "in float", d_z.real(),
      std::exp(0.3) * (std::sqrt(0.45) + 0.3 / std::sqrt(0.45)), 1e-6L));
  d_z = {};
  widened_grad(z, &d_z); // sin(z^2)
  C slope = std::conj(2.0 * C(z) * std::cos(C(z) * C(z)));
  NABLA_CHECK(check_near("widened", d_z.imag(), slope.imag(), 1e-6L));
  return nabla_test::result();
}
