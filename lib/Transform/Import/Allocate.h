// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocate: blocks of the heap, by new and delete and by the C library's
// functions.

#ifndef NABLA_TRANSFORM_IMPORT_ALLOCATE_H
#define NABLA_TRANSFORM_IMPORT_ALLOCATE_H

#include "Import/Body.h"
#include "clang/AST/ExprCXX.h"

namespace nabla::import {

/// Why a new or delete expression can only be copied as text, as a clause;
/// empty if it is modelled.
std::string whyNoBlock(Body &B, const clang::Expr *E);

/// The pointer to the new block.
const ir::Expr *newBlock(Body &B, const clang::CXXNewExpr &E, Stmts &Out);
void deleteBlock(Body &B, const clang::CXXDeleteExpr &E, Stmts &Out);

/// The call of malloc, calloc or realloc whose result E converts to a pointer
/// to what the block holds; null for other conversions.
const clang::CallExpr *allocation(Body &B, const clang::CastExpr &E);
const ir::Expr *allocated(Body &B, const clang::CastExpr &E, Stmts &Out);

/// E calls free.
void freeBlock(Body &B, const clang::CallExpr &E, Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_ALLOCATE_H
