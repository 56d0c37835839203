// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derive: the two sweeps, put together as the plan says. Asks no analysis.

#ifndef NABLA_TRANSFORM_DERIVE_DERIVE_H
#define NABLA_TRANSFORM_DERIVE_DERIVE_H

#include "Plan/Plan.h"

namespace nabla::derive {

/// A new function of M, and the body that it is to be given.
struct Derived {
  ir::Function *F;
  ir::Block Body;
};

/// How the f_vjp of a marked function is declared.
ir::Declarator vjpDeclarator(const ir::Function &F);

/// f_vjp: forward sweep, reverse sweep, the primal's value.
Derived deriveVjp(ir::Module &M, const ir::Function &F, const plan::Plan &P,
                  const ir::Declarator &D);

/// The bodies of a pair's two sweeps, before they are simplified.
struct SweepBodies {
  ir::Block Forward, Reverse;
};
SweepBodies derivePair(ir::Module &M, const linearize::Pair &Of,
                       const plan::Plan &P);

/// Lets the sweeps meet in the frame: what the forward one sets and the
/// reverse one reads becomes a field. Gives the frame its fields. LedTo: as in
/// Plan.
SweepBodies throughFrame(ir::Module &M, const linearize::Pair &Of,
                         SweepBodies Sweeps,
                         const llvm::DenseSet<const ir::Variable *> &LedTo);

/// What calls a pair for somebody who does not know the type of its frame;
/// named by names::forwardEntry(Name) and reverseEntry(Name). Globals: the
/// shadows of those that the pair uses, zero whenever the reverse begins.
struct EntryPair {
  ir::Function *Forward, *Reverse;
};
EntryPair deriveEntries(ir::Module &M, const linearize::Pair &P,
                        llvm::StringRef Name,
                        llvm::ArrayRef<const ir::Variable *> Globals);

/// auto kept = nabla::own_shadow(d_g);
const ir::Stmt *ownShadow(ir::Module &M, const ir::Variable *D);

/// f_grad: f_vjp with a seed of ones.
ir::Function *deriveGradient(ir::Module &M, const ir::Function &F,
                             const ir::Function &Vjp);

} // namespace nabla::derive

#endif // NABLA_TRANSFORM_DERIVE_DERIVE_H
