// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text: an expression of the user's, printed for use at namespace scope.

#ifndef NABLA_TRANSFORM_IMPORT_TEXT_H
#define NABLA_TRANSFORM_IMPORT_TEXT_H

#include "Import/Body.h"

namespace nabla::import {

using Pieces = llvm::SmallVector<ir::TextPiece, 8>;

/// Appends the text of E: macros expanded, names qualified, types in full,
/// variables of the function as operands.
void appendText(Body &B, const clang::Expr *E, Pieces &Out);

/// Appends characters.
void appendText(Body &B, llvm::StringRef Text, Pieces &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_TEXT_H
