// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prototypes: the declarations of f_grad and f_vjp, made as soon as f is
// declared, so that ordinary lookup finds them.

#ifndef NABLA_PLUGIN_PROTOTYPES_H
#define NABLA_PLUGIN_PROTOTYPES_H

#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallVector.h"

namespace nabla::plugin {

/// Declares the derivatives of F next to it. Reports a clash with something
/// that has such a name already, and then returns false.
bool declareDerivatives(clang::Sema &S, clang::FunctionDecl *F,
                        llvm::ArrayRef<unsigned> Params);

/// The prototypes that declareDerivatives has made for F.
llvm::SmallVector<clang::FunctionDecl *, 2>
findDerivatives(const clang::FunctionDecl *F, llvm::ArrayRef<unsigned> Params);

/// The declaration of the function that F redeclares, where F itself is not
/// linked to it yet; null if there is none.
clang::FunctionDecl *findPrevious(const clang::FunctionDecl *F);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_PROTOTYPES_H
