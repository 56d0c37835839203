// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the command line; see CommandLine.h.

#include "CommandLine.h"
#include <string_view>

namespace nabla::emitter {

/// If argument I is the option Name, takes its value ("--name=value" or the
/// next argument, which moves I) and returns true.
static bool takeValue(std::string_view Name, const std::vector<std::string> &A,
                      size_t &I, std::string &Value, std::string &Error) {
  std::string_view Arg = A[I];
  if (Arg.substr(0, Name.size()) != Name)
    return false;
  if (Arg.size() > Name.size()) {
    if (Arg[Name.size()] != '=')
      return false;
    Value = Arg.substr(Name.size() + 1);
  } else if (I + 1 < A.size() && A[I + 1] != "--") {
    Value = A[++I];
  }
  if (Value.empty())
    Error = "option '" + std::string(Name) + "' needs a value";
  return true;
}

static void takeInput(const std::string &Arg, CommandLine &C,
                      std::string &Error) {
  if (Arg.size() > 1 && Arg[0] == '-')
    Error = "unknown option '" + Arg +
            "'; arguments of the compiler come after '--'";
  else if (!C.Input.empty())
    Error = "more than one input: '" + C.Input + "' and '" + Arg +
            "'; give one file";
  else
    C.Input = Arg;
}

bool parseCommandLine(int Argc, char **Argv, CommandLine &C,
                      std::string &Error) {
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  for (size_t I = 0; I < Args.size() && Error.empty(); ++I) {
    const std::string &Arg = Args[I];
    if (Arg == "--") {
      C.ClangArgs.assign(Args.begin() + I + 1, Args.end());
      break;
    }
    if (Arg == "--help" || Arg == "-h")
      C.Help = true;
    else if (Arg == "--no-format")
      C.Format = false;
    else if (Arg == "--exports")
      C.Exports = true;
    else if (!takeValue("--function", Args, I, C.Function, Error) &&
             !takeValue("-o", Args, I, C.Output, Error))
      takeInput(Arg, C, Error);
  }
  if (Error.empty() && !C.Help && C.Input.empty())
    Error = "no input file; see nabla-emit --help";
  return Error.empty();
}

} // namespace nabla::emitter
