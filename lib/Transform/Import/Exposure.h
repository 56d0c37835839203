// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exposure: which variables of a function may be reached other than by name.

#ifndef NABLA_TRANSFORM_IMPORT_EXPOSURE_H
#define NABLA_TRANSFORM_IMPORT_EXPOSURE_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace nabla::import {

/// Variables whose address is taken somewhere in F or to which a reference is
/// bound, members and elements included.
llvm::DenseSet<const clang::VarDecl *> exposed(const clang::FunctionDecl &F);

/// Calls Fn with each variable that the glvalue E may be (a part of).
void forEachRoot(const clang::Expr *E,
                 llvm::function_ref<void(const clang::VarDecl *)> Fn);

/// Through an object of type T other objects can be changed: it is or holds a
/// pointer or reference to non-const.
bool leadsElsewhere(clang::QualType T);

/// The same for the value or the object that E is, all of it.
bool objectLeadsElsewhere(const clang::Expr &E);

/// What the call Place refers to may be (a part of) what its operand refers or
/// points to: "a" and "p" in "f(a, p, *b) = 1", where b is real and f takes it
/// by value or as const.
bool mayLeadTo(const clang::Expr &Operand, const clang::Expr &Place);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_EXPOSURE_H
