// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a function calls, directly or not, as far as bodies are
// visible.

#ifndef NABLA_PLUGIN_CALLEES_H
#define NABLA_PLUGIN_CALLEES_H

#include "clang/AST/Decl.h"

namespace nabla::plugin {

/// A function that F, whose body is known, calls and whose body may still
/// follow in the file: declared by the user, not defined so far.
/// Null if there is none.
const clang::FunctionDecl *findMissingBody(const clang::FunctionDecl *F);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_CALLEES_H
