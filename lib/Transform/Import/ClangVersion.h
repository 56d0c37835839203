// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What differs between the versions of Clang that Nabla is built against, for
// this folder.

#ifndef NABLA_TRANSFORM_IMPORT_CLANGVERSION_H
#define NABLA_TRANSFORM_IMPORT_CLANGVERSION_H

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

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CLANGVERSION_H
