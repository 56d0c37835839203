// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No warning of the user's choice is given for generated text.
//
// RUN: %nabla -std=c++17 -Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-missing-prototypes -Werror -O2 -c %s -o %t.o
// RUN: %nabla -std=c++17 -pedantic-errors -Wfatal-errors -Wsystem-headers -Werror=shadow -Werror=unused-variable -O2 -c %s -o %t.o

[[grad]] float f(float x, int n, unsigned m);
float f(float x, int n, unsigned m) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x * static_cast<float>(i);
  if (m > 2)
    sum = sum * sum;
  return sum;
}

namespace {
[[grad]] float internal(float x) { return x * x; }
}
float useInternal(float x);
float useInternal(float x) { return internal(x); }

#pragma clang diagnostic push
#pragma clang diagnostic error "-Wconversion"
#pragma clang diagnostic error "-Wunused-function"
[[grad]] double g(double x);
double g(double x) { return x * x; }
#pragma clang diagnostic pop
