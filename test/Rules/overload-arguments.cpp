// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which overload, which instance of a template, and which member of a rule is
// called in a derivative: the one that the user's call is for, where literals
// have types, arguments are converted, and template arguments are written out.
// Expected values are closed forms, and those of the functions themselves.
//
// RUN: %nabla -std=c++17 -O0 %sanitize %s -o %t && %t
// RUN: %nabla-emit %s > %t.h
// RUN: %if gxx-12 %{ %gxx -std=c++17 -w -I%include -I%S -DEMITTED='"%t.h"' \
// RUN:     %s -o %t.gcc && %t.gcc %}

#include "../EndToEnd/support/check_gradient.h"
#include <nabla/rules.h>

namespace lib {

// Each has another derivative.
inline double by(double x, int) { return x * x; }
inline double by(double x, unsigned) { return x * x * x; }
inline double by(double x, long) { return 2 * x; }
inline double by(double x, char) { return 3 * x; }
inline double by(double x, bool) { return 4 * x; }
inline double by(double x, float) { return 5 * x; }
inline double by(double x, double) { return 6 * x; }
struct by_rule;

// The same with bodies that are differentiated.
inline void set(double &x, int) { x = x * x; }
inline void set(double &x, unsigned) { x = x * x * x; }
inline void set(double &x, long) { x = 2 * x; }
inline void set(double &x, char) { x = 3 * x; }

// An instance of a template beside a function, and beside another template.
inline double power(double x) { return x * x; }
template <class T> T power(T x) { return x * x * x; }
inline double seen(double x) { return x * x; }
template <class T> [[gnu::noinline]] T seen(T x) {
  for (int i = 0; i < 1; ++i)
    x = x * x * x;
  return x;
}
template <class T, class U> T times(T x, U y) { return x * T(y); }
template <class T> T times(T x, T y) { return x * y * 10; }

// What is deduced.
template <class T> T scaled(T x, T by = 2) { return x * by * by; }
struct scaled_rule;
template <class T, class I> T shifted(T x, I n) { return x * T(n - 4); }
struct shifted_rule;
inline double both(double x, double y) { return x * y; }
inline float both(float x, float y) { return x * y; }
struct both_rule;

// By a rule of one line.
inline double to(double x, int n) { return n > 0 ? x : 1; }
inline double to(double x, unsigned n) { return n - 4 > 0 ? x * x : 1; }

} // namespace lib

template <> struct nabla::rule<lib::by_rule> {
  static constexpr const char *spellings = "lib::by";
  static void vjp(double x, int, double s, double &dx) { dx += s * 2 * x; }
  static void vjp(double x, unsigned, double s, double &dx) {
    dx += s * 3 * x * x;
  }
  static void vjp(double, long, double s, double &dx) { dx += s * 2; }
  static void vjp(double, char, double s, double &dx) { dx += s * 3; }
  static void vjp(double, bool, double s, double &dx) { dx += s * 4; }
  static void vjp(double, float, double s, double &dx, float *) { dx += s * 5; }
  static void vjp(double, double, double s, double &dx, double *) {
    dx += s * 6;
  }
};
template <> struct nabla::adjoint<&lib::power<double>> {
  static void vjp(double x, double s, double &dx) { dx += s * 3 * x * x; }
};
template <> struct nabla::adjoint<static_cast<double (*)(double)>(&lib::seen)> {
  static void vjp(double x, double s, double &dx) { dx += s * 2 * x; }
};
template <> struct nabla::adjoint<&lib::times<double, float>> {
  static void vjp(double, float y, double s, double &dx, float *) {
    dx += s * double(y);
  }
};
template <> struct nabla::rule<lib::scaled_rule> {
  static constexpr const char *spellings = "lib::scaled";
  template <class T> static void vjp(T x, T by, T s, T &dx, T *d_by) {
    dx += s * by * by;
    if (d_by)
      *d_by += s * 2 * x * by;
  }
};
template <> struct nabla::rule<lib::shifted_rule> {
  static constexpr const char *spellings = "lib::shifted";
  template <class T, class I> static void vjp(T, I n, T s, T &dx) {
    dx += s * T(n - 4);
  }
};
template <> struct nabla::rule<lib::both_rule> {
  static constexpr const char *spellings = "lib::both";
  template <class T> static void vjp(T x, T y, T s, T &dx, T *dy) {
    dx += s * y;
    if (dy)
      *dy += s * x;
  }
};
NABLA_RULE(to, (x, n), spellings(lib::to),
           partials(n > 0 ? (n == 3 ? 1 : 2 * x) : 0), samples({2, 3}))

//===--- Overloads --------------------------------------------------------===//

[[grad]] double byInt(double x) { return lib::by(x, 1); }
[[grad]] double byUnsigned(double x) { return lib::by(x, 1u); }
[[grad]] double byLong(double x) { return lib::by(x, 1l); }
[[grad]] double byChar(double x) { return lib::by(x, 'c'); }
[[grad]] double byBool(double x) { return lib::by(x, true); }
[[grad]] double byFloat(double x) { return lib::by(x, 2.0f); }
[[grad]] double byDouble(double x) { return lib::by(x, 2.0); }
[[grad]] double byConstants(double x) {
  const unsigned k = 3;
  constexpr long l = 3;
  enum { e = 2 };
  return lib::by(x, k) + lib::by(x, l) + lib::by(x, e) +
         lib::by(x, sizeof(char) == 1) + lib::by(x, unsigned(sizeof(int)));
}
[[grad]] double bySets(double x) {
  double y = 3, z = 3;
  lib::set(x, 1u);
  lib::set(x, 3l);
  lib::set(x, 'c');
  lib::set(y, 1u);
  lib::set(z, 1l);
  return x * y * z;
}

//===--- Templates --------------------------------------------------------===//

[[grad]] double instance(double x) { return lib::power<double>(x); }
[[grad]] double beside(double x) {
  return lib::power<double>(2) * x + lib::power(x) * 100;
}
[[grad]] double deducedBeside(double x, int n) {
  double c = n;
  c = lib::power<>(c);
  return c * x;
}
[[grad]] double seenBeside(double x, int n) {
  double c = n;
  c = lib::seen<double>(c);
  return c * x + lib::seen<>(x) * lib::seen<double>(n) + lib::seen(x);
}
[[grad]] double twoTemplates(double x) {
  return lib::times<double, float>(x, 2) + lib::times<double>(3, 4) * x;
}
[[grad]] double byDefault(double x) { return lib::scaled(x); }
[[grad]] double converted(double x, int i) {
  return lib::scaled<double>(x, 3) + lib::scaled<double>(x, i) +
         lib::scaled<double>(i, x) + lib::scaled<float>(float(x), 2);
}
[[grad]] double typedIntegers(double x, char c) {
  return lib::shifted(x, 3) + lib::shifted(x, 5u) + lib::shifted(x, 2l) +
         lib::shifted<double, long>(x, 7) + lib::shifted(x, c) +
         lib::shifted(x, true) + lib::shifted(x, 'd');
}
[[grad]] double unsignedOnes(double x) { return lib::shifted(x, 3u); }
[[grad]] double toBoth(double x, int i, bool b, long l) {
  return lib::both(x, 2) + lib::both(x, i) + lib::both(x, b) +
         lib::both(x, l * 2) + lib::both(x, -3) + lib::both(x, 1ull << 10) +
         lib::both(float(x), 2.0f);
}
[[grad]] double byOneLine(double x) { return lib::to(x, 3) + lib::to(x, 2u); }

#ifdef EMITTED // another compiler is given the text
#include EMITTED
#endif

template <class F, class Grad, class... A>
static void check(const char *name, F f, Grad grad, double slope, double x,
                  A... a) {
  double d = 1;
  double value = grad(x, a..., &d);
  nabla_test::Finding found =
      nabla_test::check_equal("value", value, f(x, a...));
  for (auto &line : nabla_test::check_near("slope", d, 1 + slope, 1e-6).Lines)
    found.Lines.push_back(line);
  nabla_test::report(name, __FILE__, __LINE__, found);
}
#define CHECK(f, ...) check(#f, f, f##_grad, __VA_ARGS__)

int main() {
  CHECK(byInt, 6, 3);
  CHECK(byUnsigned, 27, 3);
  CHECK(byLong, 2, 3);
  CHECK(byChar, 3, 3);
  CHECK(byBool, 4, 3);
  CHECK(byFloat, 5, 3);
  CHECK(byDouble, 6, 3);
  CHECK(byConstants, 27 + 2 + 6 + 4 + 27, 3);
  CHECK(bySets, 3 * 4 * 6 * 27 * 6, 2);
  CHECK(instance, 27, 3);
  CHECK(beside, 8 + 600, 3);
  CHECK(deducedBeside, 8, 3, 2);
  CHECK(seenBeside, 8 + 27 * 8 + 6, 3, 2);
  CHECK(twoTemplates, 2 + 12, 3);
  CHECK(byDefault, 4, 3);
  CHECK(converted, 9 + 25 + 2 * 3 * 5 + 4, 3, 5);
  CHECK(typedIntegers, -1 + 1 - 2 + 3 + 5 - 3 + 96, 3, char(9));
  CHECK(unsignedOnes, 4294967295.0, 3);
  CHECK(toBoth, 2 + 5 + 1 + 14 - 3 + 1024 + 2, 3, 5, true, 7L);
  CHECK(byOneLine, 1 + 6, 3);
  return nabla_test::result();
}
