// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Record: what the reverse sweep reads and would not find any more is copied
// where the primal still has it:
//
//   x = x * y;      adjoint: d_y += a * x;         (x as it was)
//   ==>
//   x_0 = x;
//   x = x * y;      adjoint: d_y += a * x_0;

#ifndef NABLA_TRANSFORM_PLAN_RECORD_H
#define NABLA_TRANSFORM_PLAN_RECORD_H

#include "Plan/AdjointPlan.h"
#include "Plan/Copies.h"
#include "Plan/Layout.h"

namespace nabla::plan {

/// Fills P's Body, AdjointOf, Reversed, Replayed, Records and BreakNumber.
/// Returns a loop of L's body that cannot be replayed after all, or null.
const ir::Stmt *record(ir::Module &M, const ir::Function &F,
                       const linearize::Linear &L, const LoopSet &Replayed,
                       Plan &P);

/// The shadows of a function, for asking.
struct ShadowSets {
  explicit ShadowSets(const linearize::Shadows &S);
  llvm::DenseSet<const ir::Variable *> All, Adjoints;
};

/// Calls Fn for every read of primal storage in an adjoint: maximal places
/// and variables that are not shadows, and whole expressions that read them
/// under a condition. Fn returns what to read instead, or null
/// to leave the place and look at how it is reached. Around says meanwhile what
/// the read is under.
ir::Block
rewriteReads(ir::Module &M, ir::Block Adjoint, const ShadowSets &S,
             Guards &Around,
             llvm::function_ref<const ir::Expr *(const ir::Expr *)> F);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_RECORD_H
