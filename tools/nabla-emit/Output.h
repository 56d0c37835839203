// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nabla-emit does with files: a private folder for what the compiler
// writes, and a result that appears whole or not at all.

#ifndef NABLA_TOOLS_EMIT_OUTPUT_H
#define NABLA_TOOLS_EMIT_OUTPUT_H

#include <filesystem>
#include <string>
#include <vector>

namespace nabla::emitter {

/// A new folder, removed with all it holds at the end of its life.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  /// Empty if the folder could not be made; errno says why.
  const std::filesystem::path &path() const { return Path; }

private:
  std::filesystem::path Path;
};

/// Runs a program and waits. Its standard output goes to Stdout unless that is
/// empty. Returns the exit status; 128 + N if signal N ended it, 127 if it
/// could not be started.
int run(const std::vector<std::string> &Command,
        const std::filesystem::path &Stdout = {});

/// The contents of a file; an empty string if it cannot be read.
std::string readFile(const std::filesystem::path &P);

bool writeToStdout(const std::string &Text);

/// Puts Text in the file Target, which is replaced in one step; on failure it
/// is left as it was and Error is set. A device or a pipe is written to.
bool writeFile(const std::filesystem::path &Target, const std::string &Text,
               std::string &Error);

} // namespace nabla::emitter

#endif // NABLA_TOOLS_EMIT_OUTPUT_H
