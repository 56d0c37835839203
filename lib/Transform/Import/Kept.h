// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kept: what objects of classes that are not looked into may have the address
// of, since they were handed it. Text that mentions such an object may change
// it, and so may a function that is handed the object.
//
//   meter.watch(n);      keeps n
//   meter.tick();        changes n

#ifndef NABLA_TRANSFORM_IMPORT_KEPT_H
#define NABLA_TRANSFORM_IMPORT_KEPT_H

#include "Import/Body.h"
#include "Import/Mentions.h"
#include "llvm/ADT/SetVector.h"

namespace nabla::import {

using Decls = llvm::SmallSetVector<const clang::VarDecl *, 4>;

/// Adds to Found what V, an object, may change since it was handed it.
void insertKept(Body &B, const clang::VarDecl *V, Decls &Found);

/// Notes what Object may have kept the address of when it was handed what M
/// says.
void keeps(Body &B, const clang::VarDecl *Object, const Mentions &M);

/// The same for a function that Object was handed to, of integers alone: what
/// has a derivative is looked after there.
void keepsIntegers(Body &B, const clang::VarDecl *Object, const Mentions &M);

/// Objects among the parameters of B's function may have the addresses of
/// integers that it is handed too.
void keepParameters(Body &B);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_KEPT_H
