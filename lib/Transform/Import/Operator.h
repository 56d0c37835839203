// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operator: arithmetic, comparisons, shifts, pointer arithmetic, & and *.

#ifndef NABLA_TRANSFORM_IMPORT_OPERATOR_H
#define NABLA_TRANSFORM_IMPORT_OPERATOR_H

#include "Import/Body.h"

namespace nabla::import {

/// The IR's operator for one that computes a value of two operands.
ir::BinaryOp binaryOp(clang::BinaryOperatorKind Op);

/// The value of a binary operator other than assignment, && and ||.
const ir::Expr *binaryValue(Body &B, const clang::BinaryOperator &E,
                            Stmts &Out);

/// The value of a unary operator other than ++ and --.
const ir::Expr *unaryValue(Body &B, const clang::UnaryOperator &E, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_OPERATOR_H
