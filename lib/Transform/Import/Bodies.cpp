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

llvm::SmallVector<Argument, 4> operandsOf(const CallExpr &E) {
  llvm::SmallVector<Argument, 4> Operands;
  if (auto *M = dyn_cast<CXXMemberCallExpr>(&E)) {
    const Expr *Object = M->getImplicitObjectArgument();
    bool Behind = Object->getType()->isPointerType();
    Operands.push_back({Object, Behind ? Passed::Behind : Passed::Value});
  }
  for (const Expr *A : E.arguments())
    Operands.push_back({beforeVoid(A), Passed::Value});
  return Operands;
}

/// Something of the type of the object that a constructor makes or a pointer
/// leads to, for overload resolution.
static const Expr *anyObject(ASTContext &Ctx, QualType T, SourceLocation L) {
  return new (Ctx) OpaqueValueExpr(L, T, VK_LValue);
}

/// Every operand that F takes by reference can be followed.
static bool canTake(Body &B, const FunctionDecl &F, llvm::ArrayRef<Argument> Os,
                    unsigned First) {
  for (unsigned N = 0; N != Os.size(); ++N)
    if (F.getParamDecl(First + N)->getType()->isReferenceType() &&
        Os[N].How != Passed::Behind && !whyNoPlace(B, Os[N].E).empty())
      return false;
  return true;
}

const FunctionDecl *substituteFor(Body &B, const FunctionDecl &F,
                                  llvm::ArrayRef<Argument> Operands,
                                  const Expr &Call) {
  return substituteFor(B, namesOf(F), Operands, Call,
                       isa<CXXConstructorDecl>(F));
}

const FunctionDecl *substituteFor(Body &B, llvm::ArrayRef<std::string> Names,
                                  llvm::ArrayRef<Argument> Operands,
                                  const Expr &Call, bool Constructs) {
  if (!B.I.Sema)
    return nullptr;
  auto Candidates = candidates(B.I.Ctx, Names);
  if (Candidates.empty())
    return nullptr;
  llvm::SmallVector<const Expr *, 4> Args;
  if (Constructs)
    Args.push_back(anyObject(B.I.Ctx, Call.getType().getUnqualifiedType(),
                             Call.getExprLoc()));
  for (const Argument &O : Operands)
    Args.push_back(O.How == Passed::Behind
                       ? anyObject(B.I.Ctx, O.E->getType()->getPointeeType(),
                                   O.E->getExprLoc())
                       : O.E);
  const FunctionDecl *Best =
      bestOf(*B.I.Sema, Candidates, Args, Call.getExprLoc());
  return Best && canTake(B, *Best, Operands, Constructs) ? Best : nullptr;
}

} // namespace nabla::import
