// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Contributions.h"
#include "IR/Rules.h"
#include "IR/Walk.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const ir::Expr *Contributions::named(const ir::Expr *D, ir::SourceLoc L,
                                     StmtList &Out) {
  const ir::Variable *V = M.makeLocal(names::Adjoint, D->Ty, L);
  Out.push_back(M.make<ir::Let>(V, D, L));
  return B.ref(V);
}

void Contributions::ofValue(const ir::Stmt *S, const ir::Expr *E,
                            const ir::Expr *Incoming, const ir::Expr *Value,
                            StmtList &Out) {
  B.Loc = S->Loc;
  StmtList Adj;
  of(E, Incoming, Value, Adj);
  if (Adj.empty())
    return;
  if (Reach.isCertain(S) || !mayPollute(Adj)) {
    Out.append(Adj);
    return;
  }
  const ir::Expr *Test = Incoming;
  if (auto *N = dyn_cast<ir::Unary>(Test))
    Test = N->Operand;
  Out.push_back(M.make<ir::If>(B.cmp(ir::BinaryOp::Ne, Test, B.zero(Test->Ty)),
                               M.block(Adj), ir::Block(), S->Loc));
}

bool Contributions::mayPollute(const StmtList &Adj) {
  bool Found = false;
  ir::walkExprs(M.block(Adj),
                [&](const ir::Expr *E) { Found |= Reach.mayBlowUp(E); });
  return Found;
}

void Contributions::of(const ir::Expr *E, const ir::Expr *Incoming,
                       const ir::Expr *Value, StmtList &Out) {
  if (!A.isActiveValue(E))
    return;
  switch (E->Kind) {
  case ir::ExprKind::VarRef:
  case ir::ExprKind::Index:
  case ir::ExprKind::Deref:
  case ir::ExprKind::Member:
    if (const ir::Expr *D = Shadow.place(E))
      if (const ir::Stmt *S = B.accumulate(D, Incoming))
        Out.push_back(S);
    return;
  case ir::ExprKind::Unary:
    return of(cast<ir::Unary>(E)->Operand, B.neg(Incoming), nullptr, Out);
  case ir::ExprKind::Cast: {
    const ir::Expr *Operand = cast<ir::Cast>(E)->Operand;
    return of(Operand, B.cast(Incoming, Operand->Ty, true), nullptr, Out);
  }
  case ir::ExprKind::Binary:
    return ofBinary(cast<ir::Binary>(E), Incoming, Value, Out);
  case ir::ExprKind::Select:
    return ofSelect(cast<ir::Select>(E), Incoming, Out);
  case ir::ExprKind::RuleCall:
    return ofRule(cast<ir::RuleCall>(E), Incoming, Value, Out);
  case ir::ExprKind::Verbatim:
    return refuse(cast<ir::Verbatim>(E));
  default:
    return;
  }
}

void Contributions::refuse(const ir::Verbatim *E) {
  Shadow.place(E); // there is none, and that is said
}

void Contributions::ofSelect(const ir::Select *E, const ir::Expr *Incoming,
                             StmtList &Out) {
  StmtList Then, Else;
  of(E->Then, Incoming, nullptr, Then);
  of(E->Else, Incoming, nullptr, Else);
  either(E->Cond, Then, Else, E->Loc, Out);
}

/// If Cond, Then; otherwise Else.
void Contributions::either(const ir::Expr *Cond, StmtList &Then, StmtList &Else,
                           ir::SourceLoc L, StmtList &Out) {
  if (Then.empty()) {
    Cond = B.logicalNot(Cond);
    std::swap(Then, Else);
  }
  if (!Then.empty())
    Out.push_back(M.make<ir::If>(Cond, M.block(Then), M.block(Else), L));
}

void Contributions::ofBinary(const ir::Binary *E, const ir::Expr *Incoming,
                             const ir::Expr *Value, StmtList &Out) {
  bool Both = A.isActiveValue(E->Lhs) && A.isActiveValue(E->Rhs);
  if (Both || E->Op == ir::BinaryOp::Mul)
    Incoming = shared(Incoming, Both, E->Loc, Out);
  switch (E->Op) {
  case ir::BinaryOp::Add:
    of(E->Lhs, Incoming, nullptr, Out);
    of(E->Rhs, Incoming, nullptr, Out);
    return;
  case ir::BinaryOp::Sub:
    of(E->Lhs, Incoming, nullptr, Out);
    of(E->Rhs, B.neg(Incoming), nullptr, Out);
    return;
  case ir::BinaryOp::Mul:
    of(E->Lhs, B.mul(Incoming, E->Rhs), nullptr, Out);
    of(E->Rhs, B.mul(Incoming, E->Lhs), nullptr, Out);
    return;
  case ir::BinaryOp::Div:
    return ofQuotient(E, Incoming, Value, Out);
  default:
    return;
  }
}

/// One division for both operands.
void Contributions::ofQuotient(const ir::Binary *E, const ir::Expr *Incoming,
                               const ir::Expr *Value, StmtList &Out) {
  if (!A.isActiveValue(E->Rhs))
    return of(E->Lhs, B.div(Incoming, E->Rhs), nullptr, Out);
  const ir::Expr *Ratio = named(B.div(Incoming, E->Rhs), E->Loc, Out);
  of(E->Lhs, Ratio, nullptr, Out);
  const ir::Expr *Quotient = Value ? Value : E;
  of(E->Rhs, B.neg(B.mul(Ratio, Quotient)), nullptr, Out);
}

/// Incoming with a name, if it is more than a name and used more than once.
const ir::Expr *Contributions::shared(const ir::Expr *Incoming, bool Twice,
                                      ir::SourceLoc L, StmtList &Out) {
  const ir::Expr *Core = Incoming;
  if (auto *N = dyn_cast<ir::Unary>(Core))
    Core = N->Operand;
  if (!Twice || isa<ir::VarRef, ir::RealLiteral>(Core) || ir::isPlace(Core))
    return Incoming;
  return named(Incoming, L, Out);
}

void Contributions::ofRule(const ir::RuleCall *E, const ir::Expr *Incoming,
                           const ir::Expr *Value, StmtList &Out) {
  unsigned Wanted = 0;
  for (unsigned I = 0; I < E->Args.size(); ++I)
    Wanted += E->Callee->Partials[I] && A.isActiveValue(E->Args[I]);
  Incoming = shared(Incoming, Wanted > 1, E->Loc, Out);
  for (unsigned I = 0; I < E->Args.size(); ++I) {
    if (!E->Callee->Partials[I] || !A.isActiveValue(E->Args[I]))
      continue;
    const ir::Expr *Partial =
        ir::instantiatePartial(M, *E, I, Value ? Value : E);
    if (!Partial)
      continue;
    if (auto *V = dyn_cast<ir::Verbatim>(Partial)) {
      Diags.error(E->Loc, V->Why);
      continue;
    }
    through(E->Args[I], Incoming, Partial, Out);
  }
}

/// Adds Incoming * Partial to Arg's shadow. A partial that is zero on one side
/// of a condition contributes nothing there, whatever Incoming is.
void Contributions::through(const ir::Expr *Arg, const ir::Expr *Incoming,
                            const ir::Expr *Partial, StmtList &Out) {
  auto *S = dyn_cast<ir::Select>(Partial);
  if (!S || (!ir::isZero(S->Then) && !ir::isZero(S->Else)))
    return of(Arg, product(Incoming, Partial), nullptr, Out);
  StmtList Then, Else;
  if (!ir::isZero(S->Then))
    through(Arg, Incoming, S->Then, Then);
  if (!ir::isZero(S->Else))
    through(Arg, Incoming, S->Else, Else);
  either(S->Cond, Then, Else, Arg->Loc, Out);
}

/// Incoming * Partial; a partial u / v divides.
const ir::Expr *Contributions::product(const ir::Expr *Incoming,
                                       const ir::Expr *Partial) {
  auto *D = dyn_cast<ir::Binary>(Partial);
  if (D && D->Op == ir::BinaryOp::Div && ir::isOne(D->Lhs))
    return B.div(Incoming, D->Rhs);
  return B.mul(Incoming, Partial);
}
