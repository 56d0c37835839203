// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our text is read between two declarations of the user's, whatever comes next
// and however its first tokens have been read: brackets, pragmas, the end of a
// macro, tokens that the parser has looked ahead at.
//
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t
// RUN: %nabla -std=c++20 -O2 -g -I%S/Inputs %s -o %t && %t

#include "expect.h"

// Before [[, several times over.
[[grad]] double a0(double x) { return x * x; }
[[grad]] double a1(double x) { return x * x; }
[[maybe_unused]] static int between = 0;

// Before ::, a qualified name, a parenthesis (the parser looks far ahead).
[[grad]] double b0(double x) { return x * x; }
struct Global {};
[[grad]] double b5(double x) { return x * x; }
::Global qualified;
[[grad]] double b1(double x) { return x * x; }
namespace n { struct S { S(int) {} static int value; }; int s = 0; }
[[grad]] double b2(double x) { return x * x; }
int n::S::value = 1;
[[grad]] double b3(double x) { return x * x; }
n::S direct(n::s);
[[grad]] double b4(double x) { return x * x; }
int (function)(n::S (*)());

// Before and after pragmas that become tokens.
[[grad]] double c0(double x) { return x * x; }
#pragma pack(push, 1)
struct Packed { char c; double d; };
[[grad]] double c1(double x) { return x * x; }
#pragma pack(pop)
static_assert(sizeof(Packed) == 9);
#pragma GCC visibility push(hidden)
[[grad]] double c2(double x) { return x * x; }
#pragma GCC visibility pop

// In the middle and at the end of a macro's expansion.
#define TWO(f, g)                                                              \
  [[grad]] double f(double x) { return x * x; }                                \
  [[grad]] double g(double x) { return x * x; }
TWO(d0, d1)
TWO(d2, d3) int afterMacro = 1;
#define DEFINE(f) [[grad]] double f(double x)
DEFINE(d4) { return x * x; }

// Before an empty declaration, asm, a language linkage, a template.
[[grad]] double e0(double x) { return x * x; };
[[grad]] double e1(double x) { return x * x; }
asm("");
[[grad]] double e2(double x) { return x * x; }
extern "C" {
[[grad]] double e3(double x) { return x * x; }
}
[[grad]] double e4(double x) { return x * x; }
template <class T> T twice(T x) { return x + x; }
template double twice(double);
[[grad]] double e5(double x) { return x * x; }
template <class T> constexpr int count = sizeof(T);
template <class T> constexpr T half(T x) { return x / 2; }
constexpr int instantiated = count<double> + half(4);
[[grad]] double e6(double x) { return x * x; }
static_assert(half(8.0f) == 4);
[[grad]] double e7(double x) { return half(x); }

int main() {
  double d = 0;
  double (*gradients[])(double, double *) = {a0_grad, a1_grad, b0_grad, b1_grad, b2_grad, b3_grad,
                         b4_grad, c0_grad, c1_grad, c2_grad, d0_grad, d1_grad,
                         d2_grad, d3_grad, d4_grad, e0_grad, e1_grad, e2_grad,
                         e4_grad, e5_grad, e6_grad, b5_grad};
  for (auto *gradient : gradients)
    gradient(1, &d);
  EXPECT(d, 44);
  e3_grad(1, &d);
  e7_grad(1, &d);
  EXPECT(d, 46.5);
  return failures + between + (instantiated - 10);
}

#pragma pack(push, 4)
[[grad]] double last(double x) { return x * x; }
#pragma pack(pop)
