// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What differs between the versions of Clang that Nabla is built against, for
// this folder.

#ifndef NABLA_TRANSFORM_IMPORT_CLANGVERSION_H
#define NABLA_TRANSFORM_IMPORT_CLANGVERSION_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/Version.h"

namespace nabla::import {

/// Makes types be printed without the typedefs and scopes they were written
/// with.
inline void printCanonically(clang::PrintingPolicy &P, bool Yes = true) {
#if CLANG_VERSION_MAJOR >= 20
  P.PrintAsCanonical = Yes;
#else
  P.PrintCanonicalTypes = Yes;
#endif
}

/// The type of a pointer to a member function of type T of Class.
inline clang::QualType memberPointer(const clang::ASTContext &Ctx,
                                     clang::QualType T,
                                     const clang::CXXRecordDecl &Class) {
#if CLANG_VERSION_MAJOR >= 22
  return Ctx.getMemberPointerType(T, std::nullopt, &Class);
#elif CLANG_VERSION_MAJOR >= 21
  return Ctx.getMemberPointerType(T, nullptr, &Class);
#else
  return Ctx.getMemberPointerType(T, Class.getTypeForDecl());
#endif
}

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CLANGVERSION_H
