// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unseen: storage that text uses and does not mention, since a function that it
// calls does.
//
//   std::vector<double> &table() { static std::vector<double> t; return t; }
//   table()[1] = x;          changes t

#ifndef NABLA_TRANSFORM_IMPORT_UNSEEN_H
#define NABLA_TRANSFORM_IMPORT_UNSEEN_H

#include "Import/Body.h"
#include "llvm/ADT/SetVector.h"

namespace nabla::import {

struct Unseen {
  /// Variables of static storage that are mentioned in bodies.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Statics;
  /// Something is called whose body is not visible, or a file is used.
  bool Unknown = false;
};

/// What is called in E may use.
Unseen unseenIn(Body &B, const clang::Expr *E);

/// What the body of F and what is called there may use.
Unseen unseenBy(Body &B, const clang::FunctionDecl &F);

/// A function of the system's libraries whose body is not visible: it uses
/// nothing of the user's but what it is handed.
bool isOfSystem(const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_UNSEEN_H
