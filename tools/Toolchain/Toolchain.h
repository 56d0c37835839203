// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the parts of this copy of Nabla are: everything is found from the path
// of the running program, so that a tree can be moved as a whole.

#ifndef NABLA_TOOLS_TOOLCHAIN_H
#define NABLA_TOOLS_TOOLCHAIN_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nabla::toolchain {

struct Toolchain {
  std::filesystem::path Plugin;  ///< PREFIX/lib/nabla.so
  std::filesystem::path Headers; ///< PREFIX/include
  std::filesystem::path Clang;   ///< The clang++ that the plugin was built for.
};

/// Finds the parts. On a missing one returns false and sets Error to a sentence
/// that says what was looked for, where, and what to do. The compiler is
/// NABLA_CLANG from the environment if that is set, otherwise clang++-N in
/// PATH, otherwise clang++ where LLVM N was when Nabla was built.
bool find(Toolchain &T, std::string &Error);

/// "0.1"; "22".
std::string_view version();
std::string_view llvmVersion();

/// The program of that name and LLVM version, from PATH or LLVM's own folder;
/// empty if there is none.
std::filesystem::path findLLVMTool(std::string_view Name);

/// What comes before the user's arguments: the compiler, the plugin, the
/// headers. Clang does not complain if it needs none of them (linking only).
std::vector<std::string> compilerCommand(const Toolchain &T);

/// Replaces this process; returns only on failure, with errno set.
void execute(const std::vector<std::string> &Command);

/// Prints "PROGRAM: error: MESSAGE" on stderr and returns exit status 1.
int fail(std::string_view Program, std::string_view Message);

} // namespace nabla::toolchain

#endif // NABLA_TOOLS_TOOLCHAIN_H
