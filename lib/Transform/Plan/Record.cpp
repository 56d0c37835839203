// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Record.h"
#include "IR/Build.h"
#include "Plan/Copies.h"
#include "Plan/KeptReads.h"
#include "Plan/Replay.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static bool endsInBreak(ir::Block B) {
  if (B.empty())
    return false;
  auto *E = dyn_cast<ir::Exit>(B.back());
  return E && E->To == ir::ExitKind::Break;
}

using StmtSet = llvm::DenseSet<const ir::Stmt *>;

/// Adds to Found the branches and loops with an adjoint inside.
static bool findReversed(ir::Block Body, const linearize::Linear &L,
                         StmtSet &Found) {
  bool Any = false;
  for (const ir::Stmt *S : Body) {
    bool Here = L.AdjointOf.count(S);
    ir::forEachBlock(
        S, [&](ir::Block Inner) { Here |= findReversed(Inner, L, Found); });
    if (Here)
      Found.insert(S);
    Any |= Here;
  }
  return Any;
}

namespace {

class Recorder {
public:
  Recorder(ir::Module &M, const linearize::Linear &L, const Layout &Where,
           const LoopSet &Replayed, Recording &R, Plan &P)
      : M(M), B(M), L(L), Where(Where), Replayed(Replayed),
        Needed(L, Where, R.Reversed), Shadows(L.S), R(R),
        Kept(M, L, Where, R, P) {}

  /// Returns a loop that cannot be replayed after all, or null.
  const ir::Stmt *run() {
    visit(L.Body);
    return Unfit;
  }

private:
  void visit(ir::Block Body) {
    size_t Outer = Kept.setsNoted();
    for (unsigned K = 0; K < Body.size(); ++K) {
      const ir::Stmt *S = Body[K];
      if (auto It = L.AdjointOf.find(S); It != L.AdjointOf.end())
        R.Adjoints[S] = adjoint(S, It->second);
      // A pointer is found again, not stored: what it points to is another one
      // in the replay.
      bool ByStore =
          Kept.isValueLet(S) && !ir::declared(S)->type()->isPointer();
      if (Where.level(S) > 0 && Needed.includes(S) && !ByStore &&
          !isa<ir::CountedLoop>(S))
        R.Replacement[S] = replayable(S);
      bool Again = Where.level(S) > 0 && Needed.isWithin(S);
      if (R.Reversed.contains(S) || Again) {
        if (auto *I = dyn_cast<ir::If>(S))
          R.Conditions[S] = condition(I, Again);
        if (auto *C = dyn_cast<ir::CountedLoop>(S)) {
          R.Conditions[S] = bound(C->Begin, S);
          R.Ends[S] = bound(C->End, S);
        }
        // A condition that is evaluated again and again has no copy.
        if (auto *W = dyn_cast<ir::Loop>(S); W && Again && W->Cond)
          if (readsFromOutside(W->Cond, S))
            Unfit = innermostReplayed(S);
      }
      ir::forEachBlock(S, [&](ir::Block Inner) { visit(Inner); });
      if (Kept.isValueLet(S) && !Where.isInLevelList(S))
        Kept.giveFormula(cast<ir::Let>(S));
      if (K + 1 < Body.size())
        Kept.noteSet(S, Body[K + 1]);
    }
    Kept.forgetSets(Outer);
  }

  /// Something that E reads at S is older than the iteration that is replayed,
  /// and gone when it is.
  bool readsFromOutside(const ir::Expr *E, const ir::Stmt *S) const {
    bool Found = ir::hasChangingText(E);
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (ir::isPlace(Sub) && Sub->Ty->isScalar() && !Kept.isNamed(Sub))
        Found |=
            Where.levelOfPlace(Sub) < Where.level(S) && Where.isLost(Sub, S);
    });
    return Found;
  }

  const ir::Stmt *innermostReplayed(const ir::Stmt *S) const {
    const ir::Stmt *Found = nullptr;
    for (const ir::Stmt *Loop : Where.of(S).Loops)
      if (Replayed.contains(Loop))
        Found = Loop;
    return Found;
  }

  ir::Block adjoint(const ir::Stmt *S, ir::Block Adjoint) {
    return rewriteReads(
        M, Adjoint, Shadows, Kept.Around, [&](const ir::Expr *E) {
          bool After = ir::declared(S) && ir::mentions(E, ir::declared(S));
          return Kept.keep(E, S, After);
        });
  }

  /// S as it may be run again: it reads copies of what would be lost to a
  /// replay of the loop around it.
  const ir::Stmt *replayable(const ir::Stmt *S) {
    ir::Rewrite R{M};
    unsigned Level = Where.level(S);
    R.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
      if (auto *A = dyn_cast<ir::AddressOf>(E))
        return M.make<ir::AddressOf>(sameObject(A->Place, R), A->Decay, A->Ty,
                                     A->Loc);
      if (isBound(E, S))
        return sameObject(E, R);
      if (const ir::Expr *New = choice(E, R))
        return New;
      if (auto *Text = dyn_cast<ir::Verbatim>(E);
          Text && E->Ty->isScalar() &&
          (Text->mayChange() || Kept.namesDead(E, Level)))
        return Kept.keep(E, S, false);
      if (!ir::isPlace(E) || !E->Ty->isScalar() || isTarget(E, S))
        return nullptr;
      if (Where.levelOfPlace(E) >= Level)
        return nullptr;
      return Kept.keep(E, S, false);
    };
    return ir::rewriteParts(R, S);
  }

  /// E rewritten, if a part of it is evaluated under a condition; else null.
  const ir::Expr *choice(const ir::Expr *E, const ir::Rewrite &R) {
    auto Under = [&](const ir::Expr *Cond, bool Holds, const ir::Expr *Part) {
      return Kept.Around.under(Cond, Holds,
                               [&] { return ir::rewriteExpr(R, Part); });
    };
    if (auto *C = dyn_cast<ir::Select>(E)) {
      const ir::Expr *Cond = ir::rewriteExpr(R, C->Cond);
      const ir::Expr *Then = Under(C->Cond, true, C->Then);
      return M.make<ir::Select>(Cond, Then, Under(C->Cond, false, C->Else),
                                C->Ty, C->Loc);
    }
    auto *Bin = dyn_cast<ir::Binary>(E);
    if (!Bin || (Bin->Op != ir::BinaryOp::And && Bin->Op != ir::BinaryOp::Or))
      return nullptr;
    bool Holds = Bin->Op == ir::BinaryOp::And;
    const ir::Expr *Lhs = ir::rewriteExpr(R, Bin->Lhs);
    return M.make<ir::Binary>(Bin->Op, Lhs, Under(Bin->Lhs, Holds, Bin->Rhs),
                              Bin->Ty, Bin->Loc);
  }

  /// Place, which is not read; only what leads to it is rewritten.
  const ir::Expr *sameObject(const ir::Expr *Place, const ir::Rewrite &R) {
    if (auto *I = dyn_cast<ir::Index>(Place))
      return M.make<ir::Index>(I->Base->Ty->isPointer()
                                   ? ir::rewriteExpr(R, I->Base)
                                   : sameObject(I->Base, R),
                               ir::rewriteExpr(R, I->Subscript), I->Ty, I->Loc);
    if (auto *Mem = dyn_cast<ir::Member>(Place))
      return M.make<ir::Member>(sameObject(Mem->Base, R), Mem->Field, Mem->Ty,
                                Mem->Loc);
    if (auto *D = dyn_cast<ir::Deref>(Place))
      return M.make<ir::Deref>(ir::rewriteExpr(R, D->Pointer), D->Ty, D->Loc);
    if (auto *C = dyn_cast<ir::Select>(Place)) {
      auto Under = [&](bool Holds, const ir::Expr *Arm) {
        return Kept.Around.under(C->Cond, Holds,
                                 [&] { return sameObject(Arm, R); });
      };
      const ir::Expr *Cond = ir::rewriteExpr(R, C->Cond);
      const ir::Expr *Then = Under(true, C->Then);
      return M.make<ir::Select>(Cond, Then, Under(false, C->Else), C->Ty,
                                C->Loc);
    }
    return Place;
  }

  /// E is an argument of the call S for a reference.
  static bool isBound(const ir::Expr *E, const ir::Stmt *S) {
    auto *C = dyn_cast<ir::Call>(S);
    for (unsigned I = 0; C && I < C->Args.size(); ++I)
      if (C->Args[I] == E && C->Callee->params()[I]->type()->isReference())
        return ir::isPlace(E);
    return false;
  }

  static bool isTarget(const ir::Expr *E, const ir::Stmt *S) {
    auto *A = dyn_cast<ir::Assign>(S);
    return A && A->Place == E;
  }

  /// A branch's condition, under a name if it could not be evaluated again.
  const ir::Expr *condition(const ir::If *I, bool Again) {
    bool Lost = false;
    unsigned Size = 0;
    ir::walk(I->Cond, [&](const ir::Expr *E) {
      ++Size;
      if (isa<ir::RuleCall, ir::Verbatim>(E))
        Lost = true;
      if (ir::isPlace(E) && E->Ty->isScalar() && !Kept.isNamed(E))
        Lost = Lost || Where.isLost(E, I);
      Lost = Lost || Kept.isAddressOfDead(E);
    });
    if (!Lost || (isFlagged(I) && !(Again && readsFromOutside(I->Cond, I))))
      return nullptr;
    const ir::Variable *V = M.makeLocal(names::Condition, M.boolType(), I->Loc);
    R.Preceding[I].push_back(M.make<ir::Let>(V, I->Cond, I->Loc));
    return B.ref(V);
  }

  /// Which arm ran is told by how the loop was left.
  static bool isFlagged(const ir::If *I) {
    return endsInBreak(I->Then) || endsInBreak(I->Else);
  }

  const ir::Expr *bound(const ir::Expr *E, const ir::Stmt *Loop) {
    bool Lost = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (isa<ir::RuleCall, ir::Verbatim>(Sub))
        Lost = true;
      if (ir::isPlace(Sub) && Sub->Ty->isScalar() && !Kept.isNamed(Sub))
        Lost = Lost || Where.isLost(Sub, Loop);
    });
    if (!Lost)
      return nullptr;
    const ir::Variable *V =
        M.makeLocal(names::saved("bound"), E->Ty->unqualified(), E->Loc);
    R.Preceding[Loop].push_back(M.make<ir::Let>(V, E, Loop->Loc));
    return B.ref(V);
  }

  ir::Module &M;
  ir::Build B;
  const linearize::Linear &L;
  const Layout &Where;
  const LoopSet &Replayed;
  const Slice Needed;
  const ShadowSets Shadows;
  Recording &R;
  Copies Kept;
  const ir::Stmt *Unfit = nullptr;
};

} // namespace

const ir::Stmt *plan::record(ir::Module &M, const ir::Function &F,
                             const linearize::Linear &L,
                             const LoopSet &Replayed, Plan &P) {
  P.S = L.S;
  P.SeedOnly = L.SeedOnly;
  P.ComesLater = L.ComesLater;
  P.Seed = L.Seed;
  Recording R;
  findReversed(L.Body, L, R.Reversed);
  Layout Where(L.Body, F.params(), L.S, Replayed, L.ComesLater);
  const ir::Stmt *Unfit = Recorder(M, L, Where, Replayed, R, P).run();
  keepReads(M, L, Where, R, P);
  rebuild(M, L.Body, R, Replayed, P);
  return Unfit;
}
