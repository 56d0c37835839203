// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitute: calls of the functions that stand for others (Bodies.h).

#ifndef NABLA_TRANSFORM_IMPORT_SUBSTITUTE_H
#define NABLA_TRANSFORM_IMPORT_SUBSTITUTE_H

#include "Import/Body.h"
#include "clang/AST/ExprCXX.h"

namespace nabla::import {

/// *Pointer.
const ir::Expr *objectBehind(Body &B, const ir::Expr *Pointer);

/// Appends the call of F, which stands for the function that E calls; the
/// result, where it has one and it is Used.
const ir::Expr *substituted(Body &B, const clang::CallExpr &E,
                            const clang::FunctionDecl &F, bool Used,
                            Stmts &Out);

/// The object that E makes by a constructor that has a substitute, or null.
const ir::Expr *
constructedBySubstitute(Body &B, const clang::CXXConstructExpr &E, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_SUBSTITUTE_H
