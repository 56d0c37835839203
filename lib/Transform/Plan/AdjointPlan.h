// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AdjointPlan: what Plan has decided, for Derive to obey.

#ifndef NABLA_TRANSFORM_PLAN_ADJOINTPLAN_H
#define NABLA_TRANSFORM_PLAN_ADJOINTPLAN_H

#include "Linearize/Linearize.h"

namespace nabla::plan {

/// How the iterations of a loop without a trip count known at its entry are
/// found again: variables set right after the loop.
struct LoopRecord {
  const ir::Variable *Trips = nullptr; ///< Iterations begun.
  const ir::Variable *Left = nullptr;  ///< Which Break ended it; 0: none.
};

/// Where a value is stored.
struct Slot {
  enum Form {
    Local, ///< A variable of the level: at most one value.
    Array, ///< One array, made just before Entry.
    Rows,  ///< An array each time Entry is come to; they are on a stack.
    Stack  ///< Pushed as it comes, popped the other way round.
  };
  unsigned Level = 0; ///< Whose forward code stores it.
  Form As = Local;
  /// The loops around it within the level, outermost first.
  llvm::SmallVector<const ir::Stmt *, 4> Loops;
  /// One of Loops; null for Local and Stack.
  const ir::Stmt *Entry = nullptr;
  /// The loops that an array is over: those of Loops from Entry on in which the
  /// value is not the same each time.
  llvm::SmallVector<const ir::Stmt *, 4> Over;
};

/// What is known of the block that an Allocate makes or a Release gives back.
struct BlockUse {
  bool Own = false;      ///< It never leaves the function.
  bool Measured = false; ///< It has to know its length.
};

struct Plan {
  /// The primal, with recorded values.
  ir::Block Body;
  llvm::DenseMap<const ir::Stmt *, ir::Block> AdjointOf;
  linearize::Shadows S;
  const ir::Variable *Seed = nullptr;
  bool SeedOnly = false;   ///< As in Linear.
  bool ComesLater = false; ///< Likewise.
  /// A loop that cannot be reversed, with the reason, if there is one.
  ir::SourceLoc Stuck;
  llvm::StringRef WhyStuck;
  /// The way out: a variable that would have to live longer than the iteration
  /// that declares it; or null.
  const ir::Variable *StuckOn = nullptr;

  /// Branches and loops with something to reverse inside.
  llvm::DenseSet<const ir::Stmt *> Reversed;
  /// Loops whose iterations are replayed.
  llvm::DenseSet<const ir::Stmt *> Replayed;
  llvm::DenseMap<const ir::Stmt *, LoopRecord> Records;
  /// Number of each Break, from 1, within its loop.
  llvm::DenseMap<const ir::Stmt *, int> BreakNumber;

  /// Locals that pointers or references lead to: who keeps one of these needs
  /// the variable itself.
  llvm::DenseSet<const ir::Variable *> LedTo;
  /// Scalars that are set once.
  llvm::DenseSet<const ir::Variable *> Values;
  /// How values could be computed in the reverse sweep, where their own
  /// initialiser reads what is lost by then.
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> Formulas;
  /// Values that are stored.
  llvm::DenseMap<const ir::Variable *, Slot> Slots;
  /// Values that the reverse sweep needs and finds nowhere: computed again.
  llvm::DenseSet<const ir::Variable *> Recomputed;
  /// Those of Recomputed that the primal itself does not read.
  llvm::DenseSet<const ir::Variable *> ReverseOnly;
  /// What the reverse sweep, or a replay for it, reads.
  llvm::DenseSet<const ir::Variable *> Needed;
  /// The Assigns and Calls that a replay runs: they set what is needed.
  llvm::DenseSet<const ir::Stmt *> RunAgain;
  /// Level of the storage that an Assign, Call, PassThrough, Allocate or
  /// Release is about: deeper replays leave it out.
  llvm::DenseMap<const ir::Stmt *, unsigned> HomeLevel;
  /// Of each Allocate and Release; HomeLevel tells at which level the block
  /// lives into the reverse sweep.
  llvm::DenseMap<const ir::Stmt *, BlockUse> Blocks;
};

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_ADJOINTPLAN_H
