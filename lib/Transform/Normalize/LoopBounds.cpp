// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets move to the other side of the comparison, where the first test shows
// that they may: from a,
//
//   i + 2 < n    is    i < (a + 2 < n ? n - 2 : a)
//
// and nothing overflows that did not before.

#include "Normalize/LoopBounds.h"

using namespace nabla;
using namespace nabla::normalize;
using ir::BinaryOp;
using llvm::dyn_cast;

static bool isRef(const ir::Expr *E, const ir::Variable *I) {
  auto *V = dyn_cast<ir::VarRef>(E);
  return V && V->Var == I;
}

//===--- Steps ------------------------------------------------------------===//

/// I + c, c + I, I - c.
static std::optional<int64_t> offsetOf(const ir::Expr *E,
                                       const ir::Variable *I) {
  if (isRef(E, I))
    return 0;
  auto *B = dyn_cast<ir::Binary>(E);
  if (!B || (B->Op != BinaryOp::Add && B->Op != BinaryOp::Sub))
    return std::nullopt;
  if (isRef(B->Lhs, I)) {
    auto C = ir::integerValue(B->Rhs);
    return C && B->Op == BinaryOp::Sub ? -*C : C;
  }
  if (isRef(B->Rhs, I) && B->Op == BinaryOp::Add)
    return ir::integerValue(B->Lhs);
  return std::nullopt;
}

std::optional<int64_t> normalize::stepOf(const ir::Stmt *S,
                                         const ir::Variable *I) {
  auto *A = dyn_cast<ir::Assign>(S);
  if (!A || !isRef(A->Place, I))
    return std::nullopt;
  std::optional<int64_t> C;
  if (A->Op == ir::AssignOp::Set)
    C = offsetOf(A->Value, I);
  else if (A->Op == ir::AssignOp::Add || A->Op == ir::AssignOp::Sub)
    C = ir::integerValue(A->Value);
  if (!C || *C == 0)
    return std::nullopt;
  return A->Op == ir::AssignOp::Sub ? -*C : *C;
}

const ir::Expr *normalize::plus(ir::Build &B, const ir::Expr *E, int64_t C) {
  return C < 0 ? B.sub(E, B.integer(-C, E->Ty)) : B.add(E, B.integer(C, E->Ty));
}

//===--- Conditions -------------------------------------------------------===//

static BinaryOp mirrored(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Lt:
    return BinaryOp::Gt;
  case BinaryOp::Le:
    return BinaryOp::Ge;
  case BinaryOp::Gt:
    return BinaryOp::Lt;
  case BinaryOp::Ge:
    return BinaryOp::Le;
  default:
    return Op;
  }
}

/// What E is a conversion of, to an integer type that is not narrower.
static const ir::Expr *unwidened(const ir::Expr *E) {
  auto *C = dyn_cast<ir::Cast>(E);
  bool Widens = C && C->Ty->isInteger() && C->Operand->Ty->isInteger() &&
                C->Ty->bits() >= C->Operand->Ty->bits();
  return Widens ? C->Operand : E;
}

static const ir::Binary *comparison(const ir::Expr *Cond) {
  auto *B = llvm::dyn_cast_or_null<ir::Binary>(Cond);
  return B && ir::isComparison(B->Op) && B->Op != BinaryOp::Eq ? B : nullptr;
}

/// "Side Relation End" as a bound of I.
static std::optional<Bound> bounded(const ir::Expr *Side, BinaryOp Relation,
                                    const ir::Expr *End,
                                    const ir::Variable *I) {
  const ir::Expr *Inner = unwidened(Side);
  auto Offset = offsetOf(Inner, I);
  if (!Offset || ir::mentions(End, I))
    return std::nullopt;
  // Only a change of sign matters; a wider type of the same sign does not.
  bool Widened = Side->Ty->isSigned() != Inner->Ty->isSigned();
  return Bound{Relation, End, Widened, *Offset};
}

std::optional<Bound> normalize::boundOf(const ir::Expr *Cond,
                                        const ir::Variable *I) {
  const ir::Binary *B = comparison(Cond);
  if (!B)
    return std::nullopt;
  if (auto Found = bounded(B->Lhs, B->Op, B->Rhs, I))
    return Found;
  return bounded(B->Rhs, mirrored(B->Op), B->Lhs, I);
}

llvm::SmallVector<const ir::Variable *, 2>
normalize::countersIn(const ir::Expr *Cond) {
  llvm::SmallVector<const ir::Variable *, 2> Found;
  const ir::Binary *B = comparison(Cond);
  if (!B)
    return Found;
  auto Look = [&](const ir::Expr *Side) {
    ir::walk(Side, [&](const ir::Expr *E) {
      auto *V = dyn_cast<ir::VarRef>(E);
      if (V && boundOf(Cond, V->Var) && !llvm::is_contained(Found, V->Var))
        Found.push_back(V->Var);
    });
  };
  Look(B->Lhs);
  Look(B->Rhs);
  return Found;
}

//===--- Together ---------------------------------------------------------===//

/// i != b means i < b where the loop would otherwise run into undefined
/// behaviour: from a start below b, in steps of one.
static void orderRelation(Bound &Bd, int64_t Step, const ir::Expr *Begin) {
  if (Bd.Relation != BinaryOp::Ne || Bd.Offset != 0)
    return;
  bool Signed = Begin->Ty->isSigned();
  if (Step == 1 && (Signed || ir::isZero(Begin)))
    Bd.Relation = BinaryOp::Lt;
  else if (Step == -1 && (Signed || ir::isZero(Bd.End)))
    Bd.Relation = BinaryOp::Gt;
}

static bool fits(const Bound &Bd, int64_t Step, const ir::Expr *Begin) {
  auto First = ir::integerValue(Begin);
  if (Bd.Widened && !(First && *First >= 0 && Step > 0))
    return false;
  switch (Bd.Relation) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
    return Step > 0;
  case BinaryOp::Gt:
    // Unsigned in steps of one, it cannot pass the end and wrap around.
    return Step < 0 && (Begin->Ty->isSigned() || Step == -1);
  case BinaryOp::Ge:
    return Step < 0 && Begin->Ty->isSigned();
  default:
    return false; // may run past its end
  }
}

/// The end is no further than the counter's type reaches.
static bool endFits(const Bound &Bd, const ir::Expr *Begin) {
  const ir::Type *T = Bd.End->Ty;
  return ir::integerValue(Bd.End) || (T->isSigned() == Begin->Ty->isSigned() &&
                                      T->bits() <= Begin->Ty->bits());
}

/// The offset moves to End, and Le becomes Lt, Ge Gt.
static std::optional<Bound> withoutOffset(ir::Build &B, Bound Bd,
                                          const ir::Expr *Begin, bool Leaves) {
  bool Up = Bd.Relation == BinaryOp::Lt || Bd.Relation == BinaryOp::Le;
  bool Closed = Bd.Relation == BinaryOp::Le || Bd.Relation == BinaryOp::Ge;
  const ir::Type *T = Bd.End->Ty;
  // Behind the counter, the end could be beyond what the type holds: then the
  // counter would be first. Unsigned sums wrap around.
  bool Behind = Up != (Bd.Offset > 0);
  bool Wraps = !Begin->Ty->isSigned() || !T->isSigned();
  auto First = ir::integerValue(Begin);
  if (Behind && (Leaves || Wraps))
    return std::nullopt;
  if (Wraps && !(First && *First >= 0 && *First + Bd.Offset >= 0))
    return std::nullopt;
  const ir::Expr *Side = First ? B.integer(*First + Bd.Offset, T)
                               : B.cast(plus(B, Begin, Bd.Offset), T, true);
  const ir::Expr *Start = First ? B.integer(*First, T) : B.cast(Begin, T, true);
  int64_t Back = Bd.Offset - (Closed ? (Up ? 1 : -1) : 0);
  const ir::Expr *Moved = plus(B, Bd.End, -Back);
  Bd.End = B.select(B.cmp(Bd.Relation, Side, Bd.End), Moved, Start);
  Bd.Relation = Up ? BinaryOp::Lt : BinaryOp::Gt;
  Bd.Offset = 0;
  return Bd;
}

std::optional<Bound> normalize::fitted(ir::Build &B, Bound Bd, int64_t Step,
                                       const ir::Expr *Begin, bool Leaves) {
  // A loop that may be left early need not run into what would otherwise be
  // undefined: a counter that meets no end, an end it cannot reach.
  if (!Leaves)
    orderRelation(Bd, Step, Begin);
  if ((Leaves && !endFits(Bd, Begin)) || !fits(Bd, Step, Begin))
    return std::nullopt;
  if (Bd.Offset != 0)
    return withoutOffset(B, Bd, Begin, Leaves);
  return Bd;
}
