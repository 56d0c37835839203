// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysis/Globals.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::dyn_cast;
using llvm::isa;

/// An object of type T may hold pointers.
static bool leadsOn(const ir::Type *T) {
  T = T->value();
  while (T->isArray())
    T = T->element()->unqualified();
  if (!T->is(ir::TypeKind::Record))
    return !T->isArithmetic() && !T->isFunctionPointer();
  return llvm::any_of(T->fields(),
                      [](const ir::RecordField &F) { return leadsOn(F.Ty); });
}

namespace {

/// By contract F uses no global in a way that matters for derivatives.
static bool isClosed(const ir::Function &F) {
  return F.rule() || F.isInactive() || F.isDeclaredPure();
}

class Collector {
public:
  GlobalUse Use;

  void block(ir::Block Body) {
    bool StoresBehind = false;
    GlobalSet Pointers;
    ir::walkExprs(Body, [&](const ir::Expr *E) {
      if (auto *V = dyn_cast<ir::VarRef>(E))
        mention(V->Var, Pointers);
      if (auto *A = dyn_cast<ir::AddressOf>(E))
        write(A->Place);
      if (auto *F = dyn_cast<ir::FunctionRef>(E))
        function(*F->Target);
    });
    ir::walk(Body, [&](const ir::Stmt *S) { stmt(S, StoresBehind); });
    if (StoresBehind)
      Use.Written.insert(Pointers.begin(), Pointers.end());
  }

  void function(const ir::Function &F) {
    if (!Seen.insert(&F.primal()).second || isClosed(F.primal()))
      return;
    Use.Unseen |= !F.primal().hasBody();
    Use.Elsewhere |= isElsewhere(F.primal());
    block(F.primal().body());
  }

private:
  void mention(const ir::Variable *V, GlobalSet &Pointers) {
    if (V->isGlobal() && V->type()->holdsReal() && leadsOn(V->type()))
      Use.Leading.insert(V);
    if (!V->isGlobal() || V->type()->isConst())
      return;
    Use.Mentioned.insert(V);
    if (leadsOn(V->type()))
      Pointers.insert(V);
  }

  void write(const ir::Expr *Place) {
    if (auto *S = dyn_cast<ir::Select>(Place)) {
      write(S->Then);
      return write(S->Else);
    }
    const ir::Variable *V = ir::placeVariable(Place);
    if (V && V->isGlobal() && !V->type()->isConst())
      Use.Written.insert(V);
  }

  void stmt(const ir::Stmt *S, bool &StoresBehind) {
    if (auto *A = dyn_cast<ir::Assign>(S)) {
      write(A->Place);
      StoresBehind |= !ir::placeVariable(A->Place);
    }
    if (auto *L = dyn_cast<ir::Let>(S))
      if (L->Init && L->Var->type()->isReference())
        write(L->Init);
    Use.Unseen |= isa<ir::PassThrough>(S);
    if (auto *C = dyn_cast<ir::Call>(S)) {
      StoresBehind = true; // of what it is handed
      for (unsigned I = 0; I < C->Args.size(); ++I)
        if (C->Callee->params()[I]->type()->isReference())
          write(C->Args[I]);
      function(*C->Callee);
    }
  }

  llvm::DenseSet<const ir::Function *> Seen;
};

} // namespace

GlobalUse analysis::globalsOf(ir::Block Body) {
  Collector C;
  C.block(Body);
  return C.Use;
}

GlobalUse analysis::globalsOf(const ir::Function &F) {
  Collector C;
  C.function(F);
  return C.Use;
}
