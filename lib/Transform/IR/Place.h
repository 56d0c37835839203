// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places: what an expression that denotes storage can tell of that storage.

#ifndef NABLA_TRANSFORM_IR_PLACE_H
#define NABLA_TRANSFORM_IR_PLACE_H

#include "IR/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace nabla::ir {

class Module;

/// True if E denotes storage: it can be assigned to, its address can be taken.
bool isPlace(const Expr *E);

/// The type an object was declared with, const set apart: expressions have
/// value types, which do not tell it.
struct PlaceType {
  const Type *Ty; ///< Without outer const, never a reference.
  bool Const;
};
PlaceType declaredType(const Expr *Place);
/// The same as one type.
const Type *qualifiedType(Module &M, const Expr *Place);

/// The variable that Place is (a part of), seen through members and array
/// elements; null if the way to it leads through a pointer. Where the variable
/// is a reference, the storage is some other variable's.
const Variable *placeVariable(const Expr *Place);

/// Calls Fn with each variable that Place may be (a part of), seen through
/// members, elements and '?:'; with null for what lies behind a pointer.
void forEachPlaceVariable(const Expr *Place,
                          llvm::function_ref<void(const Variable *)> Fn);

/// A and B are, or are in, different members of records of one type: whichever
/// records they are of, the storage is not the same.
bool inDifferentMembers(const Expr *A, const Expr *B);

/// A and B are one type once every const in them, at any depth, is left out.
bool sameType(const Type *A, const Type *B);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_PLACE_H
