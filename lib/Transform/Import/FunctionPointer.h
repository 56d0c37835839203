// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to functions: their values, and calls through them.

#ifndef NABLA_TRANSFORM_IMPORT_FUNCTIONPOINTER_H
#define NABLA_TRANSFORM_IMPORT_FUNCTIONPOINTER_H

#include "Import/Body.h"

namespace nabla::import {

/// The pointer that E, an expression of function type, decays to.
const ir::Expr *functionAddress(Body &B, const clang::Expr *E, Stmts &Out);

/// Appends the call; its result, where it has one and it is Used.
const ir::Expr *pointerCall(Body &B, const clang::CallExpr &E, bool Used,
                            Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_FUNCTIONPOINTER_H
