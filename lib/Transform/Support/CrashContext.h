// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CrashContext: while it lives, a crash of the compiler says in its stack dump
// which stage Nabla was at, with which function, and where that function is.

#ifndef NABLA_TRANSFORM_SUPPORT_CRASHCONTEXT_H
#define NABLA_TRANSFORM_SUPPORT_CRASHCONTEXT_H

#include "Support/Options.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace nabla {

class CrashContext : public llvm::PrettyStackTraceEntry {
public:
  /// Stage is a literal; Function and RawLoc (Clang's encoding) are of what
  /// the stage works on.
  CrashContext(const Options &Opts, const char *Stage, llvm::StringRef Function,
               uint32_t RawLoc)
      : Opts(Opts), Stage(Stage), Function(Function), RawLoc(RawLoc) {
    if (Opts.CrashIn == Stage)
      std::abort();
  }

  void print(llvm::raw_ostream &OS) const override {
    OS << "nabla: stage '" << Stage << "' of '" << Function << "'";
    if (Opts.PositionOf)
      OS << " at " << Opts.PositionOf(RawLoc);
    OS << "\n";
  }

private:
  const Options &Opts;
  const char *Stage;
  llvm::StringRef Function;
  uint32_t RawLoc;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_SUPPORT_CRASHCONTEXT_H
