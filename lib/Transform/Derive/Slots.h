// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots: the variables that hold stored values, and the code that fills and
// reads them.

#ifndef NABLA_TRANSFORM_DERIVE_SLOTS_H
#define NABLA_TRANSFORM_DERIVE_SLOTS_H

#include "IR/Build.h"
#include "Plan/Plan.h"

namespace nabla::derive {

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;

/// Something in Code reserves memory on the arena or notes what to give back
/// late.
bool needsScope(ir::Block Code);

class Slots {
public:
  Slots(ir::Module &M, const plan::Plan &P) : M(M), B(M), P(P) {}

  /// Declares what the forward code of Level fills, at its start. True in
  /// UsesArena if any of it, or of what enter() makes, or a callee's frame,
  /// lives on the arena.
  void declare(unsigned Level, ir::Block Body, StmtList &Out, bool &UsesArena);
  /// Just before Loop in the forward code of Level: makes the arrays over it.
  void enter(const ir::Stmt *Loop, unsigned Level, StmtList &Out);
  /// Right after V got its value.
  void store(const ir::Variable *V, StmtList &Out);
  /// Declares V with the value stored.
  void load(const ir::Variable *V, StmtList &Out);

private:
  const ir::Variable *storage(const ir::Variable *V);
  const ir::Expr *element(const ir::Variable *V);
  const ir::Expr *total(const plan::Slot &S);
  bool isSmall(const plan::Slot &S, uint64_t &Size);

  ir::Module &M;
  ir::Build B;
  const plan::Plan &P;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Storage;
};

} // namespace nabla::derive

#endif // NABLA_TRANSFORM_DERIVE_SLOTS_H
