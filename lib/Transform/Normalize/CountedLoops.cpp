// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises loops that count:
//
//   { int i = a; while (i < b) { B; i = i + c; } }   ==>   for (i = a; i < b; i += c) B
//
// where B leaves i and b alone. A counter declared outside is given the value
// it would have after the loop.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// i = i + c, i += c, i = i - c, i -= c with a literal c.
std::optional<int64_t> stepOf(ir::Block Step, const ir::Variable *I) {
  if (Step.size() != 1)
    return std::nullopt;
  auto *A = dyn_cast<ir::Assign>(Step[0]);
  auto IsI = [&](const ir::Expr *E) {
    auto *V = dyn_cast<ir::VarRef>(E);
    return V && V->Var == I;
  };
  if (!A || !IsI(A->Place))
    return std::nullopt;
  if (A->Op == ir::AssignOp::Add || A->Op == ir::AssignOp::Sub) {
    auto C = ir::integerValue(A->Value);
    if (!C)
      return std::nullopt;
    return A->Op == ir::AssignOp::Add ? *C : -*C;
  }
  auto *B = dyn_cast<ir::Binary>(A->Value);
  if (A->Op != ir::AssignOp::Set || !B)
    return std::nullopt;
  if (B->Op == ir::BinaryOp::Add) {
    if (auto C = ir::integerValue(B->Rhs); C && IsI(B->Lhs))
      return C;
    if (auto C = ir::integerValue(B->Lhs); C && IsI(B->Rhs))
      return C;
  }
  if (B->Op == ir::BinaryOp::Sub)
    if (auto C = ir::integerValue(B->Rhs); C && IsI(B->Lhs))
      return -*C;
  return std::nullopt;
}

ir::BinaryOp mirrored(ir::BinaryOp Op) {
  switch (Op) {
  case ir::BinaryOp::Lt:
    return ir::BinaryOp::Gt;
  case ir::BinaryOp::Le:
    return ir::BinaryOp::Ge;
  case ir::BinaryOp::Gt:
    return ir::BinaryOp::Lt;
  case ir::BinaryOp::Ge:
    return ir::BinaryOp::Le;
  default:
    return Op;
  }
}

/// A condition "i R b".
struct Bound {
  ir::BinaryOp Relation;
  const ir::Expr *End;
  bool Widened; ///< i stands under a conversion to another integer type.
};

std::optional<Bound> boundOf(const ir::Expr *Cond, const ir::Variable *I) {
  auto *B = llvm::dyn_cast_or_null<ir::Binary>(Cond);
  if (!B || !ir::isComparison(B->Op) || B->Op == ir::BinaryOp::Eq)
    return std::nullopt;
  auto IsI = [&](const ir::Expr *E, bool &Widened) {
    Widened = false;
    if (auto *C = dyn_cast<ir::Cast>(E);
        C && C->Ty->isInteger() && C->Operand->Ty->isInteger() &&
        C->Ty->bits() >= C->Operand->Ty->bits()) {
      // Only a change of sign matters; a wider type of the same sign does not.
      Widened = C->Ty->isSigned() != C->Operand->Ty->isSigned();
      E = C->Operand;
    }
    auto *V = dyn_cast<ir::VarRef>(E);
    return V && V->Var == I;
  };
  bool Widened;
  if (IsI(B->Lhs, Widened) && !ir::mentions(B->Rhs, I))
    return Bound{B->Op, B->Rhs, Widened};
  if (IsI(B->Rhs, Widened) && !ir::mentions(B->Lhs, I))
    return Bound{mirrored(B->Op), B->Lhs, Widened};
  return std::nullopt;
}

class Recognizer {
public:
  Recognizer(ir::Module &M, ir::Block Whole)
      : M(M), B(M), Exposed(exposedVariables(Whole)) {}

  ir::Block block(ir::Block Body, bool OwnScope = false) {
    StmtList Out;
    for (unsigned K = 0; K < Body.size(); ++K) {
      const ir::Stmt *S = Body[K];
      auto *Start = Out.empty() ? nullptr : Out.back();
      auto *L = dyn_cast<ir::Loop>(S);
      if (L && Start && counted(L, Start, OwnScope && K + 1 == Body.size(),
                                Out))
        continue;
      Out.push_back(parts(S));
    }
    return M.block(Out);
  }

private:
  const ir::Stmt *parts(const ir::Stmt *S) {
    if (auto *I = dyn_cast<ir::If>(S))
      return M.make<ir::If>(I->Cond, block(I->Then), block(I->Else), I->Loc);
    if (auto *L = dyn_cast<ir::Loop>(S))
      return M.make<ir::Loop>(L->TestFirst, block(L->CondBlock), L->Cond,
                              block(L->Body), block(L->Step), L->Loc);
    if (auto *Sc = dyn_cast<ir::Scope>(S))
      return M.make<ir::Scope>(block(Sc->Body, true), Sc->Loc);
    if (auto *W = dyn_cast<ir::Switch>(S)) {
      llvm::SmallVector<ir::SwitchArm, 8> Arms;
      for (const ir::SwitchArm &A : W->Arms)
        Arms.push_back({A.Values, A.IsDefault, block(A.Body)});
      return M.make<ir::Switch>(W->Value,
                                M.copy(llvm::ArrayRef<ir::SwitchArm>(Arms)),
                                W->Loc);
    }
    return S;
  }

  /// Start sets the counter just before L. Last: the counter's scope ends with
  /// the loop.
  bool counted(const ir::Loop *L, const ir::Stmt *Start, bool Last,
               StmtList &Out) {
    const ir::Variable *I = nullptr;
    const ir::Expr *Begin = nullptr;
    bool Declares = false;
    if (auto *D = dyn_cast<ir::Let>(Start)) {
      I = D->Var;
      Begin = D->Init;
      Declares = true;
    } else if (auto *A = dyn_cast<ir::Assign>(Start);
               A && A->Op == ir::AssignOp::Set) {
      if (auto *V = dyn_cast<ir::VarRef>(A->Place))
        I = V->Var;
      Begin = A->Value;
    }
    if (!I || !Begin || !L->TestFirst || !L->CondBlock.empty() ||
        !I->type()->unqualified()->isInteger() || I->isGlobal() ||
        I->type()->isReference() || Exposed.contains(I))
      return false;
    auto Step = stepOf(L->Step, I);
    auto Bd = boundOf(L->Cond, I);
    if (!Step || !Bd)
      return false;
    // A loop that may leave early need not run into what would otherwise be
    // undefined: a counter that meets no end, an end it cannot reach.
    bool Leaves = mayLeave(L->Body, true);
    if (!Leaves)
      orderRelation(*Bd, *Step, Begin);
    const ir::Type *EndType = Bd->End->Ty;
    bool EndFits = ir::integerValue(Bd->End) ||
                   (EndType->isSigned() == Begin->Ty->isSigned() &&
                    EndType->bits() <= Begin->Ty->bits());
    if (Leaves && !EndFits)
      return false;
    if (!fits(*Bd, *Step, Begin))
      return false;
    Effects Body(L->Body);
    if (Body.Assigned.contains(I) || !Body.leaves(Bd->End, Exposed) ||
        ir::mentions(Begin, I))
      return false;
    // A goto may enter or leave where a counted loop has no place for it.
    bool Jumps = false;
    ir::walk(L->Body, [&](const ir::Stmt *S) {
      Jumps |= llvm::isa<ir::Label>(S);
      if (auto *E = dyn_cast<ir::Exit>(S))
        Jumps |= E->To == ir::ExitKind::Goto;
    });
    if (Jumps)
      return false;

    const ir::Type *T = I->type()->unqualified();
    const ir::Variable *Counter = I;
    ir::Block NewBody = block(L->Body);
    if (Declares && Last) {
      Out.pop_back();
    } else {
      bool Breaks = false;
      leavesEarly(L->Body, Breaks);
      if (Breaks)
        return false; // its last value would have to be found out
      Counter = M.makeLocal(I->name(), T, I->loc());
      ir::Rewrite R{M};
      R.OnVariable = [&](const ir::Variable *V) {
        return V == I ? Counter : V;
      };
      NewBody = ir::rewriteBlock(R, NewBody);
    }
    const ir::Expr *End = B.cast(Bd->End, T, true);
    Out.push_back(M.make<ir::CountedLoop>(Counter, Begin, Bd->Relation, End,
                                          *Step, NewBody, L->Loc));
    if (Counter != I)
      Out.push_back(finalValue(I, *Bd, End, *Step, L->Loc));
    return true;
  }

  /// A Break of this loop (Own), or any Return or Goto.
  static bool mayLeave(ir::Block Body, bool Own) {
    bool Found = false;
    for (const ir::Stmt *S : Body) {
      if (auto *E = dyn_cast<ir::Exit>(S))
        Found |= E->To == ir::ExitKind::Return ||
                 E->To == ir::ExitKind::Goto ||
                 (E->To == ir::ExitKind::Break && Own);
      bool Keeps = isa<ir::Loop, ir::CountedLoop, ir::Switch>(S);
      ir::forEachBlock(S, [&](ir::Block Inner) {
        Found |= mayLeave(Inner, Own && !Keeps);
      });
    }
    return Found;
  }

  static void leavesEarly(ir::Block Body, bool &Breaks) {
    for (const ir::Stmt *S : Body) {
      if (auto *E = dyn_cast<ir::Exit>(S))
        Breaks |= E->To == ir::ExitKind::Break;
      else if (auto *If = dyn_cast<ir::If>(S)) {
        leavesEarly(If->Then, Breaks);
        leavesEarly(If->Else, Breaks);
      } else if (auto *Sc = dyn_cast<ir::Scope>(S)) {
        leavesEarly(Sc->Body, Breaks);
      }
    }
  }

  /// i != b means i < b where the loop would otherwise run into undefined
  /// behaviour: from a start below b, in steps of one.
  void orderRelation(Bound &Bd, int64_t Step, const ir::Expr *Begin) {
    if (Bd.Relation != ir::BinaryOp::Ne)
      return;
    bool Signed = Begin->Ty->isSigned();
    if (Step == 1 && (Signed || ir::isZero(Begin)))
      Bd.Relation = ir::BinaryOp::Lt;
    else if (Step == -1 && Signed)
      Bd.Relation = ir::BinaryOp::Gt;
  }

  /// Relation and direction agree, and the counter cannot wrap around.
  bool fits(const Bound &Bd, int64_t Step, const ir::Expr *Begin) {
    auto First = ir::integerValue(Begin);
    if (Bd.Widened && !(First && *First >= 0 && Step > 0))
      return false;
    switch (Bd.Relation) {
    case ir::BinaryOp::Lt:
    case ir::BinaryOp::Le:
      return Step > 0;
    case ir::BinaryOp::Gt:
    case ir::BinaryOp::Ge:
      return Step < 0 && Begin->Ty->isSigned();
    case ir::BinaryOp::Ne:
      return false; // may run past its end
    default:
      return false;
    }
  }

  /// I has not been changed by the loop: let it be what the loop would have
  /// left. Where it ran, that is the first value beyond the end.
  const ir::Stmt *finalValue(const ir::Variable *I, const Bound &Bd,
                             const ir::Expr *End, int64_t Step,
                             ir::SourceLoc Loc) {
    const ir::Expr *Ref = B.ref(I);
    const ir::Type *T = I->type()->unqualified();
    bool Closed =
        Bd.Relation == ir::BinaryOp::Le || Bd.Relation == ir::BinaryOp::Ge;
    const ir::Expr *Limit = End; // one past the last value within
    if (Closed)
      Limit = B.add(End, B.integer(Step > 0 ? 1 : -1, T));
    const ir::Expr *Final = Limit;
    int64_t Width = Step > 0 ? Step : -Step;
    if (Width != 1) {
      const ir::Expr *Distance =
          Step > 0 ? B.sub(Limit, Ref) : B.sub(Ref, Limit);
      const ir::Expr *Trips =
          B.div(B.add(Distance, B.integer(Width - 1, T)), B.integer(Width, T));
      Final = B.add(Ref, B.mul(Trips, B.integer(Step, T)));
    }
    const ir::Stmt *Set =
        M.make<ir::Assign>(Ref, ir::AssignOp::Set, Final, Loc);
    return M.make<ir::If>(B.cmp(Bd.Relation, Ref, End), M.block({Set}),
                          ir::Block(), Loc);
  }

  ir::Module &M;
  ir::Build B;
  VariableSet Exposed;
};

} // namespace

ir::Block normalize::recognizeCountedLoops(ir::Module &M, ir::Block B) {
  return Recognizer(M, B).block(B);
}
