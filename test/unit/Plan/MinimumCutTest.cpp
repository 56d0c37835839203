// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The minimum cut against all cuts tried one by one. Alone:
//   build/test/unit/bin/PlanTests --gtest_filter='MinimumCut.*'

#include "Plan/MinimumCut.h"
#include <gtest/gtest.h>
#include <random>

using nabla::plan::MinimumCut;

namespace {

struct Edge {
  unsigned From, To;
  int64_t Capacity;
};

int64_t weight(const std::vector<Edge> &Edges,
               const std::vector<bool> &SourceSide) {
  int64_t Sum = 0;
  for (const Edge &E : Edges)
    if (SourceSide[E.From] && !SourceSide[E.To])
      Sum += E.Capacity;
  return Sum;
}

/// Node 0 is the source, node N - 1 the sink.
int64_t lightest(const std::vector<Edge> &Edges, unsigned N) {
  int64_t Best = MinimumCut::Unlimited;
  for (unsigned Set = 0; Set < 1u << (N - 2); ++Set) {
    std::vector<bool> Side(N);
    Side[0] = true;
    for (unsigned K = 1; K + 1 < N; ++K)
      Side[K] = Set >> (K - 1) & 1;
    Best = std::min(Best, weight(Edges, Side));
  }
  return Best;
}

TEST(MinimumCut, IsTheLightestOfAllCuts) {
  std::mt19937 Random(7);
  auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  for (int Trial = 0; Trial < 400; ++Trial) {
    unsigned N = 2 + Below(8);
    std::vector<Edge> Edges;
    for (unsigned K = Below(4 * N); K > 0; --K)
      Edges.push_back({Below(N), Below(N), int64_t(Below(20))});
    MinimumCut G(N);
    for (const Edge &E : Edges)
      G.connect(E.From, E.To, E.Capacity);
    std::vector<bool> Side = G.sourceSide(0, N - 1);
    EXPECT_TRUE(Side[0]);
    EXPECT_FALSE(Side[N - 1]);
    EXPECT_EQ(weight(Edges, Side), lightest(Edges, N)) << "trial " << Trial;
  }
}

TEST(MinimumCut, DoesNotCutWhatIsUnlimited) {
  MinimumCut G(4);
  G.connect(0, 1, MinimumCut::Unlimited);
  G.connect(1, 2, 5);
  G.connect(2, 3, MinimumCut::Unlimited);
  EXPECT_EQ(G.sourceSide(0, 3), (std::vector<bool>{true, true, false, false}));
}

TEST(MinimumCut, ALongChain) {
  const unsigned N = 20000;
  MinimumCut G(N);
  for (unsigned K = 0; K + 1 < N; ++K)
    G.connect(K, K + 1, K == N / 2 ? 1 : 2);
  std::vector<bool> Side = G.sourceSide(0, N - 1);
  EXPECT_TRUE(Side[N / 2]);
  EXPECT_FALSE(Side[N / 2 + 1]);
}

} // namespace
