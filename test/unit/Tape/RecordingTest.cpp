// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When tapes record, what they watch, how they end: rows 1 to 4, 9 to 13, 25
// and 26 of docs/tape.md.

#include "Check.h"
#include <thread>

namespace {

TEST(Tape, Row01RecordsWhileItLives) {
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  V Y = X * X;
  EXPECT_TRUE(Tape.is_recording());
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row01StartAndStop) {
  V X(3);
  GradientTape Tape(nabla::persistent | nabla::paused);
  EXPECT_FALSE(Tape.is_recording());
  EXPECT_TAPE_ERROR(Tape.watch(X), "start() it first");
  Tape.start();
  Tape.watch(X);
  V Y = X * X;
  EXPECT_TAPE_ERROR(Tape.start(), "already recording");
  Tape.stop();
  Tape.stop(); // no effect
  V U = Y * Y;
  Tape.start();
  V Z = Y * X;
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 27);
  EXPECT_FALSE(Tape.gradient(U, X));
}

TEST(Tape, Row01TapesMayEndInAnyOrder) {
  V X(2);
  auto Outer = std::make_unique<GradientTape>();
  auto Inner = std::make_unique<GradientTape>();
  Outer->watch(X);
  Inner->watch(X);
  V Y = X * X;
  Outer.reset();
  V Z = Y * X; // 3 x^2
  EXPECT_EQ(Inner->gradient(Z, X)->value(), 12);
  // Their log is gone with them; what is left are constants.
  Inner.reset();
  GradientTape Next;
  Next.watch(X);
  V W = Y * X;
  EXPECT_EQ(Next.gradient(W, X)->value(), 4);
}

TEST(Tape, Row01AnExceptionEndsItsTapes) {
  static_assert(!std::is_move_constructible<GradientTape>::value);
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  try {
    GradientTape Inner;
    Inner.watch(X);
    EXPECT_EQ((X * X).value(), 9);
    throw 1;
  } catch (int) {
  }
  V Y = X * X;
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row01EndingInAnyOrderAtRandom) {
  unsigned State = 1;
  auto Next = [&] { return (State = State * 1664525u + 1013904223u) >> 16; };
  std::vector<std::unique_ptr<GradientTape>> Tapes;
  V X(1.5);
  for (int Step = 0; Step < 2000; ++Step) {
    switch (Next() % 4) {
    case 0:
      if (Tapes.size() < 8) {
        Tapes.push_back(std::make_unique<GradientTape>(
            Next() % 2 ? nabla::persistent : nabla::tape_option::none));
        Tapes.back()->watch(X);
      }
      break;
    case 1:
      if (!Tapes.empty())
        Tapes.erase(Tapes.begin() + Next() % Tapes.size());
      break;
    case 2:
      if (!Tapes.empty()) {
        GradientTape &T = *Tapes[Next() % Tapes.size()];
        if (T.is_recording()) {
          T.watch(X);
          V Y = X * X * 2;
          Warnings Ignored;
          EXPECT_EQ(T.gradient(Y, X)->value(), 6);
        }
      }
      break;
    default:
      V Y = sin(X) * X;
      EXPECT_EQ(Y.value(), std::sin(1.5) * 1.5);
    }
  }
}

TEST(Tape, Row01ThreadsDoNotSeeEachOther) {
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  V FromThread;
  bool Connected = true;
  std::thread([&] {
    FromThread = X * X; // nobody records here
    GradientTape Other;
    V Y = X * 2;
    Connected = Other.gradient(Y, X).has_value();
  }).join();
  EXPECT_FALSE(Connected);
  EXPECT_EQ(FromThread.id(), 0u);
  V Y = X * X + FromThread;
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row01StoppedByAnotherThreadIsAnError) {
  GradientTape Tape;
  std::thread([&] {
    EXPECT_TAPE_ERROR(Tape.stop(), "stop() it there");
  }).join();
}

TEST(Tape, Row02UnwatchedIsNotRecorded) {
  V X(3), W(4);
  GradientTape Tape;
  Tape.watch(W);
  V Y = X * X;
  EXPECT_EQ(Y.id(), 0u);
  EXPECT_NE((Y * W).id(), 0u);
}

TEST(Tape, Row02ConstantsOfTheVariablesKind) {
  V X(3);
  {
    GradientTape Tape;
    Tape.watch(X);
  }
  V Y = X * X; // nothing records
  EXPECT_EQ(Y.id(), 0u);
  GradientTape Tape;
  V Z = X * X; // X was watched by another tape only
  EXPECT_EQ(Z.id(), 0u);
  EXPECT_FALSE(Tape.gradient(Z, X));
}

struct Layer {
  V W;
  std::vector<V> B;
  int Width;
};

TEST(Tape, Row02WhatIsComputedAfterTheEndIsNotRecorded) {
  V X(9);
  GradientTape First(nabla::persistent), Second;
  First.watch(X);
  First.stop();
  Second.stop();
  V Y = X * X;
  EXPECT_FALSE(First.gradient(Y, X));
  Second.start();
  Second.watch(X);
  V Y2 = X * X, Y3 = Y2; // a copy is the same variable
  Second.stop();
  EXPECT_EQ(Second.gradient(Y3, X)->value(), 18);
}

TEST(Tape, Row03WatchesStructures) {
  V X(2), Y(3);
  std::vector<V> Vec{4, 5};
  Layer L{6, {7, 8}, 2};
  std::tuple<V, std::array<V, 2>> Nested{9, {10, 11}};
  GradientTape Tape(nabla::persistent);
  Tape.watch(X, Y, Vec, L, Nested);
  V P = X * Y * Vec[1] * L.W * L.B[0] * std::get<1>(Nested)[1];
  Tape.stop();
  EXPECT_CLOSE(Tape.gradient(P, L.W)->value(), P.value() / 6);
  EXPECT_CLOSE(Tape.gradient(P, std::get<1>(Nested))[1]->value(),
               P.value() / 11);
  EXPECT_FALSE(Tape.gradient(P, std::get<1>(Nested))[0]);
}

TEST(Tape, Row03ParametersAreWatchedByThemselves) {
  parameter<double> W(4), N(5, false);
  V X(3);
  GradientTape Tape(nabla::persistent);
  V P = X * X; // too early
  V Y = X * W * N;
  Tape.watch(X);
  V Z = X * X + W;
  Tape.stop();
  EXPECT_FALSE(Tape.gradient(P, X));
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 6);
  EXPECT_EQ(Tape.gradient(Y, W)->value(), 15);
  EXPECT_FALSE(Tape.gradient(Y, N));
  // A use before watch() is not seen: TensorFlow would give 20 here.
  EXPECT_FALSE(Tape.gradient(Y, X));
}

TEST(Tape, Row03NotTrainableCanBeWatched) {
  parameter<double> N(5, false);
  GradientTape Tape;
  Tape.watch(N);
  V Y = N * N;
  EXPECT_EQ(Tape.gradient(Y, N)->value(), 10);
}

TEST(Tape, Row03WatchingByThemselvesCanBeSwitchedOff) {
  parameter<double> W(4), U(2);
  V X(3);
  GradientTape Tape(nabla::no_parameters | nabla::persistent);
  Tape.watch(W);
  V Y = W * W * X * U;
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Y, W)->value(), 48);
  EXPECT_FALSE(Tape.gradient(Y, U));
  ASSERT_EQ(Tape.watched_variables().size(), 1u);
  EXPECT_EQ(Tape.watched_variables()[0], W);
}

TEST(Tape, Row03AssignmentCutsTheConnection) {
  V X(3);
  parameter<double> W(2);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = W * W;
  W.assign(5);
  V Z = Y + W * W;
  W.assign(X * X);
  V Q = W * 3;
  W.assign_add(1);
  Tape.stop();
  EXPECT_EQ(W.value(), 10);
  EXPECT_EQ(Tape.gradient(Z, W)->value(), 14); // all reads: 2*2 + 2*5
  EXPECT_EQ(Tape.gradient(Q, W)->value(), 3);
  EXPECT_FALSE(Tape.gradient(Q, X));
}

TEST(Tape, Row04WatchedVariablesInOrderOfCreation) {
  parameter<double> A(1), B(2), C(3), D(4);
  for (int Run = 0; Run < 3; ++Run) {
    GradientTape Tape;
    EXPECT_EQ((D * B * A).value(), 8); // read in another order
    Tape.watch(D);
    auto List = Tape.watched_variables();
    ASSERT_EQ(List.size(), 3u);
    EXPECT_TRUE(List[0] == A && List[1] == B && List[2] == D);
  }
}

TEST(Tape, Row04WatchedVariablesStayAfterTheGradient) {
  parameter<double> A(2), B(3);
  GradientTape Tape;
  V Y = A * B;
  EXPECT_EQ(Tape.gradient(Y, A)->value(), 3);
  ASSERT_EQ(Tape.watched_variables().size(), 2u);
  EXPECT_TRUE(Tape.watched_variables()[1] == B);
  Tape.start(); // begins anew
  EXPECT_TRUE(Tape.watched_variables().empty());
  Y = B * B;
  EXPECT_EQ(Tape.gradient(Y, B)->value(), 6);
  EXPECT_EQ(Tape.watched_variables().size(), 1u);
  Tape.reset();
  EXPECT_TRUE(Tape.watched_variables().empty());
}

TEST(Tape, Row09OneGradientThenAnError) {
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  V Y = X * X, Z = Y * Y;
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 108);
  EXPECT_TAPE_ERROR(Tape.gradient(Y, X), "persistent");
  EXPECT_TAPE_ERROR(Tape.watch(X), "start()");
  Tape.start(); // begins anew
  Tape.watch(X);
  V U = X * X;
  EXPECT_EQ(Tape.gradient(U, X)->value(), 6);
}

TEST(Tape, Row10PersistentGivesAnyNumber) {
  V X(3);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = X * X, Z = Y * Y;
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 108);
  EXPECT_EQ(Tape.gradient(Z, Y)->value(), 18);
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 6);
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 108);
}

TEST(Tape, Row10GradientInsideItsRecordingIsRecordedAndWarnsOnce) {
  const Warnings Given;
  V X(2);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = X * X * X;
  V D1 = *Tape.gradient(Y, X);
  V D2 = *Tape.gradient(D1, X);
  V D3 = *Tape.gradient(D2, X);
  Tape.stop();
  EXPECT_EQ(D1.value(), 12);
  EXPECT_EQ(D2.value(), 12);
  EXPECT_EQ(D3.value(), 6);
  EXPECT_EQ(Tape.gradient(D1, X)->value(), 12);
  ASSERT_EQ(Given.list().size(), 1u);
  EXPECT_NE(Given.list()[0].find("inside its own recording"),
            std::string::npos);
}

TEST(Tape, Row11NotPersistentStopsRecordingFirst) {
  V X(2);
  GradientTape Tape;
  Tape.watch(X);
  V Y = X * X;
  V D = *Tape.gradient(Y, X);
  EXPECT_FALSE(Tape.is_recording());
  EXPECT_EQ(D.id(), 0u);
}

TEST(Tape, Row12NestsToTheThirdOrder) {
  const Warnings None;
  V X(1.5), D1, D2;
  GradientTape A;
  A.watch(X);
  {
    GradientTape B;
    B.watch(X);
    {
      GradientTape C;
      C.watch(X);
      V Y = X * X * X * sin(X);
      D1 = *C.gradient(Y, X);
    }
    D2 = *B.gradient(D1, X);
  }
  V D3 = *A.gradient(D2, X);
  const double x = 1.5, S = std::sin(x), C = std::cos(x);
  EXPECT_CLOSE(D1.value(), 3 * x * x * S + x * x * x * C);
  EXPECT_CLOSE(D2.value(), 6 * x * S + 6 * x * x * C - x * x * x * S);
  EXPECT_TRUE(None.list().empty());
  EXPECT_CLOSE(D3.value(), 6 * S + 18 * x * C - 9 * x * x * S - x * x * x * C);
}

/// The n-th derivative by n nested tapes.
template <class F> V derivative(int N, const F &f, V X) {
  if (N == 0)
    return f(X);
  GradientTape Tape;
  Tape.watch(X);
  V D = derivative(N - 1, f, X);
  return Tape.gradient(D, X, unconnected::zero);
}

TEST(Tape, Row12AnyOrder) {
  // exp(2x): 2^n exp(2x); x^7: 7!/(7-n)! x^(7-n); 1/x: (-1)^n n! / x^(n+1)
  double Falling = 1, Factorial = 1;
  for (int N = 0; N <= 7; ++N) {
    const double x = 0.7;
    EXPECT_CLOSE(derivative(
                     N, [](V X) { return exp(2 * X); }, V(x))
                     .value(),
                 std::pow(2, N) * std::exp(2 * x));
    auto Power = [](V X) {
      V P = X;
      for (int K = 1; K < 7; ++K)
        P *= X;
      return P;
    };
    EXPECT_CLOSE(derivative(N, Power, V(x)).value(),
                 Falling * std::pow(x, 7 - N));
    EXPECT_CLOSE(derivative(
                     N, [](V X) { return 1 / X; }, V(x))
                     .value(),
                 (N % 2 ? -1 : 1) * Factorial / std::pow(x, N + 1));
    Falling *= 7 - N;
    Factorial *= N + 1;
  }
}

TEST(Tape, Row12WrongNestingIsNone) {
  V X(1.5);
  GradientTape P, Q;
  P.watch(X);
  Q.watch(X);
  V U = X * X;
  Q.stop();
  P.stop();
  V E1 = *Q.gradient(U, X);
  EXPECT_EQ(E1.value(), 3);
  EXPECT_FALSE(P.gradient(E1, X));
}

TEST(Tape, Row12WatchedLateByTheInnerTape) {
  V X(3);
  GradientTape Outer(nabla::persistent), Inner(nabla::persistent);
  Outer.watch(X);
  V P = X * X; // on the outer tape only
  Inner.watch(X);
  V W = P * X;
  Inner.stop();
  Outer.stop();
  EXPECT_FALSE(Inner.gradient(P, X));
  EXPECT_EQ(Inner.gradient(W, X)->value(), 9);
  EXPECT_EQ(Outer.gradient(W, X)->value(), 27);
}

TEST(Tape, Row12WhatOthersRecordAfterTheEndIsNotTheTapes) {
  V X(3);
  GradientTape Outer(nabla::persistent);
  Outer.watch(X);
  GradientTape Inner(nabla::persistent);
  Inner.watch(X);
  V Y = X * X;
  Inner.stop();
  V Z = Y * Y;
  Outer.stop();
  EXPECT_FALSE(Inner.gradient(Z, X));
  EXPECT_EQ(Inner.gradient(Y, X)->value(), 6);
  EXPECT_EQ(Outer.gradient(Z, X)->value(), 108);
}

TEST(Tape, Row12TapesOneAfterTheOther) {
  // The second is not nested; both know the same variable.
  V X(3);
  GradientTape First(nabla::persistent);
  First.watch(X);
  V Y = X * X;
  First.stop();
  {
    GradientTape Second;
    Second.watch(X);
    V Z = X * X * X;
    EXPECT_EQ(Second.gradient(Z, X)->value(), 27);
  }
  EXPECT_EQ(First.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row12AnInnerTapeThatBeganFirstWarns) {
  const Warnings Given;
  V X(3);
  GradientTape Early;
  Early.watch(X);
  V Y = X * X;
  Early.stop();
  GradientTape Late;
  Late.watch(X);
  V D = *Early.gradient(Y, X);
  EXPECT_EQ(D.value(), 6);
  EXPECT_EQ(Given.list().size(), 1u);
}

TEST(Tape, Row12ToAnOuterTapeEarlierValuesAreConstants) {
  const Warnings Given;
  V X(3);
  GradientTape Early(nabla::persistent);
  Early.watch(X);
  V Square = X * X, Y = Square * X;
  Early.stop();
  GradientTape Late;
  Late.watch(X);
  V D = *Early.gradient(Y, X); // Square + 2 x * x, where Square is constant
  EXPECT_EQ(D.value(), 27);
  EXPECT_EQ(Late.gradient(D, X)->value(), 12); // as in TensorFlow
  EXPECT_EQ(Given.list().size(), 1u);
}

TEST(Tape, Row12InfinitePartialsDoNotPolluteHigherOrders) {
  // sqrt at 0 where it does not matter, and where its adjoint is 0 but varies.
  V X(0.0);
  GradientTape Outer;
  Outer.watch(X);
  GradientTape Inner;
  Inner.watch(X);
  V Root = sqrt(X);
  V Y = X > 1 ? Root : X * X * 3;
  V Z = Y + 0 * Root;
  V D = *Inner.gradient(Z, X);
  EXPECT_EQ(D.value(), 0);
  EXPECT_EQ(Outer.gradient(D, X)->value(), 6);
}

TEST(Tape, Row13ConversionsAsNumbersConvert) {
  V X(2.75);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Z = double(int(X)) * X;
  V F = V(nabla::variable<float>(X)) * X;
  nabla::variable<float> Narrow = X * 2;
  nabla::variable<long double> Wide = Narrow * Narrow;
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Z, X)->value(), 2);
  EXPECT_EQ(Tape.gradient(F, X)->value(), 5.5);
  EXPECT_EQ(Tape.gradient(Wide, X)->value(), 22);
  static_assert(!std::is_constructible<double, V>::value,
                "no connection is lost silently");
}

// Row 13, compile-time errors: test/Tape/errors.cpp.

TEST(Tape, Row25ControlFlowIsWhatRan) {
  auto F = [](auto X) {
    int N = 0;
    while (X < 100) {
      X = N % 2 ? X * X : X + 3;
      ++N;
    }
    return X;
  };
  V X(1.5);
  GradientTape Tape;
  Tape.watch(X);
  V Y = F(X);
  EXPECT_CLOSE(Tape.gradient(Y, X)->value(), slope(F, 1.5L, 1e-5L));
}

TEST(Tape, Row26StopRecording) {
  V X(3);
  GradientTape Outer(nabla::persistent);
  Outer.watch(X);
  GradientTape Inner(nabla::persistent);
  Inner.watch(X);
  V Y = X * X, Z;
  {
    auto Pause = Inner.stop_recording();
    Z = Y * 5;
  }
  V W = Z * Y + X;
  V U = Inner.stop_recording([&] { return X * X; });
  EXPECT_TRUE(Inner.is_recording());
  Inner.stop();
  Outer.stop();
  EXPECT_EQ(Inner.gradient(W, X)->value(), 271);
  EXPECT_EQ(Outer.gradient(W, X)->value(), 541);
  EXPECT_FALSE(Inner.gradient(Z, X));
  EXPECT_FALSE(Inner.gradient(U, X));
  EXPECT_EQ(Outer.gradient(U, X)->value(), 6);
  EXPECT_TAPE_ERROR((void)Inner.stop_recording(), "does not record");
}

TEST(Tape, Row26StopRecordingOfAnOnlyTape) {
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  V Y = X * X, Z;
  {
    auto Pause = Tape.stop_recording();
    Z = Y * 5;
    EXPECT_EQ(Z.id(), 0u);
    GradientTape Other;
    Other.watch(X);
    V U = X * X;
    EXPECT_EQ(Other.gradient(U, X)->value(), 6);
  }
  V W = Z * Y + X;
  EXPECT_EQ(Tape.gradient(W, X)->value(), 271);
}

TEST(Tape, Row26StopEndsAPause) {
  V X(3), Y;
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  {
    auto First = std::make_unique<nabla::recording_pause>(Tape.state());
    Tape.stop();
    Tape.start();
    auto Second = Tape.stop_recording();
    EXPECT_TAPE_ERROR((void)Tape.stop_recording(), "does not record");
    First.reset(); // it ended long ago
    EXPECT_FALSE(Tape.is_recording());
  }
  EXPECT_TRUE(Tape.is_recording());
  {
    auto Pause = Tape.stop_recording();
    Tape.reset();
    EXPECT_TRUE(Tape.is_recording());
    Tape.watch(X);
    Y = X * X;
  }
  EXPECT_TRUE(Tape.is_recording());
  Tape.stop();
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row26APauseMayOutliveItsTape) {
  V X(3);
  auto Tape = std::make_unique<GradientTape>();
  {
    auto Pause = Tape->stop_recording();
    Tape.reset();
  }
  GradientTape Other;
  Other.watch(X);
  V Y = X * X;
  EXPECT_EQ(Other.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row26APauseEndsWithAnException) {
  V X(3);
  GradientTape Tape;
  Tape.watch(X);
  EXPECT_THROW(Tape.stop_recording([] { throw 1; }), int);
  V Y = X * X;
  EXPECT_EQ(Tape.gradient(Y, X)->value(), 6);
}

TEST(Tape, Row26Reset) {
  V X(3);
  parameter<double> W(4);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = X * X + W;
  Tape.reset();
  V Z = X * W; // X is not watched any more
  Tape.stop();
  EXPECT_FALSE(Tape.gradient(Y, X));
  EXPECT_FALSE(Tape.gradient(Y, W));
  EXPECT_FALSE(Tape.gradient(Z, X));
  EXPECT_EQ(Tape.gradient(Z, W)->value(), 3);

  GradientTape Second(nabla::persistent);
  Second.watch(X);
  V Q = X * W;
  Second.reset();
  Second.watch(X);
  V U = Q + X * W * W; // Q is a constant
  Second.stop();
  EXPECT_EQ(Second.gradient(U, X)->value(), 16);
  EXPECT_EQ(Second.gradient(U, W)->value(), 24);
}

TEST(Tape, Row26ResetOfANestedTape) {
  V X(3);
  GradientTape Outer(nabla::persistent), Inner(nabla::persistent);
  Outer.watch(X);
  Inner.watch(X);
  V Y = X * X;
  Inner.reset();
  V Z = Y * X;
  Inner.watch(X);
  V W = Z + X * X;
  Inner.stop();
  Outer.stop();
  EXPECT_FALSE(Inner.gradient(Z, X));
  EXPECT_EQ(Inner.gradient(W, X)->value(), 6);
  EXPECT_EQ(Outer.gradient(W, X)->value(), 33);
}

TEST(Tape, Row20AnInputWithoutGradientIsNotConnected) {
  auto F = nabla::custom_gradient([](V X, V Y, Array) {
    return std::make_pair(X * Y, [](V D) {
      return std::make_tuple(D, nabla::no_gradient, nabla::no_gradient);
    });
  });
  for (bool Nested : {false, true}) {
    V X(3), Y(4);
    Array A{1, 2};
    GradientTape Outer(nabla::paused);
    if (Nested) {
      Outer.start();
      Outer.watch(X);
    }
    GradientTape Tape;
    Tape.watch(X, Y, A);
    V Z = F(X, Y, A);
    auto G = Tape.gradient(Z, std::tie(X, Y, A));
    EXPECT_EQ(std::get<0>(G)->value(), 1);
    EXPECT_FALSE(std::get<1>(G)) << Nested;
    EXPECT_FALSE(std::get<2>(G)) << Nested;
  }
}

TEST(Tape, Row22APullbackResetsItsTape) {
  V X(2), Z(1);
  GradientTape Tape(nabla::persistent);
  Tape.watch(X);
  V Y = X * X * X;
  Tape.record(Z, X, [&](V D) {
    Tape.reset();
    for (int I = 0; I < 3000; ++I) // takes the memory that it gave back
      X = X + 1.0 * D;
    return D;
  });
  V W = Z * Y;
  const V At = X;
  EXPECT_EQ(Tape.gradient(W, At)->value(), 8 + 12);
}

} // namespace
