// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jump: return, break, continue, goto and labels.

#ifndef NABLA_TRANSFORM_IMPORT_JUMP_H
#define NABLA_TRANSFORM_IMPORT_JUMP_H

#include "Import/Body.h"
#include "clang/AST/Stmt.h"

namespace nabla::import {

void jump(Body &B, const clang::ReturnStmt &S, Stmts &Out);
void jump(Body &B, const clang::BreakStmt &S, Stmts &Out);
void jump(Body &B, const clang::ContinueStmt &S, Stmts &Out);
void jump(Body &B, const clang::GotoStmt &S, Stmts &Out);

/// A goto to a label by its name in the IR, and the label itself.
void goTo(Body &B, llvm::StringRef Label, clang::SourceLocation At, Stmts &Out);
void label(Body &B, llvm::StringRef Name, clang::SourceLocation At, Stmts &Out);

/// The label alone, without the statement it stands before.
void label(Body &B, const clang::LabelDecl &D, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_JUMP_H
