// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's own text in Verbatim and PassThrough nodes: characters that Emit
// copies and, as far as it must, understands.

#ifndef NABLA_TRANSFORM_EMIT_USERTEXT_H
#define NABLA_TRANSFORM_EMIT_USERTEXT_H

#include "IR/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace nabla::emit {

/// Calls Fn for each identifier in Text that a variable of that name would
/// hide: not after "::", "." or "->", not before "::", not in a literal.
void forEachName(llvm::StringRef Text,
                 llvm::function_ref<void(llvm::StringRef)> Fn);

/// True if Text needs no parentheses as an operand: a name, a literal, a call.
bool isPrimary(llvm::StringRef Text);

/// Where a quoted literal or a comment that begins at At ends; At if none does.
size_t skipQuoted(llvm::StringRef Text, size_t At);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_USERTEXT_H
