// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exposure: which variables of a function may be reached other than by name.

#ifndef NABLA_TRANSFORM_IMPORT_EXPOSURE_H
#define NABLA_TRANSFORM_IMPORT_EXPOSURE_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace nabla::import {

/// Variables whose address is taken somewhere in F or to which a reference is
/// bound, members and elements included.
llvm::DenseSet<const clang::VarDecl *> exposed(const clang::FunctionDecl &F);

/// Calls Fn with each variable that the glvalue E may be (a part of).
void forEachRoot(const clang::Expr *E,
                 llvm::function_ref<void(const clang::VarDecl *)> Fn);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_EXPOSURE_H
