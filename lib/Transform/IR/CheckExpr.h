// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifier demands of single expressions, apart from scopes.

#ifndef NABLA_TRANSFORM_IR_CHECKEXPR_H
#define NABLA_TRANSFORM_IR_CHECKEXPR_H

#include "IR/Expr.h"
#include <string>

namespace nabla::ir {

/// Which rule E itself (not its operands) breaks, or nothing.
std::string exprProblem(const Expr *E);

/// "'A' and 'B'", for messages.
std::string typePair(const Type *A, const Type *B);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_CHECKEXPR_H
