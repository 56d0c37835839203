// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where [[grad]] may stand, and what its arguments choose.
//
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t
// RUN: %nabla -std=c++20 -O2 -I%S/Inputs %s -o %t && %t

#include "expect.h"

[[grad]] double before(double x, double y) { return x * y; }
double after [[grad]] (double x, double y) { return x * y; }
__attribute__((grad)) double gnu(double x, double y) { return x * y; }
[[nodiscard, grad]] double inList(double x, double y) { return x * y; }
[[grad]] double two(double x), declarators(double x);
double two(double x) { return x * x; }
double declarators(double x) { return x * x * x; }

[[grad("y")]] double byName(double x, double y) { return x * y; }
[[grad("y", "x")]] double byNames(double x, double y) { return x * y * y; }
[[grad(1)]] double byIndex(double x, double y) { return x * y; }
[[grad(1, 0)]] double byIndices(double x, double y) { return x * y * y; }
__attribute__((grad("y"))) double gnuByName(double x, double y) { return x * y; }
[[grad]] double withInteger(int n, double x, long) { return n * x; }
[[grad(0)]] double unnamed(double, int) { return 3; }
[[grad]] double shadowNameTaken(double x, double d_x) { return x * d_x; }
[[grad]] double seedNameTaken(double seed, double x) { return seed * x; }

using Function = double(double);
[[grad]] Function byAlias;
double byAlias(double x) { return x * x; }

#define DIFFERENTIABLE [[grad]]
DIFFERENTIABLE double byMacro(double x) { return x * x; }

#if !__has_cpp_attribute(grad)
#error "__has_cpp_attribute does not know grad"
#endif

int main() {
  double dx = 0, dy = 0;
  EXPECT(before_grad(2, 3, &dx, &dy), 6);
  EXPECT(dx, 3);
  EXPECT(dy, 2);
  EXPECT(before_vjp(2, 3, 10, &dx, &dy), 6); // shadows accumulate
  EXPECT(dx, 33);
  EXPECT(dy, 22);

  dx = dy = 0;
  after_grad(2, 3, &dx, &dy);
  gnu_grad(2, 3, &dx, &dy);
  EXPECT(inList_grad(2, 3, &dx, &dy), 6);
  EXPECT(dx, 9);
  EXPECT(dy, 6);

  dx = 0;
  EXPECT(two_grad(3, &dx), 9);
  EXPECT(dx, 6);
  EXPECT(declarators_vjp(2, 0.5, &dx), 8);
  EXPECT(dx, 12);

  dy = 0;
  byName_grad(2, 3, &dy);
  byIndex_grad(2, 3, &dy);
  gnuByName_grad(2, 3, &dy);
  EXPECT(dy, 6);

  // The shadows are in the order of the parameters.
  dx = dy = 0;
  byNames_grad(2, 3, &dx, &dy);
  EXPECT(dx, 9);
  EXPECT(dy, 12);
  byIndices_grad(2, 3, &dx, &dy);
  EXPECT(dx, 18);
  EXPECT(dy, 24);

  dx = dy = 0;
  EXPECT(withInteger_grad(4, 2, 1, &dx), 8);
  EXPECT(dx, 4);
  EXPECT(unnamed_grad(2, 1, &dy), 3);
  EXPECT(dy, 0);
  shadowNameTaken_grad(2, 3, &dx, &dy);
  EXPECT(dx, 7);
  EXPECT(dy, 2);
  seedNameTaken_vjp(2, 3, 2, &dx, &dy);
  EXPECT(dx, 13);
  EXPECT(dy, 6);

  dx = 0;
  byAlias_grad(4, &dx);
  byMacro_grad(4, &dx);
  EXPECT(dx, 16);
  return failures;
}
