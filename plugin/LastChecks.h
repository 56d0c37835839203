// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can only be judged at the end of the file.

#ifndef NABLA_PLUGIN_LASTCHECKS_H
#define NABLA_PLUGIN_LASTCHECKS_H

#include "Mark.h"
#include "clang/Sema/Sema.h"

namespace nabla::plugin {

/// Reports a marked function without a body that this file would have to have,
/// and functions of the user's that have the place of F's derivatives.
void checkAtEnd(clang::Sema &S, const clang::FunctionDecl *F, const Mark &M);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_LASTCHECKS_H
