// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads with their own tapes, sharing parameters that they read. Run under
// ThreadSanitizer by test/Tape/sanitize-threads.test.

#include "Check.h"
#include <memory>
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

TEST(TapeThreads, AThreadThatEndsStopsItsTapes) {
  std::unique_ptr<GradientTape> Tape, Inner;
  V X(3), Y;
  for (bool Persistent : {false, true}) {
    std::thread([&] {
      Tape = std::make_unique<GradientTape>(
          Persistent ? nabla::persistent : nabla::tape_option::none);
      Tape->watch(X);
      Inner = std::make_unique<GradientTape>();
      Inner->watch(X);
      Y = X * X;
    }).join();
    EXPECT_FALSE(Tape->is_recording());
    EXPECT_EQ(X.id() == 0, false);
    // Another thread, which may have the first one's memory.
    std::thread([&] {
      EXPECT_FALSE(Tape->is_recording());
      GradientTape Mine;
      Mine.watch(X);
      V Z = X * X * X;
      Tape->stop();
      EXPECT_EQ(Mine.gradient(Z, X)->value(), 27);
      EXPECT_EQ(Tape->gradient(Y, X)->value(), 6);
    }).join();
    EXPECT_EQ(Inner->gradient(Y, X)->value(), 6);
    Tape.reset();
    Inner->start();
    Inner->watch(X);
    EXPECT_EQ(Inner->gradient(X * X * X, X)->value(), 27);
    Inner.reset();
  }
}

TEST(TapeThreads, OfATapeThatRecordsElsewhereAllIsAnError) {
  V X(3);
  GradientTape Outer(nabla::persistent);
  Outer.watch(X);
  GradientTape Stopped(nabla::persistent);
  Stopped.watch(X);
  V Y = X * X;
  Stopped.stop();
  std::thread([&] {
    V Z = X;
    const char *Text = "records on another thread; stop() it there";
    EXPECT_TAPE_ERROR(Outer.gradient(Y, X), Text);
    EXPECT_TAPE_ERROR(Outer.jacobian(Y, X), Text);
    EXPECT_TAPE_ERROR(Outer.stop(), Text);
    EXPECT_TAPE_ERROR(Outer.start(), Text);
    EXPECT_TAPE_ERROR(Outer.reset(), Text);
    EXPECT_TAPE_ERROR(Outer.watch(Z), Text);
    EXPECT_TAPE_ERROR(Outer.watched_variables(), Text);
    EXPECT_TAPE_ERROR(Outer.trace(nullptr), Text);
    EXPECT_TAPE_ERROR(auto Pause = Outer.stop_recording(), Text);
    EXPECT_TAPE_ERROR(Outer.record(Z, X, [](V D) { return D; }), Text);
    EXPECT_TRUE(Outer.is_recording());
    // They are one recording.
    EXPECT_TAPE_ERROR(Stopped.gradient(Y, X), "recorded together with");
    EXPECT_TAPE_ERROR(Stopped.start(), "recorded together with");
  }).join();
  Outer.stop();
  std::thread([&] {
    EXPECT_EQ(Outer.gradient(Y, X)->value(), 6);
    EXPECT_EQ(Stopped.gradient(Y, X)->value(), 6);
  }).join();
}

TEST(TapeThreads, ATapeIsDestroyedWhileAnotherThreadRecordsToIt) {
  Warnings W;
  V X(3);
  const std::size_t Before = nabla::tape_memory::in_use();
  {
    auto Tape = std::make_unique<GradientTape>(nabla::persistent);
    Tape->watch(X);
    V Y = X * X;
    std::thread Other([&] { Tape.reset(); });
    for (int I = 0; I < 1000; ++I)
      Y = Y + X; // recorded meanwhile
    Other.join();
    ASSERT_EQ(W.list().size(), 1u);
    EXPECT_NE(W.list()[0].find("destroyed by another thread"),
              std::string::npos);
    GradientTape Next;
    Next.watch(X);
    EXPECT_EQ(Next.gradient(X * X * X, X)->value(), 27);
  }
  EXPECT_EQ(nabla::tape_memory::in_use(), Before);
}

TEST(TapeThreads, AThreadEndsWhileItsTapeIsDestroyed) {
  Warnings W; // or none, as it happens
  for (int I = 0; I < 100; ++I) {
    std::atomic<GradientTape *> Handed{nullptr};
    std::thread Recorder([&] {
      auto Tape = std::make_unique<GradientTape>();
      V X(1);
      Tape->watch(X);
      Handed = Tape.release();
    });
    while (!Handed)
      std::this_thread::yield();
    delete Handed.load();
    Recorder.join();
  }
}

} // namespace
