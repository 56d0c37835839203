// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/Effects.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;

Effects::Effects(ir::Block B) {
  auto Assign = [&](const ir::Expr *Place) {
    ir::forEachPlaceVariable(Place, [&](const ir::Variable *V) {
      if (V)
        Assigned.insert(V);
    });
  };
  auto Stores = [&](const ir::Expr *Place) {
    Assign(Place);
    ir::forEachPlaceVariable(Place, [&](const ir::Variable *V) {
      if (!V || V->type()->isReference() || V->isGlobal())
        (Place->Ty->isReal() ? StoresReal : StoresOther) = true;
    });
  };
  ir::walk(B, [&](const ir::Stmt *S) {
    if (const ir::Variable *V = ir::declared(S))
      Assigned.insert(V);
    if (auto *A = dyn_cast<ir::Assign>(S))
      Stores(A->Place);
    if (auto *C = dyn_cast<ir::Call>(S)) {
      Calls = true;
      for (const ir::Expr *A : C->Args)
        if (ir::isPlace(A) &&
            (!A->Ty->isScalar() || C->Callee->params().empty()))
          Assign(A);
      for (unsigned I = 0; I < C->Callee->params().size(); ++I)
        if (C->Callee->params()[I]->type()->isReference() && I < C->Args.size())
          Assign(C->Args[I]);
    }
    if (auto *P = dyn_cast<ir::PassThrough>(S)) {
      Calls = true;
      Assigned.insert(P->Writes.begin(), P->Writes.end());
    }
  });
}

bool Effects::leaves(const ir::Expr *E, const VariableSet &Exposed) const {
  bool Same = true;
  // To set an exposed variable is to store behind some pointer.
  bool Hidden = llvm::any_of(
      Assigned, [&](const ir::Variable *V) { return Exposed.contains(V); });
  ir::walk(E, [&](const ir::Expr *Sub) {
    bool Reachable = false;
    if (auto *V = dyn_cast<ir::VarRef>(Sub)) {
      if (Assigned.contains(V->Var))
        Same = false;
      Reachable = Exposed.contains(V->Var) || V->Var->isGlobal() ||
                  V->Var->type()->isReference();
    } else if (auto *I = dyn_cast<ir::Index>(Sub)) {
      const ir::Variable *V = ir::placeVariable(I);
      Reachable = !V || Exposed.contains(V) || V->isGlobal();
    } else if (llvm::isa<ir::Deref>(Sub)) {
      Reachable = true;
    } else if (llvm::isa<ir::Verbatim>(Sub)) {
      Same = false;
    }
    if (!Reachable || Sub->Ty->isArray())
      return;
    if (Calls || Hidden || (Sub->Ty->isReal() ? StoresReal : StoresOther))
      Same = false;
  });
  return Same;
}

VariableSet normalize::exposedVariables(ir::Block B) {
  VariableSet Result;
  auto Expose = [&](const ir::Expr *Place) {
    ir::forEachPlaceVariable(Place, [&](const ir::Variable *V) {
      if (V)
        Result.insert(V);
    });
  };
  ir::walkExprs(B, [&](const ir::Expr *E) {
    if (auto *A = dyn_cast<ir::AddressOf>(E))
      Expose(A->Place);
  });
  ir::walk(B, [&](const ir::Stmt *S) {
    if (auto *L = dyn_cast<ir::Let>(S))
      if (L->Init && L->Var->type()->isReference())
        Expose(L->Init);
    if (auto *P = dyn_cast<ir::PassThrough>(S))
      Result.insert(P->Writes.begin(), P->Writes.end());
    if (auto *C = dyn_cast<ir::Call>(S))
      for (unsigned I = 0; I < C->Args.size() && I < C->Callee->params().size();
           ++I)
        if (C->Callee->params()[I]->type()->isReference())
          Expose(C->Args[I]);
  });
  return Result;
}
