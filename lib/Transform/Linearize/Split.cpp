// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One nonlinear step a statement:
//
//   y = a * exp(b / c) + d;   ==>   t = b / c; t1 = exp(t); y = a * t1 + d;
//
// A product of two places needs no name; a call or a quotient does, since its
// value is dear or is part of its own derivative, and so does a sum as a
// factor: one value is kept, and not what it is made of. Choices with such
// steps in their arms become branches.

#include "IR/Build.h"
#include "IR/Walk.h"
#include "Linearize/Linearize.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;

class Splitter {
public:
  Splitter(ir::Module &M, const analysis::Memory &Mem,
           const analysis::Activity &A)
      : M(M), B(M), Mem(Mem), A(A) {}

  ir::Block run(ir::Block Body) {
    ir::walk(Body, [&](const ir::Stmt *S) {
      if (auto *As = dyn_cast<ir::Assign>(S))
        if (auto *V = dyn_cast<ir::VarRef>(As->Place))
          Assigned.insert(V->Var);
    });
    return block(Body);
  }

private:
  ir::Block block(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body)
      stmt(S, Out);
    return M.block(Out);
  }

  void stmt(const ir::Stmt *S, StmtList &Out) {
    B.Loc = S->Loc;
    switch (S->Kind) {
    case ir::StmtKind::Let: {
      auto *L = cast<ir::Let>(S);
      if (!L->Init || L->Var->type()->isReference() || !isReal(L->Init))
        break;
      Out.push_back(M.make<ir::Let>(L->Var, whole(L->Init, Out), L->Loc));
      return;
    }
    case ir::StmtKind::Assign: {
      auto *As = cast<ir::Assign>(S);
      if (!isReal(As->Value))
        break;
      Out.push_back(M.make<ir::Assign>(As->Place, As->Op,
                                       part(As->Value, false, Out), As->Loc));
      return;
    }
    case ir::StmtKind::Exit: {
      auto *E = cast<ir::Exit>(S);
      if (!E->Value || !isReal(E->Value))
        break;
      Out.push_back(M.make<ir::Exit>(E->To, part(E->Value, false, Out),
                                     E->Label, E->Loc));
      return;
    }
    case ir::StmtKind::Call: {
      auto *C = cast<ir::Call>(S);
      if (C->Callee->primal().isInactive())
        break;
      llvm::SmallVector<const ir::Expr *, 8> Args;
      for (unsigned I = 0; I < C->Args.size(); ++I) {
        const ir::Expr *Arg = C->Args[I];
        const ir::Type *T = C->Callee->params()[I]->type();
        if (needsName(Arg, T))
          Arg = named(isReal(Arg) ? whole(Arg, Out) : Arg, Out);
        else if (isOverwritten(C, Arg, T))
          Arg = copied(Arg, Out);
        Args.push_back(Arg);
      }
      Out.push_back(
          M.make<ir::Call>(C->Result, C->Callee, M.list(Args), C->Loc));
      return;
    }
    case ir::StmtKind::If: {
      auto *I = cast<ir::If>(S);
      Out.push_back(
          M.make<ir::If>(I->Cond, block(I->Then), block(I->Else), I->Loc));
      return;
    }
    case ir::StmtKind::CountedLoop:
    case ir::StmtKind::Loop:
      Out.push_back(ir::withBody(M, S, block(ir::bodyOf(S))));
      return;
    default:
      break;
    }
    Out.push_back(S);
  }

  static bool isReal(const ir::Expr *E) { return E->Ty->isReal(); }

  /// The argument for a parameter of type T has a shadow only as a variable: so
  /// has a choice of two places, of which one may be a constant.
  bool needsName(const ir::Expr *Arg, const ir::Type *T) const {
    bool Choice = isa<ir::Select>(Arg) && Arg->Ty->isScalar() &&
                  (!T->isReference() || T->element()->isConst());
    return (Choice || !ir::isPlace(Arg)) && !T->isPointer() &&
           T->holdsReal() && A.isActiveArgument(Arg, T);
  }

  /// The call may write to the place whose value it is handed for a parameter
  /// of type T: while it is reversed, that place and the parameter have shadows
  /// of their own.
  bool isOverwritten(const ir::Call *C, const ir::Expr *Arg,
                     const ir::Type *T) const {
    if (!ir::isPlace(Arg) || T->isPointer() || T->isReference() ||
        !A.isActiveArgument(Arg, T))
      return false;
    return llvm::any_of(analysis::writesOf(C, Mem), [&](const auto &W) {
      return W.Reals && Mem.mayOverlap(W.R, W.Ty, Mem.ofPlace(Arg), Arg->Ty);
    });
  }

  /// E split so that E itself may be the whole right-hand side of a Let: its
  /// outermost step has a name already.
  const ir::Expr *whole(const ir::Expr *E, StmtList &Out) {
    if (!A.isActiveValue(E))
      return E;
    if (auto *C = dyn_cast<ir::RuleCall>(E))
      return call(C, Out);
    if (auto *Q = dyn_cast<ir::Binary>(E); Q && Q->Op == ir::BinaryOp::Div)
      return quotient(Q, Out);
    return part(E, false, Out);
  }

  /// E split, as a part of a larger expression; Factor: its value is needed
  /// for the derivative of its neighbours.
  const ir::Expr *part(const ir::Expr *E, bool Factor, StmtList &Out) {
    if (!isReal(E))
      return E;
    bool Active = A.isActiveValue(E);
    switch (E->Kind) {
    case ir::ExprKind::RuleCall: {
      auto *C = cast<ir::RuleCall>(E);
      if (Active)
        return named(call(C, Out), Out);
      return Factor && !isConstant(E) ? named(E, Out) : E;
    }
    case ir::ExprKind::Unary: {
      auto *U = cast<ir::Unary>(E);
      return M.make<ir::Unary>(U->Op, part(U->Operand, Factor, Out), E->Ty,
                               E->Loc);
    }
    case ir::ExprKind::Cast: {
      auto *C = cast<ir::Cast>(E);
      return M.make<ir::Cast>(part(C->Operand, Factor, Out), C->Implicit, E->Ty,
                              E->Loc);
    }
    case ir::ExprKind::Binary: {
      auto *Bin = cast<ir::Binary>(E);
      if (Bin->Op == ir::BinaryOp::Div && Active) {
        const ir::Expr *Q = quotient(Bin, Out);
        return A.isActiveValue(Bin->Rhs) || Factor ? named(Q, Out) : Q;
      }
      bool Mul = Bin->Op == ir::BinaryOp::Mul && Active;
      bool L = Factor || (Mul && A.isActiveValue(Bin->Rhs));
      bool R = Factor || (Mul && A.isActiveValue(Bin->Lhs));
      const ir::Expr *Lhs = part(Bin->Lhs, L, Out);
      const ir::Expr *Rhs = part(Bin->Rhs, R, Out);
      if (Mul && L)
        Lhs = factor(Lhs, Out);
      if (Mul && R)
        Rhs = factor(Rhs, Out);
      return M.make<ir::Binary>(Bin->Op, Lhs, Rhs, E->Ty, E->Loc);
    }
    case ir::ExprKind::Select:
      return Active ? choice(cast<ir::Select>(E), Out) : E;
    case ir::ExprKind::Verbatim:
      return E;
    default:
      return E;
    }
  }

  const ir::Expr *call(const ir::RuleCall *C, StmtList &Out) {
    llvm::SmallVector<const ir::Expr *, 4> Args;
    for (const ir::Expr *Arg : C->Args)
      Args.push_back(argument(Arg, Out));
    return M.make<ir::RuleCall>(C->Callee, C->Spelling, M.list(Args), C->Ty,
                                C->Loc);
  }

  /// An argument of a call, or a denominator: it will be printed again in the
  /// derivative, so more than a few operations get a name.
  const ir::Expr *argument(const ir::Expr *E, StmtList &Out) {
    const ir::Expr *P = part(E, true, Out);
    unsigned Size = 0;
    ir::walk(P, [&](const ir::Expr *Sub) { Size += isa<ir::Binary>(Sub); });
    return isReal(P) && Size > 1 ? named(P, Out) : P;
  }

  /// E, a factor: a sum gets a name if it reads several places that may change
  /// afterwards, so that the sum can be kept in their stead.
  const ir::Expr *factor(const ir::Expr *E, StmtList &Out) {
    auto *Sum = dyn_cast<ir::Binary>(E);
    if (!Sum || (Sum->Op != ir::BinaryOp::Add && Sum->Op != ir::BinaryOp::Sub))
      return E;
    llvm::SmallVector<const ir::Expr *, 8> Read;
    ir::walk(E, [&](const ir::Expr *Sub) {
      auto Same = [&](const ir::Expr *R) {
        return ir::structurallyEqual(R, Sub);
      };
      if (isReal(Sub) && mayChange(Sub) && llvm::none_of(Read, Same))
        Read.push_back(Sub);
    });
    return Read.size() > 1 ? named(E, Out) : E;
  }

  bool mayChange(const ir::Expr *E) const {
    if (auto *V = dyn_cast<ir::VarRef>(E))
      return Assigned.contains(V->Var);
    if (auto *I = dyn_cast<ir::Index>(E))
      return !I->Base->Ty->element()->isConst();
    return isa<ir::Deref, ir::Member>(E);
  }

  const ir::Expr *quotient(const ir::Binary *Q, StmtList &Out) {
    const ir::Expr *L = part(Q->Lhs, false, Out);
    const ir::Expr *R = argument(Q->Rhs, Out);
    return M.make<ir::Binary>(ir::BinaryOp::Div, L, R, Q->Ty, Q->Loc);
  }

  /// c ? x : y stays; with steps of their own in x or y it becomes a branch.
  const ir::Expr *choice(const ir::Select *S, StmtList &Out) {
    StmtList Then, Else;
    const ir::Expr *T = part(S->Then, false, Then);
    const ir::Expr *E = part(S->Else, false, Else);
    if (Then.empty() && Else.empty() && isLeaf(T) && isLeaf(E))
      return S;
    const ir::Variable *V = M.makeLocal(names::Temporary, S->Ty, S->Loc);
    const ir::Expr *Ref = B.ref(V);
    Then.push_back(M.make<ir::Assign>(Ref, ir::AssignOp::Set, T, S->Loc));
    Else.push_back(M.make<ir::Assign>(Ref, ir::AssignOp::Set, E, S->Loc));
    Out.push_back(M.make<ir::Let>(V, nullptr, S->Loc));
    Out.push_back(
        M.make<ir::If>(S->Cond, M.block(Then), M.block(Else), S->Loc));
    return Ref;
  }

  static bool isLeaf(const ir::Expr *E) {
    return ir::isPlace(E) || isa<ir::RealLiteral, ir::IntLiteral>(E);
  }

  static bool isConstant(const ir::Expr *E) {
    bool Constant = true;
    ir::walk(E, [&](const ir::Expr *Sub) { Constant &= !ir::isPlace(Sub); });
    return Constant;
  }

  const ir::Expr *named(const ir::Expr *E, StmtList &Out) {
    return isa<ir::VarRef, ir::RealLiteral>(E) ? E : copied(E, Out);
  }

  const ir::Expr *copied(const ir::Expr *E, StmtList &Out) {
    const ir::Variable *V =
        M.makeLocal(names::Temporary, E->Ty->unqualified(), E->Loc);
    Out.push_back(M.make<ir::Let>(V, E, E->Loc));
    return B.ref(V);
  }

  ir::Module &M;
  ir::Build B;
  const analysis::Memory &Mem;
  const analysis::Activity &A;
  /// Variables that are set after their declaration.
  llvm::DenseSet<const ir::Variable *> Assigned;
};

} // namespace

ir::Block linearize::split(ir::Module &M, ir::Block Body,
                           const analysis::Memory &Mem,
                           const analysis::Activity &A) {
  return Splitter(M, Mem, A).run(Body);
}
