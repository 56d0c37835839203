// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outlive: declarations in a piece of code that is to become a block, of
// variables that are used behind it, move before it:
//
//   A;  double t = x;  B    ==>    double t;  { A; t = x; B }

#ifndef NABLA_TRANSFORM_NORMALIZE_OUTLIVE_H
#define NABLA_TRANSFORM_NORMALIZE_OUTLIVE_H

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

namespace nabla::normalize {

/// The variables that the statements of B mention, at any depth.
void addMentioned(ir::Block B, VariableSet &To);

class Outlive {
public:
  explicit Outlive(ir::Module &M) : M(M), B(M) {}

  /// Region with the declarations of variables in UsedBehind among its own
  /// statements moved to Before.
  ir::Block moveDeclarations(ir::Block Region, const VariableSet &UsedBehind,
                             StmtList &Before);

  /// Whole with what stands for moved constants and references. To be applied
  /// once, at the end.
  ir::Block finish(ir::Block Whole);

private:
  void move(const ir::Stmt *S, StmtList &Before, StmtList &Out);
  void moveLet(const ir::Let *L, StmtList &Before, StmtList &Out);
  const ir::Variable *assignable(const ir::Variable *V);

  ir::Module &M;
  ir::Build B;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Twin;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> PointerFor;
};

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_OUTLIVE_H
