// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about places; the answers follow C++'s rules for lvalues.

#include "IR/Place.h"
#include "IR/Module.h"

using namespace nabla::ir;
using llvm::dyn_cast;
using llvm::isa;

bool nabla::ir::isPlace(const Expr *E) {
  if (isa<VarRef, Deref>(E))
    return true;
  if (auto *I = dyn_cast<Index>(E))
    return I->Base->Ty->isPointer() || isPlace(I->Base);
  if (auto *M = dyn_cast<Member>(E))
    return isPlace(M->Base);
  if (auto *S = dyn_cast<Select>(E))
    return isPlace(S->Then) && isPlace(S->Else);
  return false;
}

/// Const is that of the object around.
static PlaceType split(const Type *T, bool Const) {
  if (T->isReference()) // the object around has no say in what T refers to
    return split(T->element(), false);
  return {T->unqualified(), Const || T->isConst()};
}

PlaceType nabla::ir::declaredType(const Expr *E) {
  if (auto *V = dyn_cast<VarRef>(E))
    return split(V->Var->type(), false);
  if (auto *D = dyn_cast<Deref>(E); D && D->Pointer->Ty->isPointer())
    return split(D->Pointer->Ty->element(), false);
  if (auto *I = dyn_cast<Index>(E); I && I->Base->Ty->element()) {
    bool Inside = I->Base->Ty->isArray();
    return split(I->Base->Ty->element(), Inside && declaredType(I->Base).Const);
  }
  if (auto *M = dyn_cast<Member>(E);
      M && M->Field < M->Base->Ty->fields().size())
    return split(M->Base->Ty->fields()[M->Field].Ty,
                 declaredType(M->Base).Const);
  return {E->Ty->unqualified(), false};
}

const Type *nabla::ir::qualifiedType(Module &M, const Expr *Place) {
  PlaceType T = declaredType(Place);
  return T.Const ? M.constOf(T.Ty) : T.Ty;
}

const Variable *nabla::ir::placeVariable(const Expr *E) {
  while (true) {
    if (auto *V = dyn_cast<VarRef>(E))
      return V->Var;
    if (auto *M = dyn_cast<Member>(E))
      E = M->Base;
    else if (auto *I = dyn_cast<Index>(E); I && I->Base->Ty->isArray())
      E = I->Base;
    else
      return nullptr;
  }
}

void nabla::ir::forEachPlaceVariable(
    const Expr *Place, llvm::function_ref<void(const Variable *)> Fn) {
  if (auto *S = dyn_cast<Select>(Place)) {
    forEachPlaceVariable(S->Then, Fn);
    return forEachPlaceVariable(S->Else, Fn);
  }
  if (auto *M = dyn_cast<Member>(Place))
    return forEachPlaceVariable(M->Base, Fn);
  if (auto *I = dyn_cast<Index>(Place); I && I->Base->Ty->isArray())
    return forEachPlaceVariable(I->Base, Fn);
  Fn(placeVariable(Place));
}

/// What the place E is a part of, by the members and array elements that it is
/// reached through; E itself first.
template <class Fn> static void forEachMemberAround(const Expr *E, Fn F) {
  while (true) {
    if (auto *M = dyn_cast<Member>(E)) {
      F(M);
      E = M->Base;
    } else if (auto *I = dyn_cast<Index>(E); I && I->Base->Ty->isArray()) {
      E = I->Base;
    } else {
      return;
    }
  }
}

// No record is within another one of its own type.
bool nabla::ir::inDifferentMembers(const Expr *A, const Expr *B) {
  bool Different = false;
  forEachMemberAround(A, [&](const Member *Of) {
    forEachMemberAround(B, [&](const Member *Other) {
      Different |=
          Of->Field != Other->Field && sameType(Of->Base->Ty, Other->Base->Ty);
    });
  });
  return Different;
}

bool nabla::ir::sameType(const Type *A, const Type *B) {
  A = A->unqualified();
  B = B->unqualified();
  if (A == B)
    return true;
  bool Structural = A->isPointer() || A->isReference() || A->isArray();
  return Structural && A->kind() == B->kind() && A->extent() == B->extent() &&
         sameType(A->element(), B->element());
}
