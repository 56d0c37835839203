// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CarriedUses: what a loop does with an array that is declared before it.

#ifndef NABLA_TRANSFORM_NORMALIZE_CARRIEDUSES_H
#define NABLA_TRANSFORM_NORMALIZE_CARRIEDUSES_H

#include "IR/Walk.h"

namespace nabla::normalize {

/// How often an iteration touches elements of Array, by name or through
/// pointers, where branches are always taken and a loop without a constant trip
/// count runs once.
struct CarriedUses {
  unsigned Reads = 0, Writes = 0;
  /// A value that is read is a factor, a divisor or an argument: the adjoint of
  /// that needs it.
  bool Nonlinear = false;
};

/// Of Array in the Body of a loop in Whole. Nothing if the loop may meet a
/// pointer into Array that is older than the iteration or outlives it.
std::optional<CarriedUses> carriedUses(const ir::Variable *Array,
                                       ir::Block Body, ir::Block Whole,
                                       ir::Module &M);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_CARRIEDUSES_H
