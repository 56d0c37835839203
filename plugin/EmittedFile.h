// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated source as a file (-fplugin-arg-nabla-emit=PATH). It begins with
// the #include lines of the main file, so all of them have to be known before
// the first text is added.

#ifndef NABLA_PLUGIN_EMITTEDFILE_H
#define NABLA_PLUGIN_EMITTEDFILE_H

#include "Reparse.h"
#include "clang/Frontend/CompilerInstance.h"
#include <string>

namespace nabla::plugin {

class EmittedFile {
public:
  /// Path may be "-" (stdout) or empty (nowhere). To be made before the first
  /// line of the file is read.
  EmittedFile(clang::CompilerInstance &CI, std::string Path);

  /// There is a file to be written.
  bool isWanted() const { return !Path.empty(); }

  /// Adds Text. Where it will be found, for debug information.
  TextPosition add(llvm::StringRef Text);

  /// Writes it all at once, or nothing; an empty file if nothing was added.
  /// Reports failure.
  void write();

private:
  clang::CompilerInstance &CI;
  std::string Path;
  std::vector<std::string> Includes; ///< Of the main file.
  std::string Content;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_EMITTEDFILE_H
