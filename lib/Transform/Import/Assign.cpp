// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments: the right operand is evaluated first. A compound assignment that
// computes in another type than its left operand's, or with an operator that
// ir::Assign has not, is spelled out:
//
//   c += x      before        c = (char)((int)c + x)      after

#include "Import/Assign.h"
#include "Import/Cast.h"
#include "Import/Effects.h"
#include "Import/Names.h"
#include "Import/Operator.h"

using namespace clang;

namespace nabla::import {

/// Appends Place = Value, or op=; what it yields where it is Used. An
/// assignment may change which object Place is: a[a[0]] = 5.
static const ir::Expr *store(Body &B, const ir::Expr *Place, ir::AssignOp Op,
                             const ir::Expr *Value, ir::SourceLoc L, bool Used,
                             Stmts &Out) {
  const ir::Stmt *A = B.make<ir::Assign>(Place, Op, Value, L);
  if (Used) {
    Place = keepPlace(B, Place, A, Out);
    A = B.make<ir::Assign>(Place, Op, Value, L);
  }
  Out.push_back(A);
  return Place;
}

const ir::Expr *assign(Body &B, const Expr *Lhs, const Expr *Rhs,
                       SourceLocation At, bool Used, Stmts &Out) {
  auto Parts = inOrder(B, {{Rhs}, {Lhs, true}}, Out);
  return store(B, Parts[1], ir::AssignOp::Set, Parts[0], loc(At), Used, Out);
}

//===--- Compound ---------------------------------------------------------===//

static std::optional<ir::AssignOp> assignOp(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
    return ir::AssignOp::Add;
  case BO_Sub:
    return ir::AssignOp::Sub;
  case BO_Mul:
    return ir::AssignOp::Mul;
  case BO_Div:
    return ir::AssignOp::Div;
  default:
    return std::nullopt;
  }
}

static const ir::Expr *compound(Body &B, const CompoundAssignOperator &E,
                                bool Used, Stmts &Out) {
  auto Parts = inOrder(B, {{E.getRHS()}, {E.getLHS(), true}}, Out);
  const ir::Expr *Rhs = Parts[0], *Place = Parts[1];
  ir::SourceLoc L = loc(E.getOperatorLoc());
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  const ir::Type *Left = valueType(B.I, E.getComputationLHSType());
  const ir::Type *Computed = valueType(B.I, E.getComputationResultType());
  bool SameType = Left == Place->Ty && Computed == Place->Ty &&
                  Rhs->Ty == Place->Ty && Place->Ty->isArithmetic();
  if (auto Direct = assignOp(Op); Direct && SameType)
    return store(B, Place, *Direct, Rhs, L, Used, Out);
  const ir::Expr *Sum = B.make<ir::Binary>(
      binaryOp(Op), implicitCast(B, Place, Left, L), Rhs, Computed, L);
  return store(B, Place, ir::AssignOp::Set, implicitCast(B, Sum, Place->Ty, L),
               L, Used, Out);
}

const ir::Expr *assignment(Body &B, const BinaryOperator &E, bool Used,
                           Stmts &Out) {
  if (auto *C = dyn_cast<CompoundAssignOperator>(&E))
    return compound(B, *C, Used, Out);
  return assign(B, E.getLHS(), E.getRHS(), E.getOperatorLoc(), Used, Out);
}

//===--- ++ and -- --------------------------------------------------------===//

static const ir::Expr *one(Body &B, const ir::Type *T, ir::SourceLoc L) {
  if (T->isReal())
    return B.make<ir::RealLiteral>("1.0", T, L);
  return B.make<ir::IntLiteral>(1, T->isPointer() ? B.module().intType() : T,
                                L);
}

const ir::Expr *increment(Body &B, const UnaryOperator &E, bool Used,
                          Stmts &Out) {
  ir::SourceLoc L = loc(E.getOperatorLoc());
  const ir::Expr *Place = place(B, E.getSubExpr(), Out);
  const ir::Expr *Before = nullptr;
  if (Used && E.isPostfix())
    Before = hold(B, Place, Out);
  const ir::Expr *One = one(B, Place->Ty, L);
  bool KeepsPlace = Used && E.isPrefix();
  if (!Place->Ty->isPointer())
    Place = store(B, Place,
                  E.isIncrementOp() ? ir::AssignOp::Add : ir::AssignOp::Sub,
                  One, L, KeepsPlace, Out);
  else
    Place = store(B, Place, ir::AssignOp::Set,
                  B.make<ir::Binary>(E.isIncrementOp() ? ir::BinaryOp::Add
                                                       : ir::BinaryOp::Sub,
                                     Place, One, Place->Ty, L),
                  L, KeepsPlace, Out);
  return Before ? Before : Place;
}

} // namespace nabla::import
