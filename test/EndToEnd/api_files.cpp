// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library API in a header that is included in two files: each has its own
// derivatives, and the instantiations that they share agree.
//
// RUN: %nabla -std=c++17 -O0 -c %S/Inputs/api_other.cpp -o %t.other.o
// RUN: %nabla -std=c++17 -O0 %s %t.other.o -o %t && %t
// RUN: %nabla -std=c++17 -O2 -c %S/Inputs/api_other.cpp -o %t.other2.o
// RUN: %nabla -std=c++17 -O2 %s %t.other2.o -o %t && %t

#include "Inputs/api_energy.h"
#include "support/check_gradient.h"

static double hidden(double x) { return 5 * x; }

int main() {
  double x = 0.7, e = std::exp(-x * x);
  double slope = -4 * x * e + e;
  NABLA_CHECK(check_near("here", slopeOfWell(x), slope));
  NABLA_CHECK(check_near("template", slopeIn(x), -6 * x * e));
  NABLA_CHECK(check_near("hidden", nabla::gradient<hidden>(x), 5));
  NABLA_CHECK(
      check_near("there", slopeInOtherFile(x), slope - 6 * x * e + 3 * x * x));
  return nabla_test::result();
}
