// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitute: calls of the functions that stand for others (Bodies.h).

#ifndef NABLA_TRANSFORM_IMPORT_SUBSTITUTE_H
#define NABLA_TRANSFORM_IMPORT_SUBSTITUTE_H

#include "Import/Body.h"

namespace nabla::import {

/// *Pointer.
const ir::Expr *objectBehind(Body &B, const ir::Expr *Pointer);

/// Appends the call of F, which stands for the function that E calls; the
/// result, where it has one and it is Used.
const ir::Expr *substituted(Body &B, const clang::CallExpr &E,
                            const clang::FunctionDecl &F, bool Used,
                            Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_SUBSTITUTE_H
