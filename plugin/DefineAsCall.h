// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body for a function that has none.

#ifndef NABLA_PLUGIN_DEFINEASCALL_H
#define NABLA_PLUGIN_DEFINEASCALL_H

#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"

namespace nabla::plugin {

/// Gives Run the body "{ return Target(its own first parameters...); }", and
/// the compilation Run.
void defineAsCall(clang::CompilerInstance &CI, clang::FunctionDecl *Run,
                  clang::FunctionDecl *Target);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_DEFINEASCALL_H
