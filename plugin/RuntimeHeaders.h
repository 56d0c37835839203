// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nabla's own headers: where they are, and how a compilation gets to see them
// without an #include of the user's.

#ifndef NABLA_PLUGIN_RUNTIMEHEADERS_H
#define NABLA_PLUGIN_RUNTIMEHEADERS_H

#include "clang/Frontend/CompilerInstance.h"
#include <string>

namespace nabla::plugin {

/// The include lines of what generated text needs.
llvm::StringRef runtimeIncludes();

/// Adds the folder of the headers, found next to the plugin, to the end of the
/// system include path.
void addHeaderFolder(clang::CompilerInstance &CI);

/// Parses the headers at this safe point, where the file has not included them
/// itself. Reports why it cannot, at L, and then returns false.
bool makeRuntimeVisible(clang::CompilerInstance &CI, clang::SourceLocation L);

/// Includes <cmath> where Text calls functions of namespace std and the file
/// has not included it: a file that calls ::sin has a derivative with std::cos.
void makeStandardVisible(clang::CompilerInstance &CI, llvm::StringRef Text);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_RUNTIMEHEADERS_H
