// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes that initialise members by other members: in lists, by default, in
// arrays, nested. Expected values are closed forms.
//
// RUN: %at-levels %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>
#include <cstdlib>

struct Scaled {
  double a = 2;
  double b = a * 3;
  double c[2] = {b, this->a};
  double d = c[0] * c[1];
  int n = b > 5 ? 2 : 1;
};
struct Inner {
  double u = 1, v = u * u;
};
struct Outer {
  double a = 3;
  Inner first{a};
  Inner second{first.v, a + 1};
  Inner third;
  double sum = first.u + first.v + second.u * third.v;
};

[[grad]] double byList(double x) {
  Scaled s{x}; // b = 3x, c = {3x, x}, d = 3x^2
  double r = s.d * s.n;
  s = Scaled{x, x * x}; // c = {x^2, x}, d = x^3
  return r + s.c[0] * s.c[1] + s.d;
}
[[grad]] double byDefault(double x) {
  Scaled s;
  s.a *= x; // b stays
  return s.a * s.b + s.d;
}
[[grad]] double inArrays(double x) {
  Scaled s[3] = {{x}, {x * x}};
  double r = 0;
  for (Scaled &e : s)
    r += e.b * e.c[1];
  return r;
}
[[grad]] double nested(double x) {
  Outer o{x * x}; // u = x^2, v = x^4; x^4, x^2 + 1; 1, 1
  Outer p;
  p.a = x;
  return o.sum + o.second.v + p.a * p.sum;
}
[[grad]] double inLoop(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; ++i) {
    const Inner in{x[i] * r};
    r += in.v;
    Inner *block = new Inner[2]{{x[i]}};
    r *= 1 + block[0].v * block[1].v;
    delete[] block;
  }
  return r;
}

struct Plain {
  double u = 2, v = 3;
};
// What is not given is made by the class, in the reverse sweep, too.
[[grad]] double blocks(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; ++i) {
    Plain *block = new Plain[i + 2]{{x[i]}, {}};
    for (int k = 0; k < i + 2; ++k)
      r *= block[k].u * block[k].v * 0.2 + x[i];
    delete[] block;
  }
  return r;
}

int main() {
  double d = 0, x = 1.5; // n is 1: 3x < 5
  byList_grad(x, &d);
  NABLA_CHECK(check_near("byList", d, 6 * x + 3 * x * x + 3 * x * x));
  d = 0, byDefault_grad(x, &d);
  NABLA_CHECK(check_near("byDefault", d, 2 * 6));
  d = 0, inArrays_grad(x, &d);
  NABLA_CHECK(check_near("inArrays", d, 3 * 2 * x + 3 * 4 * x * x * x));
  d = 0, nested_grad(x, &d); // x^2 + x^4 + x^4 + x^2 + 1 + 21 x
  NABLA_CHECK(check_near("nested", d, 4 * x + 8 * x * x * x + 21));
  NABLA_CHECK(check_array(inLoop, inLoop_grad, {0.3, 0.7, -0.4}));
  NABLA_CHECK(check_array(blocks, blocks_grad, {0.3, 0.7, -0.4}));
  return nabla_test::result();
}
