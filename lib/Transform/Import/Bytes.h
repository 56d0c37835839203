// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of bytes, as std::memcpy takes them: are they whole elements?

#ifndef NABLA_IMPORT_BYTES_H
#define NABLA_IMPORT_BYTES_H

#include "Import/Body.h"

namespace nabla::import {

/// Why a call of Substitute in place of E's callee would not move the bytes
/// that E does: their number is not known to be that of whole elements. Else
/// empty.
std::string whyNoWholeElements(Body &B, const clang::CallExpr &E,
                               const clang::FunctionDecl &Substitute);

} // namespace nabla::import

#endif // NABLA_IMPORT_BYTES_H
