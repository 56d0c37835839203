// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signature: what can be differentiated of a function's parameters and result,
// and the types that its derivatives take for them.

#ifndef NABLA_PLUGIN_SIGNATURE_H
#define NABLA_PLUGIN_SIGNATURE_H

#include "clang/AST/Type.h"
#include "clang/Sema/Sema.h"

namespace nabla::plugin {

enum class Content {
  Nothing, ///< Nothing to differentiate: integers, functions, void.
  Real,    ///< A real somewhere, behind pointers and in fields too.
  Unknown  ///< A class that is not defined here.
};

/// What an object of type T holds. Instantiates the class templates in it.
Content contentOf(clang::Sema &S, clang::SourceLocation L, clang::QualType T);

/// True if an object of type T, or what a pointer or reference of type T leads
/// to, holds pointers or references that lead to reals.
bool holdsPointers(clang::Sema &S, clang::SourceLocation L, clang::QualType T);

/// True if a function can write a real through a parameter of type T.
bool canBeWritten(clang::Sema &S, clang::SourceLocation L, clang::QualType T);

/// The type of the shadow of a parameter of type T: `T*` for `T` and `T&`, `T*`
/// for `T*`; without const at any level.
clang::QualType shadowType(clang::ASTContext &C, clang::QualType T);

} // namespace nabla::plugin

#endif // NABLA_PLUGIN_SIGNATURE_H
