// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivation: from a marked function whose body is known to its derivatives in
// the AST: import, the pipeline, reparse.

#ifndef NABLA_PLUGIN_DERIVATION_H
#define NABLA_PLUGIN_DERIVATION_H

#include "EmittedFile.h"
#include "IR/Module.h"
#include "Mark.h"
#include "Pipeline.h"
#include "SourceLine.h"
#include "clang/Frontend/CompilerInstance.h"

namespace nabla::plugin {

/// What one translation unit has of IR and generated text.
class Derivation {
public:
  Derivation(clang::CompilerInstance &CI, const Options &Opts,
             EmittedFile &Emitted)
      : CI(CI), Emitted(Emitted), Stages(Module, Opts, Diags) {
    Module.setLines([&CI](ir::SourceLoc L) {
      return lineAt(CI.getSourceManager(), L);
    });
  }

  /// Defines the derivatives of F, whose body is visible, at this safe point.
  /// Reports what is in the way.
  void run(const clang::FunctionDecl *F, const Mark &M);

private:
  bool prepare(clang::SourceLocation L);
  std::string derive(const clang::FunctionDecl *F, const Mark &M);
  void reparse(const clang::FunctionDecl *F, const Mark &M,
               const std::string &Text);

  clang::CompilerInstance &CI;
  EmittedFile &Emitted;
  ir::Module Module;
  Diagnostics Diags;
  Pipeline Stages;
  std::optional<bool> Prepared; ///< The runtime headers are visible.
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_DERIVATION_H
