// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of values that are differentiated to integers, and equality of
// them: warned about where a result depends on it, and only there.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Werror -fplugin-arg-nabla-Wno-integer-conversion -fplugin-arg-nabla-Wno-float-equal %s
// RUN: %nabla -std=c++17 -fsyntax-only -Werror -Wno-nabla-integer-conversion -Wno-nabla-float-equal %s
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Werror -w %s
// RUN: not %clang_plugin -std=c++17 -fsyntax-only -Werror %s

#include <cmath>
#include <cstdio>

extern const double table[16];

[[grad]] double look(double x) {
  return x * table[(int)x]; // expected-warning {{a conversion to an integer has derivative zero, and the result depends on it; write 'std::floor' if a step is meant [-Wnabla-integer-conversion]}}
}
[[grad]] double implicit(double x) {
  int i = x; // expected-warning {{a conversion to an integer has derivative zero}}
  int j = i + 1;
  return x * table[j] + table[i];
}
[[grad]] double steps(double x) {
  double s = 0;
  for (int i = 0; i < int(x); ++i) // expected-warning {{a conversion to an integer has derivative zero}}
    s += x;
  return s;
}
[[grad]] double back(double x) {
  return x * (long)(10 * x); // expected-warning {{a conversion to an integer has derivative zero}}
}
[[grad]] double rounded(double x) {
  long n = std::lround(x); // expected-warning {{a conversion to an integer has derivative zero}}
  return x * table[n] + 0.5 * n;
}
static double helper(double x) {
  return x * table[(int)x]; // expected-warning {{a conversion to an integer has derivative zero}}
}
[[grad]] double inHelper(double x) {
  return helper(x) + // expected-note {{while differentiating this call of 'helper'}}
         helper(2 * x);
}

// Not warned about: what is left is used, too; floor; nothing depends on it; NaN
// is asked for.
[[grad]] double interpolated(double x) {
  int i = (int)x;
  double t = x - i;
  return table[i] * (1 - t) + table[i + 1] * t;
}
[[grad]] double fraction(double x) { return x - (int)x; }
[[grad]] double nearest(double x) { return (x - (int)(x + 0.5)) * x; }
[[grad]] double periodic(double x) { return std::exp(x - std::lround(x)); }
[[grad]] double floored(double x) { return x * table[(int)std::floor(x)]; }
[[grad]] double guarded(double x) {
  double r = std::log(x);
  return r != r || !(r == r) ? 0 : r;
}
[[grad]] double printed(double x) {
  std::printf("%d\n", (int)x);
  return x * x;
}
[[grad]] double counts(double x, int *histogram) {
  ++histogram[(int)x];
  return x * x;
}
[[grad]] double inactive(double x, double y) {
  double t = 3.5;
  return x * y * table[(int)t];
}
[[grad("x")]] double notDifferentiated(double x, double y) {
  return x * table[(int)y];
}

[[grad]] double special(double x) {
  if (x == 1) // expected-warning {{equality of values that are differentiated holds at single points, where the gradient is that of the branch taken; compare with a tolerance, or use '<' and '>' [-Wnabla-float-equal]}}
    return 1;
  return x * x;
}
[[grad]] double chosen(double x, double y) {
  return x != y ? x : y; // expected-warning {{equality of values that are differentiated}}
}
[[grad]] double kept(double x) {
  bool zero = x == 0; // expected-warning {{equality of values that are differentiated}}
  return zero ? 1 : std::sin(x) / x;
}
[[grad("x")]] double ofInactive(double x, double mode, int n) {
  return mode == 1 || n == 2 ? x : x * x;
}
[[grad]] double ordered(double x) { return x < 1 ? x : x * x; }
