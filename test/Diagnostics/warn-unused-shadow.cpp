// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A local variable that is a shadow and nothing else is warned about.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Werror -fplugin-arg-nabla-Wno-unused-shadow %s

[[grad]] double f(double x, double y) { return x * y; }
[[grad]] double g(const double *x, int n) { return n ? *x : 0; }

double forgotten() {
  double dx = 0, dy = 0;
  f_grad(1, 2, &dx, &dy); // expected-warning {{the shadow 'dx' that 'f_grad' adds to is never read; use it, or leave its parameter out of 'grad' [-Wnabla-unused-shadow]}}
  return dy;
}
double inTwo() {
  double dx = 0, dy = 0;
  f_grad(1, 2, &dx, &dy); // expected-warning {{the shadow 'dx'}}
  f_vjp(1, 2, 3, &(dx), &dy);
  return dy;
}
double arrays() {
  double x[2] = {1, 2}, dx[2] = {}, dz[2] = {};
  g_grad(x, 2, dx); // expected-warning {{the shadow 'dx'}}
  g_grad(x, 2, dz);
  return dz[0];
}
[[grad]] double rows(double **x) { return x[0][0] * x[1][0]; }
void tables(double *d) {
  double a = 1, b = 2;
  double *x[2] = {&a, &b}, *dx[2] = {d, d + 1};
  rows_grad(x, dx); // what the table leads to is read elsewhere
}
double sum;
void silent(double *out) {
  [[maybe_unused]] double meant = 0;
  static double kept = 0;
  double dx = 0, x = 1, dy[1] = {};
  f_grad(x, 2, &meant, &dx);
  f_grad(x, 2, out, &kept);
  f_grad(x, x, &sum, dy);
  out[1] = dx + *dy;
  double both = 3;
  f_grad(both, 1, &both, &sum);
}
