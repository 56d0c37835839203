// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How deeply statements may be nested: Import and the later stages recurse.

#ifndef NABLA_TRANSFORM_IMPORT_DEPTH_H
#define NABLA_TRANSFORM_IMPORT_DEPTH_H

#include "clang/AST/Stmt.h"

namespace nabla::import {

/// A statement that is nested too deeply in the others, or null.
const clang::Stmt *tooDeep(const clang::Stmt *Root);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_DEPTH_H
