// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of Simplify.

#ifndef NABLA_TRANSFORM_SIMPLIFY_PASSES_H
#define NABLA_TRANSFORM_SIMPLIFY_PASSES_H

#include "IR/Walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

namespace nabla::simplify {

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;
using VariableSet = llvm::DenseSet<const ir::Variable *>;

/// The variables that pointers and references which B makes may lead to.
VariableSet exposedBy(ir::Block B);

// Exposed, of the passes: exposedBy the whole, and what ran before it.

/// double d = 0; ... d += e;  becomes  ... double d = e;
/// d = 0; ... d += e;         becomes  ... d = e;
ir::Block foldFreshZeros(ir::Module &M, ir::Block B,
                         const VariableSet &Exposed);

/// const double a = d; use(a), where d keeps its value or is not used any more,
/// becomes use(d);
/// v = e; v_saved[i] = v, where v is not used otherwise, becomes
/// v_saved[i] = e.
ir::Block forwardCopies(ir::Module &M, ir::Block B, const VariableSet &Exposed);

/// A pointer that is declared twice, for the primal and for a replay, becomes
/// two variables.
ir::Block separateInstances(ir::Module &M, ir::Block B);

/// Variables that nobody reads, and what is assigned to them. Outside: those
/// that what ran before has exposed, so that somebody may.
ir::Block dropDead(ir::Module &M, ir::Block B, const VariableSet &Outside);

/// Declarations of what the rest of their block does not mention, though
/// another block with the same declaration may.
ir::Block dropUnusedLets(ir::Module &M, ir::Block B);

/// for (...) if (c) A   becomes   if (c) for (...) A, where c keeps its value.
ir::Block hoistGuards(ir::Module &M, ir::Block B, const VariableSet &Exposed);

/// "// y = e" with no adjoint below it, or that says again what was said last.
ir::Block dropIdleRemarks(ir::Module &M, ir::Block B);

/// What a statement, with all that is inside it, does with variables. Found
/// once for each statement.
class Uses {
public:
  using Variables = llvm::SmallPtrSet<const ir::Variable *, 8>;
  struct Use {
    Variables Mentioned; ///< Other than as what is declared.
    Variables Assigned;  ///< They, or parts of them.
    bool Opaque = false; ///< Nobody sees what else it assigns to.
  };

  const Use &of(const ir::Stmt *S);

private:
  llvm::DenseMap<const ir::Stmt *, std::unique_ptr<Use>> Known;
};

} // namespace nabla::simplify

#endif // NABLA_TRANSFORM_SIMPLIFY_PASSES_H
