// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop: for, while, do, and for over an array.

#ifndef NABLA_TRANSFORM_IMPORT_LOOP_H
#define NABLA_TRANSFORM_IMPORT_LOOP_H

#include "Import/Body.h"
#include "clang/AST/StmtCXX.h"

namespace nabla::import {

void loop(Body &B, const clang::WhileStmt &S, Stmts &Out);
void loop(Body &B, const clang::DoStmt &S, Stmts &Out);
void loop(Body &B, const clang::ForStmt &S, Stmts &Out);
void loop(Body &B, const clang::CXXForRangeStmt &S, Stmts &Out);

/// The array that a range-for goes over, also that of a list in braces; null if
/// it goes over something else.
const clang::Expr *arrayIn(const clang::CXXForRangeStmt &S);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_LOOP_H
