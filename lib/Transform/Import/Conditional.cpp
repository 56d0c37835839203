// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand without side effects stays an operand. One with side effects moves
// into the branch where it is evaluated:
//
//   a && f(x)    before       bool condition = a;
//                             if (condition) { ... condition = f(x); }   after

#include "Import/Conditional.h"
#include "Import/Effects.h"
#include "Import/Names.h"
#include "Import/Operator.h"
#include "Import/Verbatim.h"

using namespace clang;

namespace nabla::import {

/// "if (Cond) Then else Else".
static void branch(Body &B, const ir::Expr *Cond, const StmtVector &Then,
                   const StmtVector &Else, ir::SourceLoc L, Stmts &Out) {
  ir::Module &M = B.module();
  Out.push_back(B.make<ir::If>(Cond, M.block(Then), M.block(Else), L));
}

static const ir::Expr *negated(Body &B, const ir::Expr *E) {
  return B.make<ir::Unary>(ir::UnaryOp::Not, E, B.module().boolType(), E->Loc);
}

static void set(Body &B, const ir::Variable *V, const ir::Expr *Value,
                ir::SourceLoc L, Stmts &Out) {
  if (Value) // not where it only throws
    Out.push_back(
        B.make<ir::Assign>(ref(B, V, L), ir::AssignOp::Set, Value, L));
}

//===--- && and || --------------------------------------------------------===//

const ir::Expr *logicalValue(Body &B, const BinaryOperator &E, Stmts &Out) {
  ir::SourceLoc L = loc(E.getOperatorLoc());
  const ir::Type *Bool = B.module().boolType();
  if (!valueType(B.I, E.getType())->isScalar()) // SIMD
    return unmodelled(B, &E, "this operator is not modelled", Out);
  const ir::Expr *Lhs = value(B, E.getLHS(), Out);
  StmtVector Right;
  const ir::Expr *Rhs = value(B, E.getRHS(), Right);
  if (Right.empty())
    return B.make<ir::Binary>(binaryOp(E.getOpcode()), Lhs, Rhs, Bool, L);
  const ir::Variable *V = letLocal(B, names::Condition, Bool, Lhs, L, Out);
  set(B, V, Rhs, L, Right);
  const ir::Expr *Cond = ref(B, V, L);
  branch(B, E.getOpcode() == BO_LAnd ? Cond : negated(B, Cond), Right, {}, L,
         Out);
  return ref(B, V, L);
}

void logicalEffect(Body &B, const BinaryOperator &E, Stmts &Out) {
  const ir::Expr *Lhs = value(B, E.getLHS(), Out);
  StmtVector Right;
  effect(B, E.getRHS(), Right);
  if (!Right.empty())
    branch(B, E.getOpcode() == BO_LAnd ? Lhs : negated(B, Lhs), Right, {},
           loc(E.getOperatorLoc()), Out);
}

//===--- ?: ---------------------------------------------------------------===//

/// The condition; in "a ?: b" a is evaluated once, here.
static const ir::Expr *condition(Body &B, const AbstractConditionalOperator &E,
                                 Stmts &Out) {
  if (auto *Short = dyn_cast<BinaryConditionalOperator>(&E)) {
    const Expr *Common = Short->getCommon();
    bool Place = Common->isGLValue() && whyNoPlace(B, Common).empty();
    size_t Before = Out.size();
    const ir::Expr *Once =
        Place ? place(B, Common, Out) : value(B, Common, Out);
    if (!Place && !isFresh(Once, llvm::ArrayRef(Out).drop_front(Before)))
      Once = hold(B, Once, Out);
    B.Held[Short->getOpaqueValue()] = Once;
  }
  return value(B, E.getCond(), Out);
}

const ir::Expr *conditionalValue(Body &B, const AbstractConditionalOperator &E,
                                 Stmts &Out) {
  const ir::Type *T = valueType(B.I, E.getType());
  ir::SourceLoc L = loc(E.getQuestionLoc());
  if (T->is(ir::TypeKind::Opaque))
    return unmodelled(B, &E, whyOpaque(E.getType(), B.I.Ctx), Out);
  const ir::Expr *Cond = condition(B, E, Out);
  StmtVector Then, Else;
  const ir::Expr *A = value(B, E.getTrueExpr(), Then);
  const ir::Expr *C = value(B, E.getFalseExpr(), Else);
  if (Then.empty() && Else.empty())
    return B.make<ir::Select>(Cond, A, C, T, L);
  const ir::Variable *V = letLocal(B, names::Chosen, T, nullptr, L, Out);
  set(B, V, A, L, Then);
  set(B, V, C, L, Else);
  branch(B, Cond, Then, Else, L, Out);
  return ref(B, V, L);
}

/// The object; null where it only throws.
static const ir::Expr *alternative(Body &B, const Expr *E, Stmts &Out) {
  if (!E->getType()->isVoidType())
    return place(B, E, Out);
  effect(B, E, Out);
  return nullptr;
}

const ir::Expr *conditionalPlace(Body &B, const AbstractConditionalOperator &E,
                                 Stmts &Out) {
  const ir::Type *T = importType(B.I, E.getType());
  ir::SourceLoc L = loc(E.getQuestionLoc());
  const ir::Expr *Cond = condition(B, E, Out);
  StmtVector Then, Else;
  const ir::Expr *A = alternative(B, E.getTrueExpr(), Then);
  const ir::Expr *C = alternative(B, E.getFalseExpr(), Else);
  if (Then.empty() && Else.empty())
    return B.make<ir::Select>(Cond, A, C, T->value(), L);
  const ir::Type *Pointer = B.module().pointerTo(T);
  const ir::Variable *V = letLocal(B, names::Chosen, Pointer, nullptr, L, Out);
  auto Address = [&](const ir::Expr *Place) -> const ir::Expr * {
    return Place ? B.make<ir::AddressOf>(Place, false, Pointer, L) : nullptr;
  };
  set(B, V, Address(A), L, Then);
  set(B, V, Address(C), L, Else);
  branch(B, Cond, Then, Else, L, Out);
  return B.make<ir::Deref>(ref(B, V, L), T->value(), L);
}

static bool neverReturns(const Expr *E) {
  auto *C = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->isNoReturn();
}

// "c ? void(0) : __assert_fail(...)" is what <cassert> makes of assert(c).
static bool isAssertion(Body &B, const AbstractConditionalOperator &E) {
  return (neverReturns(E.getFalseExpr()) && !hasEffects(B, E.getTrueExpr())) ||
         (neverReturns(E.getTrueExpr()) && !hasEffects(B, E.getFalseExpr()));
}

void conditionalEffect(Body &B, const AbstractConditionalOperator &E,
                       Stmts &Out) {
  if (isAssertion(B, E))
    return passThrough(B, &E, "", Out);
  const ir::Expr *Cond = condition(B, E, Out);
  StmtVector Then, Else;
  effect(B, E.getTrueExpr(), Then);
  effect(B, E.getFalseExpr(), Else);
  if (Then.empty() && Else.empty())
    return;
  if (Then.empty())
    branch(B, negated(B, Cond), Else, {}, loc(E.getQuestionLoc()), Out);
  else
    branch(B, Cond, Then, Else, loc(E.getQuestionLoc()), Out);
}

} // namespace nabla::import
