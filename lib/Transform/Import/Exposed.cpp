// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every mention of a global exposes it but for those that are seen to be reads
// and writes.

#include "Import/Exposed.h"
#include "Import/AstVisitor.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

/// The global whose element or member the place E is, or itself; or null.
static const DeclRefExpr *wholeOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (auto *Part = dyn_cast<MemberExpr>(E); Part && !Part->isArrow())
      E = Part->getBase();
    else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (auto *C = dyn_cast<ImplicitCastExpr>(E);
             C && (C->getCastKind() == CK_ArrayToPointerDecay ||
                   C->getCastKind() == CK_NoOp))
      E = C->getSubExpr();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

namespace {

class ExposedWalk : public AstVisitor {
public:
  explicit ExposedWalk(llvm::DenseSet<const VarDecl *> &Found) : Found(Found) {
    WalksInstances = WalksImplicitCode = true;
    WalksTypes = false;
  }

  bool VisitCastExpr(CastExpr *C) override {
    if (C->getCastKind() == CK_LValueToRValue)
      Harmless.insert(wholeOf(C->getSubExpr()));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      Harmless.insert(wholeOf(B->getLHS()));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      Harmless.insert(wholeOf(U->getSubExpr()));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && V->hasGlobalStorage() && !Harmless.contains(E))
      Found.insert(V->getCanonicalDecl());
    return true;
  }

private:
  llvm::DenseSet<const VarDecl *> &Found;
  llvm::DenseSet<const Expr *> Harmless;
};

} // namespace

bool isExposed(Importer &I, const VarDecl &V) {
  if (!I.Exposed) {
    const SourceManager &SM = I.Ctx.getSourceManager();
    ExposedWalk Walk(I.Exposed.emplace());
    for (Decl *D : I.Ctx.getTranslationUnitDecl()->noload_decls())
      if (!D->isImplicit() &&
          !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
        Walk.TraverseDecl(D);
  }
  return I.Exposed->contains(V.getCanonicalDecl());
}

} // namespace nabla::import
