// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assign: =, +=, ++ and their kin.

#ifndef NABLA_TRANSFORM_IMPORT_ASSIGN_H
#define NABLA_TRANSFORM_IMPORT_ASSIGN_H

#include "Import/Body.h"

namespace nabla::import {

/// An assignment of either form. Where it is Used, what it yields: the object
/// that was assigned to.
const ir::Expr *assignment(Body &B, const clang::BinaryOperator &E, bool Used,
                           Stmts &Out);

/// The same for Lhs = Rhs, however it is written.
const ir::Expr *assign(Body &B, const clang::Expr *Lhs, const clang::Expr *Rhs,
                       clang::SourceLocation At, bool Used, Stmts &Out);

/// ++ and --. Where it is Used, what it yields: the object, or for the postfix
/// ones its value before.
const ir::Expr *increment(Body &B, const clang::UnaryOperator &E, bool Used,
                          Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_ASSIGN_H
