// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instances get their bodies at the end of the file, or where a constant needs
// them. What is differentiated before needs them now.

#include "Import/Instantiate.h"
#include "Import/Import.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Overload.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::import {

void instantiate(Sema &S, const FunctionDecl &F) {
  if (F.isDefined() || F.isInvalidDecl() || F.isDependentContext())
    return;
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->isDefined())
    return;
  auto &Instance = const_cast<FunctionDecl &>(F);
  SourceLocation L = F.getPointOfInstantiation();
  S.InstantiateFunctionDefinition(L.isValid() ? L : F.getLocation(), &Instance,
                                  /*Recursive=*/true);
}

const FunctionDecl *bestOf(Sema &S, llvm::ArrayRef<NamedDecl *> Candidates,
                           llvm::ArrayRef<const Expr *> Args,
                           SourceLocation L) {
  llvm::SmallVector<Expr *, 4> Mutable;
  for (const Expr *A : Args)
    Mutable.push_back(const_cast<Expr *>(A));
  EnterExpressionEvaluationContext Context(
      S, Sema::ExpressionEvaluationContext::Unevaluated);
  OverloadCandidateSet Set(L, OverloadCandidateSet::CSK_Normal);
  for (NamedDecl *D : Candidates) {
    auto Found = DeclAccessPair::make(D, AS_public);
    if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
      S.AddTemplateOverloadCandidate(T, Found, nullptr, Mutable, Set);
    else if (auto *F = dyn_cast<FunctionDecl>(D))
      S.AddOverloadCandidate(F, Found, Mutable, Set);
  }
  OverloadCandidateSet::iterator Best;
  if (Set.BestViableFunction(S, L, Best) != OR_Success)
    return nullptr;
  instantiate(S, *Best->Function);
  return Best->Function->getDefinition();
}

} // namespace nabla::import
