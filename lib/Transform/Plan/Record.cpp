// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Record.h"
#include "IR/Build.h"
#include "Support/GeneratedNames.h"
#include <deque>

using namespace nabla;
using namespace nabla::plan;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

using StmtList = llvm::SmallVector<const ir::Stmt *, 16>;

static bool endsInBreak(ir::Block B) {
  if (B.empty())
    return false;
  auto *E = dyn_cast<ir::Exit>(B.back());
  return E && E->To == ir::ExitKind::Break;
}

/// The Breaks of a loop body that leave this loop.
static void forEachBreak(ir::Block B, llvm::function_ref<void(const ir::Stmt *)> F) {
  for (const ir::Stmt *S : B) {
    if (auto *E = dyn_cast<ir::Exit>(S); E && E->To == ir::ExitKind::Break)
      F(S);
    if (auto *I = dyn_cast<ir::If>(S)) {
      forEachBreak(I->Then, F);
      forEachBreak(I->Else, F);
    }
  }
}

LoopSet plan::chooseReplayed(const linearize::Linear &L) {
  llvm::DenseSet<const ir::Variable *> Read;
  for (auto &[S, Adjoint] : L.AdjointOf)
    ir::walkExprs(Adjoint, [&](const ir::Expr *E) {
      if (auto *V = dyn_cast<ir::VarRef>(E))
        Read.insert(V->Var);
    });
  llvm::DenseSet<const ir::Variable *> EarlyPrimals;
  for (auto &[V, D] : L.S.Of)
    if (L.S.Early.contains(D))
      EarlyPrimals.insert(V);
  LoopSet Result;
  std::function<void(ir::Block, const ir::Stmt *)> Visit =
      [&](ir::Block B, const ir::Stmt *Loop) {
        for (const ir::Stmt *S : B) {
          if (auto *D = dyn_cast<ir::Let>(S); D && Loop) {
            const ir::Type *T = D->Var->type();
            if ((!T->isScalar() && !T->isReference() && Read.contains(D->Var)) ||
                EarlyPrimals.contains(D->Var))
              Result.insert(Loop);
          }
          bool IsLoop = isa<ir::CountedLoop, ir::Loop>(S);
          ir::forEachBlock(S, [&](ir::Block Inner) {
            Visit(Inner, IsLoop ? S : Loop);
          });
        }
      };
  Visit(L.Body, nullptr);
  // What is to happen once cannot be replayed with what it sets.
  for (auto It = Result.begin(), End = Result.end(); It != End;) {
    const ir::Stmt *Loop = *It++;
    bool Once = false;
    ir::walk(ir::Block(Loop), [&](const ir::Stmt *S) {
      if (auto *C = dyn_cast<ir::Call>(S))
        Once |= !analysis::isPure(C->Callee->primal());
      if (auto *P = dyn_cast<ir::PassThrough>(S))
        Once |= !P->Writes.empty();
    });
    if (Once)
      Result.erase(Loop);
  }
  return Result;
}

namespace {

/// One copy of a place's value.
struct Copy {
  const ir::Expr *Place;
  const ir::Variable *Var;
  const ir::Stmt *Before; ///< It stands just before this statement.
};

class Recorder {
public:
  Recorder(ir::Module &M, const ir::Function &F, const linearize::Linear &L,
           const LoopSet &Replayed, Plan &P)
      : M(M), B(M), L(L), P(P), Replayed(Replayed),
        Where(L.Body, F.params(), L.S.Params, Replayed) {}

  const ir::Stmt *run() {
    P.S = L.S;
    P.SeedOnly = L.SeedOnly;
    P.Seed = L.Seed;
    findReversed(L.Body);
    findSlices();
    visit(L.Body);
    P.Body = rebuild(L.Body);
    return Unfit;
  }

private:
  //===--- What there is to reverse ---------------------------------------===//

  bool findReversed(ir::Block Body) {
    bool Any = false;
    for (const ir::Stmt *S : Body) {
      bool Here = L.AdjointOf.count(S);
      ir::forEachBlock(S, [&](ir::Block Inner) { Here |= findReversed(Inner); });
      if (Here)
        Reversed.insert(S);
      Any |= Here;
    }
    return Any;
  }

  /// The variables of replayed iterations whose values their reverse needs:
  /// read by an adjoint there, or by what computes one of them.
  void findSlices() {
    auto Mention = [&](const ir::Expr *E) {
      ir::walk(E, [&](const ir::Expr *Sub) {
        if (auto *V = dyn_cast<ir::VarRef>(Sub))
          if (Where.level(V->Var) > 0)
            Changed |= Slice.insert(V->Var).second;
      });
    };
    for (auto &[S, Adjoint] : L.AdjointOf)
      ir::walkExprs(Adjoint, [&](const ir::Expr *E) { Mention(E); });
    ir::walk(L.Body, [&](const ir::Stmt *S) {
      if (Reversed.contains(S))
        if (isa<ir::If, ir::CountedLoop, ir::Loop>(S))
          ir::forEachExpr(S, Mention);
    });
    do {
      Changed = false;
      ir::walk(L.Body, [&](const ir::Stmt *S) {
        if (isInSlice(S))
          ir::forEachExpr(S, Mention);
        if (isa<ir::If, ir::CountedLoop, ir::Loop>(S)) {
          bool Holds = false;
          ir::walk(ir::Block(S), [&](const ir::Stmt *Inner) {
            Holds |= isInSlice(Inner);
          });
          if (Holds)
            ir::forEachExpr(S, Mention);
        }
      });
    } while (Changed);
  }

  /// S sets a variable of the slice.
  bool isInSlice(const ir::Stmt *S) const {
    bool Found = false;
    if (const ir::Variable *V = ir::declared(S))
      Found = Slice.contains(V);
    if (isa<ir::Assign, ir::Call, ir::PassThrough>(S))
      for (const analysis::Write &W : analysis::writesOf(S, Where.memory()))
        for (const ir::Variable *V : Where.memory().owners(W.R))
          Found |= Slice.contains(V);
    return Found;
  }

  //===--- Copies ---------------------------------------------------------===//

  void visit(ir::Block Body) {
    for (const ir::Stmt *S : Body) {
      if (auto It = L.AdjointOf.find(S); It != L.AdjointOf.end())
        Adjoints[S] = adjoint(S, It->second);
      if (Where.level(S) > 0 && isInSlice(S) && !isValueLet(S))
        Replacement[S] = replayable(S);
      bool Again = Where.level(S) > 0 && holdsSlice(S);
      if (Reversed.contains(S) || Again) {
        if (auto *I = dyn_cast<ir::If>(S))
          Conditions[S] = condition(I, Again);
        if (auto *C = dyn_cast<ir::CountedLoop>(S)) {
          Conditions[S] = bound(C->Begin, S);
          Ends[S] = bound(C->End, S);
        }
        // A condition that is evaluated again and again has no copy.
        if (auto *W = dyn_cast<ir::Loop>(S); W && Again && W->Cond)
          if (readsFromOutside(W->Cond, S))
            Unfit = innermostReplayed(S);
      }
      ir::forEachBlock(S, [&](ir::Block Inner) { visit(Inner); });
    }
  }

  bool holdsSlice(const ir::Stmt *S) const {
    if (!isa<ir::If, ir::CountedLoop, ir::Loop>(S))
      return false;
    bool Found = false;
    ir::walk(ir::Block(S),
             [&](const ir::Stmt *Inner) { Found |= isInSlice(Inner); });
    return Found;
  }

  /// Something that E reads at S is older than the iteration that is replayed,
  /// and gone when it is.
  bool readsFromOutside(const ir::Expr *E, const ir::Stmt *S) const {
    bool Found = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (ir::isPlace(Sub) && Sub->Ty->isScalar() && !isNamed(Sub))
        Found |= Where.levelOfPlace(Sub) < Where.level(S) &&
                 Where.isLost(Sub, S);
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

  bool isValueLet(const ir::Stmt *S) const {
    auto *D = dyn_cast<ir::Let>(S);
    return D && Where.isValue(D->Var);
  }

  ir::Block adjoint(const ir::Stmt *S, ir::Block Adjoint) {
    return rewriteReads(M, Adjoint, L.S, [&](const ir::Expr *E) {
      bool After = ir::declared(S) && ir::mentions(E, ir::declared(S));
      return keep(E, S, After);
    });
  }

  /// S as it may be run again: it reads copies of what would be lost to a
  /// replay of the loop around it.
  const ir::Stmt *replayable(const ir::Stmt *S) {
    ir::Rewrite R{M};
    unsigned Level = Where.level(S);
    R.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
      if (!ir::isPlace(E) || !E->Ty->isScalar() || isTarget(E, S))
        return nullptr;
      if (Where.levelOfPlace(E) >= Level)
        return nullptr;
      return keep(E, S, false);
    };
    return ir::rewriteParts(R, S);
  }

  static bool isTarget(const ir::Expr *E, const ir::Stmt *S) {
    auto *A = dyn_cast<ir::Assign>(S);
    return A && A->Place == E;
  }

  /// Null if E's value at S can still be read in the reverse sweep; a copy of
  /// it otherwise.
  const ir::Expr *keep(const ir::Expr *E, const ir::Stmt *S, bool After) {
    if (auto *V = dyn_cast<ir::VarRef>(E))
      if (Where.isValue(V->Var) || Layout::isConstantParam(V->Var) ||
          V->Var == L.Seed)
        return nullptr;
    if (!isLost(E, S, After))
      return nullptr;
    return copyOf(E, S, After);
  }

  bool isLost(const ir::Expr *E, const ir::Stmt *S, bool After) const {
    if (ir::isPlace(E) && !isa<ir::Select>(E))
      return Where.isLost(E, S, After);
    // Variables are there whatever the condition: they are copied one by one.
    bool Lost = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (ir::isPlace(Sub) && !isa<ir::Select, ir::VarRef>(Sub) &&
          Sub->Ty->isScalar())
        Lost = Lost || Where.isLost(Sub, S, After);
    });
    return Lost;
  }

  const ir::Expr *copyOf(const ir::Expr *E, const ir::Stmt *S, bool After) {
    const ir::Stmt *Before = After ? nullptr : hoisted(E, S);
    const ir::Stmt *At = After ? S : Before;
    for (const Copy &C : Copies)
      if (ir::structurallyEqual(C.Place, E) && C.Before != nullptr &&
          !After && Where.dominates(C.Before, S) &&
          Where.isUnchanged(E, C.Before, S))
        return B.ref(C.Var);
    std::string Name = "value";
    if (const ir::Variable *V = ir::placeVariable(E))
      Name = V->name().str();
    else if (const ir::Variable *V = pointerBase(E))
      Name = V->name().str();
    const ir::Variable *Var =
        M.makeLocal(M.save(names::entry(Name)), E->Ty->unqualified(), E->Loc);
    Copies.push_back({E, Var, Before});
    (After ? Following : Preceding)[At].push_back(
        M.make<ir::Let>(Var, E, S->Loc));
    return B.ref(Var);
  }

  static const ir::Variable *pointerBase(const ir::Expr *E) {
    const ir::Variable *Found = nullptr;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub); V && !Found)
        Found = V->Var;
    });
    return Found;
  }

  /// A scalar variable is copied before the outermost loop that leaves it
  /// alone; an element only where it is read, since it might not exist.
  const ir::Stmt *hoisted(const ir::Expr *E, const ir::Stmt *S) {
    auto *V = dyn_cast<ir::VarRef>(E);
    if (!V)
      return S;
    const ir::Stmt *D = Where.declarationOf(V->Var);
    const ir::Stmt *Best = S;
    const auto &Loops = Where.of(S).Loops;
    for (auto It = Loops.rbegin(); It != Loops.rend(); ++It) {
      if (!Where.isInvariant(E, *It) || (D && !Where.dominates(D, *It)))
        break;
      Best = *It;
    }
    return Best;
  }

  /// A branch's condition, under a name if it could not be evaluated again.
  const ir::Expr *condition(const ir::If *I, bool Again) {
    bool Lost = false;
    unsigned Size = 0;
    ir::walk(I->Cond, [&](const ir::Expr *E) {
      ++Size;
      if (isa<ir::RuleCall, ir::Verbatim>(E))
        Lost = true;
      if (ir::isPlace(E) && E->Ty->isScalar() && !isNamed(E))
        Lost = Lost || Where.isLost(E, I);
    });
    if (!Lost || (isFlagged(I) && !(Again && readsFromOutside(I->Cond, I))))
      return nullptr;
    const ir::Variable *V =
        M.makeLocal(names::Condition, M.boolType(), I->Loc);
    Preceding[I].push_back(M.make<ir::Let>(V, I->Cond, I->Loc));
    return B.ref(V);
  }

  /// Which arm ran is told by how the loop was left.
  static bool isFlagged(const ir::If *I) {
    return endsInBreak(I->Then) || endsInBreak(I->Else);
  }

  bool isNamed(const ir::Expr *E) const {
    auto *V = dyn_cast<ir::VarRef>(E);
    return V && (Where.isValue(V->Var) || Layout::isConstantParam(V->Var));
  }

  const ir::Expr *bound(const ir::Expr *E, const ir::Stmt *Loop) {
    bool Lost = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (isa<ir::RuleCall, ir::Verbatim>(Sub))
        Lost = true;
      if (ir::isPlace(Sub) && Sub->Ty->isScalar() && !isNamed(Sub))
        Lost = Lost || Where.isLost(Sub, Loop);
    });
    if (!Lost)
      return nullptr;
    const ir::Variable *V =
        M.makeLocal(names::saved("bound"), E->Ty->unqualified(), E->Loc);
    Preceding[Loop].push_back(M.make<ir::Let>(V, E, Loop->Loc));
    return B.ref(V);
  }

  //===--- The new body ---------------------------------------------------===//

  ir::Block rebuild(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      if (auto It = Preceding.find(S); It != Preceding.end())
        Out.append(It->second);
      B.Loc = S->Loc;
      if (auto *E = dyn_cast<ir::Exit>(S);
          E && E->To == ir::ExitKind::Break && !Open.empty())
        numberBreak(E, Out);
      bool Counts = Reversed.contains(S) && needsRecord(S);
      if (Counts)
        open(S, Out);
      const ir::Stmt *New = remade(S);
      Out.push_back(New);
      if (Counts)
        close(New, Out);
      if (auto It = Adjoints.find(S); It != Adjoints.end())
        P.AdjointOf[New] = It->second;
      if (Reversed.contains(S))
        P.Reversed.insert(New);
      if (Replayed.contains(S))
        P.Replayed.insert(New);
      if (auto It = Following.find(S); It != Following.end())
        Out.append(It->second);
    }
    return M.block(Out);
  }

  const ir::Stmt *remade(const ir::Stmt *S) {
    auto Cond = [&](const ir::Expr *Old,
                    llvm::DenseMap<const ir::Stmt *, const ir::Expr *> &Map) {
      const ir::Expr *New = Map.lookup(S);
      return New ? New : Old;
    };
    if (auto *I = dyn_cast<ir::If>(S))
      return M.make<ir::If>(Cond(I->Cond, Conditions), rebuild(I->Then),
                            rebuild(I->Else), S->Loc);
    if (auto *C = dyn_cast<ir::CountedLoop>(S)) {
      Open.push_back(nullptr);
      bool Counted = needsRecord(S) && Reversed.contains(S);
      if (Counted)
        Open.back() = &Counting.back();
      ir::Block Body = counted(rebuild(C->Body), Counted);
      Open.pop_back();
      return M.make<ir::CountedLoop>(C->Counter, Cond(C->Begin, Conditions),
                                     C->Relation, Cond(C->End, Ends), C->Step,
                                     Body, S->Loc);
    }
    if (auto *W = dyn_cast<ir::Loop>(S)) {
      Open.push_back(nullptr);
      bool Counted = Reversed.contains(S);
      if (Counted)
        Open.back() = &Counting.back();
      ir::Block Body = counted(rebuild(W->Body), Counted);
      Open.pop_back();
      return M.make<ir::Loop>(W->TestFirst, W->CondBlock, W->Cond, Body,
                              W->Step, S->Loc);
    }
    const ir::Stmt *New = Replacement.lookup(S);
    return New ? New : S;
  }

  //===--- Loops that must be counted while they run ------------------------===//

  struct Count {
    const ir::Variable *Trips, *Left;
    int Breaks = 0;
  };

  bool needsRecord(const ir::Stmt *S) const {
    if (isa<ir::Loop>(S))
      return true;
    bool Breaks = false;
    if (auto *C = dyn_cast<ir::CountedLoop>(S))
      forEachBreak(C->Body, [&](const ir::Stmt *) { Breaks = true; });
    return Breaks;
  }

  void open(const ir::Stmt *S, StmtList &Out) {
    Count C{M.makeLocal(names::Trips, M.longType(), S->Loc),
            M.makeLocal(names::Left, M.intType(), S->Loc)};
    Out.push_back(M.make<ir::Let>(C.Trips, B.integer(0, M.longType()), S->Loc));
    Out.push_back(M.make<ir::Let>(C.Left, B.integer(0, M.intType()), S->Loc));
    Counting.push_back(C);
  }

  ir::Block counted(ir::Block Body, bool Counted) {
    if (!Counted)
      return Body;
    StmtList Out;
    Out.push_back(M.make<ir::Assign>(B.ref(Open.back()->Trips),
                                     ir::AssignOp::Add,
                                     B.integer(1, M.longType()), B.Loc));
    Out.append(Body.begin(), Body.end());
    return M.block(Out);
  }

  void numberBreak(const ir::Exit *E, StmtList &Out) {
    if (!Open.back())
      return;
    int N = ++Open.back()->Breaks;
    P.BreakNumber[E] = N;
    Out.push_back(M.make<ir::Assign>(B.ref(Open.back()->Left),
                                     ir::AssignOp::Set,
                                     B.integer(N, M.intType()), E->Loc));
  }

  void close(const ir::Stmt *New, StmtList &Out) {
    Count C = Counting.back();
    Counting.pop_back();
    auto Final = [&](const ir::Variable *V) {
      const ir::Variable *F =
          M.makeLocal(M.save(names::saved(V->name())), V->type(), New->Loc);
      Out.push_back(M.make<ir::Let>(F, B.ref(V), New->Loc));
      return F;
    };
    LoopRecord R;
    R.Trips = Final(C.Trips);
    if (C.Breaks)
      R.Left = Final(C.Left);
    P.Records[New] = R;
  }

  ir::Module &M;
  ir::Build B;
  const linearize::Linear &L;
  Plan &P;
  const LoopSet &Replayed;
  Layout Where;
  bool Changed = false;
  const ir::Stmt *Unfit = nullptr;
  llvm::DenseSet<const ir::Stmt *> Reversed;
  llvm::DenseSet<const ir::Variable *> Slice;
  std::vector<Copy> Copies;
  llvm::DenseMap<const ir::Stmt *, StmtList> Preceding, Following;
  llvm::DenseMap<const ir::Stmt *, ir::Block> Adjoints;
  llvm::DenseMap<const ir::Stmt *, const ir::Expr *> Conditions, Ends;
  llvm::DenseMap<const ir::Stmt *, const ir::Stmt *> Replacement;
  std::deque<Count> Counting; // Open points into it
  std::vector<Count *> Open;
};

} // namespace

const ir::Stmt *plan::record(ir::Module &M, const ir::Function &F,
                             const linearize::Linear &L,
                             const LoopSet &Replayed, Plan &P) {
  return Recorder(M, F, L, Replayed, P).run();
}
