// Under the address sanitizer the arena's memory may only be touched where it
// is reserved.
//
// REQUIRES: gxx-12
// RUN: %gxx -std=c++17 -fsanitize=address -I%include %s -o %t
// RUN: %t
// RUN: not %t behind 2>&1 | FileCheck %s
// RUN: not %t after release 2>&1 | FileCheck %s
// CHECK: AddressSanitizer: use-after-poison

#include "nabla/runtime.h"

int main(int argc, char **) {
  nabla::arena_scope scope;
  double *a = nabla::arena::reserve<double>(3);
  double *b;
  {
    nabla::arena_scope inner;
    b = nabla::arena::reserve<double>(100);
    b[99] = 1;
  }
  a[2] = 1;
  if (argc == 2)
    a[3] = 1;
  if (argc == 3)
    b[0] = 1;
}
