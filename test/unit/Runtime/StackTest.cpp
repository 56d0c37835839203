// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CountNew.h"
#include "nabla/runtime.h"
#include <gtest/gtest.h>
#include <random>
#include <vector>

using nabla::arena_scope;
using nabla::stack;
using nabla::arena::stats;

namespace {

template <int Bytes> struct Sized {
  unsigned char C[Bytes];
  Sized() = default;
  explicit Sized(unsigned V) {
    for (int I = 0; I < Bytes; ++I)
      C[I] = (unsigned char)(V + I);
  }
  bool operator==(const Sized &O) const {
    return __builtin_memcmp(C, O.C, Bytes) == 0;
  }
};

template <class T> class StackOf : public testing::Test {};
using Types = testing::Types<double, float, char, bool, long, Sized<3>,
                             Sized<24>, Sized<448>, Sized<5000>, Sized<70000>>;
TYPED_TEST_SUITE(StackOf, Types);

TYPED_TEST(StackOf, BehavesLikeAVector) {
  arena_scope Scope;
  stack<TypeParam> Stack;
  std::vector<TypeParam> Model;
  std::mt19937 Random(7);
  size_t Bound = sizeof(TypeParam) > 1000 ? 200 : 60000;
  for (int Round = 0; Round < 30; ++Round) {
    bool Push = Random() % 2;
    for (size_t N = Random() % (Bound / 4); N > 0; --N) {
      if (Push) {
        TypeParam V(Random() % 100);
        Stack.push(V);
        Model.push_back(V);
      } else if (!Model.empty()) {
        ASSERT_TRUE(Stack.pop() == Model.back());
        Model.pop_back();
      }
    }
    ASSERT_EQ(Stack.size(), Model.size());
    ASSERT_EQ(Stack.empty(), Model.empty());
  }
  for (; !Model.empty(); Model.pop_back())
    ASSERT_TRUE(Stack.pop() == Model.back());
  EXPECT_TRUE(Stack.empty());
}

TEST(Stack, AMillionDoublesCostEightBytesEach) {
  arena_scope Scope;
  size_t Before = stats().in_use;
  stack<double> Stack;
  EXPECT_EQ(stats().in_use, Before) << "an empty stack needs no memory";
  for (int I = 0; I < 1000000; ++I)
    Stack.push(I);
  size_t Used = stats().in_use - Before;
  EXPECT_GE(Used, 8000000u);
  // One per cent, one piece of the stack, and the rests of a few chunks.
  EXPECT_LE(Used, 8080000u + 65536u + 4 * 65536u);
  for (int I = 999999; I >= 0; --I)
    ASSERT_EQ(Stack.pop(), I);
  EXPECT_EQ(stats().in_use - Before, Used);
}

TEST(Stack, AFewDoublesCostLittle) {
  arena_scope Scope;
  size_t Before = stats().in_use;
  stack<double> Stack;
  Stack.push(1);
  EXPECT_LE(stats().in_use - Before, 512u);
}

TEST(Stack, PoppedPiecesAreUsedAgain) {
  arena_scope Scope;
  stack<double> Stack;
  for (int I = 0; I < 100000; ++I)
    Stack.push(I);
  size_t Used = stats().in_use;
  for (int Round = 0; Round < 5; ++Round) {
    while (!Stack.empty())
      Stack.pop();
    for (int I = 0; I < 100000; ++I)
      Stack.push(I);
  }
  // Back and forth over the border between two pieces.
  for (int I = 99999; I > 0; --I) {
    ASSERT_EQ(Stack.pop(), I);
    Stack.push(I);
    ASSERT_EQ(Stack.pop(), I);
  }
  EXPECT_EQ(stats().in_use, Used);
}

TEST(Stack, SteadyStateAllocatesNothing) {
  auto Run = [] {
    arena_scope Scope;
    stack<double> A;
    stack<int> B;
    double Sum = 0;
    for (int I = 0; I < 300000; ++I) {
      A.push(I * 0.5);
      if (I % 3 == 0)
        B.push(I);
    }
    while (!A.empty())
      Sum += A.pop();
    while (!B.empty())
      Sum += B.pop();
    return Sum;
  };
  double First = Run();
  long News = news();
  for (int I = 0; I < 5; ++I)
    EXPECT_EQ(Run(), First);
  EXPECT_EQ(news(), News);
}

// Frames come from reserve_zeroed: their stacks must be empty ones.
TEST(Stack, AllBytesZeroIsAnEmptyStack) {
  struct Frame {
    double X;
    stack<double> Saved;
  };
  arena_scope Scope;
  Frame *Frames = nabla::arena::reserve_zeroed<Frame>(10);
  for (int I = 0; I < 10; ++I) {
    EXPECT_TRUE(Frames[I].Saved.empty());
    for (int J = 0; J < 100 * I; ++J)
      Frames[I].Saved.push(I + J);
  }
  for (int I = 0; I < 10; ++I) {
    EXPECT_EQ(Frames[I].Saved.size(), size_t(100 * I));
    for (int J = 100 * I - 1; J >= 0; --J)
      ASSERT_EQ(Frames[I].Saved.pop(), I + J);
  }
}

TEST(Stack, OfStacks) {
  arena_scope Scope;
  stack<stack<double>> Outer;
  for (int I = 0; I < 50; ++I) {
    stack<double> Inner;
    for (int J = 0; J < I; ++J)
      Inner.push(I * J);
    Outer.push(Inner);
  }
  for (int I = 49; I >= 0; --I) {
    stack<double> Inner = Outer.pop();
    for (int J = I - 1; J >= 0; --J)
      ASSERT_EQ(Inner.pop(), I * J);
  }
}

} // namespace
