// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions: between reals they are linear, from integers constant, to
// integers without derivative.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"

[[grad]] double spellings(double x) {
  return (double)x * double(x) * static_cast<double>(3) + (double)(int)2.7 * x;
}

[[grad]] double fromInteger(double x, int n, unsigned char c, long long l) {
  double d = n;
  double e = static_cast<double>(c) / 2;
  return d * x + e * x * x + l * x + double(n / 2) * x + (double)n / 2 * x +
         'a' * x + true * x;
}

[[grad]] double toInteger(double x, double y) {
  int whole = (int)x;
  long rounded = static_cast<long>(y + 0.5);
  return whole * y + (x - whole) * x + rounded * x * y;
}

[[grad]] double index(double x) {
  double a[4] = {x, x * x, x * x * x, 1};
  int k = static_cast<int>(2 * x);
  return a[k] * x + a[int(x)];
}

enum Kind { Linear, Square = 2 };
enum class Scope : unsigned char { Small = 1, Large = 3 };

[[grad]] double enumerations(double x, Kind k) {
  double s = k == Square ? x * x : x;
  return s * Square + static_cast<int>(Scope::Large) * x * x;
}

double enumerationsOf(double x, int k) { return enumerations(x, Kind(k)); }
double enumerationsOf_grad(double x, int k, double *d_x) {
  return enumerations_grad(x, Kind(k), d_x);
}

[[grad]] double negativeIntegers(double x, int n, unsigned u) {
  return (n - 5) * x + static_cast<int>(u - 3) * x * x + (n - 5) / 2 * x +
         (n - 6) % 4 * x;
}

int main() {
  NABLA_CHECK(check_scalar(spellings, spellings_grad, {1.3}));
  NABLA_CHECK(check_scalar(fromInteger, fromInteger_grad, {1.3, 5, 7, -9}));
  NABLA_CHECK(check_scalar(toInteger, toInteger_grad, {2.4, 3.3}));
  NABLA_CHECK(check_scalar(toInteger, toInteger_grad, {-2.4, 0.7}));
  NABLA_CHECK(check_scalar(index, index_grad, {1.2}));
  NABLA_CHECK(check_scalar(enumerationsOf, enumerationsOf_grad, {1.3, 2}));
  NABLA_CHECK(check_scalar(enumerationsOf, enumerationsOf_grad, {1.3, 0}));
  NABLA_CHECK(
      check_scalar(negativeIntegers, negativeIntegers_grad, {1.3, 2, 1}));
  return nabla_test::result();
}
