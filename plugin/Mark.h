// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Nabla writes into the AST about functions: which ones are to be
// differentiated, and which ones Nabla has declared. Both as attributes, so
// that precompiled headers carry them.

#ifndef NABLA_PLUGIN_MARK_H
#define NABLA_PLUGIN_MARK_H

#include "clang/AST/Decl.h"
#include <optional>
#include <vector>

namespace nabla::plugin {

/// What [[grad]] said.
struct Mark {
  std::vector<unsigned> Params; ///< Differentiated, by position, increasing.
  clang::SourceLocation Loc;    ///< Of the attribute.
};

/// Marks F as to be differentiated (import::GradMark).
void setMark(clang::FunctionDecl *F, llvm::ArrayRef<unsigned> Params,
             clang::SourceRange Attribute);

/// The mark on F or one of its other declarations.
std::optional<Mark> findMark(const clang::FunctionDecl *F);

/// The mark on this declaration alone.
std::optional<Mark> ownMark(const clang::FunctionDecl *F);

/// Marks G as a prototype that Nabla has made.
void markDerivative(clang::FunctionDecl *G);

/// True of a prototype that Nabla has made; not of what is declared after it.
bool isDerivativePrototype(const clang::FunctionDecl *G);

/// Marks G as the overload of a marked function for the variables of a tape.
void markOverload(clang::FunctionDecl *G);
bool isOverload(const clang::FunctionDecl *G);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_MARK_H
