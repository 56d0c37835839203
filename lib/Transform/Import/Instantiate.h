// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instantiate: what only the compiler's semantic analysis can tell: which of
// several functions a call means, and the body of a template's instance.

#ifndef NABLA_TRANSFORM_IMPORT_INSTANTIATE_H
#define NABLA_TRANSFORM_IMPORT_INSTANTIATE_H

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

namespace nabla::import {

/// The function among Candidates (functions and templates) that a call with
/// these arguments at L means, with its body; null if there is none or no best
/// one.
const clang::FunctionDecl *bestOf(clang::Sema &S,
                                  llvm::ArrayRef<clang::NamedDecl *> Candidates,
                                  llvm::ArrayRef<const clang::Expr *> Args,
                                  clang::SourceLocation L);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_INSTANTIATE_H
