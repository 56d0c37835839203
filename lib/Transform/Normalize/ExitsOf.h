// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How control leaves a piece of code.

#ifndef NABLA_TRANSFORM_NORMALIZE_EXITSOF_H
#define NABLA_TRANSFORM_NORMALIZE_EXITSOF_H

#include "IR/Walk.h"

namespace nabla::normalize {

/// The exits that lead out of a statement or a block, and whether control may
/// come to its end. A goto counts wherever it leads.
struct Exits {
  bool Break = false, Continue = false, Return = false, Goto = false;
  bool FallsThrough = true;
  bool any() const { return Break || Continue || Return || Goto; }
  void add(const Exits &E);
};

Exits exitsOf(const ir::Stmt *S);
Exits exitsOf(ir::Block B);

/// Calls Fn with every Goto and every Label of B, at any depth.
void forEachGoto(ir::Block B, llvm::function_ref<void(const ir::Exit *)> Fn);
void forEachLabel(ir::Block B, llvm::function_ref<void(const ir::Label *)> Fn);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_EXITSOF_H
