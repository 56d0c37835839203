// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR/Constness.h"
#include "IR/Walk.h"

using namespace nabla;
using llvm::dyn_cast;

const ir::Type *ir::withoutConst(Module &M, const Type *T) {
  T = T->unqualified();
  switch (T->kind()) {
  case TypeKind::Pointer:
    return M.pointerTo(withoutConst(M, T->element()));
  case TypeKind::Reference:
    return M.referenceTo(withoutConst(M, T->element()));
  case TypeKind::Array:
    return M.arrayOf(withoutConst(M, T->element()), T->extent());
  default:
    return T;
  }
}

/// What To leads to may be changed that From's pointees declare const.
static bool losesConst(const ir::Type *From, const ir::Type *To) {
  for (; From->isPointer() && To->isPointer();
       From = From->element(), To = To->element())
    if (From->element()->isConst() && !To->element()->isConst())
      return true;
  return false;
}

static bool hasLostConst(const ir::Variable *Param) {
  return Param->access() != Param->type();
}

static bool losesConst(const ir::Function &F) {
  bool Loses = false;
  ir::walkExprs(F.body(), [&](const ir::Expr *E) {
    if (auto *C = dyn_cast<ir::Cast>(E))
      Loses |= losesConst(C->Operand->Ty, C->Ty);
  });
  ir::walk(F.body(), [&](const ir::Stmt *S) {
    if (auto *C = dyn_cast<ir::Call>(S))
      Loses |= llvm::any_of(C->Callee->params(), hasLostConst);
  });
  return Loses;
}

void ir::findLostConst(Module &M, llvm::ArrayRef<const Function *> Fs) {
  llvm::SmallPtrSet<const Function *, 8> Known;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Function *F : Fs) {
      if (!F->hasBody() || Known.contains(F) || !losesConst(*F))
        continue;
      Known.insert(F);
      Changed = true;
      for (const Variable *P : F->params())
        M.setAccess(P, withoutConst(M, P->type()));
    }
  }
}
