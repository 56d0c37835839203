// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sweeps that are two functions: what a pointer leads to that the forward sweep
// leaves for the reverse one is still there, also where it is a local variable
// of the forward sweep. Expected gradients are closed forms.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t
// RUN: %nabla -std=c++17 -O0 -fsanitize=address,undefined \
// RUN:   -fno-sanitize-recover=all \
// RUN:   -fsanitize-address-use-after-return=always %s -o %t && %t

#include <cstdio>
#include <nabla/nabla.h>
#include <vector>

static double product(const double *a, const double *b) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += a[i] * b[i];
  return s;
}

/// Sum over k of (x^2 . x), through pointers to a local array.
double through_array(const double *x, int n) {
  double square[3];
  for (int i = 0; i < 3; ++i)
    square[i] = x[i] * x[i];
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += product(square, x);
  return s;
}

struct Both {
  double a, b;
};
static double area(const Both *p) { return p->a * p->b; }

double through_record(double x, int n) {
  Both both;
  both.a = x * x;
  both.b = x;
  double s = 0;
  int k = 0;
  while (k < n) {
    s += area(&both);
    ++k;
  }
  return s;
}

double through_indices(const double *x, int n) {
  int at[3] = {2, 0, 1};
  double s = 0;
  for (int k = 0; k < n; ++k) {
    const int *p = k % 2 ? at : at + 1;
    s += x[p[0]] * x[p[1]];
  }
  return s;
}

double through_scalar(double x, int n) {
  double y = x * x;
  const double *p = &y;
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += *p * x;
  return s;
}

/// Writes all over the stack.
[[gnu::noinline]] static void overwrite() {
  volatile double used[2000];
  for (volatile double &x : used)
    x = 1e300;
}

template <class Pair, class... Seed>
static auto later(Pair &pair, Seed... seed) {
  overwrite();
  return pair.pullback(seed...);
}

static int failures = 0;
static void expect(double is, double should_be, int line) {
  if (is == should_be)
    return;
  std::printf("line %d: should be %.17g is %.17g\n", line, should_be, is);
  ++failures;
}
#define EXPECT(is, should_be) expect(is, should_be, __LINE__)

int main() {
  std::vector<double> x = {2, 3, 5};
  auto a = nabla::vjp<through_array>(x, 4);
  auto da = later(a, 1.0);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT(da[i], 12 * x[i] * x[i]);
  auto b = nabla::vjp<through_record>(2.0, 4);
  EXPECT(later(b, 1.0), 48);
  auto c = nabla::vjp<through_indices>(x, 2);
  auto dc = later(c, 1.0);
  EXPECT(dc[0], 3 + 5);
  EXPECT(dc[1], 2);
  EXPECT(dc[2], 2);
  auto d = nabla::vjp<through_scalar>(2.0, 4);
  EXPECT(later(d, 1.0), 48);
  return failures != 0;
}
