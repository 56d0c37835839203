// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies are followed as far as they are visible, but for those of libraries:
// what these keep between calls is in objects that the text mentions, in files,
// or in functions that they were given before.

#include "Import/Unseen.h"
#include "Import/AstVisitor.h"
#include "Import/Callee.h"
#include "Import/Exposure.h"
#include "Import/Lifetimes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::import {

static bool isInSystemHeader(const FunctionDecl &F) {
  return F.getLocation().isInvalid() ||
         F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation());
}

bool isOfSystem(const FunctionDecl &F) {
  return F.getBuiltinID() || (isInSystemHeader(F) && !F.isDefined());
}

/// Objects of the library by which a program reaches what has no name in it.
static bool leadsOutside(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !R->getIdentifier())
    return false;
  llvm::StringRef Name = R->getName();
  if (Name == "_IO_FILE")
    return true;
  if (!R->isInStdNamespace())
    return false;
  return Name.contains("fstream") || Name.contains("function") ||
         Name == "thread" || Name == "future";
}

/// A class of the user's, or a part of one, is or has a pointer or a reference.
static bool hasPointers(const CXXRecordDecl &R) {
  return R.hasDefinition() && llvm::any_of(R.fields(), [](const FieldDecl *F) {
           QualType T = F->getType();
           const CXXRecordDecl *Part = T->getAsCXXRecordDecl();
           return Part ? !Part->isInStdNamespace() && hasPointers(*Part)
                       : leadsElsewhere(T);
         });
}

/// Objects that lead to what others own; which that is was said where they were
/// made.
static bool isView(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!R || !R->isInStdNamespace())
    return R && !whyOpaque(*R).empty() && hasPointers(*R);
  llvm::StringRef Name = R->getIdentifier() ? R->getName() : "";
  return Name == "span" || Name == "reference_wrapper" || Name == "mdspan";
}

/// What is written there nobody reads again.
static bool isTerminal(const VarDecl &V) {
  const IdentifierInfo *Name = V.getIdentifier();
  return Name && (Name->isStr("stdout") || Name->isStr("stderr") ||
                  Name->isStr("stdin"));
}

namespace {

struct UnseenWalk : AstVisitor {
  Unseen Found;
  Body &B;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  bool InCallee = false;

  explicit UnseenWalk(Body &B) : B(B) {
    WalksImplicitCode = true;
    WalksTypes = false;
  }

  bool enters(Stmt &S) override {
    return !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S); // not evaluated
  }

  /// The library makes, copies and ends what an object of class R owns.
  void own(const CXXRecordDecl *R) {
    if (!R || !R->hasDefinition())
      return;
    forEachInside(*R, [&](const CXXRecordDecl &P) {
      if (P.isInStdNamespace())
        return;
      for (const CXXConstructorDecl *C : P.ctors())
        call(C);
      call(P.getDestructor());
    });
  }

  /// The life of an object of type T ends.
  void end(QualType T) {
    const CXXRecordDecl *R =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (R && R->hasDefinition())
      forEachDestructor(*R, [&](const CXXDestructorDecl &D) { call(&D); });
  }

  void call(const FunctionDecl *F) {
    if (!F || !Seen.insert(F->getCanonicalDecl()).second)
      return;
    auto *Method = dyn_cast<CXXMethodDecl>(F);
    const FunctionDecl *Definition = nullptr;
    if (B.I.ByHand.isInactive(*F) || B.I.ByHand.of(*F) || F->getBuiltinID())
      return;
    if (isInSystemHeader(*F)) {
      own(Method ? Method->getParent()
                 : F->getReturnType()->getAsCXXRecordDecl());
      return;
    }
    // Destructors are those of the class that is named.
    bool Virtual = Method && Method->isVirtual() && !isa<CXXDestructorDecl>(F);
    if (Virtual || !F->isDefined(Definition)) {
      Found.Unknown |= !F->isImplicit() && !F->isDefaulted();
      return;
    }
    bool Around = std::exchange(InCallee, true);
    if (auto *Made = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Part : Made->inits())
        TraverseStmt(Part->getInit());
    TraverseStmt(Definition->getBody());
    InCallee = Around;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->hasLocalStorage())
      end(V->getType());
    return true;
  }
  bool VisitExpr(Expr *E) override {
    if (auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
      end(T->getType());
    if (auto *Own = dyn_cast<CXXDefaultInitExpr>(E))
      TraverseStmt(Own->getExpr());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) override {
    end(E->getDestroyedType());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && !isTerminal(*V) && leadsOutside(E->getType()))
      Found.Unknown = true;
    if (V && V->hasGlobalStorage() && isView(E->getType()))
      Found.Unknown = true;
    if (InCallee && V && V->hasGlobalStorage() && !V->isConstexpr() &&
        !B.I.Ctx.getSourceManager().isInSystemHeader(V->getLocation()) &&
        !B.I.Ctx.getBaseElementType(V->getType()).isConstQualified())
      Found.Statics.insert(V);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    if (!F && !isa<CXXMemberCallExpr>(E))
      Found.Unknown = true;
    if (!(F && ruleOf(B, *E)))
      call(F);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (leadsOutside(E->getType()))
      Found.Unknown = true;
    call(E->getConstructor());
    return true;
  }
};

} // namespace

Unseen unseenIn(Body &B, const Expr *E) {
  UnseenWalk W(B);
  W.TraverseStmt(const_cast<Expr *>(E));
  return std::move(W.Found);
}

Unseen unseenBy(Body &B, const FunctionDecl &F) {
  UnseenWalk W(B);
  W.call(&F);
  return std::move(W.Found);
}

} // namespace nabla::import
