// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branch: if and switch.

#ifndef NABLA_TRANSFORM_IMPORT_BRANCH_H
#define NABLA_TRANSFORM_IMPORT_BRANCH_H

#include "Import/Body.h"
#include "clang/AST/Stmt.h"

namespace nabla::import {

void branch(Body &B, const clang::IfStmt &S, Stmts &Out);
void branch(Body &B, const clang::SwitchStmt &S, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_BRANCH_H
