// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's name that is not what a call calls is its address.

#include "AddressTaken.h"
#include "Import/AstVisitor.h"
#include "Mark.h"
#include "Reparse.h"
#include "Signature.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace nabla::plugin {

namespace {

class AddressWalk : public import::AstVisitor {
public:
  llvm::SmallSetVector<const FunctionDecl *, 8> Found;

  AddressWalk() {
    WalksInstances = WalksImplicitCode = true;
    WalksTypes = false;
  }

  bool VisitCallExpr(CallExpr *C) override {
    Called.insert(C->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && !Called.contains(E))
      Found.insert(F->getCanonicalDecl());
    return true;
  }

  // A rule names the function that it is for, which nobody may call.
  bool enters(Decl &D) override {
    auto *Rule = dyn_cast<ClassTemplateSpecializationDecl>(&D);
    if (Rule && isOfNabla(*Rule, "adjoint")) {
      for (Decl *Member : Rule->decls())
        TraverseDecl(Member);
      return false;
    }
    auto *Inactive = dyn_cast<VarTemplateSpecializationDecl>(&D);
    return !Inactive || !isOfNabla(*Inactive, "inactive");
  }

private:
  static bool isOfNabla(const NamedDecl &D, StringRef Name) {
    auto *N = dyn_cast<NamespaceDecl>(D.getDeclContext()->getRedeclContext());
    return D.getName() == Name && N && N->getName() == "nabla" &&
           N->getParent()->getRedeclContext()->isTranslationUnit();
  }

  llvm::SmallPtrSet<const Expr *, 32> Called;
};

} // namespace

/// D may hold code of the user's.
static bool isUsers(const SourceManager &SM, const Decl *D) {
  SourceLocation L = D->getLocation();
  return !D->isImplicit() && !SM.isInSystemHeader(SM.getExpansionLoc(L)) &&
         !isGenerated(SM, L);
}

static bool canBeDifferentiated(Sema &S, const FunctionDecl *F) {
  SourceLocation L = F->getLocation();
  if (F->isDependentContext() || F->isVariadic() || F->isInvalidDecl() ||
      isa<CXXMethodDecl>(F) || isDerivativePrototype(F) ||
      isGenerated(S.getSourceManager(), L))
    return false;
  bool In = false, Out = F->getReturnType()->isRealFloatingType() ||
                         F->getReturnType()->isRecordType();
  for (const ParmVarDecl *P : F->parameters()) {
    In |= contentOf(S, L, P->getType()) == Content::Real;
    Out |= canBeWritten(S, L, P->getType());
  }
  return In && Out;
}

std::vector<const FunctionDecl *> findAddressTaken(Sema &S) {
  AddressWalk W;
  for (Decl *D : S.Context.getTranslationUnitDecl()->noload_decls())
    if (isUsers(S.getSourceManager(), D))
      W.TraverseDecl(D);
  std::vector<const FunctionDecl *> Result;
  for (const FunctionDecl *F : W.Found)
    if (canBeDifferentiated(S, F))
      Result.push_back(F);
  return Result;
}

} // namespace nabla::plugin
