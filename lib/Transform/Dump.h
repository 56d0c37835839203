// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what a stage has made, for -fplugin-arg-nabla-dump=STAGE, and says
// where -stop-after=STAGE stops.

#ifndef NABLA_TRANSFORM_DUMP_H
#define NABLA_TRANSFORM_DUMP_H

#include "Analysis/Activity.h"
#include "Plan/Plan.h"
#include "Support/Options.h"

namespace nabla {

/// Each function prints its stage if that was asked for, and returns true if
/// the pipeline is to stop after it.
class Dumper {
public:
  Dumper(const ir::Function &F, const Options &Opts) : F(F), Opts(Opts) {}

  bool stage(llvm::StringRef Name, ir::Block Body);
  bool activity(const analysis::Activity &A, ir::Block Body);
  bool plan(const plan::Plan &P);
  bool source(llvm::StringRef Text);

private:
  bool wants(llvm::StringRef Name) const;
  void heading(llvm::StringRef Name) const;
  void verify(llvm::StringRef Name, ir::Block Body,
              llvm::ArrayRef<const ir::Variable *> Around = {}) const;

  const ir::Function &F;
  const Options &Opts;
};

} // namespace nabla

#endif // NABLA_TRANSFORM_DUMP_H
