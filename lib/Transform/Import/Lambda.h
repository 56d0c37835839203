// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas that are handed to a function which has a rule, or no derivative, and
// calls them: they are copied as text. All others are no part of a function to
// be differentiated.

#ifndef NABLA_TRANSFORM_IMPORT_LAMBDA_H
#define NABLA_TRANSFORM_IMPORT_LAMBDA_H

#include "clang/AST/ExprCXX.h"
#include <string>

namespace nabla::import {

/// The lambda that E hands to F's parameter N as it is, or null.
const clang::LambdaExpr *lambdaArgument(const clang::CallExpr &E, unsigned N);

/// What about L is in the way of a copy, as a clause that follows "a lambda
/// that"; empty if nothing is.
std::string whyNoCopy(const clang::LambdaExpr &L);

/// What L returns, which is all that it does.
const clang::Expr *returnedBy(const clang::LambdaExpr &L);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_LAMBDA_H
