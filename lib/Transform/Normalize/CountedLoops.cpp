// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises loops that count:
//
//   int i = a; while (i < b) { B; i = i + c; }   ==>   for (i = a; i < b; i +=
//   c) B
//
// where B leaves i and b alone. A counter that is used behind the loop is given
// the value it would have there. LoopForms brings the step where it is looked
// for; LoopBounds judges conditions.

#include "Normalize/Effects.h"
#include "Normalize/ExitsOf.h"
#include "Normalize/LeadToEnd.h"
#include "Normalize/LoopBounds.h"
#include "Normalize/LoopForms.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Number of mentions of every variable.
using Mentions = llvm::DenseMap<const ir::Variable *, unsigned>;

Mentions mentionsIn(ir::Block B) {
  Mentions Result;
  ir::walk(B, [&](const ir::Stmt *S) {
    ir::forEachUse(S, [&](const ir::Variable *V) { ++Result[V]; });
  });
  return Result;
}

/// What is known of a loop that counts.
struct Found {
  const ir::Variable *I;
  const ir::Expr *Begin;
  Bound Bd;
  int64_t Step;
  std::optional<size_t> Start; ///< Where Out sets I to Begin.
};

class Recognizer {
public:
  Recognizer(ir::Module &M, ir::Block Whole)
      : M(M), B(M), Exposed(exposedVariables(Whole)),
        Everywhere(mentionsIn(Whole)) {}

  ir::Block block(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      auto *L = dyn_cast<ir::Loop>(S);
      if (!L || !counted(L, Out))
        Out.push_back(parts(S));
    }
    return M.block(Out);
  }

private:
  ir::Block loopBody(ir::Block Body) {
    bool Saved = std::exchange(InLoop, true);
    ir::Block New = block(Body);
    InLoop = Saved;
    return New;
  }

  const ir::Stmt *parts(const ir::Stmt *S) {
    bool Branch = isa<ir::If>(S);
    return ir::mapBlocks(
        M, S, [&](ir::Block B) { return Branch ? block(B) : loopBody(B); });
  }

  //===--- Finding --------------------------------------------------------===//

  bool counted(const ir::Loop *L, StmtList &Out) {
    B.Loc = L->Loc;
    L = comparing(L);
    const ir::Variable *I = changedInTest(L);
    if (!I)
      return plainCounted(L, Out);
    if (isUsedElsewhere(L, I, startOf(I, Out), Out) || Exposed.contains(I))
      return false;
    std::optional<Started> S = withoutCondBlock(M, L);
    if (!S)
      return false;
    Out.push_back(S->Before);
    const ir::Variable *Counter = S->Before->Var;
    Everywhere[Counter] = mentionsIn(S->Loop).lookup(Counter);
    if (plainCounted(S->Loop, Out))
      return true;
    Out.pop_back();
    return false;
  }

  /// while (n) as while (n != 0).
  const ir::Loop *comparing(const ir::Loop *L) {
    auto *C = llvm::dyn_cast_or_null<ir::Cast>(L->Cond);
    if (!C || !C->Ty->is(ir::TypeKind::Bool) || !C->Operand->Ty->isInteger())
      return L;
    const ir::Expr *Cond =
        B.cmp(BinaryOp::Ne, C->Operand, B.integer(0, C->Operand->Ty));
    return M.make<ir::Loop>(L->TestFirst, L->CondBlock, Cond, L->Body, L->Step,
                            L->Loc);
  }

  bool plainCounted(const ir::Loop *L, StmtList &Out) {
    if (!L->TestFirst || !L->CondBlock.empty())
      return false;
    for (const ir::Variable *I : countersIn(L->Cond)) {
      const ir::Loop *Form = withStep(M, L, I);
      std::optional<Found> F = Form ? found(Form, I, Out) : std::nullopt;
      if (!F)
        continue;
      build(Form, *F, Out);
      return true;
    }
    return false;
  }

  std::optional<Found> found(const ir::Loop *L, const ir::Variable *I,
                             const StmtList &Out) {
    if (!I->type()->unqualified()->isInteger() || I->isGlobal() ||
        I->type()->isReference() || Exposed.contains(I))
      return std::nullopt;
    Found F{I, B.ref(I), *boundOf(L->Cond, I), *stepOf(L->Step.back(), I), {}};
    findStart(F, Out);
    auto Bd = fitted(B, F.Bd, F.Step, F.Begin, mayLeave(L->Body, true));
    if (!Bd)
      return std::nullopt;
    Effects Body(L->Body);
    if (Body.Assigned.contains(I) || !Body.leaves(F.Bd.End, Exposed) ||
        (F.Bd.Offset != 0 && !Body.leaves(F.Begin, Exposed)))
      return std::nullopt;
    F.Bd = *Bd;
    return F;
  }

  /// The statement of Out that sets I last, where nothing but declarations and
  /// assignments follows.
  static std::optional<size_t> startOf(const ir::Variable *I,
                                       const StmtList &Out) {
    for (size_t N = Out.size(); N-- > 0;) {
      if (valueSet(Out[N], I))
        return N;
      if (!isa<ir::Let, ir::Assign>(Out[N]) ||
          Effects(Out[N]).Assigned.contains(I))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// Takes what Out sets I to, where it is still the same at the loop.
  void findStart(Found &F, const StmtList &Out) {
    std::optional<size_t> N = startOf(F.I, Out);
    if (!N)
      return;
    const ir::Expr *Value = valueSet(Out[*N], F.I);
    ir::Block Between = llvm::ArrayRef(Out).drop_front(*N + 1);
    bool Same = Between.empty() || Effects(Between).leaves(Value, Exposed);
    if (ir::mentions(Value, F.I) || !Same)
      return;
    F.Begin = Value;
    F.Start = N;
  }

  /// The value that S sets I to, or null.
  static const ir::Expr *valueSet(const ir::Stmt *S, const ir::Variable *I) {
    if (auto *D = dyn_cast<ir::Let>(S))
      return D->Var == I ? D->Init : nullptr;
    auto *A = dyn_cast<ir::Assign>(S);
    auto *V = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    return V && V->Var == I && A->Op == ir::AssignOp::Set ? A->Value : nullptr;
  }

  /// A Break of this loop (Own), or any Return.
  static bool mayLeave(ir::Block Body, bool Own) {
    bool Found = false;
    for (const ir::Stmt *S : Body) {
      if (auto *E = dyn_cast<ir::Exit>(S))
        Found |= E->To == ir::ExitKind::Return ||
                 (E->To == ir::ExitKind::Break && Own);
      bool Keeps = isa<ir::Loop, ir::CountedLoop>(S);
      ir::forEachBlock(
          S, [&](ir::Block Inner) { Found |= mayLeave(Inner, Own && !Keeps); });
    }
    return Found;
  }

  //===--- Building -------------------------------------------------------===//

  void build(const ir::Loop *L, const Found &F, StmtList &Out) {
    const ir::Type *T = F.I->type()->unqualified();
    const ir::Expr *End = B.cast(F.Bd.End, T, true);
    ir::Block Body = loopBody(L->Body);
    if (isOwn(L, F, Out)) {
      Out.erase(Out.begin() + *F.Start);
      Out.push_back(loop(L, F, F.I, End, Body));
      return;
    }
    const ir::Variable *Counter = M.makeLocal(F.I->name(), T, F.I->loc());
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *V) {
      return V == F.I ? Counter : V;
    };
    Body = ir::rewriteBlock(R, Body);
    bool Used = isUsedElsewhere(L, F.I, F.Start, Out);
    bool Breaks = exitsOf(Body).Break;
    if (Used && Breaks)
      Body = following(Body, F, Counter);
    Out.push_back(loop(L, F, Counter, End, Body));
    if (Used && !Breaks)
      Out.push_back(finalValue(F, End));
  }

  const ir::Stmt *loop(const ir::Loop *L, const Found &F,
                       const ir::Variable *Counter, const ir::Expr *End,
                       ir::Block Body) {
    return M.make<ir::CountedLoop>(Counter, F.Begin, F.Bd.Relation, End, F.Step,
                                   Body, L->Loc);
  }

  /// Only the loop and its start know of the counter, which is declared there.
  bool isOwn(const ir::Loop *L, const Found &F, const StmtList &Out) {
    if (!F.Start || !isa<ir::Let>(Out[*F.Start]) || F.I->type()->isConst())
      return false;
    return mentionsIn(L).lookup(F.I) == Everywhere.lookup(F.I);
  }

  /// Something other than L and its start uses I; another run of L counts.
  bool isUsedElsewhere(const ir::Loop *L, const ir::Variable *I,
                       std::optional<size_t> Start, const StmtList &Out) {
    if (!Start && InLoop)
      return true;
    unsigned Known = mentionsIn(L).lookup(I);
    if (Start && isa<ir::Assign>(Out[*Start]))
      ++Known;
    return Known < Everywhere.lookup(I) || !Everywhere.count(I);
  }

  /// Body keeps I up to date.
  ir::Block following(ir::Block Body, const Found &F,
                      const ir::Variable *Counter) {
    StmtList Out;
    leadContinuesToEnd(M, Body, Out);
    bool Falls = exitsOf(M.block(Out)).FallsThrough;
    ir::Block New =
        beforeBreaks(M.block(Out), B.set(B.ref(F.I), B.ref(Counter)));
    Out.assign(New.begin(), New.end());
    const ir::Expr *Next = plus(B, B.ref(Counter), F.Step);
    if (Falls)
      Out.push_back(B.set(B.ref(F.I), Next));
    return M.block(Out);
  }

  ir::Block beforeBreaks(ir::Block Body, const ir::Stmt *What) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      auto *E = dyn_cast<ir::Exit>(S);
      if (E && E->To == ir::ExitKind::Break)
        Out.push_back(What);
      if (auto *I = dyn_cast<ir::If>(S))
        S = M.make<ir::If>(I->Cond, beforeBreaks(I->Then, What),
                           beforeBreaks(I->Else, What), I->Loc);
      Out.push_back(S);
    }
    return M.block(Out);
  }

  /// I has not been changed by the loop: let it be what the loop would have
  /// left. Where it ran, that is the first value beyond the end.
  const ir::Stmt *finalValue(const Found &F, const ir::Expr *End) {
    const ir::Expr *Ref = B.ref(F.I);
    const ir::Type *T = F.I->type()->unqualified();
    BinaryOp Relation = F.Bd.Relation;
    bool Closed = Relation == BinaryOp::Le || Relation == BinaryOp::Ge;
    const ir::Expr *Limit = End; // one past the last value within
    if (Closed)
      Limit = B.add(End, B.integer(F.Step > 0 ? 1 : -1, T));
    const ir::Expr *Final = Limit;
    int64_t Width = F.Step > 0 ? F.Step : -F.Step;
    if (Width != 1) {
      const ir::Expr *Distance =
          F.Step > 0 ? B.sub(Limit, Ref) : B.sub(Ref, Limit);
      const ir::Expr *Trips =
          B.div(B.add(Distance, B.integer(Width - 1, T)), B.integer(Width, T));
      Final = B.add(Ref, B.mul(Trips, B.integer(F.Step, T)));
    }
    return M.make<ir::If>(B.cmp(Relation, Ref, End),
                          M.block({B.set(Ref, Final)}), ir::Block(), B.Loc);
  }

  ir::Module &M;
  ir::Build B;
  VariableSet Exposed;
  Mentions Everywhere;
  bool InLoop = false;
};

} // namespace

ir::Block normalize::recognizeCountedLoops(ir::Module &M, ir::Block B) {
  return Recognizer(M, B).block(B);
}
