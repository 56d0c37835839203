// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TapeOverloads: a marked function is declared once more, for the variables of
// a tape, in files that include nabla/gradient_tape.h. What the overload takes
// and returns is nabla::taping::overload; its body, which it gets at the end of
// the file if it is used, calls nabla::taping::compiled
// (runtime/include/nabla/tape/compiled_call.h). docs/tape.md says why.

#ifndef NABLA_PLUGIN_TAPEOVERLOADS_H
#define NABLA_PLUGIN_TAPEOVERLOADS_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include <vector>

namespace nabla::plugin {

class TapeOverloads {
public:
  explicit TapeOverloads(clang::CompilerInstance &CI) : CI(CI) {}

  /// F is marked, to be differentiated by Params. Declares its overload, now
  /// or as soon as the header has been seen.
  void add(clang::FunctionDecl *F, llvm::ArrayRef<unsigned> Params);

  /// Declares what has waited for the header.
  void declareWaiting();

  /// Gives bodies to the overloads in use that have none. True if there was
  /// one.
  bool defineUsed();

private:
  struct Overload {
    clang::FunctionDecl *Of;
    std::vector<unsigned> Params;
    clang::FunctionDecl *Declared = nullptr;
  };

  bool isHeaderSeen();
  void findInPrefix();
  void findMarked(clang::Decl *D);
  clang::FunctionDecl *declare(const Overload &O);
  clang::FunctionDecl *findTarget(const Overload &O);

  clang::CompilerInstance &CI;
  std::vector<Overload> Waiting, Declared;
  bool PrefixKnown = false; ///< What a precompiled header has is in there.
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_TAPEOVERLOADS_H
