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
  Slots(ir::Module &M, const plan::Plan &P);

  /// Declares what the forward code of Level fills, at its start. True in
  /// UsesArena if any of it, or of what enter() makes, or a callee's frame,
  /// lives on the arena.
  void declare(unsigned Level, ir::Block Body, StmtList &Out, bool &UsesArena);
  /// Just before Loop in the forward code of Level: makes the arrays over it.
  void enter(const ir::Stmt *Loop, unsigned Level, StmtList &Out);
  /// Just before Loop in the reverse code of Level: takes rows off stacks.
  void enterReverse(const ir::Stmt *Loop, unsigned Level, StmtList &Out);
  /// Right after V got its value.
  void store(const ir::Variable *V, StmtList &Out);
  /// Declares V with the value stored.
  void load(const ir::Variable *V, StmtList &Out);

private:
  /// Values whose rows are parts of one block.
  struct Shelf {
    llvm::SmallVector<const ir::Variable *, 4> Values;
    const ir::Variable *Blocks; ///< The stack of them; null before it is asked.
  };

  void place(const ir::Variable *V, const plan::Slot &S);
  bool isEntered(const Shelf &Sh, const ir::Stmt *Loop, unsigned Level) const;
  const ir::Variable *blocks(Shelf &Sh);
  void divide(const Shelf &Sh, StmtList &Out);
  bool isIn(const ir::Variable *V, ir::Block Body) const;
  const ir::Type *stackOf(const ir::Type *T);
  const ir::Variable *storage(const ir::Variable *V);
  const ir::Variable *row(const ir::Variable *V);
  const ir::Expr *element(const ir::Variable *V);
  const ir::Expr *total(const plan::Slot &S);
  bool isSmall(const plan::Slot &S, uint64_t &Size);

  ir::Module &M;
  ir::Build B;
  const plan::Plan &P;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Storage, Rows;
  std::vector<Shelf> Shelves;
};

} // namespace nabla::derive

#endif // NABLA_TRANSFORM_DERIVE_SLOTS_H
