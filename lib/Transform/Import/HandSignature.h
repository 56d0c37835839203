// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HandSignature: does a rule that is written by hand fit its function?

#ifndef NABLA_TRANSFORM_IMPORT_HANDSIGNATURE_H
#define NABLA_TRANSFORM_IMPORT_HANDSIGNATURE_H

#include "Import/Importer.h"

namespace nabla::import {

/// The members that make up a rule, and how their parameters are taken.
struct HandSignature {
  const clang::FunctionDecl *Reverse = nullptr; ///< vjp or reverse
  const clang::FunctionDecl *Forward = nullptr;
  const clang::CXXRecordDecl *Frame = nullptr;
  const clang::FunctionDecl *Reads = nullptr;
  const clang::FunctionDecl *Jvp = nullptr;
  bool TakesResult = false;
  bool JvpTakesResult = false;
  /// False where Reverse, or Jvp, has only the frame to go by.
  bool TakesArguments = true;
  bool JvpTakesArguments = true;
  /// For each of the function's parameters: Reverse takes it as T *, not as
  /// const T *.
  std::vector<bool> TakesWritable;
  /// For each of Reverse's shadows: taken by reference, not by pointer.
  std::vector<bool> ShadowByReference;
};

/// Finds and checks them; false after an error.
bool matchSignature(const HandRule &R, const clang::FunctionDecl &F,
                    llvm::ArrayRef<bool> HasShadow, clang::ASTContext &Ctx,
                    HandSignature &S, Diagnostics &Diags);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_HANDSIGNATURE_H
