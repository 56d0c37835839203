// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linearize: the derivative of each statement by itself. An expression is
// split until every nonlinear step has a name; then each statement S gets its
// adjoint, a block over the shadows of what S reads and writes and over primal
// values as they are just before S (just after, for the variable that a Let
// declares). Which of those values are still there in the reverse sweep is the
// business of Plan, not of this stage.

#ifndef NABLA_TRANSFORM_LINEARIZE_LINEARIZE_H
#define NABLA_TRANSFORM_LINEARIZE_LINEARIZE_H

#include "Analysis/Activity.h"
#include "IR/Module.h"
#include "Linearize/Pairs.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace nabla::linearize {

/// The shadows of a function's variables.
struct Shadows {
  /// Primal variable to shadow, for every variable that has one.
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Of;
  /// Shadow parameters, in the order of their primals.
  std::vector<const ir::Variable *> Params;
  /// Shadows that hold adjoints: local scalars, arrays, records. The other
  /// shadows are pointers and references, which the forward sweep sets.
  llvm::DenseSet<const ir::Variable *> Adjoints;
  /// Those of Adjoints that the forward sweep takes the address of.
  llvm::DenseSet<const ir::Variable *> Early;
  /// Shadows of globals, of this function and what it calls.
  llvm::SmallSetVector<const ir::Variable *, 4> Globals;
  /// Trained globals whose gradient is delivered in the end, in this order;
  /// those that do not matter have no shadow.
  std::vector<const ir::Variable *> Delivered;
};

/// What a rule written by hand reads behind a pointer, which a Let has bound to
/// a name of its own. Where it may be overwritten before the reverse sweep
/// reads it, the name becomes that of a copy.
struct Kept {
  const ir::Call *Call; ///< In Body.
  bool After;           ///< What is there after the call.
  /// How many elements; null: One, or nobody knows.
  const ir::Function *Extent = nullptr;
  bool One = false;
  ir::ExprList ExtentArgs;
  llvm::StringRef Param;
};

struct Linear {
  /// The primal, split, with statements that set the shadow pointers.
  ir::Block Body;
  /// Adjoint of each statement that has one; blocks inside are not included.
  llvm::DenseMap<const ir::Stmt *, ir::Block> AdjointOf;
  /// By Let, in Body.
  llvm::DenseMap<const ir::Stmt *, Kept> KeptBy;
  Shadows S;
  /// Where blocks with derivatives are made that go to memory of the caller's.
  std::vector<ir::SourceLoc> HandsOut;
  /// The pairs that are handed memory of the caller's to set pointers in.
  std::vector<const Pair *> HandsOn;
  /// The seed: adjoint of the result; null if there is none.
  const ir::Variable *Seed = nullptr;
  /// All adjoints come from the seed: with a seed of zero there is nothing to
  /// do, and the adjoints rely on it.
  bool SeedOnly = false;
  /// The reverse sweep runs after the caller has gone on: nothing but what is
  /// the function's own is as it was.
  bool ComesLater = false;
};

/// Splits Body (in normal form) so that adjoints can be written down statement
/// by statement.
ir::Block split(ir::Module &M, ir::Block Body, const analysis::Memory &Mem,
                const analysis::Activity &A);

/// Finds the adjoints of a split body of F, a user's function or (Of) the
/// primal of a pair. Pairs that it calls are asked for in Called.
Linear linearize(ir::Module &M, const ir::Function &F, const Pair *Of,
                 ir::Block Body, const analysis::ParamMask &Wanted,
                 const analysis::Memory &Mem, const analysis::Activity &A,
                 Pairs &Called, Diagnostics &Diags);

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_LINEARIZE_H
