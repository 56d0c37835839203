// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nabla's headers found by a path of the user's, which makes them no headers of
// the system: what the plugin includes after that is there already.
//
// RUN: %clang_plugin -std=c++17 -I%include -Xclang -verify -fsyntax-only %s
// RUN: %clang_plugin -std=c++17 -I%include -DTAPE -Xclang -verify \
// RUN:   -fsyntax-only %s

// expected-no-diagnostics

#ifdef TAPE
#include <nabla/gradient_tape.h>
#endif
#include <nabla/nabla.h>
#include <nabla/rules.h>

#define n 100 // in the way of no header

namespace my {
double f(double x);
}
template <> struct nabla::adjoint<&my::f> {
  static void vjp(double x, double s, double &d_x) { d_x += 2 * s * x; }
};
[[grad]] double g(double x) { return my::f(x) * x + n; }
double h(double x) { return nabla::gradient<&my::f>(x); }
