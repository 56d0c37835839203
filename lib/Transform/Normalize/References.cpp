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
      if (auto *P = dyn_cast<ir::PassThrough>(S)) {
        Out.push_back(
            renamed(llvm::cast<ir::PassThrough>(ir::rewriteParts(R, P))));
        return true;
      }
      auto *L = dyn_cast<ir::Let>(S);
      if (!L || !L->Var->type()->isReference() || !L->Init)
        return false;
      const ir::Type *To = L->Var->type()->element();
      if (auto *Text = dyn_cast<ir::Verbatim>(L->Init);
          Text && !To->isArray()) {
        point(L,
              addressOf(llvm::cast<ir::Verbatim>(ir::rewriteExpr(R, Text)),
                        M.pointerTo(To)),
              Out);
        return true;
      }
      if (!ir::isPlace(L->Init))
        return false;
      const ir::Expr *Place = ir::rewriteExpr(R, L->Init);
      if (isStable(Place)) {
        Stands[L->Var] = Place;
        return true;
      }
      point(L, addressOf(Place, M.pointerTo(To), L->Loc), Out);
      return true;
    };
    return ir::rewriteBlock(R, Body);
  }

private:
  /// Declares a pointer, set to Address, in place of L's reference.
  void point(const ir::Let *L, const ir::Expr *Address,
             llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    const ir::Variable *P =
        M.makeLocal(L->Var->name(), Address->Ty, L->Var->loc());
    Out.push_back(M.make<ir::Let>(P, Address, L->Loc));
    Stands[L->Var] = M.make<ir::Deref>(
        B.ref(P), L->Var->type()->element()->unqualified(), L->Loc);
  }

  /// What P uses by way of objects that it mentions, under its new name.
  const ir::Stmt *renamed(const ir::PassThrough *P) {
    auto Names = [&](llvm::ArrayRef<const ir::Variable *> Old) {
      llvm::SmallVector<const ir::Variable *, 4> New;
      for (const ir::Variable *V : Old)
        if (const ir::Expr *E = Stands.lookup(V))
          ir::walk(E, [&](const ir::Expr *Sub) {
            if (auto *Ref = dyn_cast<ir::VarRef>(Sub))
              New.push_back(Ref->Var);
          });
        else
          New.push_back(V);
      return M.copy(llvm::ArrayRef(New));
    };
    return M.make<ir::PassThrough>(P->Pieces, Names(P->Reads), Names(P->Writes),
                                   P->Why, P->Loc);
  }

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

  /// What the user's text denotes, an element of a container: the address of
  /// that.
  const ir::Expr *addressOf(const ir::Verbatim *Text, const ir::Type *T) {
    llvm::SmallVector<ir::TextPiece, 4> Pieces{M.save("&(")};
    Pieces.append(Text->Pieces.begin(), Text->Pieces.end());
    Pieces.push_back(M.save(")"));
    return M.make<ir::Verbatim>(M.copy(llvm::ArrayRef(Pieces)), Text->Why, T,
                                Text->Loc);
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
