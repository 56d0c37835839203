// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of pairs: found by address and type, gone with the registration,
// an exception for what is not there.
//
// RUN: %clang -std=c++17 -Wall -Wextra -Werror -I %include %s -o %t && %t
// RUN: %clang -std=c++17 -fno-exceptions -DNO_EXCEPTIONS -I %include %s -o %t.noex && not --crash %t.noex 2>&1 | FileCheck %s
// CHECK: nabla: a function that is called through a pointer has no derivative here

#include <nabla/calls.h>
#include <stdio.h>

static double f(double x) { return x; }
static double g(double x) { return x; }
static double h(double x, int) noexcept { return x; }
static double forward(double x, nabla::called *) { return x; }
static void reverse(nabla::called *, double, double *) {}
static void other(nabla::called *, double, double *) {}

static int failures = 0;
static void expect(bool holds, const char *what) {
  if (!holds)
    printf("%s\n", what), ++failures;
}

template <class F> static void (*reverseOf(F *function))() {
  nabla::called frame{};
  nabla::detail::find_pair(function, &frame);
  return frame.reverse;
}

int main() {
#if defined(NO_EXCEPTIONS)
  reverseOf(&f);
#else
  auto missing = [](auto *function) {
    try {
      reverseOf(function);
    } catch (const nabla::no_derivative &e) {
      return e.function() == reinterpret_cast<const void *>(function) &&
             e.what()[0] != '\0';
    }
    return false;
  };
  expect(missing(&f), "nothing is registered");
  {
    nabla::registration first(&f, &forward, &reverse);
    nabla::registration second(&g, &forward, &other);
    nabla::registration third(&h, &forward, &other);
    expect(reverseOf(&f) == reinterpret_cast<void (*)()>(&reverse), "f");
    expect(reverseOf(&g) == reinterpret_cast<void (*)()>(&other), "g");
    expect(reverseOf(&h) == reinterpret_cast<void (*)()>(&other), "h");
    expect(missing(static_cast<double (*)(double)>(nullptr)), "null");
    // The same address under another type is another function.
    auto any = reinterpret_cast<void (*)()>(&f);
    expect(missing(reinterpret_cast<double (*)(float)>(any)), "type");
  }
  expect(missing(&f) && missing(&g), "what was registered is gone");
#endif
  return failures;
}
