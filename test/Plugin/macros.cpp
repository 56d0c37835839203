// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's macros do not reach into generated text.
//
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t

#include "expect.h"
#include <cmath>
#include <nabla/runtime.h>
#include <nabla/rules.h>

[[grad]] double f(double x, double y) {
  double z = x * y;
  if (z > 1)
    z = z * x;
  return z;
}
// The text of f's derivatives has been read by now; that of g's has not.

[[grad]] double g(double x, double y);
double callee(double x);
double g(double x, double y) { return callee(x) * y; }

#define x +
#define y (
#define d_x ]
#define d_y }
#define seed '"'
#define value ;
#define double int
#define return throw
#define const
#define if while
#define g_grad nothing
#define g_vjp nothing
#define callee nothing
#define namespace struct

#undef double
#undef return
#undef callee
#undef x
double callee(double x) { return x * x; }
#define x +
#define return throw
#undef return
#undef g_grad

int main() {
  double dx_ = 0, dy_ = 0;
  EXPECT(g_grad(2, 3, &dx_, &dy_), 12);
  EXPECT(dx_, 12);
  EXPECT(dy_, 4);
  dx_ = dy_ = 0;
  EXPECT(f_grad(2, 3, &dx_, &dy_), 12);
  EXPECT(dx_, 12);
  EXPECT(dy_, 4);
  return failures;
}
