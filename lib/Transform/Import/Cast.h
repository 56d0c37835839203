// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cast: conversions, written and implicit.

#ifndef NABLA_TRANSFORM_IMPORT_CAST_H
#define NABLA_TRANSFORM_IMPORT_CAST_H

#include "Import/Body.h"

namespace nabla::import {

/// E converted to T; E itself where it has that type.
const ir::Expr *implicitCast(Body &B, const ir::Expr *E, const ir::Type *T,
                             ir::SourceLoc L);

/// E, and where it is an implicit conversion of numbers, that written out, and
/// where it is an integer, that with its type: for where templates deduce their
/// arguments.
const ir::Expr *writtenOut(Body &B, const ir::Expr *E);

const ir::Expr *castValue(Body &B, const clang::CastExpr &E, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CAST_H
