// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A friend's derivatives may use what the friend may use.
//
// RUN: %nabla -std=c++17 -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t

#include "expect.h"

class Model {
  static constexpr double Scale = 3;
  static double square(double x) { return x * x; }
  friend double scaled(double x);
  [[grad]] friend double definedInClass(double x) { return Scale * x; }
};

[[grad]] double scaled(double x) { return Model::Scale * Model::square(x); }

// Access is checked again afterwards: this must not be ambiguous to SFINAE.
template <class T> auto seesScale(int) -> decltype(T::Scale, true) { return true; }
template <class T> bool seesScale(...) { return false; }

int main() {
  double d = 0;
  EXPECT(scaled_grad(2, &d), 12);
  EXPECT(d, 12);
  EXPECT(definedInClass_grad(2, &d), 6);
  EXPECT(d, 15);
  EXPECT(seesScale<Model>(0), false);
  return failures;
}
