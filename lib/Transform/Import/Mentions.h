// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mentions: what text that Nabla does not look into does to the variables that
// it mentions, on the safe side.

#ifndef NABLA_TRANSFORM_IMPORT_MENTIONS_H
#define NABLA_TRANSFORM_IMPORT_MENTIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"

namespace nabla::import {

struct Mentions {
  bool This = false; ///< The object of the member function at hand.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Reads;
  /// Assigned, or handed out by address or reference to non-const; so are
  /// pointers to what may be written.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Writes;
};

Mentions mentionsOf(const clang::Expr *E);

/// A call that changes nothing, as far as its declaration and its place in the
/// standard library tell.
bool isPure(const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_MENTIONS_H
