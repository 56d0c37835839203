// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without the plugin a use of the library API is one error, which says what to
// do.
//
// RUN: not %clang -std=c++17 -isystem %include -fsyntax-only -DCALL='gradient<f>(1.0) + 1' %s 2>&1 | FileCheck %s
// RUN: not %clang -std=c++17 -isystem %include -fsyntax-only -DCALL='value_and_gradient<f>(1.0).gradient' %s 2>&1 | FileCheck %s
// RUN: not %clang -std=c++17 -isystem %include -fsyntax-only -DCALL='vjp<f>(1.0).pullback(1.0)' %s 2>&1 | FileCheck %s
// RUN: not %clang -std=c++17 -isystem %include -fsyntax-only -DCALL='check_gradient<f>(1.0).message().size()' %s 2>&1 | FileCheck %s

#include <nabla/nabla.h>

double f(double x) { return x; }
double g = nabla::CALL;
// CHECK-NOT: error:
// CHECK: error: static assertion failed{{.*}}: nabla: derivatives are made by Nabla's compiler plugin; compile this file with nabla++, or with clang++ and -fplugin=nabla.so
// CHECK: api-without-plugin.cpp:14:{{.*}}note:
// CHECK-NOT: error:
// CHECK: 1 error generated.
