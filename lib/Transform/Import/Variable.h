// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variable: which IR variable stands for a variable of the user's.

#ifndef NABLA_TRANSFORM_IMPORT_VARIABLE_H
#define NABLA_TRANSFORM_IMPORT_VARIABLE_H

#include "Import/Body.h"

namespace nabla::import {

/// Makes the local for V (its declaration is up to the caller).
const ir::Variable *declareLocal(Body &B, const clang::VarDecl &V,
                                 llvm::StringRef Name, const ir::Type *T);

/// The parameter, local or global that V is.
const ir::Variable *variable(Body &B, const clang::VarDecl &V);

/// What of the global V is trained (Trainable.cpp).
ir::Trained trained(const clang::VarDecl &V);

/// A variable of static storage that a function mentions which is not looked
/// into; in that function it may be a static local.
const ir::Variable *staticOf(Body &B, const clang::VarDecl &V);

/// V if it is known to the IR, or is a global of a kind that it has to know:
/// one that can be changed, and is a number or may hold or lead to one. Null
/// otherwise.
const ir::Variable *knownVariable(Body &B, const clang::VarDecl &V);

/// An array or scalar in static storage that never changes and whose
/// initialiser the compiler knows: as good as a local.
bool isConstantStatic(const clang::VarDecl &V);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_VARIABLE_H
