// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding and starting the compiler; see Toolchain.h.

#include "Toolchain/Toolchain.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace fs = std::filesystem;

namespace nabla::toolchain {

std::string_view version() { return NABLA_VERSION; }
std::string_view llvmVersion() { return NABLA_LLVM_VERSION; }

static bool isProgram(const fs::path &P) {
  std::error_code EC;
  return fs::is_regular_file(P, EC) && ::access(P.c_str(), X_OK) == 0;
}

/// The program Name of PATH, or an empty path.
static fs::path findInPath(const std::string &Name) {
  const char *Env = std::getenv("PATH");
  std::string_view Rest = Env ? Env : "";
  while (!Rest.empty()) {
    size_t Colon = Rest.find(':');
    std::string_view Folder = Rest.substr(0, Colon);
    Rest = Colon == Rest.npos ? "" : Rest.substr(Colon + 1);
    fs::path P = fs::path(Folder.empty() ? "." : Folder) / Name;
    if (isProgram(P))
      return P;
  }
  return {};
}

fs::path findLLVMTool(std::string_view Name) {
  std::string Versioned = std::string(Name) + "-" NABLA_LLVM_VERSION;
  if (fs::path P = findInPath(Versioned); !P.empty())
    return P;
  fs::path P = fs::path(NABLA_LLVM_BINDIR) / Name;
  return isProgram(P) ? P : fs::path();
}

static bool findClang(fs::path &Clang, std::string &Error) {
  if (const char *Env = std::getenv("NABLA_CLANG"); Env && *Env) {
    Clang = std::string_view(Env).find('/') == std::string_view::npos
                ? findInPath(Env)
                : fs::path(Env);
    if (!Clang.empty() && isProgram(Clang))
      return true;
    Error = "NABLA_CLANG is '" + std::string(Env) +
            "', which is not a program; set it to a clang++ of "
            "version " NABLA_LLVM_VERSION " or unset it";
    return false;
  }
  Clang = findLLVMTool("clang++");
  if (!Clang.empty())
    return true;
  Error = "no clang++-" NABLA_LLVM_VERSION " in PATH and no " NABLA_LLVM_BINDIR
          "/clang++; install clang-" NABLA_LLVM_VERSION
          " or set NABLA_CLANG to a clang++ of version " NABLA_LLVM_VERSION;
  return false;
}

bool find(Toolchain &T, std::string &Error) {
  std::error_code EC;
  fs::path Self = fs::read_symlink("/proc/self/exe", EC);
  if (EC) {
    Error = "cannot read /proc/self/exe: " + EC.message();
    return false;
  }
  fs::path Prefix = Self.parent_path().parent_path();
  T.Plugin = Prefix / "lib" / "nabla.so";
  T.Headers = Prefix / "include";
  for (const fs::path &P : {T.Plugin, T.Headers / "nabla"})
    if (!fs::exists(P, EC)) {
      Error = "'" + P.string() +
              "' is missing; Nabla's folders bin, lib and "
              "include must stay together (build or install it again)";
      return false;
    }
  return findClang(T.Clang, Error);
}

std::vector<std::string> compilerCommand(const Toolchain &T) {
  return {T.Clang.string(),
          "--start-no-unused-arguments",
          "-fplugin=" + T.Plugin.string(),
          "-isystem",
          T.Headers.string(),
          "--end-no-unused-arguments"};
}

void execute(const std::vector<std::string> &Command) {
  std::vector<char *> Argv;
  for (const std::string &A : Command)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);
  ::execv(Argv[0], Argv.data());
}

int fail(std::string_view Program, std::string_view Message) {
  std::fprintf(stderr, "%.*s: error: %.*s\n", int(Program.size()),
               Program.data(), int(Message.size()), Message.data());
  return 1;
}

} // namespace nabla::toolchain
