// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EXPECT(value, expected): the tests here differentiate polynomials whose
// derivatives are exact in binary, so equality is meant.

#ifndef NABLA_TEST_PLUGIN_EXPECT_H
#define NABLA_TEST_PLUGIN_EXPECT_H

#include <cstdio>

inline int failures = 0;

inline void expect(double value, double expected, const char *what, int line) {
  if (value == expected)
    return;
  ++failures;
  std::printf("line %d: %s should be %g, is %g\n", line, what, expected, value);
}

#define EXPECT(value, expected) expect(value, expected, #value, __LINE__)

#endif // NABLA_TEST_PLUGIN_EXPECT_H
