// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysis/Bits.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::dyn_cast;

bool analysis::leadsToBits(const ir::Type *T) {
  T = T->value();
  bool Memory = T->isPointer() || T->isArray();
  while (T->isPointer() || T->isArray())
    T = T->element()->unqualified();
  return Memory && (T->isInteger() || T->isVoid());
}

bool analysis::mayHoldBits(const ir::Expr *E) {
  if (!E->Ty->isInteger())
    return false;
  while (auto *I = dyn_cast<ir::Index>(E))
    if (I->Base->Ty->isPointer())
      return true;
    else
      E = I->Base;
  return llvm::isa<ir::VarRef, ir::Deref>(E);
}
