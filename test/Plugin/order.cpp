// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives are found before and after the definition of their function, and
// functions may be defined in any order, up to the last line of the file.
//
// RUN: %nabla -std=c++17 -O0 -g -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t
// RUN: %nabla -std=c++20 -O2 -I%S/Inputs %s -o %t && %t

#include "expect.h"

[[grad]] double declared(double x);

double useBeforeDefinition(double x) {
  double d = 0;
  declared_grad(x, &d);
  return d;
}

double declared(double x) { return x * x; }

// Marked at the definition only, or only after it.
double atDefinition(double x);
[[grad]] double atDefinition(double x) { return 3 * x; }
double markedLate(double x) { return 4 * x; }
[[grad]] double markedLate(double x);

// The derivative of a caller waits for the body of what it calls.
double callee(double x);
[[grad]] double caller(double x) { return callee(x) * x; }
double useOfCaller(double x) {
  double d = 0;
  caller_grad(x, &d);
  return d;
}
namespace later {
double helper(double x);
}
double callee(double x) { return later::helper(x) + 1; }
namespace later {
double helper(double x) { return 2 * x; }
}

// A function that mentions its own derivative, and the address of one.
[[grad]] double selfAware(double x) {
  double (*const gradient)(double, double *) = &selfAware_grad;
  return gradient ? x * x : x;
}
double (*const pointer)(double, double *) = declared_grad;

double atTheEnd(double x);
double gradientAtTheEnd(double x);
double nothingMoreToCome(double x);

int main() {
  EXPECT(useBeforeDefinition(3), 6);
  double d = 0;
  atDefinition_grad(2, &d);
  EXPECT(d, 3);
  markedLate_grad(2, &d);
  EXPECT(d, 7);
  EXPECT(useOfCaller(3), 13); // (2x + 1) x
  d = 0;
  selfAware_grad(5, &d);
  EXPECT(d, 10);
  pointer(1, &d);
  EXPECT(d, 12);
  EXPECT(gradientAtTheEnd(2), 12);
  return failures;
}

[[grad]] double atTheEnd(double x);
double gradientAtTheEnd(double x) {
  double d = 0;
  atTheEnd_grad(x, &d);
  return d;
}
[[grad]] double atTheEnd(double x) { return x * x * x; }