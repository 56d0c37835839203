// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Active values are printed in the middle of what is differentiated: by
// streams, the C library, through strings; in loops, branches and callees. The
// gradient prints what the primal prints, once and in its order.
//
// RUN: %nabla -std=c++17 -O0 %s -o %t.O0 && %t.O0 | FileCheck %s
// RUN: %nabla -std=c++20 -O2 %s -o %t.O2 && %t.O2 | FileCheck %s
// RUN: %nabla -std=c++17 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.san && %t.san | FileCheck %s

#include "support/check_gradient.h"
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct Pair {
  double a, b;
};
std::ostream &operator<<(std::ostream &out, const Pair &p) {
  return out << "(" << p.a << ", " << p.b << ")";
}

[[grad]] double straight(double x, double y) {
  double z = x * y;
  std::cout << z << "\n";
  z = z * x;
  std::cout << "z=" << z << " y=" << std::setprecision(3) << y << std::endl;
  std::cout << std::hex << 255 << std::dec << " " << (z > y ? z : y) << '\n';
  return z * y;
}

[[grad]] double inLoop(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s *= 1 + x[i] * s;
    std::cout << i << ": " << s << ' ' << x[i] << '\n';
    if (s > 3)
      std::clog << "large " << s << '\n';
  }
  return s * s;
}

[[grad]] double cLibrary(double x) {
  double y = x * x;
  std::printf("%g then ", y);
  y *= y;
  std::fprintf(stdout, "%g\n", y);
  char text[40];
  std::snprintf(text, sizeof text, "%g", y);
  std::puts(text);
  std::fflush(stdout);
  y *= x;
  return y;
}

[[grad]] double strings(double x) {
  std::ostringstream out;
  double y = x * x;
  out << std::fixed << std::setw(8) << y << "|" << y * x;
  std::string text = std::to_string(y) + " " + out.str();
  y *= x;
  std::cout << text << " " << std::to_string(y) << "\n";
  return y * y;
}

static double helper(double x, int depth) {
  double y = x * x;
  std::cout << std::string(depth, '>') << " " << y << "\n";
  if (depth < 3)
    y += helper(y * 0.5, depth + 1);
  std::cout << std::string(depth, '<') << " " << y << "\n";
  return y * x;
}
static void report(const double *p, int n, const char *what) {
  std::cout << what;
  for (int i = 0; i < n; ++i)
    std::cout << " " << p[i];
  std::cout << "\n";
}
[[grad]] double inHelpers(double x) {
  double v[2] = {x, helper(x, 1)};
  report(v, 2, "before");
  v[0] *= v[1];
  report(v, 2, "after");
  return v[0] * v[0];
}

[[grad]] double records(double x, double y) {
  Pair p = {x, x * y};
  std::cout << p << "\n" << Pair{y, y} << "\n";
  p.a *= p.b;
  std::cout << "changed " << p << "\n";
  const double &r = p.a;
  double *q = &p.b;
  *q += r;
  std::cout << r << " " << *q << "\n";
  return p.a * p.b;
}

[[grad]] double counted(double x, int *lines) {
  double s = 0;
  for (double t = x; t < 1; t *= 2, ++*lines)
    std::cout << "line " << *lines << ": " << t * t << "\n", s += t * t;
  return s;
}

int main() {
  std::cout << std::setprecision(4);
  double d[2] = {0, 0};
  // CHECK: 3
  // CHECK-NEXT: z=4.5 y=2
  // CHECK-NEXT: ff 4.5
  straight_grad(1.5, 2, d, d + 1);
  NABLA_CHECK(check_near("straight", d[0], 2 * 1.5 * 2 * 2));
  NABLA_CHECK(check_near("straight", d[1], 2 * 1.5 * 1.5 * 2));

  // CHECK-NEXT: 0: 1.5 0.5
  // CHECK-NEXT: 1: 3.75 1
  double x[] = {0.5, 1}, dx[2] = {};
  inLoop_grad(x, 2, dx);
  // s1 = 1 + x0, s2 = s1 (1 + x1 s1)
  NABLA_CHECK(check_near("inLoop", dx[0], 2 * 3.75 * (1 + 2 * 1.5)));
  NABLA_CHECK(check_near("inLoop", dx[1], 2 * 3.75 * 1.5 * 1.5));

  // CHECK-NEXT: 4 then 16
  // CHECK-NEXT: 16
  std::cout << std::flush;
  double dy = 0;
  cLibrary_grad(2, &dy);
  NABLA_CHECK(check_near("cLibrary", dy, 5 * 16));

  // CHECK-NEXT: 4.000000 4.000000|8.000000 8.000000
  double dz = 0;
  strings_grad(2, &dz);
  NABLA_CHECK(check_near("strings", dz, 6 * 32));

  // CHECK-NEXT: > 4
  // CHECK-NEXT: >> 4
  // CHECK-NEXT: >>> 4
  // CHECK-NEXT: <<< 4
  // CHECK-NEXT: << 12
  // CHECK-NEXT: < 28
  // CHECK-NEXT: before 2 56
  // CHECK-NEXT: after 112 56
  double dh = 0;
  inHelpers_grad(2, &dh);
  // helper3(u) = u^3; helper2(u) = (u^2 + u^6 / 8) u;
  // helper1(u) = (u^2 + helper2(u^2 / 2)) u = u^3 + u^7 / 8 + u^15 / 1024
  NABLA_CHECK(check_near("inHelpers", dh,
                         2 * 112 * (56 + 2 * (3 * 4 + 7 * 64 / 8. + 15 * 16))));

  // CHECK-NEXT: (2, 6)
  // CHECK-NEXT: (3, 3)
  // CHECK-NEXT: changed (12, 6)
  // CHECK-NEXT: 12 18
  double dr[2] = {};
  records_grad(2, 3, dr, dr + 1); // x^2 y (x y + x^2 y) = (x^3 + x^4) y^2
  NABLA_CHECK(check_near("records", dr[0], (3 * 4 + 4 * 8) * 9));
  NABLA_CHECK(check_near("records", dr[1], (8 + 16) * 2 * 3));

  // CHECK-NEXT: line 0: 0.0625
  // CHECK-NEXT: line 1: 0.25
  // CHECK-NOT: {{.}}
  int lines = 0;
  double dc = 0;
  counted_grad(0.25, &lines, &dc);
  NABLA_CHECK(check_near("counted", dc, 2 * 5 * 0.25));
  NABLA_CHECK(check_equal("lines", lines, 2));
  return nabla_test::result();
}
