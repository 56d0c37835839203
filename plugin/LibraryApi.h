// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LibraryApi: serves nabla::gradient<f> and its kin. Their templates end in
// calls of functions that have no definition (runtime/include/nabla/detail/
// engine.h); at the end of the file, here is looked which of them are used, f
// is derived, and they get bodies that call the derivative.

#ifndef NABLA_PLUGIN_LIBRARYAPI_H
#define NABLA_PLUGIN_LIBRARYAPI_H

#include "Derivation.h"
#include "TapeOverloads.h"
#include "TrainedMembers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include <map>

namespace nabla::plugin {

class LibraryApi {
public:
  LibraryApi(clang::CompilerInstance &CI, Derivation &Derive,
             TapeOverloads &Tape, EmittedFile &Emitted)
      : CI(CI), Derive(Derive), Tape(Tape), Members(CI, Emitted) {}

  /// Instantiates what is pending and defines the engines in use, until there
  /// is nothing more to do. At the end of the file only.
  void serve();

private:
  enum class Kind { Vjp, Implicit, Forward, Reverse };
  /// What an engine stands for.
  struct Wanted {
    const clang::FunctionDecl *F;
    std::vector<unsigned> Params;
  };
  struct Sweeps {
    clang::FunctionDecl *Forward = nullptr, *Reverse = nullptr;
  };
  using Key = std::pair<const clang::FunctionDecl *, std::vector<unsigned>>;

  bool serveOnce();
  bool define(Kind K, clang::FunctionDecl *Run,
              const clang::ClassTemplateSpecializationDecl *Engine);
  clang::FunctionDecl *target(Kind K, const Wanted &W);
  clang::FunctionDecl *vjp(const Wanted &W);
  clang::FunctionDecl *sweep(Kind K, const Wanted &W);
  bool check(Kind K, const Wanted &W, clang::SourceLocation L);
  clang::SourceLocation requestOf(const clang::FunctionDecl *F);

  clang::CompilerInstance &CI;
  Derivation &Derive;
  TapeOverloads &Tape;
  TrainedMembers Members;
  std::map<Key, clang::FunctionDecl *> Vjps, Implicit;
  std::map<Key, Sweeps> Pairs;
  llvm::DenseSet<const clang::FunctionDecl *> Failed;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_LIBRARYAPI_H
