// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A specialization of nabla::body holds
//
//   static constexpr const char *spellings = "std::swap";
//   template <class T> static void apply(T &a, T &b) { ... }

#include "Import/Bodies.h"
#include "Import/Instantiate.h"
#include "Import/Lookup.h"
#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace nabla::import {

static ClassTemplateDecl *bodyTemplate(ASTContext &Ctx) {
  auto *Nabla = find<NamespaceDecl>(Ctx.getTranslationUnitDecl(), "nabla");
  return Nabla ? find<ClassTemplateDecl>(Nabla, "body") : nullptr;
}

static bool isFor(const CXXRecordDecl &Record,
                  llvm::ArrayRef<std::string> Names) {
  llvm::SmallVector<llvm::StringRef, 8> Spellings;
  spellingsOf(Record).split(Spellings, ',');
  return llvm::any_of(Spellings, [&](llvm::StringRef S) {
    return llvm::is_contained(Names, S.trim());
  });
}

/// The functions 'apply' of every body for a function of these names.
static llvm::SmallVector<NamedDecl *, 4>
candidates(ASTContext &Ctx, llvm::ArrayRef<std::string> Names) {
  llvm::SmallVector<NamedDecl *, 4> Found;
  if (ClassTemplateDecl *T = bodyTemplate(Ctx))
    for (ClassTemplateSpecializationDecl *S : T->specializations())
      if (CXXRecordDecl *D = S->getDefinition(); D && isFor(*D, Names))
        for (NamedDecl *Each : D->lookup(&Ctx.Idents.get("apply")))
          Found.push_back(Each);
  return Found;
}

const Expr *beforeVoid(const Expr *E) {
  while (auto *C = dyn_cast<CastExpr>(E->IgnoreParens())) {
    bool Void = C->getCastKind() == CK_BitCast &&
                C->getType()->isVoidPointerType() &&
                !C->getSubExpr()->getType()->isVoidPointerType();
    bool Same =
        C->getCastKind() == CK_NoOp && C->getType()->isVoidPointerType();
    if (!Void && !Same)
      break;
    E = C->getSubExpr();
  }
  return E->IgnoreParens();
}

const FunctionDecl *substituteFor(Body &B, const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F || !B.I.Sema || isa<CXXMethodDecl>(F))
    return nullptr;
  llvm::SmallVector<std::string, 2> Names = namesOf(*F);
  if (Names.empty())
    return nullptr;
  auto Candidates = candidates(B.I.Ctx, Names);
  if (Candidates.empty())
    return nullptr;
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E.arguments())
    Args.push_back(beforeVoid(A));
  return bestOf(*B.I.Sema, Candidates, Args, E.getExprLoc());
}

} // namespace nabla::import
