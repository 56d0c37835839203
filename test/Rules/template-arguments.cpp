// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of function templates whose instances are named with arguments that
// the call's own do not tell: the derivative calls the same instance.
//
// RUN: %nabla -std=c++17 -O0 %sanitize %s -o %t && %t

#include <cmath>
#include <cstdio>
#include <nabla/rules.h>

namespace my {
template <class T, int N = 2> T power(T x) {
  return N == 2 ? x * x : x * x * x;
}
template <class R, class T> R converted(T x) { return R(x) * R(x); }
template <class T, int N = 1> T rounds(T) { return T(N); }
} // namespace my
NABLA_RULE(my_power, (x), spellings(my::power), partials(7), samples(1.5))
NABLA_RULE(my_converted, (x), spellings(my::converted), partials(2 * x),
           samples(1.5))
NABLA_INACTIVE(my_rounds, (x), spellings(my::rounds))

[[grad]] double cubed(double x) { return my::power<double, 3>(x) * x; }
[[grad]] double squared(double x) { return my::power(x) * x; }
[[grad]] double toDouble(float x) { return my::converted<double>(x) * x; }
[[grad]] double inactive(double x) { return my::rounds<double, 5>(x) * x; }

static int wrong = 0;
static void check(const char *what, double is, double shouldBe) {
  if (std::fabs(is - shouldBe) <= 1e-6 * std::fabs(shouldBe))
    return;
  ++wrong;
  std::printf("%s: should be %.15g is %.15g\n", what, shouldBe, is);
}

int main() {
  double d = 0, x = 2;
  check("cubed", cubed_grad(x, &d), 16);
  check("cubed'", d, 7 * 2 + 8); // the rule says 7
  d = 0;
  check("squared", squared_grad(x, &d), 8);
  check("squared'", d, 7 * 2 + 4);
  d = 0;
  check("inactive", inactive_grad(x, &d), 10);
  check("inactive'", d, 5);
  float f = 0;
  check("toDouble", toDouble_grad(1.1f, &f), 1.1 * 1.1 * 1.1);
  check("toDouble'", f, 3 * 1.1 * 1.1);
  return wrong != 0;
}
