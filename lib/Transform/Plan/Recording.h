// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording: what Record decides about a linearized body, statement by
// statement; rebuild() makes the body of it.

#ifndef NABLA_TRANSFORM_PLAN_RECORDING_H
#define NABLA_TRANSFORM_PLAN_RECORDING_H

#include "Plan/AdjointPlan.h"
#include "Plan/Layout.h"

namespace nabla::plan {

struct Recording {
  using Stmts = llvm::SmallVector<const ir::Stmt *, 16>;
  /// Branches and loops with something to reverse inside.
  llvm::DenseSet<const ir::Stmt *> Reversed;
  /// Copies to make before and after a statement.
  llvm::DenseMap<const ir::Stmt *, Stmts> Preceding, Following;
  /// Adjoints that read copies instead of what is lost.
  llvm::DenseMap<const ir::Stmt *, ir::Block> Adjoints;
  /// Names given to a branch's condition or a loop's begin, and a loop's end.
  llvm::DenseMap<const ir::Stmt *, const ir::Expr *> Conditions, Ends;
  /// What stands in place of a statement.
  llvm::DenseMap<const ir::Stmt *, Stmts> Instead;
  /// Statements that a replay may run again.
  llvm::DenseMap<const ir::Stmt *, const ir::Stmt *> Replacement;
};

/// Fills P's Body, AdjointOf, Reversed, Replayed, Records and BreakNumber.
void rebuild(ir::Module &M, ir::Block Body, const Recording &R,
             const LoopSet &Replayed, Plan &P);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_RECORDING_H
