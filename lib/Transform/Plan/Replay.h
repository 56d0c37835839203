// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replay: loops whose iterations are run forward once more just before they are
// reversed, so that what an iteration declares need not be kept for all.

#ifndef NABLA_TRANSFORM_PLAN_REPLAY_H
#define NABLA_TRANSFORM_PLAN_REPLAY_H

#include "Linearize/Linearize.h"
#include "Plan/Layout.h"

namespace nabla::plan {

/// The variables whose addresses the adjoints take: pointers of pairs.
llvm::DenseSet<const ir::Variable *>
addressedByAdjoints(const linearize::Linear &L);

/// Which loops to replay: those in whose body an array, a record or a block is
/// made that an adjoint reads, so that it would have to be kept for all
/// iterations, or a variable to which a pair is handed a pointer.
LoopSet chooseReplayed(const ir::Function &F, const linearize::Linear &L);

/// The branches of Loop, not of one inside, in which it is left.
void forEachLeaving(const ir::Stmt *Loop,
                    llvm::function_ref<void(const ir::If *)> Fn);

/// What a replay has to compute: the variables of replayed iterations that
/// their reverse reads, and those that lead to them.
class Slice {
public:
  Slice(const linearize::Linear &L, const Layout &Where,
        const llvm::DenseSet<const ir::Stmt *> &Reversed);

  /// S sets a variable of the slice.
  bool includes(const ir::Stmt *S) const;
  /// S is a branch or a loop with such a statement inside, or a branch that
  /// leaves such a loop.
  bool isWithin(const ir::Stmt *S) const;

private:
  bool grow(const ir::Expr *E);

  const Layout &Where;
  llvm::DenseSet<const ir::Variable *> Variables;
  llvm::DenseSet<const ir::Stmt *> Leaving; ///< Branches; see isWithin.
};

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_REPLAY_H
