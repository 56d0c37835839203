// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep: adjoints, last statement first. A loop runs backwards:
//
//   for (i = 0; i < n; ++i) B    ==>    for (i = n - 1; i >= 0; --i) {
//                                         loads; adjoint of B
//                                       }
//
// but as it is where the order does not matter.

#include "Derive/Commute.h"
#include "Derive/Sweeps.h"
#include "IR/LoopShape.h"
#include "IR/Walk.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::derive;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void Sweeps::reverse(ir::Block Body, unsigned Level, StmtList &Out) {
  declareShadows(Body, Out);
  for (const ir::Stmt *St : llvm::reverse(Body))
    reverseStmt(St, Level, Out);
}

/// The shadows of what Body declares start as zero.
void Sweeps::declareShadows(ir::Block Body, StmtList &Out) {
  for (const ir::Stmt *St : Body) {
    const ir::Variable *V = ir::declared(St);
    const ir::Variable *D = V ? P.S.Of.lookup(V) : nullptr;
    if (D && P.S.Adjoints.contains(D) && !P.S.Early.contains(D))
      Out.push_back(M.make<ir::Let>(D, B.zero(D->type()), St->Loc));
  }
}

void Sweeps::reverseStmt(const ir::Stmt *St, unsigned Level, StmtList &Out) {
  if (auto It = P.AdjointOf.find(St); It != P.AdjointOf.end()) {
    Out.push_back(M.make<ir::Remark>(M.lineOf(St->Loc), St, St->Loc));
    Out.append(It->second.begin(), It->second.end());
  }
  if (!P.Reversed.contains(St))
    return;
  if (auto *I = dyn_cast<ir::If>(St))
    return reverseIf(I, Level, Out);
  if (P.Records.count(St))
    return reverseUncounted(St, Level, Out);
  if (auto *L = dyn_cast<ir::CountedLoop>(St))
    return reverseCounted(L, Level, Out);
}

//===--- Branches ---------------------------------------------------------===//

ir::Block Sweeps::arm(ir::Block Body, unsigned Level) {
  StmtList Out;
  provide(Body, Level, Out);
  reverse(Body, Level, Out);
  return M.block(Out);
}

void Sweeps::reverseIf(const ir::If *I, unsigned Level, StmtList &Out) {
  B.Loc = I->Loc;
  const ir::Expr *Cond = wayTaken(I);
  ir::Block Then = arm(I->Then, Level), Else = arm(I->Else, Level);
  if (Then.empty() && Else.empty())
    return;
  if (Then.empty()) {
    Cond = B.logicalNot(Cond);
    std::swap(Then, Else);
  }
  Out.push_back(M.make<ir::If>(Cond, Then, Else, I->Loc));
}

/// True where Then ran. An arm that leaves the loop ran if the loop was left
/// there, and only in its last iteration.
const ir::Expr *Sweeps::wayTaken(const ir::If *I) {
  auto Number = [&](ir::Block Arm) {
    return Arm.empty() ? 0 : P.BreakNumber.lookup(Arm.back());
  };
  int N = Number(I->Then);
  bool InThen = N != 0;
  if (!InThen)
    N = Number(I->Else);
  if (N == 0)
    return I->Cond;
  const Running &R = Open.back();
  const ir::Expr *Left = B.logicalAnd(
      B.cmp(ir::BinaryOp::Eq, B.ref(R.Iteration), B.ref(R.Record.Trips)),
      B.cmp(ir::BinaryOp::Eq, B.ref(R.Record.Left), B.integer(N, M.intType())));
  return InThen ? Left : B.logicalNot(Left);
}

//===--- Loops ------------------------------------------------------------===//

/// Values declared directly in Body that its reverse needs.
void Sweeps::provide(ir::Block Body, unsigned Level, StmtList &Out) {
  // Pops come in the opposite order of pushes, but each stack holds one
  // value's, so any order will do.
  for (const ir::Stmt *St : Body) {
    const ir::Variable *V = ir::declared(St);
    if (!V || isa<ir::CountedLoop>(St))
      continue;
    if (P.Slots.count(V))
      S.load(V, Out);
    else if (P.Recomputed.contains(V))
      Out.push_back(recomputed(St));
  }
  (void)Level;
}

const ir::Stmt *Sweeps::recomputed(const ir::Stmt *Declaration) {
  const ir::Variable *V = ir::declared(Declaration);
  const ir::Expr *Formula = P.Formulas.lookup(V);
  return Formula ? M.make<ir::Let>(V, Formula, Declaration->Loc) : Declaration;
}

void Sweeps::iteration(const ir::Stmt *Loop, ir::Block Body, unsigned Level,
                       StmtList &Out) {
  if (!P.Replayed.contains(Loop)) {
    provide(Body, Level, Out);
    reverse(Body, Level, Out);
    return;
  }
  StmtList Again;
  bool UsesArena = false;
  S.declare(Level + 1, Body, Again, UsesArena);
  unsigned Saved = std::exchange(Depth, 0);
  forward(Body, Level + 1, true, Again);
  Depth = Saved;
  if (UsesArena || needsScope(Again))
    Out.push_back(M.make<ir::Let>(
        M.makeLocal(names::ArenaMark, M.opaqueType("::nabla::arena_scope"),
                    Loop->Loc),
        nullptr, Loop->Loc));
  Out.append(Again);
  reverse(Body, Level + 1, Out);
}

void Sweeps::reverseCounted(const ir::CountedLoop *L, unsigned Level,
                            StmtList &Out) {
  StmtList Body;
  iteration(L, L->Body, Level, Body);
  S.enterReverse(L, Level, Out);
  if (iterationsCommute(Body, P.S)) {
    Out.push_back(ir::withBody(M, L, M.block(Body)));
    return;
  }
  const ir::Type *T = L->Counter->type()->unqualified();
  bool ByOne = L->Step == 1 || L->Step == -1;
  bool Plain = ByOne && T->isSigned() && T->bits() >= 32;
  B.Loc = L->Loc;
  Out.push_back(Plain ? downward(L, M.block(Body)) : byNumber(L, Body));
}

/// From the last value of the counter to the first.
const ir::Stmt *Sweeps::downward(const ir::CountedLoop *L, ir::Block Body) {
  bool Up = L->Step > 0;
  bool Closed =
      L->Relation == ir::BinaryOp::Le || L->Relation == ir::BinaryOp::Ge;
  const ir::Expr *One = B.integer(1, L->Counter->type()->unqualified());
  const ir::Expr *Last = Closed ? L->End
                         : Up   ? B.sub(L->End, One)
                                : B.add(L->End, One);
  return M.make<ir::CountedLoop>(L->Counter, Last,
                                 Up ? ir::BinaryOp::Ge : ir::BinaryOp::Le,
                                 L->Begin, -L->Step, Body, L->Loc);
}

/// Where the last value is not the end's neighbour, or the counter could not go
/// below the first.
const ir::Stmt *Sweeps::byNumber(const ir::CountedLoop *L,
                                 const StmtList &Body) {
  const ir::Type *T = L->Counter->type()->unqualified();
  const ir::Type *Long = M.longType();
  const ir::Variable *K = M.makeLocal(names::Iteration, Long, L->Loc);
  const ir::Expr *Offset = B.cast(B.mul(B.ref(K), B.integer(L->Step, Long)), T);
  StmtList Whole{M.make<ir::Let>(L->Counter, B.add(L->Begin, Offset), L->Loc)};
  Whole.append(Body.begin(), Body.end());
  const ir::Expr *Last =
      B.sub(B.cast(ir::tripCount(B, L), Long), B.integer(1, Long));
  return M.make<ir::CountedLoop>(K, Last, ir::BinaryOp::Ge, B.integer(0, Long),
                                 -1, M.block(Whole), L->Loc);
}

void Sweeps::reverseUncounted(const ir::Stmt *St, unsigned Level,
                              StmtList &Out) {
  B.Loc = St->Loc;
  const plan::LoopRecord &R = P.Records.find(St)->second;
  const ir::Type *Long = M.longType();
  const ir::Variable *K = M.makeLocal(names::Iteration, Long, St->Loc);
  Open.push_back({K, R});
  StmtList Body;
  ir::Block Inner;
  if (auto *L = dyn_cast<ir::CountedLoop>(St)) {
    const ir::Type *T = L->Counter->type()->unqualified();
    const ir::Expr *Number = B.sub(B.ref(K), B.integer(1, Long));
    const ir::Expr *Offset = B.cast(B.mul(Number, B.integer(L->Step, Long)), T);
    Body.push_back(
        M.make<ir::Let>(L->Counter, B.add(L->Begin, Offset), L->Loc));
    Inner = L->Body;
  } else {
    Inner = cast<ir::Loop>(St)->Body;
  }
  iteration(St, Inner, Level, Body);
  Open.pop_back();
  S.enterReverse(St, Level, Out);
  Out.push_back(M.make<ir::CountedLoop>(K, B.ref(R.Trips), ir::BinaryOp::Gt,
                                        B.integer(0, Long), -1, M.block(Body),
                                        St->Loc));
}
