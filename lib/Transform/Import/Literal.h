// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Literal: constants as the user wrote them, and what the compiler computes.

#ifndef NABLA_TRANSFORM_IMPORT_LITERAL_H
#define NABLA_TRANSFORM_IMPORT_LITERAL_H

#include "Import/Body.h"

namespace nabla::import {

const ir::Expr *realLiteral(Body &B, const clang::FloatingLiteral &E);

/// An integer, bool or character that is known at compile time, as a literal;
/// null where E is none.
const ir::Expr *constant(Body &B, const clang::Expr *E);

const ir::Expr *enumerator(Body &B, const clang::EnumConstantDecl &D,
                           clang::SourceLocation At);

/// The literal of type T (bool or integer) with the value's bits.
const ir::Expr *literal(Body &B, const llvm::APSInt &Value, const ir::Type *T,
                        ir::SourceLoc L);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_LITERAL_H
