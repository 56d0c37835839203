// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type: C++ types to Nabla's. Every type has one: what Nabla does not look into
// is Opaque.

#ifndef NABLA_TRANSFORM_IMPORT_TYPE_H
#define NABLA_TRANSFORM_IMPORT_TYPE_H

#include "Import/Classes.h"
#include "Import/Importer.h"

namespace nabla::import {

/// T with its const, references as references.
const ir::Type *importType(Importer &I, clang::QualType T);

/// The type an expression of type T has in the IR: without outer const.
inline const ir::Type *valueType(Importer &I, clang::QualType T) {
  return importType(I, T)->value();
}

/// Why values of type T can not be looked into, as a clause ("'A' has
/// constructors"); empty if they can.
std::string whyOpaque(clang::QualType T, const clang::ASTContext &Ctx);

/// What a type is called where no variable of it may be declared in a function
/// to be differentiated ("a variable-length array"); empty for the others.
std::string whyRejected(clang::QualType T, const clang::ASTContext &Ctx);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_TYPE_H
