// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arena of one thread. test/Runtime runs the same tests with sanitizers and
// with other compilers.

#include "CountNew.h"
#include "nabla/runtime.h"
#include <climits>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using nabla::arena_scope;
using nabla::arena::reserve;
using nabla::arena::reserve_zeroed;
using nabla::arena::shrink;
using nabla::arena::stats;

namespace {

bool aligned(const void *P) { return reinterpret_cast<uintptr_t>(P) % 64 == 0; }

TEST(Arena, ReservesAlignedMemoryThatCanBeWritten) {
  arena_scope Scope;
  double *A = reserve<double>(3);
  float *B = reserve<float>(1000);
  char *C = reserve<char>(1);
  int (*D)[5] = reserve<int[5]>(7);
  EXPECT_TRUE(aligned(A) && aligned(B) && aligned(C) && aligned(D));
  for (int I = 0; I < 3; ++I)
    A[I] = I + 0.5;
  for (int I = 0; I < 1000; ++I)
    B[I] = float(I);
  *C = 'c';
  for (int I = 0; I < 7; ++I)
    for (int J = 0; J < 5; ++J)
      D[I][J] = I * J;
  EXPECT_EQ(A[2], 2.5);
  EXPECT_EQ(B[0], 0);
  EXPECT_EQ(B[999], 999);
  EXPECT_EQ(*C, 'c');
  EXPECT_EQ(D[6][4], 24);
}

TEST(Arena, NoElementsGiveAPointerThatIsNotNull) {
  arena_scope Scope;
  EXPECT_NE(reserve<double>(0), nullptr);
  EXPECT_NE(reserve<double>(-1), nullptr);
  EXPECT_NE(reserve<double>(LONG_MIN), nullptr);
  EXPECT_NE(reserve<double>(0u), nullptr);
  EXPECT_NE(reserve_zeroed<double>(-5), nullptr);
  size_t InUse = stats().in_use;
  for (int I = 0; I < 100; ++I)
    reserve<double>(I - 100);
  EXPECT_EQ(stats().in_use, InUse);
}

TEST(Arena, ZeroedMemoryIsZeroAlsoWhenUsedBefore) {
  for (int Round = 0; Round < 3; ++Round) {
    arena_scope Scope;
    double *A = reserve_zeroed<double>(5000);
    for (int I = 0; I < 5000; ++I) {
      ASSERT_EQ(A[I], 0.0);
      A[I] = -1.5;
    }
  }
}

TEST(Arena, ScopesGiveBackWhatWasReservedInThem) {
  size_t Before = stats().in_use;
  {
    arena_scope Outer;
    double *A = reserve<double>(10);
    A[9] = 1.0;
    size_t InOuter = stats().in_use;
    EXPECT_EQ(InOuter, Before + 128);
    for (int I = 0; I < 5; ++I) {
      arena_scope Inner;
      double *B = reserve<double>(100000);
      B[0] = B[99999] = 2.0;
      EXPECT_GE(stats().in_use, InOuter + 800000);
    }
    EXPECT_EQ(stats().in_use, InOuter);
    double *C = reserve<double>(1);
    EXPECT_EQ(C, A + 16); // the next line of 64 bytes
    EXPECT_EQ(A[9], 1.0);
  }
  EXPECT_EQ(stats().in_use, Before);
}

TEST(Arena, AnExceptionReleases) {
  arena_scope Outer;
  reserve<double>(10);
  size_t Before = stats().in_use;
  try {
    arena_scope Scope;
    reserve<double>(1000000);
    arena_scope Inner;
    reserve<double>(1000000);
    throw std::runtime_error("on the way");
  } catch (const std::runtime_error &) {
  }
  EXPECT_EQ(stats().in_use, Before);
}

void useALot(int Arrays) {
  arena_scope Scope;
  for (int I = 0; I < Arrays; ++I) {
    arena_scope Inner;
    double *A = reserve<double>(1000 * I + 1);
    A[1000 * I] = 1;
    double *B = reserve_zeroed<double>(50000);
    B[49999] = 1;
  }
  for (int I = 0; I < Arrays; ++I)
    reserve<float>(1 << (I % 18))[0] = 1;
}

TEST(Arena, TheSecondCallAllocatesNothing) {
  shrink();
  long Blocks = blocks();
  useALot(40);
  long News = news();
  EXPECT_GT(blocks(), Blocks) << "the counter does not see the arena";
  for (int I = 0; I < 10; ++I)
    useALot(40);
  EXPECT_EQ(news(), News);
}

TEST(Arena, ChunksGrowSoThatThereAreFew) {
  shrink();
  {
    arena_scope Scope;
    for (int I = 0; I < 100000; ++I)
      reserve<double>(8);
    EXPECT_EQ(stats().in_use >= 6400000, true);
    EXPECT_LE(stats().chunks, 8u);
    EXPECT_LE(stats().held, 4 * 6400000u);
  }
  shrink();
  EXPECT_EQ(stats().chunks, 0u);
  EXPECT_EQ(stats().held, 0u);
}

TEST(Arena, ARequestLargerThanAllChunksIsServedOnce) {
  shrink();
  {
    arena_scope Scope;
    reserve<double>(10);
    double *A = reserve<double>(3000000);
    A[0] = A[2999999] = 1;
    EXPECT_EQ(stats().chunks, 2u);
  }
  {
    arena_scope Scope; // the large chunk is the second one: found again
    reserve<double>(10);
    reserve<double>(3000000);
    EXPECT_EQ(stats().chunks, 2u);
  }
}

TEST(Arena, ShrinkKeepsWhatIsInUse) {
  long Blocks = blocks();
  {
    arena_scope Outer;
    double *A = reserve<double>(100);
    A[99] = 3.0;
    {
      arena_scope Inner;
      reserve<double>(1000000);
    }
    shrink();
    EXPECT_EQ(A[99], 3.0);
    reserve<double>(1000000)[999999] = 1.0;
    EXPECT_EQ(A[99], 3.0);
  }
  shrink();
  EXPECT_EQ(stats().held, 0u);
  EXPECT_LE(blocks(), Blocks);
}

TEST(Arena, ShrinkInAScopeWithNothingInUse) {
  { // A chunk that is empty, and the mark of the scope points into it.
    arena_scope Warm;
    reserve<double>(10);
  }
  {
    arena_scope Scope;
    shrink();
    reserve<double>(100000)[0] = 1;
    shrink();
  }
  EXPECT_EQ(stats().in_use, 0u);
  shrink();
  EXPECT_EQ(stats().chunks, 0u);
}

TEST(Arena, PeakIsTheLargestUse) {
  {
    arena_scope Scope;
    reserve<double>(2000000);
    arena_scope Inner;
    reserve<double>(1000000);
  }
  arena_scope Scope;
  reserve<double>(10);
  EXPECT_GE(stats().peak, 24000000u);
  EXPECT_GT(stats().peak, stats().in_use);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&         \
    !defined(NABLA_TEST_SANITIZED)
TEST(Arena, TooMuchIsBadAlloc) {
  arena_scope Scope;
  double *A = reserve<double>(4);
  A[3] = 7.0;
  size_t InUse = stats().in_use;
  struct Large {
    char C[1 << 20];
  };
  EXPECT_THROW(reserve<double>(SIZE_MAX), std::bad_alloc);
  EXPECT_THROW(reserve<double>(SIZE_MAX / 8 + 2), std::bad_alloc); // wraps to 8
  EXPECT_THROW(reserve<double>(LONG_MAX), std::bad_alloc);
  EXPECT_THROW(reserve<Large>(1ul << 44), std::bad_alloc); // wraps to 0
  EXPECT_THROW(reserve_zeroed<double>(SIZE_MAX / 16), std::bad_alloc);
  EXPECT_EQ(stats().in_use, InUse);
  reserve<double>(100000)[0] = 1;
  EXPECT_EQ(A[3], 7.0);
}
#endif

/// Reserves and releases at random; every byte keeps what was written to it.
struct RandomUse {
  std::mt19937 Random{42};
  struct Piece {
    unsigned char *P;
    size_t N;
    unsigned char Mark;
  };
  std::vector<Piece> Pieces;
  int Left = 3000;

  void check() {
    for (const Piece &Q : Pieces)
      for (size_t I = 0; I < Q.N; I += Q.N < 100 ? 1 : Q.N / 7)
        ASSERT_EQ(Q.P[I], Q.Mark);
  }
  void run(int Depth) {
    arena_scope Scope;
    size_t Mine = Pieces.size();
    while (--Left > 0) {
      unsigned What = Random() % 8;
      if (What == 0 && Depth > 0)
        break;
      if (What == 1 && Depth < 12) {
        run(Depth + 1);
        continue;
      }
      if (What == 2)
        shrink();
      size_t N = Random() % 10 ? Random() % 300 : Random() % 300000;
      Pieces.push_back({reserve<unsigned char>(N), N, (unsigned char)Random()});
      std::memset(Pieces.back().P, Pieces.back().Mark, N);
    }
    check();
    Pieces.resize(Mine);
  }
};

TEST(Arena, PiecesNeverOverlap) {
  RandomUse Use;
  Use.run(0);
  Use.check();
  EXPECT_EQ(stats().in_use, 0u);
}

} // namespace
