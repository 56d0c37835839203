// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BasicBlocks: code with gotos, taken apart.

#ifndef NABLA_TRANSFORM_NORMALIZE_BASICBLOCKS_H
#define NABLA_TRANSFORM_NORMALIZE_BASICBLOCKS_H

#include "Normalize/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace nabla::normalize {

/// Statements, and then: to Then if Cond, and on otherwise. Without Cond: to
/// Then always. Not Ended: on to the block that follows.
struct BasicBlock {
  StmtList Body;
  const ir::Expr *Cond = nullptr;
  llvm::StringRef Then;
  bool Ended = false;
};

struct BasicBlocks {
  std::vector<BasicBlock> List;
  llvm::StringMap<size_t> At; ///< The block that a label begins.
};

/// Takes Region apart: loops and branches that are entered from outside become
/// jumps, others stay as they are, but for exits that lead to what has become
/// of the former: these are gotos. Name: a label that is new.
BasicBlocks takeApart(ir::Module &M, ir::Block Region, llvm::StringRef Name);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_BASICBLOCKS_H
