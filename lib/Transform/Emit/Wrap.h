// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of at most 80 columns, where that can be had.

#ifndef NABLA_TRANSFORM_EMIT_WRAP_H
#define NABLA_TRANSFORM_EMIT_WRAP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace nabla::emit {

inline constexpr unsigned LineWidth = 80;

/// Code, to stand at column Indent, broken after commas and operators: as far
/// out of brackets as possible. The lines are indented, the last one has no
/// newline. Text of several lines is left alone.
std::string wrapCode(llvm::StringRef Code, unsigned Indent);

/// The text as comment lines ("// ..."), as wrapCode.
std::string wrapComment(llvm::StringRef Text, unsigned Indent);

/// Text on one line of at most Width characters, its end replaced by "..."
/// where it is too long.
std::string shorten(llvm::StringRef Text, unsigned Width);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_WRAP_H
