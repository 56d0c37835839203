// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decision for each value that the reverse sweep needs. A value is a scalar
// that is set once (a Let, or a copy that Record has made).

#include "Plan/Plan.h"
#include "IR/LoopShape.h"
#include "Plan/Choice.h"
#include "Plan/Describe.h"
#include "Plan/Levels.h"
#include "Plan/Record.h"
#include "Plan/Replay.h"
#include "Plan/Shape.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// V, or what V is the shadow of.
static const ir::Variable *primalOf(const ir::Variable *V,
                                    const linearize::Shadows &S) {
  for (auto &[Primal, Shadow] : S.Of)
    if (Shadow == V)
      return Primal;
  return V;
}

namespace {

/// Straight-line code: above this cost a value is stored.
constexpr unsigned DearestRecomputed = 12;

class Planner {
public:
  Planner(ir::Module &M, const ir::Function &F, Plan &P)
      : M(M), P(P), Where(P.Body, F.params(), P.S, P.Replayed, P.ComesLater),
        Depth(P.Body, Where) {}

  /// Decides; returns a replayed loop that cannot be one, or null.
  const ir::Stmt *run() {
    collect();
    llvm::SmallVector<const ir::Variable *, 32> Read(Work);
    ByFormula = chooseRecomputed(P, Where, Read);
    while (!Work.empty()) {
      const ir::Variable *V = Work.pop_back_val();
      decide(V);
    }
    for (auto &[V, S] : P.Slots)
      if (const ir::Stmt *Loop = outOfOrder(V, S))
        return Loop;
    describe(M, Where, P);
    if (const ir::Stmt *Loop = halfReplayed())
      return Loop;
    ir::walk(P.Body, [&](const ir::Stmt *S) {
      ir::forEachUse(S, [&](const ir::Variable *V) { ++Uses[V]; });
    });
    findReverseOnly(P.Body);
    return nullptr;
  }

private:
  void need(const ir::Variable *V) {
    if (P.Needed.insert(V).second)
      Work.push_back(V);
  }

  void needAllIn(const ir::Expr *E) {
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        need(V->Var);
    });
  }

  /// A block of an inner iteration is made and given back in the replays of the
  /// iterations around it.
  void collectInnerBlocks() {
    ir::walk(P.Body, [&](const ir::Stmt *S) {
      if ((isa<ir::Allocate, ir::Release>(S)) && Where.levelOfBlock(S) > 1) {
        if (const ir::Variable *V = ir::declared(S))
          need(V);
        needForReplay(S);
      }
    });
  }

  /// What adjoints, branches and loops of the reverse sweep mention.
  void collect() {
    collectInnerBlocks();
    for (auto &[S, Adjoint] : P.AdjointOf)
      ir::walkExprs(Adjoint, [&](const ir::Expr *E) {
        if (auto *V = dyn_cast<ir::VarRef>(E))
          need(V->Var);
      });
    ir::walk(P.Body, [&](const ir::Stmt *S) {
      if (!P.Reversed.contains(S))
        return;
      if (auto *I = dyn_cast<ir::If>(S))
        if (!isFlagged(I))
          needAllIn(I->Cond);
      if (auto *L = dyn_cast<ir::CountedLoop>(S)) {
        needAllIn(L->Begin);
        needAllIn(L->End);
      }
      if (auto It = P.Records.find(S); It != P.Records.end()) {
        need(It->second.Trips);
        if (It->second.Left)
          need(It->second.Left);
      }
    });
  }

  static bool isFlagged(const ir::If *I) {
    auto Ends = [](ir::Block B) {
      auto *E = B.empty() ? nullptr : dyn_cast<ir::Exit>(B.back());
      return E && E->To == ir::ExitKind::Break;
    };
    return Ends(I->Then) || Ends(I->Else);
  }

  void decide(const ir::Variable *V) {
    const ir::Stmt *D = Where.declarationOf(V);
    if (!D || isa<ir::CountedLoop>(D))
      return;
    if (!Where.isValue(V)) {
      // Alive, or replayed with all that sets it.
      if (Where.level(V) > 0)
        ir::walk(P.Body, [&](const ir::Stmt *S) {
          if (sets(S, V))
            needForReplay(S);
        });
      return;
    }
    auto *L = dyn_cast<ir::Let>(D);
    unsigned Own = Where.level(D);
    if (isa<ir::Allocate>(D))
      return decideBlock(V, D, Own);
    unsigned Level =
        L ? Depth.firstLevel(L->Init, D, Own) : Depth.levelOfCall(V, Own);
    // The replay that stores V, or finds it, computes it.
    if (Level > 0 && !L)
      ir::walk(P.Body, [&](const ir::Stmt *S) {
        if (isa<ir::Call>(S) && concerns(S, V))
          needForReplay(S);
      });
    if (Level < Own) {
      store(V, Level);
      if (Level > 0)
        needForReplay(D);
      return;
    }
    if (Where.isAlive(V)) {
      if (Own > 0 && L)
        needAllIn(L->Init); // the replay computes it
      return;
    }
    if (ByFormula.contains(V)) {
      P.Recomputed.insert(V);
      needAllIn(P.Formulas.lookup(V));
      return;
    }
    if (L && Where.of(D).Loops.empty() && Depth.isAtHand(L->Init, D) &&
        costOf(L->Init) <= DearestRecomputed) {
      P.Recomputed.insert(V);
      needAllIn(L->Init);
      return;
    }
    store(V, Own);
    if (Own > 0 && L)
      needForReplay(L);
  }

  /// V is the address of the block that D makes. A replay makes the block
  /// again, with what is in it, unless it is older than the iteration or
  /// survives it.
  void decideBlock(const ir::Variable *V, const ir::Stmt *D, unsigned Own) {
    unsigned Level = std::min(Where.levelOfBlock(D), Own);
    if (Level > 0) {
      needForReplay(D);
      ir::walk(P.Body, [&](const ir::Stmt *S) {
        if (S != D && sets(S, V))
          needForReplay(S);
      });
    }
    if (Level < Own || !Where.isAlive(V))
      store(V, Level);
  }

  bool sets(const ir::Stmt *S, const ir::Variable *V) {
    if (ir::declared(S) == V)
      return true;
    if (!isa<ir::Assign, ir::Call>(S))
      return false;
    for (const analysis::Write &W : analysis::writesOf(S, Where.memory()))
      if (llvm::is_contained(Where.memory().owners(W.R), V))
        return true;
    return false;
  }

  /// S is run again, and so are the branches and loops around it.
  void needForReplay(const ir::Stmt *S) {
    P.RunAgain.insert(S);
    ir::forEachExpr(S, [&](const ir::Expr *E) { needAllIn(E); });
    ir::walk(P.Body, [&](const ir::Stmt *Outer) {
      bool Around = Where.of(Outer).Order < Where.of(S).Order &&
                    Where.of(S).Order <= Where.of(Outer).End;
      if (!Around)
        return;
      ir::forEachExpr(Outer, [&](const ir::Expr *E) { needAllIn(E); });
      if (isa<ir::CountedLoop, ir::Loop>(Outer) && Where.level(Outer) > 0)
        forEachLeaving(Outer, [&](const ir::If *I) { needAllIn(I->Cond); });
    });
  }

  /// Pointers that are stored for longer than what they may lead to lives.
  void checkStored(const ir::Variable *V, unsigned Level) {
    if (!V->type()->isPointer() || P.Stuck)
      return;
    ir::VarRef Ref(V, V->type()->value(), V->loc());
    const analysis::Memory &Mem = Where.memory();
    for (const ir::Variable *Owner : Mem.owners(Mem.behind(&Ref))) {
      Owner = primalOf(Owner, P.S);                   // they end together
      const ir::Stmt *D = Where.declarationOf(Owner); // blocks: decideBlock
      if (D && isa<ir::Let>(D) && !Owner->type()->isReference() &&
          Where.level(Owner) > Level)
        stickOn(M, P, *Owner);
    }
  }

  void store(const ir::Variable *V, unsigned Level) {
    checkStored(V, Level);
    const ir::Stmt *D = Where.declarationOf(V);
    Slot S;
    S.Level = Level;
    auto Loops = Where.loopsWithin(D, Level);
    S.Loops.assign(Loops.begin(), Loops.end());
    bool MayBreak = Level < Where.level(D);
    if (Loops.empty())
      S.As = Slot::Local;
    else if (Where.isInLevelList(Loops.front()) &&
             isArray(S, D, Loops, MayBreak)) // a stack gives nothing back twice
      S.As = S.Over.empty() ? Slot::Local : Slot::Array;
    else if (Level == Where.level(D) && findRows(S, D))
      S.As = Slot::Rows;
    else
      S.As = Slot::Stack;
    P.Slots[V] = S;
  }

  /// Whether an array made before the first of Loops, the innermost of S.Loops,
  /// can hold what D declares; if so, S says of which extents.
  bool isArray(Slot &S, const ir::Stmt *D,
               llvm::ArrayRef<const ir::Stmt *> Loops, bool MayBreak) {
    auto *L = dyn_cast<ir::Let>(D);
    llvm::SmallVector<const ir::Stmt *, 4> Over;
    for (const ir::Stmt *Loop : Loops)
      if (!L || !L->Init || !Where.isSame(L->Init, Loop))
        Over.push_back(Loop);
    if (!isRectangular(Over, Loops.front(), Where, MayBreak))
      return false;
    S.Entry = Loops.front();
    S.Over = Over;
    return true;
  }

  /// Worth a row of its own: a push or two are not.
  bool isLong(llvm::ArrayRef<const ir::Stmt *> Over) {
    constexpr int64_t Shortest = 8;
    ir::Build B(M);
    int64_t Length = Over.empty() ? 0 : 1;
    for (const ir::Stmt *L : Over) {
      auto N = ir::integerValue(ir::tripCount(B, cast<ir::CountedLoop>(L)));
      Length *= N ? std::clamp<int64_t>(*N, 0, Shortest) : Shortest;
    }
    return Length >= Shortest;
  }

  /// The outermost of S.Loops from which on an array will do.
  bool findRows(Slot &S, const ir::Stmt *D) {
    llvm::ArrayRef<const ir::Stmt *> Loops = S.Loops;
    for (; !Loops.empty(); Loops = Loops.drop_front())
      if (isArray(S, D, Loops, /*MayBreak=*/false) && isLong(S.Over))
        return true;
    S.Entry = nullptr;
    S.Over.clear();
    return false;
  }

  /// A stack gives values back last in first out, once; a replay wants them
  /// first in first out, and the reverse after it wants them again. One that
  /// every iteration of the replayed loop declares for itself is no trouble.
  const ir::Stmt *outOfOrder(const ir::Variable *V, const Slot &S) {
    const ir::Stmt *D = Where.declarationOf(V);
    if (S.Level == Where.level(D) || S.As != Slot::Stack ||
        (Where.isAlive(V) && Where.loopsWithin(D, S.Level + 1).empty()))
      return nullptr;
    for (const ir::Stmt *L : S.Loops)
      if (P.Replayed.contains(L))
        return L;
    return nullptr;
  }

  /// A loop with a call that a replay has to run, for what it sets of the
  /// iteration's own, and must not run, for what else it sets, or could not,
  /// for what it reads; null if there is none.
  const ir::Stmt *halfReplayed() {
    const ir::Stmt *Found = nullptr;
    ir::walk(P.Body, [&](const ir::Stmt *S) {
      if (!isa<ir::Call>(S) || !P.RunAgain.contains(S))
        return;
      unsigned Home = P.HomeLevel.lookup(S), Deepest = 0;
      for (const analysis::Write &W : analysis::writesOf(S, Where.memory()))
        for (const ir::Variable *V : Where.memory().owners(W.R))
          if (!(V == ir::declared(S) && Where.isValue(V)) &&
              P.Needed.contains(V))
            Deepest = std::max(Deepest, Where.levelOfRegion(W.R));
      auto *C = cast<ir::Call>(S);
      unsigned Reads = Where.level(S);
      for (unsigned I = 0; I < C->Args.size(); ++I)
        Reads = Depth.lostLevel(C, I, Reads);
      if (Home >= Deepest && Reads == Where.level(S))
        return;
      for (const ir::Stmt *L : Where.of(S).Loops)
        if (P.Replayed.contains(L))
          Found = L;
    });
    return Found;
  }

  /// Last statement first: what only such a value reads is one too.
  void findReverseOnly(ir::Block Body) {
    for (const ir::Stmt *S : llvm::reverse(Body)) {
      ir::forEachBlock(S, [&](ir::Block Inner) { findReverseOnly(Inner); });
      auto *L = dyn_cast<ir::Let>(S);
      if (!L || !P.Recomputed.contains(L->Var) || Uses.lookup(L->Var) != 0)
        continue;
      P.ReverseOnly.insert(L->Var);
      ir::forEachUse(S, [&](const ir::Variable *V) { --Uses[V]; });
    }
  }

  ir::Module &M;
  Plan &P;
  Layout Where;
  Levels Depth;
  llvm::SmallVector<const ir::Variable *, 32> Work;
  llvm::DenseSet<const ir::Variable *> ByFormula;
  llvm::DenseMap<const ir::Variable *, unsigned> Uses;
};

} // namespace

/// The loop of the linearized body that has become Loop: both stand at the same
/// source location, and loops keep their order.
static const ir::Stmt *counterpart(ir::Block Old, ir::Block New,
                                   const ir::Stmt *Loop) {
  std::vector<const ir::Stmt *> Before, After;
  auto Collect = [](ir::Block B, std::vector<const ir::Stmt *> &To) {
    ir::walk(B, [&](const ir::Stmt *S) {
      if (isa<ir::CountedLoop, ir::Loop>(S))
        To.push_back(S);
    });
  };
  Collect(Old, Before);
  Collect(New, After);
  for (unsigned I = 0; I < After.size(); ++I)
    if (After[I] == Loop)
      return Before[I];
  return nullptr;
}

/// Pointers to an iteration's own variables lead nowhere once it is over.
/// Lasts: what Body declares is there until its adjoints have run.
static void
checkPointedTo(ir::Module &M, const linearize::Linear &L, ir::Block Body,
               bool Lasts, const LoopSet &Replayed,
               const llvm::DenseSet<const ir::Variable *> &Addressed, Plan &P) {
  for (const ir::Stmt *S : Body) {
    const ir::Variable *V = ir::declared(S);
    bool Gone = V && !Lasts &&
                (L.S.Early.contains(L.S.Of.lookup(V)) ||
                 (isa<ir::Let>(S) && Addressed.contains(V)));
    if (Gone && !P.Stuck)
      stickOn(M, P, *primalOf(V, L.S));
    bool Inside =
        isa<ir::CountedLoop, ir::Loop>(S) ? Replayed.contains(S) : Lasts;
    ir::forEachBlock(S, [&](ir::Block Inner) {
      checkPointedTo(M, L, Inner, Inside, Replayed, Addressed, P);
    });
  }
}

plan::Plan plan::plan(ir::Module &M, const ir::Function &F,
                      const linearize::Linear &L) {
  LoopSet Replayed = chooseReplayed(F, L);
  Plan P;
  while (true) {
    P = Plan();
    const ir::Stmt *Unfit = record(M, F, L, Replayed, P);
    if (!Unfit)
      if (const ir::Stmt *Loop = Planner(M, F, P).run())
        Unfit = counterpart(L.Body, P.Body, Loop);
    if (!Unfit)
      break;
    Replayed.erase(Unfit);
  }
  checkPointedTo(M, L, L.Body, /*Lasts=*/true, Replayed, addressedByAdjoints(L),
                 P);
  return P;
}
