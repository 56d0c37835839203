// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marked functions without a body: an error where no other file can have it.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Wall -Xclang -verify %s

[[grad]] static double internal(double x); // expected-error {{'internal' has internal linkage but no body in this file, so its derivatives cannot be generated; define it here, or remove 'grad'}}
namespace {
[[grad]] double anonymous(double x); // expected-error {{'anonymous' has internal linkage but no body in this file, so its derivatives cannot be generated; define it here, or remove 'grad'}}
}
[[grad]] inline double called(double x); // expected-error {{'called' is inline but no body in this file, so its derivatives cannot be generated; define it here, or remove 'grad'}}
[[grad]] inline double notCalled(double x);
[[grad]] double elsewhere(double x);

double call(double x, double *d) {
  return internal_grad(x, d) + anonymous_grad(x, d) + called_grad(x, d) +
         elsewhere_grad(x, d);
}
