// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flows where; see Activity.h. Calls are in ActivityCalls.cpp, reals in
// memory of integers in ActivityBits.cpp.

#include "Analysis/Activity.h"
#include "Analysis/Bits.h"
#include "Analysis/Reals.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::cast;
using llvm::dyn_cast;

/// The text whose value the place E is a part of, or null.
static const ir::Verbatim *textOf(const ir::Expr *E) {
  for (;;)
    if (auto *Field = dyn_cast<ir::Member>(E))
      E = Field->Base;
    else if (auto *I = dyn_cast<ir::Index>(E); I && !I->Base->Ty->isPointer())
      E = I->Base;
    else
      return dyn_cast<ir::Verbatim>(E);
}

/// Calls F with the region of each place that E's value depends on
/// differentiably.
void Activity::forEachSource(const ir::Expr *E,
                             llvm::function_ref<void(Region)> F) const {
  switch (E->Kind) {
  case ir::ExprKind::VarRef:
  case ir::ExprKind::Index:
  case ir::ExprKind::Deref:
  case ir::ExprKind::Member:
    if (!storesReal(E->Ty))
      return;
    if (const ir::Verbatim *Text = textOf(E))
      return forEachSource(Text, F);
    F(Mem.ofPlace(E));
    return;
  case ir::ExprKind::Cast:
    if (!E->Ty->isReal() || !cast<ir::Cast>(E)->Operand->Ty->isReal())
      return;
    return forEachSource(cast<ir::Cast>(E)->Operand, F);
  case ir::ExprKind::Select:
    forEachSource(cast<ir::Select>(E)->Then, F);
    forEachSource(cast<ir::Select>(E)->Else, F);
    return;
  case ir::ExprKind::RuleCall: {
    auto *C = cast<ir::RuleCall>(E);
    for (unsigned I = 0; I < C->Args.size(); ++I)
      if (C->Callee->Partials[I])
        forEachSource(C->Args[I], F);
    return;
  }
  case ir::ExprKind::Aggregate:
    for (const ir::Expr *Element : cast<ir::Aggregate>(E)->Elements)
      forEachSource(Element, F);
    return;
  case ir::ExprKind::Unary:
    if (E->Ty->isReal())
      forEachSource(cast<ir::Unary>(E)->Operand, F);
    return;
  case ir::ExprKind::Binary:
    if (E->Ty->isReal()) {
      forEachSource(cast<ir::Binary>(E)->Lhs, F);
      forEachSource(cast<ir::Binary>(E)->Rhs, F);
    }
    return;
  case ir::ExprKind::Verbatim:
    // What is not modelled may depend on anything it mentions; whether that is
    // an error is decided where it turns out to be active.
    if (storesReal(E->Ty))
      for (const ir::TextPiece &P : cast<ir::Verbatim>(E)->Pieces)
        if (auto *const *Sub = std::get_if<const ir::Expr *>(&P))
          forEachReached(*Sub, F);
    return;
  case ir::ExprKind::IntLiteral:
  case ir::ExprKind::RealLiteral:
  case ir::ExprKind::BoolLiteral:
  case ir::ExprKind::NullLiteral:
  case ir::ExprKind::FunctionRef:
  case ir::ExprKind::AddressOf:
  case ir::ExprKind::BlockLength:
    return;
  }
}

/// As forEachSource, for an operand of something unknown: it may follow
/// pointers.
void Activity::forEachReached(const ir::Expr *E,
                              llvm::function_ref<void(Region)> F) const {
  forEachSource(E, F);
  if (E->Ty->isPointer() && (leadsToReal(E->Ty) || leadsToBits(E->Ty)))
    F(Mem.behind(E));
  else if (leadsToBits(E->Ty) && ir::isPlace(E))
    F(Mem.ofPlace(E));
}

/// Who is handed storage of type T may set a pointer there.
static bool maySetPointer(const ir::Type *T) {
  return !T->isConst() && (T->isPointer() || T->is(ir::TypeKind::Record));
}

Activity::Activity(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
                   const ParamMask &Wanted, const Memory &Mem,
                   llvm::ArrayRef<const ir::Variable *> Carried)
    : Mem(Mem) {
  // Queries may add nodes for addresses; leave room for every one.
  Varied.resize(Mem.size() * 4 + 64);
  Useful.resize(Mem.size() * 4 + 64);
  for (const ir::Variable *V : Carried) {
    Varied.set(Mem.of(V));
    Useful.set(Mem.of(V));
  }
  for (unsigned I = 0; I < Params.size(); ++I) {
    if (!Wanted[I])
      continue;
    const ir::Variable *P = Params[I];
    const ir::Type *T = P->access();
    bool Writable = T->isReference() && !T->element()->isConst();
    Varied.set(Mem.of(P));
    if (Writable)
      Useful.set(Mem.of(P));
    // Through a pointer that is set the caller may read what is const here.
    bool Moves = Writable && maySetPointer(T->element());
    Mem.forEachBehind(Mem.of(P), T, [&](Region, const ir::Type *At) {
      Moves |= maySetPointer(At);
    });
    Mem.forEachBehind(Mem.of(P), T, [&](Region R, const ir::Type *At) {
      Varied.set(R);
      if (Moves || !At->isConst())
        Useful.set(R);
    });
  }
  // What is varied goes down the text, what is useful goes up.
  std::vector<const ir::Stmt *> All;
  ir::walk(Body, [&](const ir::Stmt *S) { All.push_back(S); });
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const ir::Stmt *S : All)
      Changed |= propagate(S);
    for (const ir::Stmt *S : llvm::reverse(All))
      Changed |= propagate(S);
  }
}

/// Value E is stored in region To.
bool Activity::link(const ir::Expr *E, Region To) {
  bool Changed = false;
  bool ToUseful = Useful.test(To);
  forEachSource(E, [&](Region From) {
    if (Varied.test(From) && !Varied.test(To)) {
      Varied.set(To);
      Changed = true;
    }
    if (ToUseful && !Useful.test(From)) {
      Useful.set(From);
      Changed = true;
    }
  });
  return Changed;
}

/// A statement that is copied as it is: everything it reads may flow into
/// everything it may write.
bool Activity::linkText(const ir::PassThrough *P) {
  llvm::SmallVector<Region, 8> Ins, Outs;
  bool Unseen = false;
  auto Collect = [&](const ir::Variable *V, llvm::SmallVector<Region, 8> &To) {
    const ir::Type *T = V->type()->value();
    Unseen |= V->isUnseen();
    bool Bits = leadsToBits(T);
    if (storesReal(T) || (Bits && T->isArray()))
      To.push_back(Mem.of(V));
    if (leadsToReal(T) || (Bits && T->isPointer())) {
      ir::VarRef Ref(V, T, P->Loc);
      To.push_back(Mem.behind(&Ref));
    }
  };
  for (const ir::Variable *V : P->Reads)
    Collect(V, Ins);
  for (const ir::Variable *V : P->Writes)
    Collect(V, Outs);
  if (Unseen) { // what is not seen may use any
    Ins.append(Mem.globals());
    Outs.append(Mem.globals());
  }
  bool Changed = linkAll(Ins, Outs);
  return Unseen ? coverAll(Outs) || Changed : Changed;
}

/// Where one of Outs is active, all are: they are written by one statement.
bool Activity::coverAll(llvm::ArrayRef<Region> Outs) {
  bool Changed = false;
  if (llvm::any_of(Outs, [&](Region R) { return isActive(R); }))
    for (Region R : Outs) {
      Changed |= !Useful.test(R);
      Useful.set(R);
    }
  return Changed;
}

bool Activity::linkAll(llvm::ArrayRef<Region> Ins,
                       llvm::ArrayRef<Region> Outs) {
  auto Is = [](const llvm::BitVector &Set) {
    return [&Set](Region R) { return Set.test(R); };
  };
  auto Mark = [](llvm::BitVector &Set, llvm::ArrayRef<Region> Rs) {
    bool Changed = false;
    for (Region R : Rs) {
      Changed |= !Set.test(R);
      Set.set(R);
    }
    return Changed;
  };
  bool Changed = false;
  if (llvm::any_of(Ins, Is(Varied)))
    Changed |= Mark(Varied, Outs);
  if (llvm::any_of(Outs, Is(Useful)))
    Changed |= Mark(Useful, Ins);
  return Changed;
}

bool Activity::propagate(const ir::Stmt *S) {
  switch (S->Kind) {
  case ir::StmtKind::Let: {
    auto *L = cast<ir::Let>(S);
    // A reference shares the region of its place; what text refers to may be
    // anything that it mentions.
    bool Flows = !L->Var->type()->isReference() ||
                 llvm::isa_and_nonnull<ir::Verbatim>(L->Init);
    if (L->Init && L->Var->type()->isInteger())
      return linkBits(L->Init, Mem.of(L->Var));
    return L->Init && Flows && storesReal(L->Var->type()->value()) &&
           link(L->Init, Mem.of(L->Var));
  }
  case ir::StmtKind::Assign: {
    auto *A = cast<ir::Assign>(S);
    if (mayHoldBits(A->Place))
      return linkBits(A->Value, Mem.ofPlace(A->Place));
    return storesReal(A->Place->Ty) && link(A->Value, Mem.ofPlace(A->Place));
  }
  case ir::StmtKind::Call:
    return linkCall(cast<ir::Call>(S));
  case ir::StmtKind::PassThrough:
    return linkText(cast<ir::PassThrough>(S));
  case ir::StmtKind::Exit: {
    auto *E = cast<ir::Exit>(S);
    if (!E->Value)
      return false;
    bool Changed = false;
    forEachSource(E->Value, [&](Region R) {
      ResultVaried |= Varied.test(R);
      if (!Useful.test(R)) {
        Useful.set(R);
        Changed = true;
      }
    });
    return Changed;
  }
  default:
    return false;
  }
}

bool Activity::isActivePlace(const ir::Expr *Place) const {
  return storesReal(Place->Ty) && isActive(Mem.ofPlace(Place));
}

bool Activity::isActiveValue(const ir::Expr *E) const {
  bool Active = false;
  forEachSource(E, [&](Region R) { Active |= isActive(R); });
  return Active;
}

/// A T in region R, or what it leads to, is active.
bool Activity::leadsToActive(Region R, const ir::Type *T) const {
  bool Active = storesReal(T) && isActive(R);
  Mem.forEachBehind(R, T, [&](Region Behind, const ir::Type *There) {
    Active |= storesReal(There) && isActive(Behind);
    if (There->isVoid())
      Active |= llvm::any_of(Mem.allFrom(Behind),
                             [&](Region Inner) { return isActive(Inner); });
  });
  return Active;
}

bool Activity::isVariedValue(const ir::Expr *E) const {
  bool IsVaried = false;
  forEachSource(E, [&](Region R) { IsVaried |= isVaried(R); });
  return IsVaried;
}

bool Activity::isActivePointer(const ir::Expr *P) const {
  if (!leadsToReal(P->Ty) && !leadsToVoid(P->Ty))
    return false;
  const ir::Type *T = P->Ty->value();
  if (!T->element()->isVoid())
    return leadsToActive(Mem.behind(P), T->element());
  return llvm::any_of(Mem.allFrom(Mem.behind(P)),
                      [&](Region R) { return isActive(R); });
}

bool Activity::isActiveVariable(const ir::Variable *V) const {
  return leadsToActive(Mem.of(V), V->type()->value());
}
