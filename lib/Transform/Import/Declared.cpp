// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Declared.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace nabla;
using namespace llvm;

/// The name of a scope or of a function, "operator+" being one.
static clang::DeclarationName declarationName(clang::ASTContext &Ctx,
                                              StringRef Part) {
  StringRef Symbol = Part;
  if (Symbol.consume_front("operator"))
    for (int Op = 1; Op != clang::NUM_OVERLOADED_OPERATORS; ++Op)
      if (Symbol.trim() ==
          clang::getOperatorSpelling(clang::OverloadedOperatorKind(Op)))
        return Ctx.DeclarationNames.getCXXOperatorName(
            clang::OverloadedOperatorKind(Op));
  return &Ctx.Idents.get(Part);
}

SmallVector<const clang::NamedDecl *, 4>
import::declared(clang::ASTContext &Ctx, StringRef Name) {
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, "::");
  SmallVector<const clang::DeclContext *, 2> Scopes{
      Ctx.getTranslationUnitDecl()};
  SmallVector<const clang::NamedDecl *, 4> Found;
  for (StringRef Part : Parts) {
    Found.clear();
    SmallVector<const clang::DeclContext *, 2> Inner;
    for (const clang::DeclContext *Scope : Scopes)
      for (clang::NamedDecl *D : Scope->lookup(declarationName(Ctx, Part))) {
        D = D->getUnderlyingDecl();
        if (auto *T = dyn_cast<clang::TemplateDecl>(D);
            T && T->getTemplatedDecl())
          D = T->getTemplatedDecl();
        if (isa<clang::FunctionDecl, clang::CXXRecordDecl>(D))
          Found.push_back(D);
        if (auto *C = dyn_cast<clang::CXXRecordDecl>(D);
            C && C->getDefinition())
          Inner.push_back(C->getDefinition());
        else if (auto *N = dyn_cast<clang::NamespaceDecl>(D))
          Inner.push_back(N);
      }
    Scopes = Inner;
  }
  return Found;
}

SmallVector<const clang::FunctionDecl *, 4>
import::functionsOf(const clang::NamedDecl *D) {
  SmallVector<const clang::FunctionDecl *, 4> Found;
  auto *F = dyn_cast<clang::FunctionDecl>(D);
  if (auto *T = F ? F->getDescribedFunctionTemplate() : nullptr)
    Found.append(T->spec_begin(), T->spec_end());
  else if (F)
    Found.push_back(F);
  return Found;
}
