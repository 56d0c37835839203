// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with rules, pure ones, applied again and again to what they have
// made: an iteration that is run again for its reverse must not hand them what
// a later iteration has left. Expected gradients are differences.
//
// RUN: %nabla -std=c++17 -fplugin-arg-nabla-verify -O0 %s -o %t && %t

#include "../EndToEnd/support/check_gradient.h"
#include <cmath>
#include <complex>
#include <nabla/rules.h>

//===--- Classes ----------------------------------------------------------===//

struct V {
  double a, b;
};
V mul(const V &x, const V &y);
V half(const V &x);
template <> struct nabla::adjoint<&mul> {
  static void vjp(const V &x, const V &y, const V &seed, V &dx, V &dy) {
    dx.a += seed.a * y.a;
    dy.a += seed.a * x.a;
    dx.b += seed.b * y.b;
    dy.b += seed.b * x.b;
  }
  static constexpr bool pure = true;
};
template <> struct nabla::adjoint<&half> {
  static void vjp(const V &, const V &r, const V &seed, V &dx) {
    dx.a += seed.a / (2 * r.a);
    dx.b += seed.b / (2 * r.b);
  }
  static auto reads(const V &) { return nabla::reads(nabla::result); }
  static constexpr bool pure = true;
};

[[grad]] double same(double x, double y) {
  V z{x, y}, w{y, 2};
  for (int i = 0; i < 3; ++i)
    z = mul(z, w);
  return z.a + 2 * z.b;
}
[[grad]] double twice(double x, double y) {
  V z{x, y}, w{y, 2};
  for (int i = 0; i < 3; ++i) {
    V t = mul(z, w);
    z = mul(t, {z.a + 1, z.b});
  }
  return z.a + 2 * z.b;
}
[[grad]] double roots(double x, double y) {
  V z{x, y}, w{y, 2};
  int i = 0;
  while (i++ < 3)
    z = half({z.a + w.b, z.b * w.a});
  return z.a + 2 * z.b;
}

//===--- Arrays -----------------------------------------------------------===//

void mulv(const double *x, const double *y, double *z);
template <> struct nabla::adjoint<&mulv> {
  static void vjp(const double *x, const double *y, const double *, double *dx,
                  double *dy, double *dz) {
    for (int i = 0; i < 2; ++i) {
      if (dx)
        dx[i] += dz[i] * y[i];
      if (dy)
        dy[i] += dz[i] * x[i];
      dz[i] = 0;
    }
  }
  static auto reads(const double *x, const double *y, const double *) {
    return nabla::reads(nabla::input(x, 2), nabla::input(y, 2));
  }
  static constexpr bool pure = true;
};
[[grad]] double arrays(double x, double y) {
  double z[2] = {x, y}, w[2] = {y, 2};
  for (int i = 0; i < 3; ++i) {
    double t[2], u[2];
    mulv(z, w, t);
    mulv(t, z, u);
    z[0] = u[0] + 1;
    z[1] = u[1] * .5;
  }
  return z[0] + z[1];
}

//===--- Complex numbers --------------------------------------------------===//

using C = std::complex<double>;
#define COMPLEX(name, step)                                                    \
  [[grad]] double name(double x, double y) {                                   \
    C z(x, y), w(y, 2), s;                                                     \
    for (int i = 0; i < 3; ++i) {                                              \
      step;                                                                    \
    }                                                                          \
    return z.real() + 2 * z.imag() + s.real() - s.imag();                      \
  }
COMPLEX(inverse, z = 1. / z)
COMPLEX(ratio, z = z / (z + w))
COMPLEX(over, z /= w)
COMPLEX(mean, z = z / 2. + 1. / z)
COMPLEX(sum, s += z / (z + w + double(i)); z *= 0.9)
COMPLEX(products, z = (z * w) * (z + w) * 0.1)
COMPLEX(root, z = std::sqrt(z * w))
COMPLEX(power, z = 0.3 * std::exp(0.2 * z * w) + z)
COMPLEX(parts, C t = z * w; C u = z + w; z = t / u)
COMPLEX(either, if (i % 2) z = std::sqrt(z + w); else z = w / z)

int main() {
#define CHECK(f) NABLA_CHECK(nabla_test::check_scalar(f, f##_grad, {0.7, 1.3}))
  CHECK(same);
  CHECK(twice);
  CHECK(roots);
  CHECK(arrays);
  CHECK(inverse);
  CHECK(ratio);
  CHECK(over);
  CHECK(mean);
  CHECK(sum);
  CHECK(products);
  CHECK(root);
  CHECK(power);
  CHECK(parts);
  CHECK(either);
  return nabla_test::result();
}

V mul(const V &x, const V &y) { return {x.a * y.a, x.b * y.b}; }
V half(const V &x) { return {std::sqrt(x.a), std::sqrt(x.b)}; }
void mulv(const double *x, const double *y, double *z) {
  for (int i = 0; i < 2; ++i)
    z[i] = x[i] * y[i];
}
