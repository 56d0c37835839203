// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tape's tests share: short names, differences to compare with, and
// the warnings that were given.

#ifndef NABLA_TEST_TAPE_CHECK_H
#define NABLA_TEST_TAPE_CHECK_H

#include "nabla/gradient_tape.h"
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using nabla::GradientTape;
using nabla::parameter;
using nabla::tape_error;
namespace unconnected = nabla::unconnected;

using V = nabla::variable<double>;
using Array = nabla::variable<nabla::array<double>>;
using Numbers = nabla::array<double>;

/// The derivative of f at x in long double: Richardson's extrapolation of
/// central differences.
template <class F> double slope(F F1, long double X, long double H = 1e-3L) {
  auto D = [&](long double S) { return (F1(X + S) - F1(X - S)) / (2 * S); };
  return double((64 * D(H / 4) - 20 * D(H / 2) + D(H)) / 45);
}

#define EXPECT_CLOSE(Is, ShouldBe)                                             \
  EXPECT_NEAR(Is, ShouldBe, 1e-9 * (1 + std::fabs(ShouldBe)))

/// Runs a statement that must throw a tape_error whose message has Text in it.
#define EXPECT_TAPE_ERROR(Statement, Text)                                     \
  try {                                                                        \
    Statement;                                                                 \
    ADD_FAILURE() << "no error";                                               \
  } catch (const tape_error &E) {                                              \
    EXPECT_NE(std::string(E.what()).find(Text), std::string::npos)             \
        << E.what();                                                           \
  }

/// Collects warnings while it lives.
class Warnings {
public:
  Warnings() : Saved(nabla::set_tape_warning_handler(add)) { list().clear(); }
  ~Warnings() { nabla::set_tape_warning_handler(Saved); }
  static std::vector<std::string> &list() {
    static std::vector<std::string> L;
    return L;
  }

private:
  static void add(const char *Message) { list().push_back(Message); }
  nabla::tape_warning_handler Saved;
};

#endif // NABLA_TEST_TAPE_CHECK_H
