// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated source as a file (-fplugin-arg-nabla-emit=PATH).

#ifndef NABLA_PLUGIN_EMITTEDFILE_H
#define NABLA_PLUGIN_EMITTEDFILE_H

#include "clang/Frontend/CompilerInstance.h"
#include <string>

namespace nabla::plugin {

/// Collects the #include lines of the main file, for the emitted file to have.
void collectIncludes(clang::CompilerInstance &CI,
                     std::vector<std::string> &Lines);

/// Writes the generated Text with the lines it needs to Path ("-": stdout), at
/// once or not at all. Writes an empty file if Text is empty. Reports failure.
void writeEmitted(clang::CompilerInstance &CI, llvm::StringRef Path,
                  llvm::ArrayRef<std::string> Includes, llvm::StringRef Text);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_EMITTEDFILE_H
