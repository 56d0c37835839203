// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes: what is in a class, and whether all of it is known.

#ifndef NABLA_TRANSFORM_IMPORT_CLASSES_H
#define NABLA_TRANSFORM_IMPORT_CLASSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include <string>

namespace nabla::import {

/// Why a class is not a Record, in words that follow its name ("has
/// constructors"); empty if it is one.
std::string whyOpaque(const clang::RecordDecl &D);

/// A real, or an array or record with one in it; pointers are not followed.
bool containsReal(clang::QualType T);

/// A real may be in an object of type T or behind it.
bool mayLeadToReal(clang::QualType T);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_CLASSES_H
