// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files and processes of nabla-emit; see Output.h.

#include "Output.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;
extern char **environ;

namespace nabla::emitter {

TemporaryFolder::TemporaryFolder() {
  std::error_code EC;
  fs::path Parent = fs::temp_directory_path(EC);
  std::string Name = ((EC ? "/tmp" : Parent) / "nabla-emit-XXXXXX").string();
  if (::mkdtemp(Name.data()))
    Path = Name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code EC;
  if (!Path.empty())
    fs::remove_all(Path, EC);
}

int run(const std::vector<std::string> &Command, const fs::path &Stdout) {
  std::vector<char *> Argv;
  for (const std::string &A : Command)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (!Stdout.empty())
    posix_spawn_file_actions_addopen(&Actions, STDOUT_FILENO, Stdout.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t Child;
  int Failed =
      ::posix_spawn(&Child, Argv[0], &Actions, nullptr, Argv.data(), environ);
  posix_spawn_file_actions_destroy(&Actions);
  if (Failed)
    return 127;
  int Status;
  while (::waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return 127;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

std::string readFile(const fs::path &P) {
  std::ifstream In(P, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

static bool writeAll(int File, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t N = ::write(File, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno != EINTR)
      return false;
    if (N > 0)
      Done += N;
  }
  return true;
}

bool writeToStdout(const std::string &Text) {
  return writeAll(STDOUT_FILENO, Text);
}

/// The permissions that the file will have: those it has, or a new file's.
static mode_t wantedMode(const fs::path &Target) {
  struct stat Info;
  if (::stat(Target.c_str(), &Info) == 0)
    return Info.st_mode & 07777;
  mode_t Mask = ::umask(0);
  ::umask(Mask);
  return 0666 & ~Mask;
}

static bool writeDevice(const fs::path &Target, const std::string &Text) {
  int File = ::open(Target.c_str(), O_WRONLY);
  if (File < 0)
    return false;
  bool Written = writeAll(File, Text);
  return ::close(File) == 0 && Written;
}

static bool replaceFile(const fs::path &Target, const std::string &Text) {
  std::string Name = Target.string() + ".XXXXXX";
  int File = ::mkstemp(Name.data());
  if (File < 0)
    return false;
  bool Written =
      writeAll(File, Text) && ::fchmod(File, wantedMode(Target)) == 0;
  Written = ::close(File) == 0 && Written;
  if (Written && ::rename(Name.c_str(), Target.c_str()) == 0)
    return true;
  int Reason = errno;
  ::unlink(Name.c_str());
  errno = Reason;
  return false;
}

bool writeFile(const fs::path &Target, const std::string &Text,
               std::string &Error) {
  std::error_code EC;
  // Through a link, the file it leads to is replaced, not the link.
  fs::path Real = fs::weakly_canonical(Target, EC);
  if (EC)
    Real = Target;
  bool IsDevice = fs::exists(Real, EC) && !fs::is_regular_file(Real, EC);
  if (IsDevice ? writeDevice(Real, Text) : replaceFile(Real, Text))
    return true;
  Error = "cannot write '" + Target.string() + "': " + std::strerror(errno);
  return false;
}

} // namespace nabla::emitter
