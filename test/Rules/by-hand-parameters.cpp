// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules whose vjp takes what the function takes in each way that is allowed:
// outputs as T * or const T *, classes by reference, by pointer and by value,
// arrays, pointers that are const themselves, or a frame alone. The bodies of
// the functions are there, so what the gradients are compared with is the
// functions.
//
// RUN: %nabla -std=c++17 -O0 %sanitize %s -o %t && %t

#include "../EndToEnd/support/check_gradient.h"
#include <nabla/rules.h>
#include <nabla/rules/tangent.h>

namespace my {
struct pair {
  double a, b;
};
void writable(double x, double *y) { *y = x * x; }
void constant(double x, double *const y) { *y = x * x; }
void toClass(double x, pair *y) { *y = {x * x, 1}; }
void toReference(double x, double &y) { y = x * x; }
void toClassReference(double x, pair &y) { y = {x * x, 2}; }
pair asResult(double x) { return {x * x, x * x * x}; }
void squares(int n, const double *x, double y[3]) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}
void squareAll(int n, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
}
void cube(double *x) { *x = *x * *x * *x; }
double quotient(double x, double y, pair *kept) {
  *kept = {x, y};
  return x / y;
}
} // namespace my

template <> struct nabla::adjoint<&my::writable> {
  static void vjp(double x, double *, double &d_x, double *d_y) {
    d_x += *d_y * 2 * x;
    *d_y = 0;
  }
};
template <> struct nabla::adjoint<&my::constant> {
  static void vjp(double x, double *const, double &d_x, double *const d_y) {
    d_x += *d_y * 2 * x;
    *d_y = 0;
  }
};
template <> struct nabla::adjoint<&my::toClass> {
  static void vjp(double x, my::pair *, double &d_x, my::pair *d_y) {
    d_x += d_y->a * 2 * x;
    *d_y = {0, 0};
  }
};
template <> struct nabla::adjoint<&my::toReference> {
  static void vjp(double x, const double &, double &d_x, double &d_y) {
    d_x += d_y * 2 * x;
    d_y = 0;
  }
};
template <> struct nabla::adjoint<&my::toClassReference> {
  static void vjp(double x, const my::pair &, double &d_x, my::pair &d_y) {
    d_x += d_y.a * 2 * x;
    d_y = {0, 0};
  }
};
template <> struct nabla::adjoint<&my::asResult> {
  static void vjp(double x, my::pair seed, double &d_x) {
    d_x += seed.a * 2 * x + seed.b * 3 * x * x;
  }
};
template <> struct nabla::adjoint<&my::squares> {
  static void vjp(int n, const double *x, double *, double *d_x, double *d_y) {
    for (int i = 0; i < n; ++i) {
      d_x[i] += d_y[i] * 2 * x[i];
      d_y[i] = 0;
    }
  }
  static auto reads(int n, const double *x, double *) {
    return nabla::reads(n, nabla::input(x, n));
  }
};
// What is kept for it is a copy, which it may take as the function takes it.
template <> struct nabla::adjoint<&my::squareAll> {
  static void vjp(int n, double *x, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] *= 2 * x[i];
  }
  static auto reads(int n, double *x) {
    return nabla::reads(n, nabla::input(x, n));
  }
};
template <> struct nabla::adjoint<&my::cube> {
  static void vjp(double *x, double *d_x) {
    double root = std::cbrt(*x);
    *d_x *= 3 * root * root;
  }
  static auto reads(double *x) { return nabla::reads(nabla::output(x, 1)); }
};

// All that it goes by is in the frame.
template <> struct nabla::adjoint<&my::quotient> {
  struct frame {
    double value, by;
  };
  static double forward(double x, double y, my::pair *kept, frame &f) {
    f = {my::quotient(x, y, kept), 1 / y};
    return f.value;
  }
  static void reverse(const frame &f, double seed, double &d_x, double &d_y,
                      my::pair *d_kept) {
    d_x += seed * f.by + d_kept->a;
    d_y += d_kept->b - seed * f.value * f.by;
    *d_kept = {0, 0};
  }
  static double jvp(const frame &f, double t_x, double t_y, my::pair *t_kept) {
    *t_kept = {t_x, t_y};
    return (t_x - f.value * t_y) * f.by;
  }
};

[[grad]] double toPointers(double x) {
  double y, z;
  my::pair p;
  my::writable(x, &y);
  my::constant(y, &z);
  my::toClass(z, &p);
  return y * z * p.a;
}
[[grad]] double toReferences(double x) {
  double y;
  my::pair p;
  my::toReference(x, y);
  my::toClassReference(y, p);
  return y * p.a + my::asResult(p.a).b;
}
[[grad]] double ofArrays(double x) {
  double a[2] = {x, 2 * x}, y[2];
  my::squares(2, a, y);
  a[0] = 0;
  y[1] *= x;
  double s = y[0] * y[1];
  y[0] = 0;
  return s;
}
[[grad]] double byFrame(double x, double y) {
  double s = 0;
  my::pair kept;
  for (int i = 0; i < 3; ++i) {
    x = my::quotient(x + i, y, &kept) * x;
    y += kept.a * kept.b;
    s += kept.b * x;
  }
  return s;
}
[[grad]] double inPlace(double x) {
  double a[2] = {x, x + 1};
  for (int i = 0; i < 2; ++i) {
    my::squareAll(2, a);
    my::cube(a + i);
  }
  return a[0] * a[1];
}

int main() {
  NABLA_CHECK(check_scalar(toPointers, toPointers_grad, {0.9}));
  NABLA_CHECK(check_scalar(toReferences, toReferences_grad, {0.9}));
  NABLA_CHECK(check_scalar(ofArrays, ofArrays_grad, {0.9}));
  NABLA_CHECK(check_scalar(inPlace, inPlace_grad, {0.9}));
  NABLA_CHECK(check_scalar(byFrame, byFrame_grad, {0.9, 1.3}));
  my::pair kept, t_kept;
  auto y = nabla::value_and_tangent<&my::quotient>(3.0, 2.0, &kept, 0.5, 0.25,
                                                   &t_kept);
  NABLA_CHECK(check_equal("value", y.value, 1.5));
  NABLA_CHECK(check_equal("tangent", y.tangent, 0.0625));
  NABLA_CHECK(check_equal("of what is written", t_kept.b, 0.25));
  return nabla_test::result();
}
