// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reparse: has the running compiler's own parser read our text as top-level
// declarations, between two declarations of the user's. docs/plugin.md tells
// why it is done the way it is.

#ifndef NABLA_PLUGIN_REPARSE_H
#define NABLA_PLUGIN_REPARSE_H

#include "QuietParse.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include <string>
#include <vector>

namespace nabla::plugin {

/// Where text can be found outside of the compilation: a line of a file; or
/// nowhere, if Path is empty.
struct TextPosition {
  std::string Path;
  unsigned Line = 0;
};

/// True if the parser of this compilation is between two top-level
/// declarations, so that the functions below may be called.
bool isSafePoint(clang::CompilerInstance &CI);

/// True if nothing but pragmas follows in the file.
bool isAtEnd(clang::CompilerInstance &CI);

/// True if the next token is in another file than L and those that include it:
/// in the midst of a header that was not begun at L. Its guard is defined, what
/// it declares is not, and so it is with all that it includes.
bool isWithinOtherHeader(clang::CompilerInstance &CI, clang::SourceLocation L);

/// Parses Text at namespace scope. Macros are not expanded in it, access is not
/// checked, warnings are not given. Messages and debug information call it by
/// its position or else "<nabla: Name>".
ParseErrors parseText(clang::CompilerInstance &CI, const std::string &Text,
                      llvm::StringRef Name, const TextPosition &At);

/// Preprocesses and parses Text (include lines), as if it stood in the user's
/// file.
ParseErrors parseIncludes(clang::CompilerInstance &CI, llvm::StringRef Text);

/// True if L is in a text given to parseText, in this compilation or in the
/// precompiled header that it uses.
bool isGenerated(const clang::SourceManager &SM, clang::SourceLocation L);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_REPARSE_H
