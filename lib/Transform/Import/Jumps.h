// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps: where gotos and cases lead to.

#ifndef NABLA_TRANSFORM_IMPORT_JUMPS_H
#define NABLA_TRANSFORM_IMPORT_JUMPS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace nabla::import {

/// S is a row of arms: no case of it is inside of a block, or stands for more
/// values than can be listed.
bool isRowOfArms(const clang::SwitchStmt &S, const clang::ASTContext &Ctx);

/// Body has a label that a goto may lead to, or a switch that is no row of
/// arms.
bool hasLabels(const clang::Stmt &Body, const clang::ASTContext &Ctx);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_JUMPS_H
