// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The minimum cut of a directed graph with capacities, by Dinic's algorithm
// (Dinic 1970): shortest augmenting paths in phases.

#ifndef NABLA_TRANSFORM_PLAN_MINIMUMCUT_H
#define NABLA_TRANSFORM_PLAN_MINIMUMCUT_H

#include <cstdint>
#include <vector>

namespace nabla::plan {

class MinimumCut {
public:
  static constexpr int64_t Unlimited = int64_t(1) << 40;

  explicit MinimumCut(unsigned Nodes) : Edges(Nodes) {}

  void connect(unsigned From, unsigned To, int64_t Capacity);

  /// For each node, whether it is on Source's side of a minimum cut between
  /// Source and Sink. Call it once.
  std::vector<bool> sourceSide(unsigned Source, unsigned Sink);

private:
  struct Edge {
    unsigned To;
    int64_t Capacity; ///< What is left of it.
    unsigned Back;    ///< Number of the opposite edge among To's.
  };
  bool measure(unsigned Source, unsigned Sink);
  int64_t push(unsigned From, unsigned Sink, int64_t Most);

  std::vector<std::vector<Edge>> Edges;
  std::vector<int> Distance;
  std::vector<unsigned> Next; ///< First edge not known to be a dead end.
};

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_MINIMUMCUT_H
