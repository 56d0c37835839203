// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysis/Globals.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::dyn_cast;
using llvm::isa;

bool analysis::mayHoldPointer(const ir::Type *T) {
  T = T->value()->innermost();
  if (!T->is(ir::TypeKind::Record))
    return !T->isArithmetic() && !T->isFunctionPointer();
  return llvm::any_of(T->fields(), [](const ir::RecordField &F) {
    return mayHoldPointer(F.Ty);
  });
}

/// What text mentions only to say a number, which leads nowhere: w in "w[2]",
/// where no reference is bound to that.
static llvm::DenseSet<const ir::Expr *> askedIn(ir::Block Body) {
  llvm::DenseSet<const ir::Expr *> Asked;
  auto ForEach = [](const ir::Verbatim *Text, auto Fn) {
    for (const ir::TextPiece &P : Text->Pieces)
      if (auto *const *Sub = std::get_if<const ir::Expr *>(&P))
        Fn(*Sub);
  };
  ir::walkExprs(Body, [&](const ir::Expr *E) {
    if (auto *Text = dyn_cast<ir::Verbatim>(E); Text && E->Ty->isArithmetic())
      ForEach(Text, [&](const ir::Expr *Sub) { Asked.insert(Sub); });
  });
  ir::walk(Body, [&](const ir::Stmt *S) {
    auto *L = dyn_cast<ir::Let>(S);
    auto *Text = L ? llvm::dyn_cast_or_null<ir::Verbatim>(L->Init) : nullptr;
    if (Text && L->Var->type()->isReference())
      ForEach(Text, [&](const ir::Expr *Sub) { Asked.erase(Sub); });
  });
  return Asked;
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
    GlobalSet Pointers, Ignored;
    llvm::DenseSet<const ir::Expr *> Asked = askedIn(Body);
    ir::walkExprs(Body, [&](const ir::Expr *E) {
      if (auto *V = dyn_cast<ir::VarRef>(E))
        mention(V->Var, Asked.contains(E) ? Ignored : Pointers);
      if (auto *A = dyn_cast<ir::AddressOf>(E))
        write(A->Place);
      if (auto *F = dyn_cast<ir::FunctionRef>(E))
        function(*F->Target);
    });
    ir::walk(Body, [&](const ir::Stmt *S) { stmt(S, StoresBehind, Pointers); });
    if (StoresBehind)
      Use.Written.insert(Pointers.begin(), Pointers.end());
  }

  void function(const ir::Function &F) {
    if (!Seen.insert(&F.primal()).second || isClosed(F.primal()))
      return;
    if (!F.primal().hasBody())
      withoutBody(F.primal());
    block(F.primal().body());
  }

private:
  /// One of the system's uses what it is handed, functions too.
  void withoutBody(const ir::Function &F) {
    Use.Elsewhere |= isElsewhere(F);
    Use.Unseen |= F.unseen() || isElsewhere(F) ||
                  llvm::any_of(F.params(), [](const ir::Variable *P) {
                    return P->type()->value()->isFunctionPointer();
                  });
    if (const ir::Variable *V = F.unseen(); V && !isElsewhere(F)) {
      Use.UsesUnseen = true;
      Use.Mentioned.insert(V);
      Use.Written.insert(V);
    }
  }

  void mention(const ir::Variable *V, GlobalSet &Pointers) {
    if (V->isGlobal() && V->type()->holdsReal() && mayHoldPointer(V->type()) &&
        !V->isUnseen())
      Use.Leading.insert(V);
    if (!V->isGlobal() || V->type()->isConst())
      return;
    Use.Mentioned.insert(V);
    if (mayHoldPointer(V->type()))
      Pointers.insert(V);
  }

  void write(const ir::Expr *Place) {
    ir::forEachPlaceVariable(Place, [&](const ir::Variable *V) {
      if (V && V->isGlobal() && !V->type()->isConst())
        Use.Written.insert(V);
    });
  }

  void stmt(const ir::Stmt *S, bool &StoresBehind, GlobalSet &Pointers) {
    if (auto *A = dyn_cast<ir::Assign>(S)) {
      write(A->Place);
      ir::forEachPlaceVariable(
          A->Place, [&](const ir::Variable *V) { StoresBehind |= !V; });
    }
    if (auto *L = dyn_cast<ir::Let>(S))
      if (L->Init && L->Var->type()->isReference())
        write(L->Init);
    if (auto *Text = dyn_cast<ir::PassThrough>(S)) {
      for (const ir::Variable *V : Text->Reads)
        mention(V, Pointers);
      for (const ir::Variable *V : Text->Writes) {
        mention(V, Pointers);
        Use.Unseen |= V->isUnseen();
        if (V->isGlobal())
          Use.Written.insert(V);
      }
    }
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
