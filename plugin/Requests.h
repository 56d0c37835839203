// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests: which functions of a translation unit are to be differentiated, and
// when: at the first safe point at which the bodies of the function and of all
// that it calls are known, or at the end of the file.

#ifndef NABLA_PLUGIN_REQUESTS_H
#define NABLA_PLUGIN_REQUESTS_H

#include "Arguments.h"
#include "Derivation.h"
#include "Diagnostics.h"
#include "LibraryApi.h"
#include "TapeOverloads.h"
#include "clang/AST/DeclGroup.h"

namespace nabla::plugin {

class Requests {
public:
  Requests(clang::CompilerInstance &CI, const Arguments &Args,
           EmittedFile &Emitted);
  ~Requests();
  Requests(const Requests &) = delete;
  Requests &operator=(const Requests &) = delete;

  /// That of the compilation this thread is at; may be null.
  static Requests *current();

  /// F has been marked.
  void add(clang::FunctionDecl *F);

  /// The derivatives of F have been declared, for the first time.
  void declared(clang::FunctionDecl *F, llvm::ArrayRef<unsigned> Params) {
    Tape.add(F, Params);
  }

  /// A top-level group of declarations has been parsed.
  void parsed(clang::DeclGroupRef Group);

  /// The file has been parsed to its end (EndOfFile.h).
  void ended();

private:
  /// A marked function that is not yet differentiated.
  struct Request {
    clang::FunctionDecl *F;
    /// What it calls and what had no body when it was last looked at.
    const clang::FunctionDecl *Missing = nullptr;
  };

  void serve(bool AtEnd);
  bool isDone(Request &R, bool AtEnd);
  bool mustWait(Request &R, const clang::FunctionDecl &Definition) const;
  void registerPairs();
  void checkMarked();
  void checkNamed();

  clang::CompilerInstance &CI;
  const Arguments &Args;
  UserErrors Errors;
  Derivation Derive;
  TapeOverloads Tape;
  LibraryApi Api;
  std::vector<clang::FunctionDecl *> Marked; ///< All, for the last checks.
  std::vector<Request> Pending;
  bool Busy = false;  ///< Parsing our own text.
  bool Named = false; ///< There is a function that Args.Function asks for.
  Requests *Outer;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_REQUESTS_H
