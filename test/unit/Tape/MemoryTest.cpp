// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tapes take and give back, seen from outside: this program's operator new
// counts, and malloc is asked how much is in use. Also what a recorded
// operation takes.

#include "../Runtime/CountNew.h"
#include "Check.h"
#include <malloc.h>
#include <thread>

namespace {

std::size_t bytesInUse() {
  const struct mallinfo2 M = mallinfo2();
  return M.uordblks + M.hblkhd;
}

V chain(V X, int N) {
  V Y = X;
  for (int I = 0; I < N; ++I)
    Y = Y * X + 1e-3;
  return Y;
}

TEST(TapeMemory, AtMost32BytesAnOperation) {
  for (bool Persistent : {false, true}) {
    V X(0.5);
    GradientTape Tape(Persistent ? nabla::persistent
                                 : nabla::tape_option::none);
    Tape.watch(X);
    const std::size_t Before = nabla::tape_memory::in_use();
    const int N = 500000;
    V Y = chain(X, N); // 2 operations each
    const double Bytes = double(nabla::tape_memory::in_use() - Before);
    EXPECT_LE(Bytes / (2 * N), 32.2); // chunks are taken whole
    Tape.stop();
    EXPECT_TRUE(Tape.gradient(Y, X));
  }
}

TEST(TapeMemory, Row09ReleasesAtOnce) {
  nabla::tape_memory::keep(0);
  const std::size_t Before = bytesInUse();
  nabla::tape_memory::keep(std::size_t(4) << 20);
  V X(0.5);
  GradientTape Tape;
  Tape.watch(X);
  V Y = chain(X, 1000000);
  EXPECT_GT(bytesInUse() - Before, std::size_t(50) << 20);
  EXPECT_TRUE(Tape.gradient(Y, X));
  // The tape is still there; what it held is not, but for what is kept.
  EXPECT_LT(bytesInUse() - Before, std::size_t(5) << 20);
  nabla::tape_memory::keep(0);
  EXPECT_LT(bytesInUse() - Before, std::size_t(64) << 10);
  nabla::tape_memory::keep(std::size_t(4) << 20);
}

TEST(TapeMemory, DestructionAndResetReleaseToo) {
  nabla::tape_memory::keep(0);
  const std::size_t Before = bytesInUse();
  V X(0.5);
  {
    GradientTape Tape(nabla::persistent);
    Tape.watch(X);
    EXPECT_GT(chain(X, 100000).value(), 0);
    Tape.reset();
    EXPECT_LT(bytesInUse() - Before, std::size_t(100) << 10);
    Tape.watch(X);
    EXPECT_GT(chain(X, 100000).value(), 0);
  }
  EXPECT_LT(bytesInUse() - Before, std::size_t(64) << 10);
  nabla::tape_memory::keep(std::size_t(4) << 20);
}

double step(const parameter<double> &W, int I) {
  GradientTape Tape;
  V L = (W * I - 1) * (W * I - 1);
  return Tape.gradient(L, W)->value();
}

TEST(TapeMemory, AMillionTapesDoNotGrow) {
  parameter<double> W(0.5);
  double Last = 0;
  for (int I = 0; I < 100; ++I)
    Last = step(W, I);
  const std::size_t Before = bytesInUse();
  const long Blocks = blocks();
  for (int I = 0; I < 1000000; ++I)
    Last = step(W, I % 100000);
  EXPECT_NEAR(Last, 9999600003.0, 1);
  EXPECT_EQ(blocks(), Blocks);
  EXPECT_LE(bytesInUse(), Before + 1024);
}

TEST(TapeMemory, MillionsBesideAnOldPersistentTape) {
  parameter<double> W(0.5);
  V X(3);
  GradientTape Old(nabla::persistent);
  Old.watch(X);
  V Y = X * X;
  Old.stop();
  for (int I = 0; I < 100; ++I)
    step(W, I);
  const std::size_t Before = bytesInUse();
  for (int I = 0; I < 100000; ++I)
    step(W, I);
  EXPECT_LE(bytesInUse(), Before + 1024);
  EXPECT_EQ(Old.gradient(Y, X)->value(), 6);
}

TEST(TapeMemory, NoAllocationInSteadyState) {
  V X(0.5);
  auto Round = [&] {
    GradientTape Tape;
    Tape.watch(X);
    V Y = chain(X, 20000);
    return Tape.gradient(Y, X)->value();
  };
  Round();
  const long Before = news();
  Round();
  Round();
  EXPECT_EQ(news(), Before);
}

TEST(TapeMemory, NoAllocationForArraysInSteadyState) {
  Array A(nabla::shape(20, 20), std::vector<double>(400, 0.01));
  Array X(std::vector<double>(20, 1.0));
  auto Round = [&] {
    GradientTape Tape;
    Tape.watch(A, X);
    Array Y = X;
    for (int I = 0; I < 10; ++I)
      Y = tanh(matvec(A, Y) + X);
    V L = sum(Y * Y);
    return Tape.gradient(L, A)->value()[0];
  };
  Round();
  Round();
  const long Before = news();
  Round();
  EXPECT_LE(news() - Before, 60); // the adjoints' own heads, no numbers
}

TEST(TapeMemory, ThreadsLeaveNothing) {
  const long Before = blocks();
  for (int I = 0; I < 10; ++I)
    std::thread([] {
      V X(0.5);
      GradientTape Tape;
      Tape.watch(X);
      V Y = chain(X, 10000);
      EXPECT_TRUE(Tape.gradient(Y, X));
    }).join();
  EXPECT_EQ(blocks(), Before);
}

TEST(TapeMemory, ErrorsLeaveNothing) {
  nabla::tape_memory::keep(0);
  const long Before = blocks();
  for (int I = 0; I < 10; ++I) {
    V X(2);
    GradientTape Tape;
    Tape.watch(X);
    V Y(4);
    Tape.record(Y, X, nabla::no_pullback{"f"});
    V Z = Y * Y;
    EXPECT_TAPE_ERROR(Tape.gradient(Z, X), "'f'");
  }
  EXPECT_EQ(blocks(), Before);
  nabla::tape_memory::keep(std::size_t(4) << 20);
}

} // namespace
