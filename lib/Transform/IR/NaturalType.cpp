// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One rule for each kind of expression.

#include "IR/NaturalType.h"
#include "IR/Module.h"
#include "IR/Place.h"
#include "IR/Visit.h"

using namespace nabla::ir;

BinaryResult nabla::ir::binaryResult(BinaryOp Op, const Type *L,
                                     const Type *R) {
  if (isComparison(Op) || Op == BinaryOp::And || Op == BinaryOp::Or)
    return BinaryResult::Bool;
  if (Op == BinaryOp::Sub && L->isPointer() && R->isPointer())
    return BinaryResult::Difference;
  if (Op == BinaryOp::Add && R->isPointer())
    return BinaryResult::OfRhs;
  return BinaryResult::OfLhs;
}

static bool isLong(const Type *T) {
  return T->isInteger() && T->spelling() == "long";
}

namespace {
/// Compares types, const included or not.
struct Same {
  bool IgnoreConst;
  bool operator()(const Type *A, const Type *B) const {
    return A == B || (IgnoreConst && A && B && sameType(A, B));
  }
};
} // namespace

static bool natural(const Binary &B, Same Is) {
  switch (binaryResult(B.Op, B.Lhs->Ty, B.Rhs->Ty)) {
  case BinaryResult::Bool:
    return B.Ty->is(TypeKind::Bool);
  case BinaryResult::Difference:
    return isLong(B.Ty);
  case BinaryResult::OfLhs:
    return Is(B.Ty, B.Lhs->Ty);
  case BinaryResult::OfRhs:
    return Is(B.Ty, B.Rhs->Ty);
  }
  llvm_unreachable("no such result");
}

/// T points to Pointee, which is const or not.
static bool pointsTo(const Type *T, const Type *Pointee, bool Const, Same Is) {
  return T->isPointer() && Is(T->element()->unqualified(), Pointee) &&
         (Is.IgnoreConst || T->element()->isConst() == Const);
}

static bool natural(const AddressOf &A, Same Is) {
  PlaceType Place = declaredType(A.Place);
  if (!A.Decay)
    return pointsTo(A.Ty, Place.Ty, Place.Const, Is);
  return Place.Ty->isArray() &&
         pointsTo(A.Ty, Place.Ty->element()->unqualified(),
                  Place.Const || Place.Ty->element()->isConst(), Is);
}

static bool isElement(const Type *T, const Type *Of, Same Is) {
  return Of->element() && Is(T, Of->element()->value());
}

bool nabla::ir::hasNaturalType(const Expr *E, bool IgnoreConst) {
  Same Is{IgnoreConst};
  return visit(
      E, Overloads{
             [](const IntLiteral &L) { return L.Ty->isInteger(); },
             [](const RealLiteral &L) { return L.Ty->isReal(); },
             [](const BoolLiteral &L) { return L.Ty->is(TypeKind::Bool); },
             [](const NullLiteral &) { return true; },
             [&](const VarRef &V) { return Is(V.Ty, V.Var->type()->value()); },
             [&](const Unary &U) {
               return U.Op == UnaryOp::Not ? U.Ty->is(TypeKind::Bool)
                                           : Is(U.Ty, U.Operand->Ty);
             },
             [&](const Binary &B) { return natural(B, Is); },
             [&](const Select &S) { return Is(S.Ty, S.Then->Ty); },
             [](const Cast &) { return true; },
             [&](const Index &I) { return isElement(I.Ty, I.Base->Ty, Is); },
             [&](const Deref &D) {
               return D.Pointer->Ty->isPointer() &&
                      isElement(D.Ty, D.Pointer->Ty, Is);
             },
             [&](const Member &M) {
               return M.Field < M.Base->Ty->fields().size() &&
                      Is(M.Ty, M.Base->Ty->fields()[M.Field].Ty->value());
             },
             [&](const AddressOf &A) { return natural(A, Is); },
             [](const BlockLength &L) { return isLong(L.Ty); },
             [](const RuleCall &) { return true; },
             [](const Aggregate &) { return true; },
             [](const FunctionRef &F) { return F.Ty->isFunctionPointer(); },
             [](const Verbatim &) { return true; }});
}
