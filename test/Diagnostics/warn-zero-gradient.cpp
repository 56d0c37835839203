// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A differentiated parameter that has no influence is warned about.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Werror -fplugin-arg-nabla-Wno-zero-gradient %s
// RUN: not %clang_plugin -std=c++17 -fsyntax-only -fplugin-arg-nabla-Wno-nonsense %s 2>&1 | FileCheck %s
// CHECK: error: unknown plugin argument 'nabla-Wno-nonsense'; the warnings are integer-conversion, float-equal, zero-gradient, unused-shadow

#include <cmath>

[[grad]] double unused(double x, double y) { // expected-warning {{what 'unused' computes does not depend on 'y', so its gradient is always zero; leave it out of what is differentiated [-Wnabla-zero-gradient]}}
  return x * x;
}
[[grad]] double onlySteps(double x, double y) { // expected-warning {{what 'onlySteps' computes does not depend on 'y'}}
  return x * std::floor(y);
}
[[grad]] double overwritten(double x, double y) { // expected-warning {{what 'overwritten' computes does not depend on 'y'}}
  double z = y * x;
  z = x;
  y = z;
  return y;
}
[[grad]] double array(const double *x, const double *w, int n) { // expected-warning {{what 'array' computes does not depend on 'w'}}
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * (w[i] > 0);
  return s;
}

// None of these.
[[grad("x")]] double leftOut(double x, double y) { return x; }
[[grad]] double unnamed(double x, double) { return x; }
[[grad]] void written(const double *x, double *y) { *y = *x; }
[[grad]] void updated(double *x) { *x = *x * 2; }
[[grad]] void cleared(double *x) { *x = 0; }
[[grad]] double sometimes(double x, double y, int n) {
  return n > 3 ? x : y;
}
[[grad]] double elsewhere(double x, double y);
