// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In no language that Nabla takes but C++17 and later.

__attribute__((grad)) double square(double x);
