// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects whose end is noticed: a destructor counts, or unlocks. They must
// live exactly as long as where they are declared says.

#ifndef NABLA_TRANSFORM_IMPORT_LIFETIMES_H
#define NABLA_TRANSFORM_IMPORT_LIFETIMES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace nabla::import {

/// Objects of class R are copied, or their lives end, in a way that the program
/// may notice.
bool isNoticed(const clang::CXXRecordDecl &R);

/// Calls Fn with R and the classes of all that an object of it consists of, or
/// that the library owns for it.
void forEachInside(const clang::CXXRecordDecl &R,
                   llvm::function_ref<void(const clang::CXXRecordDecl &)> Fn);

/// M tells how many share an object, or whether somebody does.
bool asksForOwners(const clang::CXXMethodDecl &M);

/// R is the library's pointer that is shared, and the program asks by how many.
bool hasCountedOwners(const clang::CXXRecordDecl &R);

/// Calls Fn with each destructor that somebody has written and that runs for an
/// object of class R.
void forEachDestructor(
    const clang::CXXRecordDecl &R,
    llvm::function_ref<void(const clang::CXXDestructorDecl &)> Fn);

/// Calls Fn with each object that S declares, itself and not in a block in it,
/// and whose end may be noticed.
void forEachGuard(const clang::Stmt &S,
                  llvm::function_ref<void(const clang::VarDecl &)> Fn);

/// An object of class R cannot be declared first and assigned to later, or its
/// members notice.
bool isFixed(const clang::CXXRecordDecl &R);

/// The end of a call of F, a definition, ends the life of such an object.
bool endsWithGuard(const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_LIFETIMES_H
