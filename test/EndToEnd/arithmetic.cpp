// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on real scalars: every operator, either operand active, integers
// mixed in.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double sums(double x, double y) {
  return x + y - 3.0 + (2.0 - x) - -y;
}

[[grad]] double products(double x, double y) {
  return x * y * x + 2 * x * 0.5 - y * y * y * 3;
}

[[grad]] double quotients(double x, double y) {
  return x / y + 1 / x - y / 3 + x / (y * y) / 2.0;
}

[[grad]] double signs(double x, double y) {
  return -x * +y - -(-x) / -(y - +x);
}

[[grad]] double polynomial(double x) {
  return ((2.0 * x - 1.0) * x + 0.5) * x - 7.0;
}

[[grad]] double withIntegers(double x, int n, unsigned m, long k) {
  return n * x + x / n + m * x * x - k / 2 * x + (n % 3) * x + (n + m) / x;
}

[[grad]] double shared(double x, double y) {
  double s = x + y;
  double t = s * s;
  const double u = t * s - t;
  auto v = u / (1 + t);
  return v * u + s;
}

[[grad]] double constant(double) { return 4.0; }

[[grad]] double identity(double x) { return x; }

[[grad]] double many(double a, double b, double c, double d, double e, double f,
                     double g, double h) {
  return a * b * c * d * e * f * g * h + (a - h) * (b - g) / (c + f) * (d - e);
}

int main() {
  NABLA_CHECK(check_scalar(sums, sums_grad, {1.2, 3.4}));
  NABLA_CHECK(check_scalar(products, products_grad, {1.2, 3.4}));
  NABLA_CHECK(check_scalar(products, products_grad, {-0.3, 0.0}));
  NABLA_CHECK(check_scalar(quotients, quotients_grad, {1.2, 3.4}));
  NABLA_CHECK(check_scalar(quotients, quotients_grad, {-1.2, -0.4}));
  NABLA_CHECK(check_scalar(signs, signs_grad, {1.2, 3.4}));
  NABLA_CHECK(check_scalar(polynomial, polynomial_grad, {0.8}));
  NABLA_CHECK(check_scalar(withIntegers, withIntegers_grad, {1.5, 7, 3, 5}));
  NABLA_CHECK(check_scalar(shared, shared_grad, {0.3, -0.8}));
  NABLA_CHECK(check_scalar(identity, identity_grad, {2.0}));
  NABLA_CHECK(check_scalar(constant, constant_grad, {2.0}));
  NABLA_CHECK(
      check_scalar(many, many_grad, {1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8}));
  return nabla_test::result();
}
