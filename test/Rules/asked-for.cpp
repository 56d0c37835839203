// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with rules that are asked for by themselves, by the library API and
// the tape, whose source is in another file; and one that is in no file: a rule
// does not call for it.
//
// RUN: %clang -DLIBRARY -c %s -o %t.o
// RUN: %nabla -std=c++17 -O0 %sanitize %s %t.o -o %t && %t

#ifdef LIBRARY

double dot(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
double line(double x, double by) { return x * by; }
float line(float x, float by) { return x + by; }
void square(int n, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
}

#else

#include <array>
#include <cstdio>
#include <nabla/gradient_tape.h>
#include <nabla/nabla.h>
#include <nabla/rules.h>

double dot(int n, const double *x);
double line(double x, double by);
float line(float x, float by);
void square(int n, double *x);
void nowhere(int n, double *x);
double nowhere_else(double x);
double here(double x) { return x * x; }

struct dot_rule;
template <> struct nabla::rule<dot_rule> {
  static constexpr const char *spellings = "dot";
  template <class T> static void vjp(int n, const T *x, T s, T *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] += 2 * s * x[i];
  }
  template <class T> static auto reads(int n, const T *x) {
    return nabla::reads(n, nabla::input(x, n));
  }
};
NABLA_RULE(line, (x, by), spellings(line), partials(by, x), samples({1, 2}))
template <> struct nabla::adjoint<&square> {
  static void vjp(int n, const double *x, double *d_x) {
    for (int i = 0; i < n; ++i)
      d_x[i] *= 2 * x[i];
  }
  static auto reads(int n, const double *x) {
    return nabla::reads(n, nabla::input(x, n));
  }
};
template <> struct nabla::adjoint<&nowhere> {
  static void vjp(int n, const double *x, double *d_x);
};
template <> inline constexpr bool nabla::inactive<&nowhere_else> = true;
// The rule comes before the body.
template <> struct nabla::adjoint<&here> {
  static void vjp(double, double s, double &d_x) { d_x += 100 * s; }
};

static int failures = 0;
static void expect(double is, double should_be, int line) {
  if (is == should_be)
    return;
  std::printf("line %d: should be %g is %g\n", line, should_be, is);
  ++failures;
}
#define EXPECT(is, should_be) expect(is, should_be, __LINE__)

int main() {
  double x[] = {1, 2, 3};
  EXPECT(nabla::gradient<&dot>(3, x)[2], 6);
  auto [value, pullback] = nabla::vjp<&dot>(3, x);
  EXPECT(value, 14);
  EXPECT(pullback(2.0)[1], 8);
  constexpr auto line_of_doubles =
      static_cast<double (*)(double, double)>(line);
  auto [by_x, by_slope] = nabla::gradient<line_of_doubles>(3.0, 5.0);
  EXPECT(by_x, 5);
  EXPECT(by_slope, 3);
  EXPECT(nabla::gradient<&here>(3.0), 100);
  auto [pull] = nabla::vjp<&square>(3, x);
  EXPECT(x[2], 9);
  EXPECT(pull(std::array<double, 3>{1, 1, 9})[2], 9 * 6);

  using V = nabla::variable<double>;
  std::vector<V> y{1, 2, 3};
  V z = 3;
  nabla::GradientTape tape(nabla::persistent);
  tape.watch(y, z);
  V w = nabla::on_tape<&dot>(3, y) + nabla::on_tape<line_of_doubles>(z, 7) +
        nabla::on_tape<&here>(z);
  std::vector<V> u = y;
  nabla::on_tape<&square>(3, u);
  tape.stop();
  EXPECT(tape.gradient(w, y[1])->value(), 4);
  EXPECT(tape.gradient(w, z)->value(), 107);
  EXPECT(tape.gradient(u[2], y[2])->value(), 6);
  return failures != 0;
}

#endif
