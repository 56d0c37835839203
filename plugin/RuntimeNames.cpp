// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookups in namespace nabla; see RuntimeNames.h.

#include "RuntimeNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::plugin {

template <class D>
static D *find(ASTContext &C, DeclContext *In, StringRef Name) {
  for (NamedDecl *Found : In->lookup(&C.Idents.get(Name)))
    if (auto *As = dyn_cast<D>(Found))
      return As;
  return nullptr;
}

NamespaceDecl *findNabla(ASTContext &C) {
  return find<NamespaceDecl>(C, C.getTranslationUnitDecl(), "nabla");
}

ClassTemplateDecl *findNablaTemplate(ASTContext &C, StringRef In,
                                     StringRef Name) {
  NamespaceDecl *Nabla = findNabla(C);
  NamespaceDecl *Inner = Nabla ? find<NamespaceDecl>(C, Nabla, In) : nullptr;
  return Inner ? find<ClassTemplateDecl>(C, Inner, Name) : nullptr;
}

FunctionDecl *findUsedRun(ClassTemplateSpecializationDecl *Engine) {
  for (Decl *D : Engine->decls())
    if (auto *F = dyn_cast<CXXMethodDecl>(D))
      if (F->isUsed() && !F->isDefined())
        return F;
  return nullptr;
}

} // namespace nabla::plugin
