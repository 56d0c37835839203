// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Simplify/Simplify.h"
#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::dyn_cast;

VariableSet simplify::exposedBy(ir::Block B) {
  VariableSet Exposed;
  auto Expose = [&](const ir::Expr *Place) {
    if (const ir::Variable *V = ir::placeVariable(Place))
      Exposed.insert(V);
  };
  ir::walk(B, [&](const ir::Stmt *S) {
    if (auto *L = dyn_cast<ir::Let>(S))
      if (L->Init && L->Var->type()->isReference())
        Expose(L->Init);
    if (auto *C = dyn_cast<ir::Call>(S))
      for (size_t I = 0; I < C->Callee->params().size(); ++I)
        if (C->Callee->params()[I]->type()->isReference())
          ir::walk(C->Args[I], Expose);
    if (auto *P = dyn_cast<ir::PassThrough>(S))
      Exposed.insert(P->Writes.begin(), P->Writes.end());
  });
  ir::walkExprs(B, [&](const ir::Expr *E) {
    if (auto *A = dyn_cast<ir::AddressOf>(E))
      Expose(A->Place);
  });
  return Exposed;
}

ir::Block simplify::simplify(ir::Module &M, ir::Block Body, ir::Block Before) {
  const VariableSet Outside = exposedBy(Before);
  auto Exposed = [&] {
    VariableSet All = exposedBy(Body);
    All.insert(Outside.begin(), Outside.end());
    return All;
  };
  Body = separateInstances(M, Body);
  // Each pass may open the way for another; they only ever remove.
  for (int Round = 0; Round < 3; ++Round) {
    Body = foldFreshZeros(M, Body, Exposed());
    Body = forwardCopies(M, Body, Exposed());
    Body = dropDead(M, Body, Outside);
    Body = dropUnusedLets(M, Body);
  }
  Body = dropIdleRemarks(M, Body);
  return hoistGuards(M, Body, Exposed());
}
