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

  /// A top-level group of declarations has been parsed.
  void parsed(clang::DeclGroupRef Group);

private:
  void serve(bool AtEnd);
  bool isDone(clang::FunctionDecl *F, bool AtEnd);
  void finish();

  clang::CompilerInstance &CI;
  const Arguments &Args;
  UserErrors Errors;
  Derivation Derive;
  std::vector<clang::FunctionDecl *> Marked;  ///< All of them.
  std::vector<clang::FunctionDecl *> Pending; ///< Not yet differentiated.
  bool Busy = false;                          ///< Parsing our own text.
  Requests *Outer;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_REQUESTS_H
