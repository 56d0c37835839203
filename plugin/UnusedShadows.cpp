// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counting mentions; see UnusedShadows.h.

#include "UnusedShadows.h"
#include "Import/AstVisitor.h"
#include "Mark.h"
#include "Prototypes.h"
#include "Reparse.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace nabla::plugin {

namespace {

/// What happens to local variables in one function.
class Mentions : public import::AstVisitor {
public:
  /// Derivatives, and which of their arguments is the first shadow.
  using FirstShadow = llvm::DenseMap<const FunctionDecl *, unsigned>;
  struct Use {
    unsigned Mentioned = 0, AsShadow = 0;
    const Expr *First = nullptr;      ///< As a shadow.
    const FunctionDecl *Of = nullptr; ///< Called there.
  };

  explicit Mentions(const FirstShadow &Derivatives)
      : Derivatives(Derivatives) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (auto *V = dyn_cast<VarDecl>(E->getDecl()))
      ++Uses[V].Mentioned;
    return true;
  }

  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    auto It = F ? Derivatives.find(F->getCanonicalDecl()) : Derivatives.end();
    if (It == Derivatives.end())
      return true;
    for (unsigned I = It->second; I < E->getNumArgs(); ++I)
      if (const VarDecl *V = shadow(E->getArg(I))) {
        Use &U = Uses[V];
        ++U.AsShadow;
        if (!U.First)
          U.First = E->getArg(I), U.Of = F;
      }
    return true;
  }

  llvm::MapVector<const VarDecl *, Use> Uses;

private:
  /// The local variable, nobody else's, that an argument is the address of. It
  /// holds reals, and no pointers to where else they are.
  static const VarDecl *shadow(const Expr *Arg) {
    Arg = Arg->IgnoreParenImpCasts();
    if (auto *U = dyn_cast<UnaryOperator>(Arg);
        U && U->getOpcode() == UO_AddrOf)
      Arg = U->getSubExpr()->IgnoreParens();
    auto *Ref = dyn_cast<DeclRefExpr>(Arg);
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    bool Own = V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) &&
               !V->hasAttr<UnusedAttr>() &&
               (V->getType()->isRealFloatingType() ||
                V->getType()->isConstantArrayType()) &&
               V->getType()->getBaseElementTypeUnsafe()->isRealFloatingType();
    return Own ? V : nullptr;
  }

  const FirstShadow &Derivatives;
};

/// Every function of the user's.
class Functions : public import::AstVisitor {
public:
  Functions(Sema &S, const Mentions::FirstShadow &Derivatives,
            Diagnostics &Diags)
      : S(S), Derivatives(Derivatives), Diags(Diags) {}

  bool enters(Decl &D) override {
    SourceManager &SM = S.getSourceManager();
    return isa<TranslationUnitDecl>(D) ||
           !(SM.isInSystemHeader(D.getLocation()) ||
             isGenerated(SM, D.getLocation()));
  }
  bool enters(Stmt &) override { return false; } // look() does

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      look(F->getBody());
    return true;
  }

private:
  void look(Stmt *Body) {
    Mentions M(Derivatives);
    M.TraverseStmt(Body);
    for (const auto &[V, U] : M.Uses)
      if (U.AsShadow && U.AsShadow == U.Mentioned)
        Diags.warning(
            warnings::UnusedShadow, {U.First->getExprLoc().getRawEncoding()},
            "the shadow '" + V->getName() + "' that '" + U.Of->getName() +
                "' adds to is never read; use it, or leave its "
                "parameter out of 'grad'");
  }

  Sema &S;
  const Mentions::FirstShadow &Derivatives;
  Diagnostics &Diags;
};

} // namespace

void warnOfUnusedShadows(Sema &S, llvm::ArrayRef<FunctionDecl *> Marked,
                         Diagnostics &Diags) {
  if (S.getDiagnostics().hasErrorOccurred())
    return; // the derivative may be missing
  Mentions::FirstShadow Derivatives;
  for (const FunctionDecl *F : Marked)
    if (std::optional<Mark> M = findMark(F))
      for (const FunctionDecl *G : findDerivatives(F, M->Params))
        if (G->isUsed())
          Derivatives[G->getCanonicalDecl()] =
              G->getNumParams() - unsigned(M->Params.size());
  if (!Derivatives.empty())
    Functions(S, Derivatives, Diags)
        .TraverseDecl(S.Context.getTranslationUnitDecl());
}

} // namespace nabla::plugin
