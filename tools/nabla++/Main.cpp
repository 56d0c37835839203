// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla++: clang++ with Nabla in it. Puts the plugin and the runtime headers
// before the user's arguments, passes everything on, and becomes the compiler.

#include "Toolchain/Toolchain.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string_view>

using namespace nabla;

static int printVersion() {
  toolchain::Toolchain T;
  std::string Error;
  bool Found = toolchain::find(T, Error);
  std::printf("nabla++ %s for clang %s\n", toolchain::version().data(),
              toolchain::llvmVersion().data());
  if (!Found)
    return toolchain::fail("nabla++", Error);
  std::printf("compiler: %s\nplugin: %s\nheaders: %s\n", T.Clang.c_str(),
              T.Plugin.c_str(), T.Headers.c_str());
  return 0;
}

static int printHelp() {
  std::printf(
      "usage: nabla++ <arguments of clang++>\n"
      "\n"
      "Compiles C++ with clang++ %s and Nabla: functions marked [[grad]] get\n"
      "their derivatives. Every argument is clang++'s own, but for\n"
      "  --nabla-version  print this version and where its parts are\n"
      "  --nabla-help     print this text\n"
      "  -Rnabla          say what is stored and recomputed, at its line\n"
      "  -Wno-nabla-NAME  without this warning of Nabla's\n"
      "\n"
      "To the plugin itself:\n"
      "  -fplugin-arg-nabla-emit=FILE        write the derivatives' source\n"
      "                                      ('-': standard output)\n"
      "  -fplugin-arg-nabla-function=NAME    only of this function\n"
      "  -fplugin-arg-nabla-dump=STAGE,...   print a stage's result on stderr\n"
      "  -fplugin-arg-nabla-stop-after=STAGE do not run later stages\n"
      "  -fplugin-arg-nabla-verify           check the IR after every stage\n"
      "  -fplugin-arg-nabla-remarks          say what is stored and "
      "recomputed\n"
      "\n"
      "Environment: NABLA_CLANG names another clang++ of version %s.\n",
      toolchain::llvmVersion().data(), toolchain::llvmVersion().data());
  return 0;
}

/// -Rnabla and -Wno-nabla-... as the plugin knows them.
static std::string translated(std::string_view Argument) {
  constexpr std::string_view Warning = "-Wno-nabla-";
  if (Argument == "-Rnabla")
    return "-fplugin-arg-nabla-remarks";
  if (Argument.substr(0, Warning.size()) == Warning)
    return "-fplugin-arg-nabla-Wno-" +
           std::string(Argument.substr(Warning.size()));
  return std::string(Argument);
}

int main(int Argc, char **Argv) {
  if (Argc == 2 && !std::strcmp(Argv[1], "--nabla-version"))
    return printVersion();
  if (Argc == 2 && !std::strcmp(Argv[1], "--nabla-help"))
    return printHelp();

  toolchain::Toolchain T;
  std::string Error;
  if (!toolchain::find(T, Error))
    return toolchain::fail("nabla++", Error);
  std::vector<std::string> Command = toolchain::compilerCommand(T);
  std::transform(Argv + 1, Argv + Argc, std::back_inserter(Command),
                 translated);
  toolchain::execute(Command);
  return toolchain::fail("nabla++", "cannot run '" + Command[0] +
                                        "': " + std::strerror(errno));
}
