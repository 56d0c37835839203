// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of the rules that the plugin reads needs no header of the standard
// library: what it costs to parse is all its own.
//
// RUN: %clang -std=c++17 -I%include -M %s | FileCheck %s --implicit-check-not=c++

// CHECK: parse-cost
#include <nabla/rules.h>
