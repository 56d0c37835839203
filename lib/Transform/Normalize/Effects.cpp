// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/Effects.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;

/// What P refers to may be changed under P's name.
static bool isChanged(const ir::Variable *P) {
  return P->type()->isReference() && !P->access()->element()->isConst();
}

/// A T is stored.
static void note(const ir::Type *T, bool &Real, bool &Other) {
  T = T->innermost();
  Real |= T->isReal() || !T->isScalar();
  Other |= !T->isReal();
}

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
        note(Place->Ty, StoresReal, StoresOther);
    });
  };
  ir::walk(B, [&](const ir::Stmt *S) {
    if (const ir::Variable *V = ir::declared(S))
      Assigned.insert(V);
    if (auto *A = dyn_cast<ir::Assign>(S))
      Stores(A->Place);
    if (auto *C = dyn_cast<ir::Call>(S)) {
      Called.push_back(&C->Callee->primal());
      for (unsigned I = 0; I < C->Args.size(); ++I) {
        const ir::Expr *A = C->Args[I];
        bool Known = I < C->Callee->params().size();
        if (Known ? isChanged(C->Callee->params()[I])
                  : ir::isPlace(A) &&
                        (!A->Ty->isScalar() || C->Callee->params().empty()))
          Assign(A);
      }
    }
    if (auto *P = dyn_cast<ir::PassThrough>(S)) {
      Anything = true;
      Assigned.insert(P->Writes.begin(), P->Writes.end());
    }
  });
}

namespace {
/// What functions store, by their bodies, where their callers can see it.
struct Stores {
  bool Real = false, Other = false;
  llvm::DenseSet<const ir::Function *> Seen;

  void add(const ir::Function &F) {
    if (!Seen.insert(&F).second || F.isDeclaredPure())
      return;
    if (!F.hasBody() || F.rule() || F.isInactive()) {
      Real = Other = true;
      return;
    }
    ir::walk(F.body(), [&](const ir::Stmt *S) { add(S); });
  }

private:
  void add(const ir::Stmt *S) {
    if (auto *A = dyn_cast<ir::Assign>(S))
      ir::forEachPlaceVariable(A->Place, [&](const ir::Variable *V) {
        if (V && !V->isGlobal() && !V->type()->isReference())
          return;
        note(A->Place->Ty, Real, Other);
      });
    if (auto *C = dyn_cast<ir::Call>(S))
      add(C->Callee->primal());
    auto *L = dyn_cast<ir::Let>(S); // to make an object may have effects
    if (llvm::isa<ir::PassThrough>(S) ||
        (L && L->Var->type()->is(ir::TypeKind::Opaque)))
      Real = Other = true;
  }
};
} // namespace

/// Something of type T that others can reach may be stored to.
bool Effects::mayStore(const ir::Type *T) const {
  Stores S;
  for (const ir::Function *F : Called)
    S.add(*F);
  return Anything ||
         (T->isReal() ? StoresReal || S.Real : StoresOther || S.Other);
}

bool Effects::leaves(const ir::Expr *E, const VariableSet &Exposed) const {
  bool Same = true;
  // To set an exposed variable is to store behind some pointer.
  bool HiddenReal = false, HiddenOther = false;
  for (const ir::Variable *V : Assigned)
    if (Exposed.contains(V))
      note(V->type()->value(), HiddenReal, HiddenOther);
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
    if (mayStore(Sub->Ty) || (Sub->Ty->isReal() ? HiddenReal : HiddenOther))
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
