// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that are given back late, and blocks that know their length.

#include "nabla/runtime.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using nabla::arena_scope;

namespace {

/// Tells when it is destroyed.
struct Witness {
  std::string *Log = nullptr;
  char Name = ' ';
  ~Witness() {
    if (Log)
      *Log += Name;
  }
};

TEST(Blocks, AreGivenBackWhenTheScopeEndsInTheOrderOfThePrimal) {
  std::string Log;
  {
    arena_scope Outer;
    nabla::late::delete_one(new Witness{&Log, 'a'});
    {
      arena_scope Inner;
      nabla::late::delete_one(new Witness{&Log, 'b'});
      nabla::late::delete_array(new Witness[2]{{&Log, 'd'}, {&Log, 'c'}});
      EXPECT_EQ(Log, "");
    }
    EXPECT_EQ(Log, "bcd");
    nabla::late::delete_one(new Witness{&Log, 'e'});
    nabla::late::free(static_cast<double *>(std::malloc(8)));
  }
  EXPECT_EQ(Log, "bcdae");
}

TEST(Blocks, AreGivenBackByAnException) {
  std::string Log;
  try {
    arena_scope Scope;
    const Witness *W = new Witness{&Log, 'x'};
    nabla::late::delete_one(W);
    throw std::runtime_error("");
  } catch (const std::runtime_error &) {
  }
  EXPECT_EQ(Log, "x");
}

TEST(Blocks, NullIsNothingToGiveBack) {
  arena_scope Scope;
  nabla::late::delete_one(static_cast<Witness *>(nullptr));
  nabla::late::delete_array(static_cast<double *>(nullptr));
  nabla::late::free(static_cast<double *>(nullptr));
  nabla::measured::release(static_cast<double *>(nullptr));
}

TEST(Blocks, KnowTheirLength) {
  namespace measured = nabla::measured;
  arena_scope Scope;
  double *A = measured::allocate<double>(3);
  float *B = measured::reserve<float>(5L);
  long double *C = measured::reserve_zeroed<long double>(4u);
  int *D = measured::allocate_zeroed<int>(0);
  EXPECT_EQ(measured::length(A), 3);
  EXPECT_EQ(measured::length(B), 5);
  EXPECT_EQ(measured::length(C), 4);
  EXPECT_EQ(measured::length(D), 0);
  EXPECT_EQ(measured::length(static_cast<double *>(nullptr)), 0);
  for (int I = 0; I < 3; ++I)
    A[I] = I;
  for (int I = 0; I < 4; ++I)
    EXPECT_EQ(C[I], 0);
  measured::release(A);
  measured::release(D);
}

#ifndef NABLA_TEST_SANITIZED // which would end the program
TEST(Blocks, TooMuchIsAnException) {
  arena_scope Scope;
  const size_t Most = ~size_t(0) / 2;
  EXPECT_THROW(nabla::measured::reserve<double>(Most), std::bad_alloc);
}
#endif

} // namespace
