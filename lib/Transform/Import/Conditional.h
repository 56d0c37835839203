// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditional: &&, || and ?:, whose operands are not always evaluated.

#ifndef NABLA_TRANSFORM_IMPORT_CONDITIONAL_H
#define NABLA_TRANSFORM_IMPORT_CONDITIONAL_H

#include "Import/Body.h"

namespace nabla::import {

const ir::Expr *logicalValue(Body &B, const clang::BinaryOperator &E,
                             Stmts &Out);
void logicalEffect(Body &B, const clang::BinaryOperator &E, Stmts &Out);

const ir::Expr *conditionalValue(Body &B,
                                 const clang::AbstractConditionalOperator &E,
                                 Stmts &Out);
const ir::Expr *conditionalPlace(Body &B,
                                 const clang::AbstractConditionalOperator &E,
                                 Stmts &Out);
void conditionalEffect(Body &B, const clang::AbstractConditionalOperator &E,
                       Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CONDITIONAL_H
