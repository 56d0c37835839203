// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The warning about shadows that nobody reads: a local variable of the user's
// that is handed to derivatives as a shadow and mentioned nowhere else.

#ifndef NABLA_PLUGIN_UNUSEDSHADOWS_H
#define NABLA_PLUGIN_UNUSEDSHADOWS_H

#include "Support/Diagnostics.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace nabla::plugin {

/// Looks at the calls of the derivatives of these marked functions, at the end
/// of the file.
void warnOfUnusedShadows(clang::Sema &S,
                         llvm::ArrayRef<clang::FunctionDecl *> Marked,
                         Diagnostics &Diags);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_UNUSEDSHADOWS_H
