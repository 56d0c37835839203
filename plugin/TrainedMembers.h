// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TrainedMembers: what the headers cannot ask of a class: has it trainable
// members, and which (runtime/include/nabla/detail/trained.h). The first is a
// member type that is added to the class as soon as it is defined, so that
// templates can ask for it; the second are functions without definition, which
// get their bodies at the end of the file.

#ifndef NABLA_PLUGIN_TRAINEDMEMBERS_H
#define NABLA_PLUGIN_TRAINEDMEMBERS_H

#include "EmittedFile.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"

namespace nabla::plugin {

/// Gives the class D, which has just been defined, the member type
/// `nabla_trainable_members` if it has such members.
void tellTrainableMembers(clang::TagDecl *D);

class TrainedMembers {
public:
  TrainedMembers(clang::CompilerInstance &CI, EmittedFile &Emitted)
      : CI(CI), Emitted(Emitted) {}

  /// Gives bodies to those of the header's functions that are used. True if
  /// there were any.
  bool defineUsed();

private:
  bool define(clang::FunctionDecl *Run,
              const clang::ClassTemplateSpecializationDecl *Engine);

  clang::CompilerInstance &CI;
  EmittedFile &Emitted;
  unsigned Made = 0;
};

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_TRAINEDMEMBERS_H
