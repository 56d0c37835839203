// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Call: calls of functions.

#ifndef NABLA_TRANSFORM_IMPORT_CALL_H
#define NABLA_TRANSFORM_IMPORT_CALL_H

#include "Import/Body.h"

namespace nabla::import {

/// Why the call can only be copied as text, as a clause; empty if it is
/// modelled.
std::string whyNotCalled(Body &B, const clang::CallExpr &E);

/// The call's result: a value, or the object that a reference refers to; null
/// for void.
const ir::Expr *call(Body &B, const clang::CallExpr &E, Stmts &Out);

/// The call for its side effects.
void callEffect(Body &B, const clang::CallExpr &E, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CALL_H
