// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives have the linkage, the inline and the noexcept of their function.
//
// RUN: %nabla -std=c++17 -O0 -Wall -Wextra -Werror -I%S/Inputs %s -o %t && %t
// RUN: %nabla -std=c++17 -O0 -c -I%S/Inputs %s -o %t.o
// RUN: %python -c "import subprocess, sys; print(subprocess.run(['nm', sys.argv[1]], stdout=subprocess.PIPE, text=True).stdout)" %t.o | FileCheck %s

#include "expect.h"

// CHECK-DAG: {{^[0-9a-f]+}} t _ZL{{[0-9]+}}internal_graddPd
// CHECK-DAG: {{^[0-9a-f]+}} t _ZL{{[0-9]+}}internal_vjpddPd
[[grad]] static double internal(double x) { return x * x; }

// A later declaration has internal linkage, too.
[[grad]] static double internalFirst(double x);
// CHECK-DAG: {{^[0-9a-f]+}} t _ZL{{[0-9]+}}internalFirst_graddPd
double internalFirst(double x) { return x * x; }

// CHECK-DAG: {{^[0-9a-f]+}} W _Z{{[0-9]+}}weak_graddPd
[[grad]] inline double weak(double x) { return x * x; }

// CHECK-DAG: {{^[0-9a-f]+}} W _Z{{[0-9]+}}inlineLater_graddPd
[[grad]] double inlineLater(double x);
inline double inlineLater(double x) { return x * x; }

// CHECK-DAG: {{^[0-9a-f]+}} W _Z{{[0-9]+}}constant_graddPd
[[grad]] constexpr double constant(double x) { return x * x; }
static_assert(constant(3) == 9);

// CHECK-DAG: {{^[0-9a-f]+}} T cFunction_grad
// CHECK-DAG: {{^[0-9a-f]+}} T cFunction_vjp
extern "C" [[grad]] double cFunction(double x) { return x * x; }
extern "C" {
// CHECK-DAG: {{^[0-9a-f]+}} T inBlock_grad
[[grad]] double inBlock(double x) { return x * x; }
// CHECK-DAG: {{^[0-9a-f]+}} t {{.*}}inBlockStatic_grad
[[grad]] static double inBlockStatic(double x) { return x * x; }
}
namespace n {
// CHECK-DAG: {{^[0-9a-f]+}} T inNamespace_grad
extern "C" [[grad]] double inNamespace(double x) { return x * x; }
} // namespace n

// CHECK-DAG: {{^[0-9a-f]+}} T _Z{{[0-9]+}}external_graddPd
[[grad]] extern double external(double x);
double external(double x) { return x * x; }

[[grad]] double silent(double x) noexcept { return x * x; }
[[grad]] double silentToo(double x) noexcept(sizeof(x) > 4) { return x * x; }
[[grad]] double loud(double x) noexcept(false) { return x * x; }
static_assert(noexcept(silent_grad(1, nullptr)));
static_assert(noexcept(silent_vjp(1, 1, nullptr)));
static_assert(noexcept(silentToo_grad(1, nullptr)));
static_assert(!noexcept(loud_grad(1, nullptr)));

// Nobody calls these; that is no reason for a warning.
[[grad]] static inline double unused(double x) { return x * x; }
namespace {
[[grad]] inline double unusedToo(double x) { return x * x; }
} // namespace

int main() {
  double d = 0;
  internal_grad(1, &d);
  internalFirst_grad(1, &d);
  weak_grad(1, &d);
  inlineLater_grad(1, &d);
  constant_grad(1, &d);
  cFunction_grad(1, &d);
  inBlock_grad(1, &d);
  inBlockStatic_grad(1, &d);
  n::inNamespace_grad(1, &d);
  external_grad(1, &d);
  silent_grad(1, &d);
  silentToo_grad(1, &d);
  loud_grad(1, &d);
  EXPECT(d, 26);
  return failures;
}
