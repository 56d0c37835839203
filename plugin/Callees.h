// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a function calls, directly or not, as far as bodies are
// visible.

#ifndef NABLA_PLUGIN_CALLEES_H
#define NABLA_PLUGIN_CALLEES_H

#include "clang/AST/Decl.h"

namespace nabla::plugin {

/// True if F, whose body is known, calls a function whose body may still follow
/// in the file: one declared by the user, not defined so far, not marked.
bool waitsForBody(const clang::FunctionDecl *F);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_CALLEES_H
