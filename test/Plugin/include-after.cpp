// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header right behind a marked function: the parser has its first token
// already, and with it the guards of all that it has begun to include. Nabla's
// own headers wait until it has been read.
//
// RUN: %nabla -std=c++17 -Werror -DFIRST='<vector>' -DNEXT='<random>' %s -o %t && %t
// RUN: %nabla -std=c++17 -Werror -DFIRST='<cstdio>' -DNEXT='<functional>' %s -o %t && %t
// RUN: %nabla -std=c++20 -Werror -DFIRST='<cstdio>' -DNEXT='<complex>' %s -o %t && %t
// RUN: %nabla -std=c++17 -Werror -DFIRST='<cmath>' -DNEXT='<nabla/gradient_tape.h>' %s -o %t && %t
// RUN: %nabla -std=c++17 -Werror -DFIRST='<cmath>' -DNEXT='<nabla/rules.h>' %s -o %t && %t
// RUN: %nabla -std=c++17 -Werror -DFIRST='<string>' -DNEXT='"Inputs/includes-random.h"' %s -o %t && %t
// RUN: %nabla -std=c++17 -Werror -DFIRST='<cmath>' -DNEXT='"Inputs/marked-then-random.h"' %s -o %t && %t

#include FIRST

namespace n {
[[grad]] double f(double x, int k) {
  double s = 0;
  for (int i = 0; i < k; ++i)
    s += x * x;
  return s;
}
} // namespace n
#include NEXT

#include <cmath>

static double g_value = 3;
[[grad]] double g(double x) { return std::fabs(std::sin(x)) * g_value; }
#include <algorithm>

int main() {
  double d = 0, e = 0;
  n::f_grad(3, 4, &d);
  g_grad(0.5, &e);
  return !(d == 24 && std::fabs(e - 3 * std::cos(0.5)) < 1e-14);
}
