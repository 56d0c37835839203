// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a piece of code may change, in the coarse terms that Normalize needs:
// named variables, and memory behind pointers by class of type.

#ifndef NABLA_TRANSFORM_NORMALIZE_EFFECTS_H
#define NABLA_TRANSFORM_NORMALIZE_EFFECTS_H

#include "IR/Walk.h"
#include "llvm/ADT/DenseSet.h"

namespace nabla::normalize {

using VariableSet = llvm::DenseSet<const ir::Variable *>;

struct Effects {
  VariableSet Assigned;
  /// Something is stored behind a pointer or a reference.
  bool StoresReal = false, StoresOther = false;
  /// Something happens that may change whatever it can reach.
  bool Anything = false;
  /// Functions that are called, which store what can be seen in them.
  llvm::SmallVector<const ir::Function *, 2> Called;

  explicit Effects(ir::Block B);
  /// The value of E is the same before and after; Exposed holds the variables
  /// that pointers and references may reach.
  bool leaves(const ir::Expr *E, const VariableSet &Exposed) const;

private:
  bool mayStore(const ir::Type *T) const;
};

inline bool isVoidPointer(const ir::Type *T) {
  return T->isPointer() && T->element()->isVoid();
}

/// The variables of B whose address is taken or that a reference is bound to.
VariableSet exposedVariables(ir::Block B);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_EFFECTS_H
