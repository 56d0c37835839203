// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forward sweep: the primal, in its order, with stores.

#include "Derive/Sweeps.h"

using namespace nabla;
using namespace nabla::derive;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Whether St takes part in a replay at Level: it changes only what belongs to
/// the iteration, and something that is needed.
bool Sweeps::isReplayed(const ir::Stmt *St, unsigned Level) const {
  auto It = P.HomeLevel.find(St);
  return It != P.HomeLevel.end() && It->second >= Level &&
         P.RunAgain.contains(St);
}

void Sweeps::forward(ir::Block Body, unsigned Level, bool Replay,
                     StmtList &Out) {
  // Values are stored behind the statement that they belong to: what the user
  // computes goes first, and stays in registers (a sum need not be spilled).
  llvm::SmallVector<const ir::Variable *, 4> Unstored;
  auto StoreAll = [&] {
    for (const ir::Variable *V : Unstored)
      S.store(V, Out);
    Unstored.clear();
  };
  for (const ir::Stmt *St : Body) {
    if (!isa<ir::Let, ir::Assign>(St))
      StoreAll();
    switch (St->Kind) {
    case ir::StmtKind::Let:
      if (forwardLet(cast<ir::Let>(St), Level, Replay, Out))
        Unstored.push_back(cast<ir::Let>(St)->Var);
      break;
    case ir::StmtKind::If: {
      auto *I = cast<ir::If>(St);
      StmtList Then, Else;
      forward(I->Then, Level, Replay, Then);
      forward(I->Else, Level, Replay, Else);
      if (!Then.empty() || !Else.empty())
        Out.push_back(
            M.make<ir::If>(I->Cond, M.block(Then), M.block(Else), St->Loc));
      break;
    }
    case ir::StmtKind::CountedLoop:
    case ir::StmtKind::Loop:
      forwardLoop(St, Level, Replay, Out);
      break;
    case ir::StmtKind::Exit:
      // A replay is of one iteration: what ends the loop ends nothing here.
      if (!Replay || Depth > 0)
        Out.push_back(St);
      break;
    case ir::StmtKind::Call: {
      const ir::Variable *V = cast<ir::Call>(St)->Result;
      if (Replay && !isReplayed(St, Level)) {
        if (V && P.Slots.count(V))
          S.load(V, Out);
        break;
      }
      Out.push_back(St);
      if (auto It = P.Slots.find(V);
          V && It != P.Slots.end() && It->second.Level == Level)
        S.store(V, Out);
      earlyShadow(V, St->Loc, Out);
      break;
    }
    case ir::StmtKind::Allocate:
      allocate(cast<ir::Allocate>(St), Level, Replay, Out);
      break;
    case ir::StmtKind::Release:
      release(cast<ir::Release>(St), Level, Out);
      break;
    case ir::StmtKind::Reserve: {
      const ir::Variable *V = cast<ir::Reserve>(St)->Var;
      auto It = P.Slots.find(V);
      if (It != P.Slots.end() && It->second.Level < Level) {
        S.load(V, Out);
        break;
      }
      if (Replay && !P.Needed.contains(V))
        break;
      Out.push_back(St);
      if (It != P.Slots.end() && It->second.Level == Level)
        S.store(V, Out);
      break;
    }
    default:
      if (!Replay || isReplayed(St, Level))
        Out.push_back(St);
      if (isa<ir::Assign>(St))
        StoreAll();
      break;
    }
  }
  StoreAll();
}

/// A block that the reverse of Level reads lives as long as the level does: on
/// the arena if it is nobody else's. One that is of a deeper level is made and
/// given back as in the primal.
void Sweeps::allocate(const ir::Allocate *A, unsigned Level, bool Replay,
                      StmtList &Out) {
  const ir::Variable *V = A->Var;
  auto It = P.Slots.find(V);
  if (It != P.Slots.end() && It->second.Level < Level)
    return S.load(V, Out);
  if (Replay && !P.Needed.contains(V))
    return;
  plan::BlockUse Use = P.Blocks.lookup(A);
  bool Lives = P.HomeLevel.lookup(A) == Level;
  if (Use.Measured)
    Out.push_back(M.make<ir::Allocate>(
        V, Lives ? ir::Allocator::Reserved : ir::Allocator::Measured, A->Count,
        A->Zero, A->Loc));
  else if (A->How == ir::Allocator::Reserved || (Lives && Use.Own))
    Out.push_back(M.make<ir::Reserve>(V, A->Count, A->Zero, A->Loc));
  else
    Out.push_back(A);
  if (It != P.Slots.end() && It->second.Level == Level)
    S.store(V, Out);
}

void Sweeps::release(const ir::Release *R, unsigned Level, StmtList &Out) {
  plan::BlockUse Use = P.Blocks.lookup(R);
  unsigned Home = P.HomeLevel.lookup(R);
  if (Home > Level)
    Out.push_back(Use.Measured
                      ? M.make<ir::Release>(ir::Allocator::Measured, R->Pointer,
                                            /*Late=*/false, R->Loc)
                      : R);
  else if (Home == Level && !Use.Own)
    Out.push_back(
        M.make<ir::Release>(R->How, R->Pointer, /*Late=*/true, R->Loc));
}

/// Whether the value is to be stored.
bool Sweeps::forwardLet(const ir::Let *L, unsigned Level, bool Replay,
                        StmtList &Out) {
  const ir::Variable *V = L->Var;
  bool Early = isEarly(V);
  if (P.ReverseOnly.contains(V) && !Early)
    return false;
  if (Replay && !P.Needed.contains(V) && !Early)
    return false;
  auto It = P.Slots.find(V);
  if (It != P.Slots.end() && It->second.Level < Level)
    return S.load(V, Out), false;
  Out.push_back(L);
  earlyShadow(V, L->Loc, Out);
  return It != P.Slots.end() && It->second.Level == Level;
}

/// The shadow of V is pointed to while the primal runs.
bool Sweeps::isEarly(const ir::Variable *V) const {
  const ir::Variable *D = V ? P.S.Of.lookup(V) : nullptr;
  return D && P.S.Early.contains(D);
}

void Sweeps::earlyShadow(const ir::Variable *V, ir::SourceLoc L,
                         StmtList &Out) {
  if (!isEarly(V))
    return;
  const ir::Variable *D = P.S.Of.lookup(V);
  Out.push_back(M.make<ir::Let>(D, B.zero(D->type()), L));
}

/// Code of a replayed loop that does nothing but end it: whatever its tests
/// read has not been run again.
static bool onlyLeaves(ir::Block Body) {
  return llvm::all_of(Body, [](const ir::Stmt *S) {
    auto *I = dyn_cast<ir::If>(S);
    return isa<ir::Exit>(S) ||
           (I && onlyLeaves(I->Then) && onlyLeaves(I->Else));
  });
}

void Sweeps::forwardLoop(const ir::Stmt *St, unsigned Level, bool Replay,
                         StmtList &Out) {
  StmtList Body;
  ++Depth;
  forward(ir::bodyOf(St), Level, Replay, Body);
  --Depth;
  if (Replay && onlyLeaves(Body))
    return;
  S.enter(St, Level, Out);
  Out.push_back(ir::withBody(M, St, M.block(Body)));
}
