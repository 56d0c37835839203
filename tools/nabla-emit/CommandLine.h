// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of nabla-emit.

#ifndef NABLA_TOOLS_EMIT_COMMANDLINE_H
#define NABLA_TOOLS_EMIT_COMMANDLINE_H

#include <string>
#include <vector>

namespace nabla::emitter {

struct CommandLine {
  std::string Input;
  std::string Function; ///< Empty: every function marked [[grad]].
  std::string Output;   ///< Empty: standard output.
  bool Format = true;
  bool Exports = false; ///< With what other files call.
  bool Help = false;
  std::vector<std::string> ClangArgs;
};

/// Reads the arguments. On a wrong one returns false and sets Error.
bool parseCommandLine(int Argc, char **Argv, CommandLine &C,
                      std::string &Error);

} // namespace nabla::emitter

#endif // NABLA_TOOLS_EMIT_COMMANDLINE_H
