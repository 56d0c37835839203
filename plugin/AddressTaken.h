// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that may be called through pointers: those whose address the file
// takes.

#ifndef NABLA_PLUGIN_ADDRESSTAKEN_H
#define NABLA_PLUGIN_ADDRESSTAKEN_H

#include "clang/Sema/Sema.h"
#include <vector>

namespace nabla::plugin {

/// The functions whose address the user's code takes, and that take and yield
/// something to differentiate; in the order in which they are found.
std::vector<const clang::FunctionDecl *> findAddressTaken(clang::Sema &S);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_ADDRESSTAKEN_H
