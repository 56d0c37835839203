// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters by names that are wrong: each use is one error.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %S/Inputs/one_error_each.py %t nabla/nabla.h %clang_plugin -std=c++20 | FileCheck %s

//--- a.cpp
#include <nabla/nabla.h>
double f(double x, double y) { return x * y; }
auto a = nabla::gradient<f, "z">(1.0, 2.0);
// CHECK: error: {{.*}}nabla: the function has no parameter of this name

//--- b.cpp
#include <nabla/nabla.h>
double f(double x, double y) { return x * y; }
auto a = nabla::gradient<f, "x", 1>(1.0, 2.0);
// CHECK: error: {{.*}}nabla: parameters are given by names and by indices; give either names or indices

//--- c.cpp
#include <nabla/nabla.h>
double f(double x, double y) { return x * y; }
auto a = nabla::gradient<f, "y", "y">(1.0, 2.0);
// CHECK: error: {{.*}}nabla: a parameter is chosen twice; name it once

//--- d.cpp
#include <nabla/nabla.h>
double f(double x, int n) { return x * n; }
auto a = nabla::gradient<f, "n">(1.0, 2);
// CHECK: error: {{.*}}nabla: a parameter chosen by its index holds nothing to differentiate; leave it out
