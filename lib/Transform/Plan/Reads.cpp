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
  ReadRewriter(ir::Module &M, const ShadowSets &S, Guards &Around, Fn F)
      : M(M), F(F), Shadows(S.All), Adjoints(S.Adjoints), Around(Around) {}

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
      if (!I)
        return false;
      auto Under = [&](bool Holds, ir::Block Arm) {
        return Around.under(I->Cond, Holds,
                            [&] { return ir::rewriteBlock(R, Arm); });
      };
      const ir::Expr *Cond = whole(I->Cond);
      ir::Block Then = Under(true, I->Then);
      Out.push_back(M.make<ir::If>(Cond, Then, Under(false, I->Else), I->Loc));
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

  using Rewriter = const ir::Expr *(ReadRewriter::*)(const ir::Expr *);

  /// C with its two arms rewritten by Arm.
  const ir::Expr *choice(const ir::Select *C, Rewriter Arm) {
    auto Under = [&](bool Holds, const ir::Expr *Part) {
      return Around.under(C->Cond, Holds, [&] { return (this->*Arm)(Part); });
    };
    const ir::Expr *Cond = whole(C->Cond), *Then = Under(true, C->Then);
    return M.make<ir::Select>(Cond, Then, Under(false, C->Else), C->Ty, C->Loc);
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
  const llvm::DenseSet<const ir::Variable *> &Shadows, &Adjoints;
  Guards &Around;
  llvm::DenseSet<const ir::Variable *> Own;
};

} // namespace

ShadowSets::ShadowSets(const linearize::Shadows &S)
    : Adjoints(S.Adjoints.begin(), S.Adjoints.end()) {
  for (auto &[Primal, Shadow] : S.Of)
    All.insert(Shadow);
}

ir::Block plan::rewriteReads(ir::Module &M, ir::Block Adjoint,
                             const ShadowSets &S, Guards &Around,
                             ReadRewriter::Fn F) {
  return ReadRewriter(M, S, Around, F).run(Adjoint);
}
