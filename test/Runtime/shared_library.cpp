// A library whose symbols are hidden uses the same arena as the program: what it
// reserves in the caller's scope is given back with that scope.
//
// RUN: %clang -std=c++17 -fvisibility=hidden -fPIC -shared -DLIBRARY -I%include %s -o %t.so
// RUN: %clang -std=c++17 -fvisibility=hidden -I%include %s %t.so -o %t
// RUN: %t

#include "nabla/runtime.h"

#define EXPORTED __attribute__((visibility("default")))

#if defined(LIBRARY)
EXPORTED double *reserve_in_library(int n) {
  return nabla::arena::reserve<double>(n);
}
#else
double *reserve_in_library(int n);

int main() {
  {
    nabla::arena_scope scope;
    reserve_in_library(1000)[999] = 1;
    if (nabla::arena::stats().in_use < 8000)
      return 1;
  }
  return nabla::arena::stats().in_use != 0;
}
#endif
