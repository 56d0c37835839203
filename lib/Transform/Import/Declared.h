// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the program declares under the names that rules list.

#ifndef NABLA_TRANSFORM_IMPORT_DECLARED_H
#define NABLA_TRANSFORM_IMPORT_DECLARED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace nabla::import {

/// What of that qualified name is declared: functions, and classes, whose
/// constructors have their name.
llvm::SmallVector<const clang::NamedDecl *, 4> declared(clang::ASTContext &Ctx,
                                                        llvm::StringRef Name);

/// The functions that D stands for: a template, for its instances.
llvm::SmallVector<const clang::FunctionDecl *, 4>
functionsOf(const clang::NamedDecl *D);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_DECLARED_H
