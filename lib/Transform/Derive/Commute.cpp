// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Derive/Commute.h"
#include "IR/Walk.h"

using namespace nabla;
using llvm::dyn_cast;
using llvm::isa;

namespace {
using VariableSet = llvm::DenseSet<const ir::Variable *>;

class Iterations {
public:
  Iterations(ir::Block Body, const linearize::Shadows &S) : Body(Body), S(S) {
    for (auto &[V, D] : S.Of)
      Shadows.insert(D);
    Shadows.insert(S.Params.begin(), S.Params.end());
    ir::walk(Body, [&](const ir::Stmt *St) {
      if (const ir::Variable *V = ir::declared(St))
        Own.insert(V);
      if (auto *A = dyn_cast<ir::Assign>(St))
        Changed.insert(ir::placeVariable(A->Place));
    });
  }

  bool commute() const {
    bool Good = true;
    ir::walk(Body, [&](const ir::Stmt *St) { Good = Good && isSum(St); });
    return Good;
  }

private:
  bool isSum(const ir::Stmt *St) const {
    if (isa<ir::Remark>(St))
      return true;
    if (auto *A = dyn_cast<ir::Assign>(St)) {
      bool Adds = A->Op == ir::AssignOp::Add || A->Op == ir::AssignOp::Sub;
      return (isOwn(A->Place) || (Adds && isShadow(A->Place))) &&
             readsFixed(A->Value);
    }
    if (!isa<ir::Let, ir::If, ir::CountedLoop>(St))
      return false;
    bool Fixed = true;
    ir::forEachExpr(St,
                    [&](const ir::Expr *E) { Fixed = Fixed && readsFixed(E); });
    return Fixed;
  }

  bool isOwn(const ir::Expr *Place) const {
    const ir::Variable *V = ir::placeVariable(Place);
    return V && Own.contains(V) && !V->type()->isReference();
  }

  bool isShadow(const ir::Expr *Place) const {
    bool Found = false;
    ir::walk(Place, [&](const ir::Expr *E) {
      auto *V = dyn_cast<ir::VarRef>(E);
      Found |= V && Shadows.contains(V->Var);
    });
    return Found;
  }

  /// No shadow that E reads depends on which iterations have run. A pointer to
  /// shadows may be passed on.
  bool readsFixed(const ir::Expr *E) const {
    bool Fixed = true;
    ir::walk(E, [&](const ir::Expr *Sub) {
      auto *Ref = dyn_cast<ir::VarRef>(Sub);
      if (!Ref || !Shadows.contains(Ref->Var))
        return;
      const ir::Type *T = Ref->Var->type();
      bool Leads = T->isPointer() || T->isReference();
      if (E->Ty->isPointer() || (Own.contains(Ref->Var) && !Leads))
        return;
      Fixed = Fixed && T->isReal() && !Changed.contains(Ref->Var) &&
              !S.Early.contains(Ref->Var);
    });
    return Fixed;
  }

  ir::Block Body;
  const linearize::Shadows &S;
  VariableSet Shadows, Own, Changed;
};
} // namespace

bool derive::iterationsCommute(ir::Block Body, const linearize::Shadows &S) {
  return Iterations(Body, S).commute();
}
