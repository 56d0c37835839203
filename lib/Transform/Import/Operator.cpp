// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators without side effects of their own. C++ leaves the order of most
// operands open; as Clang does, the left one comes first.

#include "Import/Operator.h"
#include "Import/Cast.h"
#include "Import/Effects.h"
#include "Import/FunctionPointer.h"
#include "Import/Verbatim.h"

using namespace clang;

namespace nabla::import {

ir::BinaryOp binaryOp(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
    return ir::BinaryOp::Add;
  case BO_Sub:
    return ir::BinaryOp::Sub;
  case BO_Mul:
    return ir::BinaryOp::Mul;
  case BO_Div:
    return ir::BinaryOp::Div;
  case BO_Rem:
    return ir::BinaryOp::Rem;
  case BO_Shl:
    return ir::BinaryOp::Shl;
  case BO_Shr:
    return ir::BinaryOp::Shr;
  case BO_And:
    return ir::BinaryOp::BitAnd;
  case BO_Or:
    return ir::BinaryOp::BitOr;
  case BO_Xor:
    return ir::BinaryOp::BitXor;
  case BO_LT:
    return ir::BinaryOp::Lt;
  case BO_LE:
    return ir::BinaryOp::Le;
  case BO_GT:
    return ir::BinaryOp::Gt;
  case BO_GE:
    return ir::BinaryOp::Ge;
  case BO_EQ:
    return ir::BinaryOp::Eq;
  case BO_NE:
    return ir::BinaryOp::Ne;
  case BO_LAnd:
    return ir::BinaryOp::And;
  case BO_LOr:
    return ir::BinaryOp::Or;
  default:
    llvm_unreachable("not an operator that computes a value of two");
  }
}

/// Both operands and the result are scalars of the IR.
static bool isModelled(Body &B, const BinaryOperator &E) {
  if (E.isPtrMemOp() || E.getOpcode() == BO_Cmp)
    return false;
  for (QualType T : {E.getLHS()->getType(), E.getRHS()->getType(), E.getType()})
    if (!valueType(B.I, T)->isScalar())
      return false;
  return true;
}

// n + p is p + n in the IR.
const ir::Expr *binaryValue(Body &B, const BinaryOperator &E, Stmts &Out) {
  if (E.getOpcode() == BO_Comma) {
    effect(B, E.getLHS(), Out);
    return value(B, E.getRHS(), Out);
  }
  if (!isModelled(B, E)) {
    std::string Why = whyOpaque(E.getLHS()->getType(), B.I.Ctx);
    return unmodelled(B, &E,
                      Why.empty() ? "this operator is not modelled" : Why, Out);
  }
  auto Parts = inOrder(B, {{E.getLHS()}, {E.getRHS()}}, Out);
  if (E.getOpcode() == BO_Add && Parts[1]->Ty->isPointer())
    std::swap(Parts[0], Parts[1]);
  return B.make<ir::Binary>(binaryOp(E.getOpcode()), Parts[0], Parts[1],
                            valueType(B.I, E.getType()),
                            loc(E.getOperatorLoc()));
}

static const ir::Expr *addressOf(Body &B, const UnaryOperator &E, Stmts &Out) {
  if (E.getSubExpr()->getType()->isFunctionType())
    return functionAddress(B, E.getSubExpr(), Out);
  if (std::string Why = whyNoPlace(B, E.getSubExpr()); !Why.empty())
    return unmodelled(B, &E, Why, Out);
  const ir::Expr *Place = place(B, E.getSubExpr(), Out);
  if (auto *D = dyn_cast<ir::Deref>(Place)) // &*p
    return D->Pointer;
  return B.make<ir::AddressOf>(Place, false, valueType(B.I, E.getType()),
                               loc(E.getOperatorLoc()));
}

static const ir::Expr *unary(Body &B, const UnaryOperator &E, ir::UnaryOp Op,
                             Stmts &Out) {
  const ir::Expr *Operand = value(B, E.getSubExpr(), Out);
  return B.make<ir::Unary>(Op, Operand, valueType(B.I, E.getType()),
                           loc(E.getOperatorLoc()));
}

const ir::Expr *unaryValue(Body &B, const UnaryOperator &E, Stmts &Out) {
  bool Scalar = valueType(B.I, E.getType())->isScalar() &&
                valueType(B.I, E.getSubExpr()->getType())->isScalar();
  switch (E.getOpcode()) {
  case UO_AddrOf:
    return addressOf(B, E, Out);
  case UO_Plus:
  case UO_Extension:
    return value(B, E.getSubExpr(), Out);
  case UO_Minus:
    if (Scalar)
      return unary(B, E, ir::UnaryOp::Neg, Out);
    break;
  case UO_LNot:
    if (Scalar)
      return unary(B, E, ir::UnaryOp::Not, Out);
    break;
  case UO_Not:
    if (Scalar)
      return unary(B, E, ir::UnaryOp::BitNot, Out);
    break;
  default:
    break;
  }
  return unmodelled(B, &E, "this operator is not modelled", Out);
}

} // namespace nabla::import
