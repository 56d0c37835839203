// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread has an arena of its own and leaves nothing behind.

#include "CountNew.h"
#include "nabla/runtime.h"
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using nabla::arena_scope;
using nabla::stack;
using nabla::arena::reserve;
using nabla::arena::stats;

namespace {

double work(int Id) {
  double Sum = 0;
  for (int Round = 0; Round < 20; ++Round) {
    arena_scope Scope;
    double *A = reserve<double>(10000 + Id);
    stack<double> S;
    for (int I = 0; I < 10000; ++I) {
      A[I] = Id * I;
      S.push(Id + I);
    }
    for (int I = 9999; I >= 0; --I)
      Sum += A[I] - Id * S.pop();
  }
  return Sum;
}

TEST(Threads, HaveTheirOwnArenas) {
  std::vector<double> Results(8);
  std::vector<std::thread> Threads;
  for (int Id = 0; Id < 8; ++Id)
    Threads.emplace_back([&Results, Id] { Results[Id] = work(Id); });
  for (std::thread &T : Threads)
    T.join();
  // The sum over I < 10000 of Id*I - Id*(Id+I), 20 times.
  for (int Id = 0; Id < 8; ++Id)
    EXPECT_EQ(Results[Id], -20.0 * 10000 * Id * Id);
}

TEST(Threads, GiveTheirMemoryBack) {
  long Before = blocks();
  for (int I = 0; I < 20; ++I)
    std::thread([] {
      work(1);
      EXPECT_GT(stats().chunks, 0u);
    }).join();
  EXPECT_EQ(blocks(), Before);
}

// Destroyed after the arena's own clean-up, since it is made before it.
struct Late {
  bool Used = false;
  ~Late() {
    if (Used)
      work(3);
  }
};
thread_local Late AtTheEnd;

TEST(Threads, GradientsInDestructorsAtTheEndLeakNothing) {
  long Before = blocks();
  for (int I = 0; I < 5; ++I)
    std::thread([] {
      AtTheEnd.Used = true;
      work(1);
    }).join();
  EXPECT_EQ(blocks(), Before);
}

TEST(Threads, AScopeOfOneThreadDoesNotReleaseAnothers) {
  arena_scope Scope;
  double *Mine = reserve<double>(100);
  for (int I = 0; I < 100; ++I)
    Mine[I] = I;
  size_t InUse = stats().in_use;
  std::thread([] { work(2); }).join();
  EXPECT_EQ(stats().in_use, InUse);
  for (int I = 0; I < 100; ++I)
    EXPECT_EQ(Mine[I], I);
}

} // namespace
