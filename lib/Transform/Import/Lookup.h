// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookup: declarations that the registry's headers make, by name.

#ifndef NABLA_TRANSFORM_IMPORT_LOOKUP_H
#define NABLA_TRANSFORM_IMPORT_LOOKUP_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclBase.h"

namespace nabla::import {

/// The first D of that name that Scope declares, or null.
template <class D>
D *find(const clang::DeclContext *Scope, llvm::StringRef Name) {
  clang::ASTContext &Ctx = Scope->getParentASTContext();
  for (clang::NamedDecl *Found : Scope->lookup(&Ctx.Idents.get(Name)))
    if (auto *Wanted = llvm::dyn_cast<D>(Found))
      return Wanted;
  return nullptr;
}

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_LOOKUP_H
