// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads with their own tapes, sharing parameters that they read. Run under
// ThreadSanitizer by test/Tape/sanitize-threads.test.

#include "Check.h"
#include <thread>

namespace {

TEST(TapeThreads, OwnTapesAndSharedParameters) {
  parameter<double> W(0.5);
  parameter<Numbers> A(Numbers{1, 2, 3});
  V Watched(2); // by this thread's tape, read by all
  GradientTape Mine(nabla::persistent);
  Mine.watch(Watched);
  V Y = Watched * Watched;
  Mine.stop();
  std::vector<double> Results(8);
  std::vector<std::thread> Threads;
  for (int Id = 0; Id < 8; ++Id)
    Threads.emplace_back([&, Id] {
      double Sum = 0;
      for (int I = 0; I < 200; ++I) {
        GradientTape Outer, Inner;
        V X(Id + 1);
        Outer.watch(X);
        Inner.watch(X);
        V L = sin(W * X) * dot(A, A) + Watched * X + X * X * X;
        V D = *Inner.gradient(L, X);
        Sum += Outer.gradient(D, X)->value();
      }
      Results[Id] = Sum / 200;
    });
  for (std::thread &T : Threads)
    T.join();
  for (int Id = 0; Id < 8; ++Id)
    EXPECT_CLOSE(Results[Id],
                 -0.25 * std::sin(0.5 * (Id + 1)) * 14 + 6.0 * (Id + 1));
  EXPECT_EQ(Mine.gradient(Y, Watched)->value(), 4);
}

TEST(TapeThreads, AResultIsHandedToAnotherThread) {
  std::unique_ptr<GradientTape> Tape;
  V X(3), Y;
  std::thread([&] {
    Tape = std::make_unique<GradientTape>();
    Tape->watch(X);
    Y = X * X;
    Tape->stop();
  }).join();
  EXPECT_EQ(Tape->gradient(Y, X)->value(), 6);
}

} // namespace
