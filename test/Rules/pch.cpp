// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules from a precompiled header.
//
// RUN: %nabla -std=c++17 -x c++-header %S/Inputs/rules_pch.h -o %t.pch
// RUN: %nabla -std=c++17 -include-pch %t.pch -fplugin-arg-nabla-dump=source \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

[[grad]] double g(double x) { return my::f(x) * std::exp(x) + std::tanh(x); }

// CHECK: *d_x += {{.*}} / (std::cosh(x) * std::cosh(x));
// CHECK: *d_x += {{.*}} * (3.0 * x + std::cos(x));
