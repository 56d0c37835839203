// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reads of primal storage in adjoint code.

#include "IR/Build.h"
#include "Plan/Record.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class ReadRewriter {
public:
  using Fn = llvm::function_ref<const ir::Expr *(const ir::Expr *)>;
  ReadRewriter(ir::Module &M, const linearize::Linear &L, const ShadowSets &S,
               GuardList &Guards, Fn F)
      : M(M), F(F), Seed(L.Seed), Shadows(S.All), Adjoints(S.Adjoints),
        Guards(Guards) {}

  ir::Block run(ir::Block Adjoint) {
    ir::walk(Adjoint, [&](const ir::Stmt *S) {
      if (const ir::Variable *V = ir::declared(S))
        Own.insert(V);
    });
    ir::Rewrite R{M};
    R.OnExpr = [&](const ir::Expr *E) { return rewrite(E); };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *I = dyn_cast<ir::If>(S);
      if (!I || !isOfPrimal(I->Cond))
        return false;
      ir::Block Then, Else;
      under(I->Cond, true, [&] { Then = ir::rewriteBlock(R, I->Then); });
      under(I->Cond, false, [&] { Else = ir::rewriteBlock(R, I->Else); });
      Out.push_back(M.make<ir::If>(whole(I->Cond), Then, Else, I->Loc));
      return true;
    };
    return ir::rewriteBlock(R, Adjoint);
  }

private:
  /// E with its reads rewritten; never null.
  const ir::Expr *whole(const ir::Expr *E) {
    return ir::rewriteExpr(M, E,
                           [&](const ir::Expr *Sub) { return rewrite(Sub); });
  }

  /// E says the same in the forward sweep, just before the statement.
  bool isOfPrimal(const ir::Expr *E) const {
    bool Primal = true;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        Primal &= V->Var != Seed && !Shadows.contains(V->Var) &&
                  !Adjoints.contains(V->Var) && !Own.contains(V->Var);
    });
    return Primal;
  }

  void under(const ir::Expr *Cond, bool Holds, llvm::function_ref<void()> Do) {
    Guards.push_back({Cond, Holds});
    Do();
    Guards.pop_back();
  }

  using Rewriter = const ir::Expr *(ReadRewriter::*)(const ir::Expr *);

  /// C with its two arms rewritten by Arm.
  const ir::Expr *choice(const ir::Select *C, Rewriter Arm) {
    if (!isOfPrimal(C->Cond))
      return M.make<ir::Select>(whole(C->Cond), (this->*Arm)(C->Then),
                                (this->*Arm)(C->Else), C->Ty, C->Loc);
    const ir::Expr *Then, *Else;
    under(C->Cond, true, [&] { Then = (this->*Arm)(C->Then); });
    under(C->Cond, false, [&] { Else = (this->*Arm)(C->Else); });
    return M.make<ir::Select>(whole(C->Cond), Then, Else, C->Ty, C->Loc);
  }

  const ir::Expr *rewrite(const ir::Expr *E) {
    if (auto *A = dyn_cast<ir::AddressOf>(E))
      return M.make<ir::AddressOf>(path(A->Place), A->Decay, A->Ty, A->Loc);
    // What is evaluated under a condition may not exist otherwise: it is kept
    // with its condition.
    bool Whole = isConditional(E) || isa<ir::Verbatim>(E);
    if (Whole && E->Ty->isScalar() && !mentionsShadow(E))
      if (const ir::Expr *New = F(E))
        return New;
    if (auto *C = dyn_cast<ir::Select>(E))
      return choice(C, &ReadRewriter::whole);
    if (!ir::isPlace(E))
      return nullptr;
    if (auto *V = dyn_cast<ir::VarRef>(E)) {
      if (Adjoints.contains(V->Var) || Own.contains(V->Var) ||
          !V->Ty->isScalar())
        return E;
      const ir::Expr *New = F(E);
      return New ? New : E;
    }
    if (!inShadow(E) && E->Ty->isScalar())
      if (const ir::Expr *New = F(E))
        return New;
    return path(E);
  }

  static bool isConditional(const ir::Expr *E) {
    if (auto *B = dyn_cast<ir::Binary>(E))
      return B->Op == ir::BinaryOp::And || B->Op == ir::BinaryOp::Or;
    return isa<ir::Select>(E);
  }

  bool mentionsShadow(const ir::Expr *E) {
    bool Found = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        Found |= Shadows.contains(V->Var) || Own.contains(V->Var);
    });
    return Found;
  }

  /// The place itself is not read: only what leads to it.
  const ir::Expr *path(const ir::Expr *E) {
    if (isa<ir::VarRef>(E))
      return E;
    if (auto *I = dyn_cast<ir::Index>(E)) {
      const ir::Expr *Base =
          I->Base->Ty->isPointer() ? whole(I->Base) : path(I->Base);
      return M.make<ir::Index>(Base, whole(I->Subscript), E->Ty, E->Loc);
    }
    if (auto *D = dyn_cast<ir::Deref>(E))
      return M.make<ir::Deref>(whole(D->Pointer), E->Ty, E->Loc);
    if (auto *Mem = dyn_cast<ir::Member>(E))
      return M.make<ir::Member>(path(Mem->Base), Mem->Field, E->Ty, E->Loc);
    if (auto *C = dyn_cast<ir::Select>(E))
      return choice(C, &ReadRewriter::path);
    return whole(E);
  }

  /// A place of real storage whose root is a shadow: adjoint memory.
  bool inShadow(const ir::Expr *E) {
    if (E->Ty->isPointer())
      return false; // a shadow pointer is read like any other pointer
    return rootedInShadow(E);
  }

  bool rootedInShadow(const ir::Expr *E) {
    if (auto *V = dyn_cast<ir::VarRef>(E))
      return Shadows.contains(V->Var);
    bool Found = false;
    if (auto *I = dyn_cast<ir::Index>(E))
      return rootedInShadow(I->Base);
    if (auto *B = dyn_cast<ir::Binary>(E))
      return rootedInShadow(B->Lhs->Ty->isPointer() ? B->Lhs : B->Rhs);
    if (auto *S = dyn_cast<ir::Select>(E))
      return rootedInShadow(S->Then);
    ir::forEachChild(E, [&](const ir::Expr *C) { Found |= rootedInShadow(C); });
    return Found;
  }

  ir::Module &M;
  Fn F;
  const ir::Variable *Seed;
  const llvm::DenseSet<const ir::Variable *> &Shadows, &Adjoints;
  GuardList &Guards;
  llvm::DenseSet<const ir::Variable *> Own;
};

} // namespace

ShadowSets::ShadowSets(const linearize::Shadows &S)
    : Adjoints(S.Adjoints.begin(), S.Adjoints.end()) {
  for (auto &[Primal, Shadow] : S.Of)
    All.insert(Shadow);
}

ir::Block plan::rewriteReads(ir::Module &M, ir::Block Adjoint,
                             const linearize::Linear &L, const ShadowSets &S,
                             GuardList &Guards, ReadRewriter::Fn F) {
  return ReadRewriter(M, L, S, Guards, F).run(Adjoint);
}
