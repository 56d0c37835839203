// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla-emit: prints the source of the derivatives that the plugin makes of a
// file. The compiler runs as it would for the file, up to its errors; what the
// plugin writes is formatted and put out only if all went well.

#include "CommandLine.h"
#include "Output.h"
#include "Toolchain/Toolchain.h"
#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace nabla;
using namespace nabla::emitter;
namespace fs = std::filesystem;

static int fail(const std::string &Message) {
  return toolchain::fail("nabla-emit", Message);
}

static int printHelp() {
  std::printf(
      "usage: nabla-emit FILE [--function NAME] [--exports] [-o FILE]\n"
      "                  [-- ARGUMENT...]\n"
      "\n"
      "Prints the C++ source of the derivatives of the functions marked\n"
      "[[grad]] in FILE. The arguments after '--' are clang++'s.\n"
      "  --function NAME  only of this function\n"
      "  --exports        with what other files need to differentiate calls\n"
      "                   of these functions\n"
      "  -o FILE          write to FILE instead of the standard output\n"
      "  --no-format      as the plugin writes it, without clang-format\n");
  return 0;
}

static std::vector<std::string> makeCommand(const toolchain::Toolchain &T,
                                            const CommandLine &C,
                                            const fs::path &Emitted) {
  std::vector<std::string> Command = toolchain::compilerCommand(T);
  Command.insert(Command.end(), C.ClangArgs.begin(), C.ClangArgs.end());
  Command.push_back("-fsyntax-only");
  Command.push_back("-fplugin-arg-nabla-emit=" + Emitted.string());
  if (!C.Function.empty())
    Command.push_back("-fplugin-arg-nabla-function=" + C.Function);
  if (!C.Exports)
    Command.push_back("-fplugin-arg-nabla-no-exports");
  Command.push_back(C.Input);
  return Command;
}

/// The text of the file Emitted, formatted where clang-format is there and can.
static std::string format(const fs::path &Emitted, const fs::path &Folder) {
  fs::path Tool = toolchain::findLLVMTool("clang-format");
  fs::path Formatted = Folder / "formatted.cpp";
  // The order of includes may matter to the user's code.
  if (!Tool.empty() &&
      run({Tool.string(), "--style={BasedOnStyle: LLVM, SortIncludes: Never}",
           Emitted.string()},
          Formatted) == 0)
    return readFile(Formatted);
  return readFile(Emitted);
}

static std::string nothingEmitted(const CommandLine &C) {
  if (C.Function.empty())
    return "'" + C.Input + "' has no function marked [[grad]]; mark one";
  return "'" + C.Input + "' has no function '" + C.Function +
         "' marked [[grad]]; check the name, or mark it";
}

static int emit(const toolchain::Toolchain &T, const CommandLine &C) {
  TemporaryFolder Folder;
  if (Folder.path().empty())
    return fail(std::string("cannot make a temporary folder: ") +
                std::strerror(errno));
  fs::path Emitted = Folder.path() / "derivatives.cpp";
  if (int Status = run(makeCommand(T, C, Emitted))) {
    if (Status == 127)
      return fail("cannot run '" + T.Clang.string() + "'");
    return Status; // The compiler has said why.
  }
  std::string Text =
      C.Format ? format(Emitted, Folder.path()) : readFile(Emitted);
  if (Text.empty())
    return fail(nothingEmitted(C));
  if (C.Output.empty() || C.Output == "-")
    return writeToStdout(Text) ? 0 : fail("cannot write to standard output");
  std::string Error;
  return writeFile(C.Output, Text, Error) ? 0 : fail(Error);
}

int main(int Argc, char **Argv) {
  CommandLine C;
  std::string Error;
  if (!parseCommandLine(Argc, Argv, C, Error))
    return fail(Error);
  if (C.Help)
    return printHelp();
  toolchain::Toolchain T;
  if (!toolchain::find(T, Error))
    return fail(Error);
  return emit(T, C);
}
