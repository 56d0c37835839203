// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Layout.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Layout::Layout(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
               const linearize::Shadows &S, const LoopSet &Replayed,
               bool ComesLater)
    : Mem(Body, Params, S.Params), ComesLater(ComesLater), Replayed(Replayed) {
  for (const ir::Variable *D : S.Params)
    Mem.forEachBehind(Mem.of(D), D->type(),
                      [&](analysis::Region R, const ir::Type *) {
                        CallersShadows.insert(R);
                      });
  ParentList.push_back(0);
  OwnerLoop.push_back(nullptr);
  number(Body, 0);
  findValues(Body);
  // What Derive declares beside the primal variable.
  for (auto &[V, D] : S.Of)
    if (S.Early.contains(D))
      if (const ir::Stmt *Declaration = declarationOf(V))
        Declarations[D] = Declaration;
}

void Layout::number(ir::Block B, unsigned List) {
  for (const ir::Stmt *S : B) {
    Position &P = Positions[S];
    P.Order = Next++;
    P.List = List;
    P.Loops = Around;
    if (const ir::Variable *V = ir::declared(S))
      Declarations[V] = S;
    for (const analysis::Write &W : analysis::writesOf(S, Mem))
      Writes.push_back({W, S, P.Order});
    bool IsLoop = isa<ir::CountedLoop, ir::Loop>(S);
    if (IsLoop)
      Around.push_back(S);
    ir::forEachBlock(S, [&](ir::Block Inner) {
      ParentList.push_back(List);
      OwnerLoop.push_back(IsLoop ? S : nullptr);
      number(Inner, ParentList.size() - 1);
    });
    if (IsLoop)
      Around.pop_back();
    Positions[S].End = Next - 1;
  }
}

void Layout::findValues(ir::Block Body) {
  llvm::DenseSet<const ir::Variable *> Assigned;
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (auto *A = dyn_cast<ir::Assign>(S))
      if (const ir::Variable *V = ir::placeVariable(A->Place))
        Assigned.insert(V);
    if (auto *P = dyn_cast<ir::PassThrough>(S))
      Assigned.insert(P->Writes.begin(), P->Writes.end());
    if (auto *C = dyn_cast<ir::Call>(S))
      for (unsigned I = 0; I < C->Args.size(); ++I)
        if (C->Callee->params()[I]->type()->isReference())
          if (const ir::Variable *V = ir::placeVariable(C->Args[I]))
            Assigned.insert(V);
  });
  for (auto &[V, S] : Declarations) {
    auto *L = dyn_cast<ir::Let>(S);
    bool Given = (L && L->Init) ||
                 isa<ir::Call, ir::CountedLoop, ir::Allocate, ir::Reserve>(S);
    if (Given && V->type()->isScalar() && !Assigned.contains(V) &&
        !Mem.isShared(Mem.of(V)))
      Values.insert(V);
  }
}

//===--- Levels -----------------------------------------------------------===//

unsigned Layout::level(const ir::Stmt *S) const {
  return llvm::count_if(
      of(S).Loops, [&](const ir::Stmt *L) { return Replayed.contains(L); });
}

unsigned Layout::level(const ir::Variable *V) const {
  const ir::Stmt *D = declarationOf(V);
  if (!D)
    return 0;
  // A counter belongs to the iteration.
  return level(D) + (isa<ir::CountedLoop>(D) && Replayed.contains(D));
}

unsigned Layout::levelOfRegion(analysis::Region R) const {
  llvm::SmallVector<analysis::Region, 4> Seen;
  unsigned Lowest = lowestLevel(R, Seen);
  return Lowest == ~0u ? 0 : Lowest;
}

/// Of the owners of R and, where R is a block, of whatever leads to it: the
/// block lives as long as somebody knows it. ~0u if there is none.
unsigned
Layout::lowestLevel(analysis::Region R,
                    llvm::SmallVectorImpl<analysis::Region> &Seen) const {
  if (llvm::is_contained(Seen, R))
    return ~0u;
  Seen.push_back(R);
  if (Mem.isExternal(R) || Mem.isReserved(R))
    return 0;
  unsigned Lowest = ~0u;
  for (const ir::Variable *V : Mem.owners(R))
    if (!V->type()->isReference())
      Lowest = std::min(Lowest, level(V));
  if (Mem.isBlock(R))
    for (analysis::Region H : Mem.holders(R))
      Lowest = std::min(Lowest, lowestLevel(H, Seen));
  return Lowest;
}

analysis::Region Layout::blockOf(const ir::Stmt *S) const {
  if (auto *R = dyn_cast<ir::Release>(S))
    return Mem.behind(R->Pointer);
  const ir::Variable *V = ir::declared(S);
  ir::VarRef Ref(V, V->type()->value(), S->Loc);
  return Mem.behind(&Ref);
}

unsigned Layout::levelOfBlock(const ir::Stmt *S) const {
  return levelOfRegion(blockOf(S));
}

/// Number of loops around P down to and with the one that opens level L.
unsigned Layout::depthOfLevel(const Position &P, unsigned L) const {
  unsigned Depth = 0, Seen = 0;
  for (const ir::Stmt *Loop : P.Loops) {
    if (Seen == L)
      break;
    ++Depth;
    Seen += Replayed.contains(Loop);
  }
  return L == 0 ? 0 : Depth;
}

bool Layout::isInLevelList(const ir::Stmt *S) const {
  unsigned List = of(S).List;
  const ir::Stmt *Owner = OwnerLoop[List];
  return List == 0 || (Owner && Replayed.contains(Owner));
}

bool Layout::isAlive(const ir::Variable *V) const {
  const ir::Stmt *D = declarationOf(V);
  return !D || (!isa<ir::CountedLoop>(D) && isInLevelList(D));
}

llvm::ArrayRef<const ir::Stmt *> Layout::loopsWithin(const ir::Stmt *S,
                                                     unsigned L) const {
  const Position &P = of(S);
  return llvm::ArrayRef(P.Loops).drop_front(depthOfLevel(P, L));
}

//===--- Changes ----------------------------------------------------------===//

bool Layout::dominates(const ir::Stmt *From, const ir::Stmt *To) const {
  const Position &F = of(From), &T = of(To);
  if (F.Order > T.Order)
    return false;
  unsigned List = T.List;
  while (List != F.List && List != 0)
    List = ParentList[List];
  return List == F.List;
}

/// W may be executed after S (or at S) within one run of level L.
bool Layout::followsOrRepeats(const ir::Stmt *W, const ir::Stmt *S, unsigned L,
                              bool After) const {
  const Position &PW = of(W), &PS = of(S);
  if (PW.Order > PS.Order || (PW.Order == PS.Order && !After))
    return true;
  unsigned Common = 0;
  while (Common < PW.Loops.size() && Common < PS.Loops.size() &&
         PW.Loops[Common] == PS.Loops[Common])
    ++Common;
  // A loop's own counter changes with its iterations.
  if (isa<ir::CountedLoop>(W) && Common < PS.Loops.size() &&
      PS.Loops[Common] == W)
    ++Common;
  return Common > depthOfLevel(PS, L);
}

/// Whether F holds for a write of Place, by a statement from First to before
/// End.
template <class Fn>
bool Layout::anyWriteOf(const ir::Expr *Place, Fn F, unsigned First,
                        unsigned End) const {
  analysis::Region R = Mem.ofPlace(Place);
  auto Below = [&](unsigned Order) {
    return llvm::partition_point(
        Writes, [&](const WriteAt &W) { return W.Order < Order; });
  };
  // What is written again later is often found at once from the end.
  auto InRange = llvm::make_range(Below(First), Below(End));
  return llvm::any_of(llvm::reverse(InRange), [&](const WriteAt &W) {
    return (W.W.Reals || !Place->Ty->isReal()) &&
           !(W.W.Place && ir::inDifferentMembers(Place, W.W.Place)) &&
           Mem.mayOverlap(W.W.R, W.W.Ty, R, Place->Ty) && F(W);
  });
}

/// Memory of the caller's that somebody may change.
bool Layout::isForeign(const ir::Expr *Place) const {
  const ir::Variable *V = ir::placeVariable(Place);
  bool Constant = V && V->isGlobal() && V->type()->isConst();
  analysis::Region R = Mem.ofPlace(Place);
  return (Mem.isExternal(R) && !Constant) || CallersShadows.contains(R);
}

/// Writes of Harmless into other regions are none of Place.
bool Layout::isLost(const ir::Expr *Place, const ir::Stmt *S, bool After,
                    const ir::Stmt *Harmless) const {
  if (isa<ir::Select>(Place))
    return false;
  analysis::Region R = Mem.ofPlace(Place);
  if (Mem.isUnknown(R))
    return true;
  if (!Mem.isExternal(R))
    for (const ir::Variable *V : Mem.owners(R))
      if (!V->type()->isReference() && !isAlive(V))
        return true;
  if (ComesLater && isForeign(Place))
    return true;
  unsigned L = levelOfPlace(Place);
  return anyWriteOf(Place, [&](const WriteAt &W) {
    return !(W.S == Harmless && W.W.R != R) &&
           followsOrRepeats(W.S, S, L, After);
  });
}

bool Layout::isLostBehind(const ir::Expr *Pointer, const ir::Stmt *S,
                          bool After) const {
  ir::Deref Behind(Pointer, Pointer->Ty->element()->unqualified(),
                   Pointer->Loc);
  // What S writes when it is repeated is no part of this either, as long as
  // this is the same.
  bool Same = llvm::all_of(
      loopsWithin(S, levelOfPlace(&Behind)),
      [&](const ir::Stmt *Loop) { return isInvariant(Pointer, Loop); });
  return isLost(&Behind, S, After, Same ? S : nullptr);
}

/// The records in E of which a member is read, and not the whole.
static llvm::SmallPtrSet<const ir::Expr *, 4> readInPart(const ir::Expr *E) {
  llvm::SmallPtrSet<const ir::Expr *, 4> Result;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *M = dyn_cast<ir::Member>(Sub))
      Result.insert(M->Base);
  });
  return Result;
}

/// The places that E reads, and those that it needs to find them.
template <class Fn> void Layout::forEachPlaceIn(const ir::Expr *E, Fn F) const {
  auto InPart = readInPart(E);
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (ir::isPlace(Sub) && !isa<ir::Select>(Sub) && !Sub->Ty->isArray() &&
        !InPart.contains(Sub))
      F(Sub);
  });
}

bool Layout::isUnchanged(const ir::Expr *E, const ir::Stmt *From,
                         const ir::Stmt *To) const {
  unsigned First = of(From).Order, End = of(To).Order;
  // A loop around To that begins with From, or after, may run as a whole.
  for (const ir::Stmt *L : of(To).Loops)
    if (const Position &PL = of(L); PL.Order >= First)
      End = std::max(End, PL.End + 1);
  auto Any = [](const WriteAt &) { return true; };
  bool Same = !ir::hasChangingText(E);
  forEachPlaceIn(E, [&](const ir::Expr *Place) {
    Same = Same && !anyWriteOf(Place, Any, First, End);
  });
  return Same;
}

bool Layout::isInvariant(const ir::Expr *E, const ir::Stmt *Loop) const {
  bool Same = !ir::hasChangingText(E);
  forEachPlaceIn(E, [&](const ir::Expr *Place) {
    Same = Same && !anyWriteOf(Place, [&](const WriteAt &W) {
             return isWithin(W.S, Loop);
           });
  });
  return Same;
}

/// S is Loop, or in it.
bool Layout::isWithin(const ir::Stmt *S, const ir::Stmt *Loop) const {
  const Position &P = of(S), &PL = of(Loop);
  return PL.Order <= P.Order && P.Order <= PL.End;
}

/// Looks Furthest steps back, from values to what they are set to.
bool Layout::isSame(const ir::Expr *E, const ir::Stmt *Loop,
                    unsigned Furthest) const {
  bool Same = !ir::hasChangingText(E);
  auto InPart = readInPart(E);
  ir::walk(E, [&](const ir::Expr *Sub) {
    auto *V = dyn_cast<ir::VarRef>(Sub);
    const ir::Stmt *D = V ? declarationOf(V->Var) : nullptr;
    if (!Same || !(D || ir::isPlace(Sub)))
      return;
    if (D && isWithin(D, Loop)) {
      auto *L = dyn_cast<ir::Let>(D);
      Same = L ? isValue(V->Var) && Furthest > 0 &&
                     isSame(L->Init, Loop, Furthest - 1)
               : isa<ir::CountedLoop>(D) && D != Loop;
    } else if (!isa<ir::Select>(Sub) && !Sub->Ty->isArray() &&
               !InPart.contains(Sub)) {
      Same = !anyWriteOf(Sub,
                         [&](const WriteAt &W) { return isWithin(W.S, Loop); });
    }
  });
  return Same;
}
