// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type that an expression has by its operands, which therefore need not be
// written in IR text, and which the verifier demands.

#ifndef NABLA_TRANSFORM_IR_NATURALTYPE_H
#define NABLA_TRANSFORM_IR_NATURALTYPE_H

#include "IR/Expr.h"

namespace nabla::ir {

/// True if E's type is what its operands say. Kinds that carry their type in
/// the text (Cast, RuleCall, ...) can have any.
bool hasNaturalType(const Expr *E, bool IgnoreConst = false);

/// Where the type of a binary operation comes from; a Difference is of two
/// pointers and has type long.
enum class BinaryResult : uint8_t { Bool, Difference, OfLhs, OfRhs };
BinaryResult binaryResult(BinaryOp Op, const Type *Lhs, const Type *Rhs);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_NATURALTYPE_H
