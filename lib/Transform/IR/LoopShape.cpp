// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR/LoopShape.h"

using namespace nabla;
using llvm::dyn_cast;

bool ir::hasBreak(ir::Block B) {
  for (const ir::Stmt *S : B) {
    if (auto *E = dyn_cast<ir::Exit>(S))
      if (E->To == ir::ExitKind::Break)
        return true;
    if (auto *I = dyn_cast<ir::If>(S))
      if (hasBreak(I->Then) || hasBreak(I->Else))
        return true;
  }
  return false;
}

const ir::Expr *ir::tripCount(ir::Build &B, const ir::CountedLoop *L) {
  const ir::Type *T = B.module().longType();
  auto Long = [&](const ir::Expr *E) {
    if (auto V = ir::integerValue(E))
      return B.integer(*V, T);
    return B.cast(E, T);
  };
  bool Up = L->Step > 0;
  const ir::Expr *Begin = L->Begin, *End = L->End;
  // Small types and unsigned ones: the difference is taken in long.
  bool Plain = Begin->Ty->isSigned() && ir::sameType(Begin->Ty, End->Ty) &&
               Begin->Ty->bits() >= 32;
  if (!Plain) {
    Begin = Long(Begin);
    End = Long(End);
  }
  const ir::Expr *Distance = Up ? B.sub(End, Begin) : B.sub(Begin, End);
  if (L->Relation == ir::BinaryOp::Le || L->Relation == ir::BinaryOp::Ge)
    Distance = B.add(Distance, B.integer(1, Distance->Ty));
  int64_t Width = Up ? L->Step : -L->Step;
  if (Width == 1)
    return Distance;
  return B.div(B.add(Distance, B.integer(Width - 1, Distance->Ty)),
               B.integer(Width, Distance->Ty));
}

const ir::Expr *ir::iteration(ir::Build &B, const ir::CountedLoop *L) {
  const ir::Expr *I = B.ref(L->Counter);
  const ir::Expr *Begin = L->Begin;
  const ir::Expr *Distance = L->Step > 0 ? B.sub(I, Begin) : B.sub(Begin, I);
  int64_t Width = L->Step > 0 ? L->Step : -L->Step;
  if (Width == 1)
    return Distance;
  return B.div(Distance, B.integer(Width, Distance->Ty));
}
