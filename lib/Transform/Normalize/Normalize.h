// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalize: from what Import found to the one shape that the later stages
// know. Afterwards
//  - the only Return is the last statement of the function,
//  - no Continue, Goto, Label, Switch or Scope is left, and a Break stands only
//    where nothing of the loop body follows it,
//  - a loop that counts is a CountedLoop; any other has no CondBlock, no Step,
//    and tests first (or never),
//  - calls of small functions are replaced by their bodies,
//  - parameters are not assigned to, real places are only set or incremented,
//  - a variable that an iteration writes before it reads it is declared inside
//    the loop,
//  - no statement stands in two places: the later stages note by statement
//    what they find out.

#ifndef NABLA_TRANSFORM_NORMALIZE_NORMALIZE_H
#define NABLA_TRANSFORM_NORMALIZE_NORMALIZE_H

#include "IR/Module.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace nabla::normalize {

/// The normal form of F's body. F keeps the body it has.
ir::Block normalize(ir::Module &M, const ir::Function &F, Diagnostics &Diags);

/// The first statement of Body that is not in the normal form above; null if
/// all are: what Normalize promises, checked.
const ir::Stmt *outOfForm(ir::Block Body);

/// Body, which is in normal form, with the storage of V, which a loop declares
/// anew in every iteration, in a block that each iteration makes and nobody
/// gives back: pointers to it stay good. Nothing where V has to stay a
/// variable.
std::optional<ir::Block> giveBlock(ir::Module &M, ir::Block Body,
                                   const ir::Variable *V);

/// Body with the allocations among Blocks made of blocks that nobody gives
/// back, and without the releases among them.
ir::Block keepBlocks(ir::Module &M, ir::Block Body,
                     const llvm::DenseSet<const ir::Stmt *> &Blocks);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_NORMALIZE_H
