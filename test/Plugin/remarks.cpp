// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fplugin-arg-nabla-remarks and nabla++ -Rnabla say at the user's lines what is
// stored, how much, and what is recomputed; without it nothing is said.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -fplugin-arg-nabla-remarks -Xclang -verify %s
// RUN: %nabla -std=c++17 -fsyntax-only -Rnabla -Xclang -verify %s
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify=none %s
// none-no-diagnostics

#include <cmath>

[[grad]] double straight(double x) {
  double y = std::exp(x);
  y = y * std::sin(y);
  return y;
}

[[grad]] double loop(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) // expected-remark {{this loop stores 16 bytes per iteration for the reverse sweep}}
    s = s * std::sin(x[i]);   // expected-remark {{'std::sin(x[i])' is stored for the reverse sweep: 8 bytes per iteration}} expected-remark {{'s' is stored for the reverse sweep: 8 bytes per iteration}}
  return s;
}

[[grad]] float stack(float x) {
  while (x < 100) // expected-remark {{this loop stores 4 bytes per iteration for the reverse sweep}}
    x = x * x;    // expected-remark {{'x' is stored for the reverse sweep: 4 bytes each time, on a stack, since how often is not known before}}
  return x;
}

[[grad]] double rows(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) // expected-remark {{this loop stores 8 bytes per iteration for the reverse sweep}}
      s = s * x[j];             // expected-remark {{'s' is stored for the reverse sweep: 8 bytes per iteration, in a row for each time that the loop is run, on a stack}}
  return s;
}
