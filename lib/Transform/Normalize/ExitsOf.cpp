// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/ExitsOf.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

void Exits::add(const Exits &E) {
  Break |= E.Break;
  Continue |= E.Continue;
  Return |= E.Return;
  Goto |= E.Goto;
}

static Exits exitsOfIf(const ir::If *I) {
  Exits Result, Then = exitsOf(I->Then), Else = exitsOf(I->Else);
  Result.add(Then);
  Result.add(Else);
  Result.FallsThrough = Then.FallsThrough || Else.FallsThrough;
  return Result;
}

// A loop keeps its breaks and continues to itself.
static Exits exitsOfLoop(const ir::Loop *L) {
  Exits Result, Body = exitsOf(L->Body), Step = exitsOf(L->Step);
  Result.Return = Body.Return || Step.Return;
  Result.Goto = Body.Goto || Step.Goto;
  Result.FallsThrough = L->Cond || Body.Break || exitsOf(L->CondBlock).Break;
  return Result;
}

Exits normalize::exitsOf(const ir::Stmt *S) {
  Exits Result;
  if (auto *I = dyn_cast<ir::If>(S))
    return exitsOfIf(I);
  if (auto *L = dyn_cast<ir::Loop>(S))
    return exitsOfLoop(L);
  if (auto *L = dyn_cast<ir::CountedLoop>(S)) {
    Exits Body = exitsOf(L->Body);
    Result.Return = Body.Return;
    Result.Goto = Body.Goto;
  }
  if (auto *E = dyn_cast<ir::Exit>(S)) {
    Result.FallsThrough = false;
    Result.Break = E->To == ir::ExitKind::Break;
    Result.Continue = E->To == ir::ExitKind::Continue;
    Result.Return = E->To == ir::ExitKind::Return;
    Result.Goto = E->To == ir::ExitKind::Goto;
  }
  return Result;
}

Exits normalize::exitsOf(ir::Block B) {
  Exits Result;
  bool Reached = true;
  for (const ir::Stmt *S : B) {
    Reached |= llvm::isa<ir::Label>(S);
    if (!Reached)
      continue;
    Exits E = exitsOf(S);
    Result.add(E);
    Reached = E.FallsThrough;
  }
  Result.FallsThrough = Reached;
  return Result;
}

void normalize::forEachGoto(ir::Block B,
                            llvm::function_ref<void(const ir::Exit *)> Fn) {
  ir::walk(B, [&](const ir::Stmt *S) {
    if (auto *E = dyn_cast<ir::Exit>(S); E && E->To == ir::ExitKind::Goto)
      Fn(E);
  });
}

void normalize::forEachLabel(ir::Block B,
                             llvm::function_ref<void(const ir::Label *)> Fn) {
  ir::walk(B, [&](const ir::Stmt *S) {
    if (auto *L = dyn_cast<ir::Label>(S))
      Fn(L);
  });
}
