// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/MinimumCut.h"
#include <algorithm>

using namespace nabla::plan;

void MinimumCut::connect(unsigned From, unsigned To, int64_t Capacity) {
  unsigned There = Edges[From].size(), Back = Edges[To].size();
  Edges[From].push_back({To, Capacity, Back});
  Edges[To].push_back({From, 0, There});
}

/// Sets every node's distance from Source; false if Sink is out of reach.
bool MinimumCut::measure(unsigned Source, unsigned Sink) {
  Distance.assign(Edges.size(), -1);
  Distance[Source] = 0;
  std::vector<unsigned> Queue{Source};
  for (size_t K = 0; K < Queue.size(); ++K)
    for (const Edge &E : Edges[Queue[K]])
      if (E.Capacity > 0 && Distance[E.To] < 0) {
        Distance[E.To] = Distance[Queue[K]] + 1;
        Queue.push_back(E.To);
      }
  return Distance[Sink] >= 0;
}

/// Sends up to Most along one shortest path; returns how much.
int64_t MinimumCut::push(unsigned From, unsigned Sink, int64_t Most) {
  if (From == Sink)
    return Most;
  for (unsigned &K = Next[From]; K < Edges[From].size(); ++K) {
    Edge &E = Edges[From][K];
    if (E.Capacity == 0 || Distance[E.To] != Distance[From] + 1)
      continue;
    int64_t Sent = push(E.To, Sink, std::min(Most, E.Capacity));
    if (Sent == 0)
      continue;
    E.Capacity -= Sent;
    Edges[E.To][E.Back].Capacity += Sent;
    return Sent;
  }
  return 0;
}

std::vector<bool> MinimumCut::sourceSide(unsigned Source, unsigned Sink) {
  while (measure(Source, Sink)) {
    Next.assign(Edges.size(), 0);
    while (push(Source, Sink, Unlimited) > 0)
      ;
  }
  std::vector<bool> Side;
  for (int D : Distance)
    Side.push_back(D >= 0);
  return Side;
}
