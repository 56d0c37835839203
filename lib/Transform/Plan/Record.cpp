// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Record.h"
#include "IR/Build.h"
#include "Plan/KeptReads.h"
#include "Plan/Recording.h"
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

/// One copy of a place's value.
struct Copy {
  const ir::Expr *Place;
  const ir::Variable *Var;
  const ir::Stmt *Before; ///< It stands just before this statement.
  unsigned Order;         ///< Of that.
};

class Recorder {
public:
  Recorder(ir::Module &M, const linearize::Linear &L, const Layout &Where,
           const LoopSet &Replayed, Recording &R, Plan &P)
      : M(M), B(M), L(L), Where(Where), Replayed(Replayed),
        Needed(L, Where, R.Reversed), Shadows(L.S), R(R), P(P) {}

  /// Returns a loop that cannot be replayed after all, or null.
  const ir::Stmt *run() {
    visit(L.Body);
    return Unfit;
  }

private:
  //===--- Copies ---------------------------------------------------------===//

  void visit(ir::Block Body) {
    size_t Outer = Sets.size();
    for (unsigned K = 0; K < Body.size(); ++K) {
      const ir::Stmt *S = Body[K];
      if (auto It = L.AdjointOf.find(S); It != L.AdjointOf.end())
        R.Adjoints[S] = adjoint(S, It->second);
      // A pointer is found again, not stored: what it points to is another one
      // in the replay.
      bool ByStore = isValueLet(S) && !ir::declared(S)->type()->isPointer();
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
      if (isValueLet(S) && !Where.isInLevelList(S))
        giveFormula(cast<ir::Let>(S));
      if (K + 1 < Body.size())
        noteSet(S, Body[K + 1]);
    }
    Sets.resize(Outer);
  }

  /// Something that E reads at S is older than the iteration that is replayed,
  /// and gone when it is.
  bool readsFromOutside(const ir::Expr *E, const ir::Stmt *S) const {
    bool Found = ir::hasChangingText(E);
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (ir::isPlace(Sub) && Sub->Ty->isScalar() && !isNamed(Sub))
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

  bool isValueLet(const ir::Stmt *S) const {
    auto *D = dyn_cast<ir::Let>(S);
    return D && Where.isValue(D->Var);
  }

  ir::Block adjoint(const ir::Stmt *S, ir::Block Adjoint) {
    return rewriteReads(M, Adjoint, L, Shadows, Guards, [&](const ir::Expr *E) {
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
      if (auto *A = dyn_cast<ir::AddressOf>(E))
        return M.make<ir::AddressOf>(sameObject(A->Place, R), A->Decay, A->Ty,
                                     A->Loc);
      if (isBound(E, S))
        return sameObject(E, R);
      if (const ir::Expr *New = choice(E, R))
        return New;
      if (auto *Text = dyn_cast<ir::Verbatim>(E);
          Text && E->Ty->isScalar() &&
          (Text->mayChange() || namesDead(E, Level)))
        return keep(E, S, false);
      if (!ir::isPlace(E) || !E->Ty->isScalar() || isTarget(E, S))
        return nullptr;
      if (Where.levelOfPlace(E) >= Level)
        return nullptr;
      return keep(E, S, false);
    };
    return ir::rewriteParts(R, S);
  }

  /// E rewritten, if a part of it is evaluated under a condition; else null.
  const ir::Expr *choice(const ir::Expr *E, const ir::Rewrite &R) {
    auto Under = [&](const ir::Expr *Cond, bool Holds, const ir::Expr *Part) {
      Guards.push_back({Cond, Holds});
      Part = ir::rewriteExpr(R, Part);
      Guards.pop_back();
      return Part;
    };
    if (auto *C = dyn_cast<ir::Select>(E))
      return M.make<ir::Select>(ir::rewriteExpr(R, C->Cond),
                                Under(C->Cond, true, C->Then),
                                Under(C->Cond, false, C->Else), C->Ty, C->Loc);
    auto *Bin = dyn_cast<ir::Binary>(E);
    if (!Bin || (Bin->Op != ir::BinaryOp::And && Bin->Op != ir::BinaryOp::Or))
      return nullptr;
    bool Holds = Bin->Op == ir::BinaryOp::And;
    return M.make<ir::Binary>(Bin->Op, ir::rewriteExpr(R, Bin->Lhs),
                              Under(Bin->Lhs, Holds, Bin->Rhs), Bin->Ty,
                              Bin->Loc);
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
        Guards.push_back({C->Cond, Holds});
        Arm = sameObject(Arm, R);
        Guards.pop_back();
        return Arm;
      };
      return M.make<ir::Select>(ir::rewriteExpr(R, C->Cond),
                                Under(true, C->Then), Under(false, C->Else),
                                C->Ty, C->Loc);
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
    if (auto *Text = dyn_cast<ir::Verbatim>(E); Text && !Text->mayChange())
      return namesDead(E);
    // Variables are there whatever the condition: they are copied one by one.
    bool Lost = ir::hasChangingText(E) || namesDead(E);
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (ir::isPlace(Sub) && !isa<ir::Select, ir::VarRef>(Sub) &&
          Sub->Ty->isScalar())
        Lost = Lost || Where.isLost(Sub, S, After);
      Lost = Lost || isAddressOfDead(Sub);
    });
    return Lost;
  }

  /// Text in E names an object, of one of the Levels outermost levels, that
  /// the reverse sweep has no variable for.
  bool namesDead(const ir::Expr *E, unsigned Levels = ~0u) const {
    bool Found = false;
    auto Object = [&](const ir::Expr *Sub) {
      auto *V = dyn_cast<ir::VarRef>(Sub);
      Found |= V && !V->Ty->isScalar() && Where.level(V->Var) < Levels &&
               !Where.isAlive(V->Var);
    };
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (isa<ir::Verbatim>(Sub))
        ir::forEachChild(Sub, Object);
    });
    return Found;
  }

  /// E is the address of what the reverse sweep has no variable for: t in
  /// "t < p", with an array t of an iteration.
  bool isAddressOfDead(const ir::Expr *E) const {
    auto *A = dyn_cast<ir::AddressOf>(E);
    const ir::Variable *V = A ? ir::placeVariable(A->Place) : nullptr;
    return V && !Where.isAlive(V);
  }

  const ir::Expr *copyOf(const ir::Expr *E, const ir::Stmt *S, bool After) {
    const ir::Stmt *Before = After ? nullptr : hoisted(E, S);
    const ir::Stmt *At = After ? S : Before;
    const ir::Variable *Base = pointerBase(E);
    const ir::Expr *Copied = underGuards(E, S);
    for (const ir::Expr *Same : {E, Copied})
      if (const Copy *Last = After ? nullptr : lastCopy(Same, Base, S))
        if (Last->Before == S || Where.isUnchanged(Same, Last->Before, S))
          return B.ref(Last->Var);
    std::string Name = "value";
    if (const ir::Variable *V = ir::placeVariable(E))
      Name = V->name().str();
    else if (Base)
      Name = Base->name().str();
    const ir::Variable *Var =
        M.makeLocal(M.save(names::entry(Name)), E->Ty->unqualified(), E->Loc);
    if (!After)
      Copies[Base].push_back({Copied, Var, Before, Where.of(Before).Order});
    const ir::Expr *Formula = nullptr;
    if (auto *D = dyn_cast<ir::Let>(S); After && D && isa<ir::VarRef>(E))
      Formula = asOf(D->Init, S);
    else if (!After && ir::isPlace(E) && Copied == E)
      Formula = formulaOf(E, Before);
    if (Formula)
      P.Formulas[Var] = Formula;
    (After ? R.Following : R.Preceding)[At].push_back(
        M.make<ir::Let>(Var, Copied, S->Loc));
    return B.ref(Var);
  }

  /// E, or zero where E is not evaluated: what it reads may not exist then. A
  /// variable does. What S declares says nothing before S, where E exists.
  const ir::Expr *underGuards(const ir::Expr *E, const ir::Stmt *S) {
    if (isa<ir::VarRef>(E))
      return E;
    const ir::Variable *Set = ir::declared(S);
    for (const Guard &G : llvm::reverse(Guards)) {
      if (Set && ir::mentions(G.Cond, Set))
        continue;
      const ir::Expr *None = B.zero(E->Ty->unqualified());
      E = M.make<ir::Select>(G.Cond, G.Holds ? E : None, G.Holds ? None : E,
                             E->Ty->unqualified(), E->Loc);
    }
    return E;
  }

  /// The copy of E's value, which begins with Base, that was made last before
  /// S; null if there is none.
  const Copy *lastCopy(const ir::Expr *E, const ir::Variable *Base,
                       const ir::Stmt *S) {
    const Copy *Last = nullptr;
    for (const Copy &C : llvm::reverse(Copies[Base]))
      if ((!Last || C.Order > Last->Order) &&
          ir::structurallyEqual(C.Place, E) &&
          (C.Before == S || Where.dominates(C.Before, S)))
        Last = &C;
    return Last;
  }

  //===--- Formulas -------------------------------------------------------===//

  /// How a stored value could be computed again:
  ///   x = x + h * v;          x_0 = x;
  ///   f(x);            ==>    x = x_0 + h * v;
  ///                           x_1 = x;           x_1 is x_0 + h * v
  ///                           f(x_1);
  void noteSet(const ir::Stmt *S, const ir::Stmt *Next) {
    auto *D = dyn_cast<ir::Let>(S);
    bool IsSet = D ? D->Init && D->Var->type()->isScalar() && !isValueLet(S)
                   : isa<ir::Assign>(S);
    if (IsSet)
      Sets.push_back({S, Next});
  }

  void giveFormula(const ir::Let *D) {
    if (const ir::Expr *Formula = asOf(D->Init, D))
      P.Formulas[D->Var] = Formula;
  }

  /// E at S in terms of values and of what the reverse sweep still finds. Null
  /// where E takes addresses, is not all known, or reads elements under a
  /// condition, which may not exist otherwise.
  const ir::Expr *asOf(const ir::Expr *E, const ir::Stmt *S) {
    bool Conditional = false, Element = false, Unfit = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      Unfit |= isa<ir::AddressOf, ir::Verbatim>(Sub);
      Element |= isa<ir::Index, ir::Deref>(Sub);
      auto *Bin = dyn_cast<ir::Binary>(Sub);
      Conditional |=
          isa<ir::Select>(Sub) || (Bin && (Bin->Op == ir::BinaryOp::And ||
                                           Bin->Op == ir::BinaryOp::Or));
    });
    if (Unfit || (Conditional && Element))
      return nullptr;
    return ir::rewriteExpr(M, E, [&](const ir::Expr *Sub) -> const ir::Expr * {
      bool Reads =
          ir::isPlace(Sub) && Sub->Ty->isScalar() && !isa<ir::Select>(Sub);
      return Reads ? keep(Sub, S, false) : nullptr;
    });
  }

  /// The value of Place just before At, by the statement that has set it; null
  /// if that is not known.
  const ir::Expr *formulaOf(const ir::Expr *Place, const ir::Stmt *At) {
    constexpr size_t Farthest = 64;
    size_t First = Sets.size() > Farthest ? Sets.size() - Farthest : 0;
    for (size_t K = Sets.size(); K-- > First;) {
      auto [S, Next] = Sets[K];
      if (Where.of(Next).Order > Where.of(At).Order)
        continue; // At is S itself, or before it
      auto *D = dyn_cast<ir::Let>(S);
      auto *A = dyn_cast<ir::Assign>(S);
      bool Same =
          D ? ir::placeVariable(Place) == D->Var && isa<ir::VarRef>(Place)
            : ir::structurallyEqual(A->Place, Place);
      if (!Same)
        continue;
      if (!Where.dominates(S, At) || !Where.isUnchanged(Place, Next, At))
        return nullptr;
      return D ? asOf(D->Init, S) : setBy(A);
    }
    return nullptr;
  }

  const ir::Expr *setBy(const ir::Assign *A) {
    const ir::Expr *Value = asOf(A->Value, A);
    if (!Value || A->Op == ir::AssignOp::Set)
      return Value;
    const ir::Expr *Old = asOf(A->Place, A);
    if (!Old)
      return nullptr;
    switch (A->Op) {
    case ir::AssignOp::Add:
      return B.add(Old, Value);
    case ir::AssignOp::Sub:
      return B.sub(Old, Value);
    default:
      return nullptr;
    }
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
      Lost = Lost || isAddressOfDead(E);
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
  Plan &P;
  GuardList Guards; ///< Of what is being rewritten.
  const ir::Stmt *Unfit = nullptr;
  /// By the first variable that they mention.
  llvm::DenseMap<const ir::Variable *, std::vector<Copy>> Copies;
  /// Statements of the lists around that set a scalar place, and what follows
  /// each.
  std::vector<std::pair<const ir::Stmt *, const ir::Stmt *>> Sets;
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
