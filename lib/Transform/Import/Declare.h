// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declare: declarations of locals.

#ifndef NABLA_TRANSFORM_IMPORT_DECLARE_H
#define NABLA_TRANSFORM_IMPORT_DECLARE_H

#include "Import/Body.h"

namespace nabla::import {

void declare(Body &B, const clang::VarDecl &V, Stmts &Out);

/// All that S declares.
void declare(Body &B, const clang::DeclStmt &S, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_DECLARE_H
