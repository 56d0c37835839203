// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Literals as C++ writes them.

#ifndef NABLA_TRANSFORM_EMIT_LITERAL_H
#define NABLA_TRANSFORM_EMIT_LITERAL_H

#include "IR/Expr.h"
#include <string>

namespace nabla::emit {

/// "3", "3u", "3l": a literal of exactly that type, "short(3)" where there is
/// none. May begin with '-', and be a difference (see isDifference).
std::string integerLiteral(int64_t Value, const ir::Type *Integer);

/// The most negative value of a type has no literal: "-2147483647 - 1".
bool isDifference(int64_t Value, const ir::Type *Integer);

/// "0.5", "0.5f", "0.5L".
std::string realLiteral(llvm::StringRef Digits, const ir::Type *Real);

/// The integer as a literal of a real type ("2.0"); empty if it has no exact
/// one.
std::string realLiteral(const ir::IntLiteral &L, const ir::Type *Real);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_LITERAL_H
