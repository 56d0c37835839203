// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Init: initialisers of scalars, arrays and records, written and implied.

#ifndef NABLA_TRANSFORM_IMPORT_INIT_H
#define NABLA_TRANSFORM_IMPORT_INIT_H

#include "Import/Body.h"

namespace nabla::import {

/// Zero of type T: of every element and field, if it has some.
const ir::Expr *zero(Body &B, const ir::Type *T, ir::SourceLoc L);

/// An object of type T as its default constructor leaves it, with zero where
/// that is nothing.
const ir::Expr *defaultValue(Body &B, clang::QualType T, ir::SourceLoc L,
                             Stmts &Out);

/// E is a default constructor's call that leaves the object uninitialised.
bool leavesUninitialised(const clang::Expr *E);

/// Place = Value, part by part where Value is a list.
void store(Body &B, const ir::Expr *Place, const ir::Expr *Value, Stmts &Out);

/// Place = what the initialiser E says, each part of a list when its turn has
/// come: it may read those before it.
void storeInOrder(Body &B, const ir::Expr *Place, const clang::Expr *E,
                  Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_INIT_H
