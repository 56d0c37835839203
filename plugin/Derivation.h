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
      : CI(CI), Opts(Opts), Emitted(Emitted), Stages(Module, Opts, Diags) {
    Module.setLines(
        [&CI](ir::SourceLoc L) { return lineAt(CI.getSourceManager(), L); });
  }

  /// Defines the derivatives of F, whose body is visible, at this safe point.
  /// Reports what is in the way.
  void run(const clang::FunctionDecl *F, const Mark &M);

  /// Defines a function R(parameters, seed, shadows of Params) for F, which
  /// need not be marked. Null after an error, which has been reported.
  /// Implicit: of trainable globals too (Pipeline.h).
  clang::FunctionDecl *vjp(const clang::FunctionDecl *F,
                           llvm::ArrayRef<unsigned> Params,
                           bool Implicit = false);
  /// The same of the entries of F's two sweeps (Pipeline.h).
  std::pair<clang::FunctionDecl *, clang::FunctionDecl *>
  sweeps(const clang::FunctionDecl *F, llvm::ArrayRef<unsigned> Params);

  /// A rule tells the derivative of F.
  bool hasRule(const clang::FunctionDecl *F);

  /// Where the user asks for what is derived next, if not by a mark.
  void askedAt(clang::SourceLocation L) { Asked = L; }

  /// Reports, at the end of the file, what is wrong with the user's rules and
  /// was not to be seen before.
  void checkRules();

  /// Registers the pair of F, whose address is taken, at this safe point, if
  /// it can be differentiated.
  void registerPair(const clang::FunctionDecl *F);

private:
  bool prepare(clang::SourceLocation L);
  const ir::Function *import(const clang::FunctionDecl *F,
                             llvm::ArrayRef<unsigned> Params);
  std::string derive(const clang::FunctionDecl *F,
                     llvm::ArrayRef<unsigned> Params,
                     llvm::function_ref<std::string(const nabla::Request &)>);
  ParseErrors parse(const clang::FunctionDecl *F, const std::string &Text);
  void reparse(const clang::FunctionDecl *F, const Mark &M,
               const std::string &Text);
  std::string deriveHidden(
      const clang::FunctionDecl *F, llvm::ArrayRef<unsigned> Params,
      llvm::function_ref<std::string(const nabla::Request &, llvm::StringRef)>);

  clang::CompilerInstance &CI;
  const Options &Opts;
  EmittedFile &Emitted;
  ir::Module Module;
  Diagnostics Diags;
  Pipeline Stages;
  std::optional<bool> Prepared; ///< The runtime headers are visible.
  clang::SourceLocation Asked;
  unsigned Hidden = 0; ///< Derivatives of functions that are not marked.
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_DERIVATION_H
