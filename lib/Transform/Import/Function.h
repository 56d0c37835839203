// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Function: declarations of functions, and the list of bodies still to read.

#ifndef NABLA_TRANSFORM_IMPORT_FUNCTION_H
#define NABLA_TRANSFORM_IMPORT_FUNCTION_H

#include "Import/Importer.h"

namespace nabla::import {

/// The function in the module for F, made where it is new. Its body is put on
/// the list of pending ones where it is visible and not there yet.
ir::Function *mention(Importer &I, const clang::FunctionDecl &F);

/// The key of F's function in the IR: its mangled name.
std::string keyOf(clang::MangleContext &Mangler, const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_FUNCTION_H
