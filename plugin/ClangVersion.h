// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What differs between the versions of Clang that Nabla serves (19 and 22).

#ifndef NABLA_PLUGIN_CLANGVERSION_H
#define NABLA_PLUGIN_CLANGVERSION_H

#include "clang/Basic/Version.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace nabla::plugin {

/// The identifier that argument I of A is, or null if it is an expression.
inline const clang::IdentifierInfo *
identifierArgument(const clang::ParsedAttr &A, unsigned I,
                   clang::SourceLocation &L) {
  if (!A.isArgIdent(I))
    return nullptr;
#if CLANG_VERSION_MAJOR >= 20
  L = A.getArgAsIdent(I)->getLoc();
  return A.getArgAsIdent(I)->getIdentifierInfo();
#else
  L = A.getArgAsIdent(I)->Loc;
  return A.getArgAsIdent(I)->Ident;
#endif
}

/// The type T<Args>; null after an error.
inline clang::QualType specialization(clang::Sema &S,
                                      clang::ClassTemplateDecl *T,
                                      clang::SourceLocation L,
                                      clang::TemplateArgumentListInfo &Args) {
  clang::TemplateName Name(T);
#if CLANG_VERSION_MAJOR >= 22
  return S.CheckTemplateIdType(clang::ElaboratedTypeKeyword::None, Name, L,
                               Args, /*Scope=*/nullptr,
                               /*ForNestedNameSpecifier=*/false);
#else
  return S.CheckTemplateIdType(Name, L, Args);
#endif
}

/// Gives E to S, for good.
inline void addExternalSource(clang::Sema &S, clang::ExternalSemaSource *E) {
#if CLANG_VERSION_MAJOR >= 22
  S.addExternalSource(llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource>(E));
#else
  S.addExternalSource(E);
#endif
}

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_CLANGVERSION_H
