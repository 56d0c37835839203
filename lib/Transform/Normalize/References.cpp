// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local references go:
//
//   double &r = a[i]; r = r * x;   ==>   a[i] = a[i] * x;
//
// where neither the index nor a pointer on the way to the place ever changes;
// and otherwise
//
//   double *r = &a[i]; *r = *r * x;

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Resolver {
public:
  Resolver(ir::Module &M, ir::Block Whole)
      : M(M), B(M), Exposed(exposedVariables(Whole)) {
    ir::walk(Whole, [&](const ir::Stmt *S) {
      if (auto *A = dyn_cast<ir::Assign>(S))
        if (const ir::Variable *V = ir::placeVariable(A->Place))
          Assigned.insert(V);
      if (auto *P = dyn_cast<ir::PassThrough>(S))
        Assigned.insert(P->Writes.begin(), P->Writes.end());
    });
  }

  ir::Block run(ir::Block Body) {
    ir::Rewrite R{M};
    R.OnExpr = [&](const ir::Expr *E) { return resolved(E, R); };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *L = dyn_cast<ir::Let>(S);
      if (!L || !L->Var->type()->isReference() || !L->Init ||
          !ir::isPlace(L->Init))
        return false;
      const ir::Expr *Place = ir::rewriteExpr(R, L->Init);
      if (isStable(Place)) {
        Stands[L->Var] = Place;
        return true;
      }
      const ir::Type *To = L->Var->type()->element();
      const ir::Variable *P =
          M.makeLocal(L->Var->name(), M.pointerTo(To), L->Var->loc());
      const ir::Expr *Address = addressOf(Place, M.pointerTo(To), L->Loc);
      Out.push_back(M.make<ir::Let>(P, Address, L->Loc));
      Stands[L->Var] = M.make<ir::Deref>(B.ref(P), To->unqualified(), L->Loc);
      return true;
    };
    return ir::rewriteBlock(R, Body);
  }

private:
  const ir::Expr *resolved(const ir::Expr *E, const ir::Rewrite &R) {
    if (auto *V = dyn_cast<ir::VarRef>(E))
      return Stands.lookup(V->Var);
    if (auto *I = dyn_cast<ir::Index>(E); I && I->Base->Ty->isPointer())
      return B.index(ir::rewriteExpr(R, I->Base),
                     ir::rewriteExpr(R, I->Subscript));
    if (auto *A = dyn_cast<ir::AddressOf>(E); A && !A->Decay) {
      // &*p is p
      const ir::Expr *Place = ir::rewriteExpr(R, A->Place);
      auto *D = dyn_cast<ir::Deref>(Place);
      if (D && ir::sameType(D->Pointer->Ty, A->Ty))
        return D->Pointer;
      if (isa<ir::Select>(Place))
        return addressOf(Place, A->Ty, A->Loc);
    }
    return nullptr;
  }

  /// &(c ? a : b) is c ? &a : &b.
  const ir::Expr *addressOf(const ir::Expr *Place, const ir::Type *T,
                            ir::SourceLoc L) {
    auto *S = dyn_cast<ir::Select>(Place);
    if (!S)
      return M.make<ir::AddressOf>(Place, false, T, L);
    const ir::Expr *Then = addressOf(S->Then, T, L);
    return M.make<ir::Select>(S->Cond, Then, addressOf(S->Else, T, L), T, L);
  }

  /// What the way to a place depends on never changes.
  bool isStable(const ir::Expr *Place) const {
    if (isa<ir::VarRef>(Place))
      return true;
    if (auto *I = dyn_cast<ir::Index>(Place))
      return isFixed(I->Subscript) &&
             (I->Base->Ty->isPointer() ? isFixed(I->Base) : isStable(I->Base));
    if (auto *Mem = dyn_cast<ir::Member>(Place))
      return isStable(Mem->Base);
    if (auto *D = dyn_cast<ir::Deref>(Place))
      return isFixed(D->Pointer);
    return false;
  }

  /// A short expression over variables that are set once.
  bool isFixed(const ir::Expr *E) const {
    bool Fixed = true;
    unsigned Size = 0;
    ir::walk(E, [&](const ir::Expr *Sub) {
      ++Size;
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        Fixed = Fixed && !Assigned.contains(V->Var) &&
                !Exposed.contains(V->Var) && !V->Var->isGlobal() &&
                !V->Var->type()->isReference();
      else if (ir::isPlace(Sub) || isa<ir::Verbatim, ir::RuleCall>(Sub))
        Fixed = false;
    });
    return Fixed && Size <= 6;
  }

  ir::Module &M;
  ir::Build B;
  VariableSet Exposed, Assigned;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> Stands;
};

} // namespace

ir::Block normalize::resolveReferences(ir::Module &M, ir::Block B) {
  return Resolver(M, B).run(B);
}
