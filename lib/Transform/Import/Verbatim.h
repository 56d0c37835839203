// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verbatim: the user's own text, for what the IR has no node for. It is printed
// so that it means the same at namespace scope, with the function's variables
// as operands.

#ifndef NABLA_TRANSFORM_IMPORT_VERBATIM_H
#define NABLA_TRANSFORM_IMPORT_VERBATIM_H

#include "Import/Body.h"

namespace nabla::import {

/// E may change something when it is evaluated.
bool hasEffects(Body &B, const clang::Expr *E);

/// E, which has no effects, as text. Why as in ir::Verbatim.
const ir::Expr *verbatim(Body &B, const clang::Expr *E, llvm::StringRef Why);

/// The value of E as text: where E has effects, computed into a local by a
/// PassThrough. Null if E has none (void). Why is never empty in the result.
const ir::Expr *unmodelled(Body &B, const clang::Expr *E, llvm::StringRef Why,
                           Stmts &Out);

/// The statement "E;" as text.
void passThrough(Body &B, const clang::Expr *E, llvm::StringRef Why,
                 Stmts &Out);

/// "T(arguments)" for the initialiser of a variable of class type T.
const ir::Expr *construction(Body &B, const clang::VarDecl &V,
                             llvm::StringRef Why);

/// Says that what Object, of a class, was given by its initialiser Init to
/// write to may have been written.
void writeThrough(Body &B, const ir::Variable &Object, const clang::Expr &Init,
                  llvm::StringRef Why, Stmts &Out);

/// Behind the call E: what the function is handed, it may have put into objects
/// that it is handed too, of classes that are not looked into; and it may have
/// changed what such objects had before.
void behindCall(Body &B, const clang::CallExpr &E, Stmts &Out);

/// What the destructors of Guards change, at the point where they are about to
/// run.
void endGuards(Body &B, llvm::ArrayRef<const clang::VarDecl *> Guards,
               Stmts &Out);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_VERBATIM_H
