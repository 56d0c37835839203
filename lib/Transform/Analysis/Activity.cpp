// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysis/Activity.h"
#include "Analysis/Bits.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::cast;
using llvm::dyn_cast;

/// A real, or a record or array that has reals in it (not behind pointers).
/// What cannot be looked into may have them.
static bool storesReal(const ir::Type *T) {
  T = T->value();
  if (T->isReal() || T->is(ir::TypeKind::Container))
    return true;
  if (T->is(ir::TypeKind::Opaque))
    return !T->isInert();
  if (T->isArray())
    return storesReal(T->element());
  if (T->is(ir::TypeKind::Record))
    for (const ir::RecordField &F : T->fields())
      if (storesReal(F.Ty))
        return true;
  return false;
}

/// As storesReal, for what a pointer leads to: a void pointer to anything.
static bool mayStoreReal(const ir::Type *There) {
  return storesReal(There) || There->is(ir::TypeKind::Void);
}

/// A pointer to what may be, or may lead to, a real.
static bool leadsToReal(const ir::Type *T) {
  T = T->value();
  if (!T->isPointer())
    return false;
  const ir::Type *To = T->element();
  while (To->isPointer() || To->isArray())
    To = To->element();
  return T->holdsReal() || storesReal(To);
}

/// Where T leads, there is a pointer to void, behind which may be reals.
static bool leadsToVoid(const ir::Type *T,
                        llvm::SmallPtrSetImpl<const ir::Type *> &Seen) {
  T = T->value();
  if (!Seen.insert(T).second)
    return false;
  if (T->isPointer() || T->isArray())
    return T->element()->isVoid() || leadsToVoid(T->element(), Seen);
  return T->is(ir::TypeKind::Record) &&
         llvm::any_of(T->fields(), [&](const ir::RecordField &F) {
           return leadsToVoid(F.Ty, Seen);
         });
}
static bool leadsToVoid(const ir::Type *T) {
  llvm::SmallPtrSet<const ir::Type *, 8> Seen;
  return leadsToVoid(T, Seen);
}

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
template <class Fn>
void Activity::forEachSource(const ir::Expr *E, Fn F) const {
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
template <class Fn>
void Activity::forEachReached(const ir::Expr *E, Fn F) const {
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
  for (bool Changed = true; Changed;) {
    Changed = false;
    ir::walk(Body, [&](const ir::Stmt *S) { Changed |= propagate(S); });
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

/// A pointer before it was made a void pointer.
static const ir::Expr *unconverted(const ir::Expr *E) {
  while (auto *C = dyn_cast<ir::Cast>(E))
    if (C->Operand->Ty->isPointer())
      E = C->Operand;
    else
      break;
  return E;
}

bool Activity::isActiveArgument(const ir::Expr *Arg, const ir::Type *T) const {
  if (T->isPointer())
    return isActivePointer(unconverted(Arg));
  // The value of c ? x : y is of one of two places.
  bool ByValue = llvm::isa<ir::Select>(Arg) && !T->isReference();
  if (ir::isPlace(Arg) && !ByValue)
    return leadsToActive(Mem.ofPlace(Arg), Arg->Ty);
  bool Active = isActiveValue(Arg);
  Mem.forEachReached(Arg, T, [&](Region R, const ir::Type *There) {
    Active |= storesReal(There) && isActive(R);
  });
  return Active;
}

/// Calls Fn with the regions that a callee is handed by Arg, for a parameter of
/// type T, and what it sees there.
template <class Fn>
void Activity::forEachHanded(const ir::Expr *Arg, const ir::Type *T,
                             Fn F) const {
  if (T->isReference() && ir::isPlace(Arg)) {
    F(Mem.ofPlace(Arg), T->element());
    Mem.forEachBehind(Mem.ofPlace(Arg), T->element(), F);
  } else {
    Mem.forEachReached(Arg, T, F);
  }
}

bool Activity::isWrittenActive(const ir::Expr *Arg, const ir::Type *T) const {
  if (T->isPointer() && T->element()->isVoid() && !T->element()->isConst())
    return isActivePointer(unconverted(Arg));
  bool Active = false;
  forEachHanded(Arg, T, [&](Region R, const ir::Type *There) {
    Active |= !There->isConst() && storesReal(There) && isActive(R);
    // What is const is not what a pointer in it leads to.
    if (There->isVoid())
      for (Region Inner : Mem.allFrom(R))
        Active |= isActive(Inner) && !(Inner == R && There->isConst());
  });
  return Active;
}

bool Activity::setsPointer(const ir::Expr *Arg, const ir::Type *T,
                           bool Outside) const {
  bool Set = false;
  forEachHanded(Arg, T, [&](Region R, const ir::Type *There) {
    if (!There->isConst() && (!Outside || Mem.isOutside(R)))
      Mem.forEachBehind(R, There, [&](Region Behind, const ir::Type *At) {
        Set |= storesReal(At) && isActive(Behind);
      });
  });
  return Set;
}

bool Activity::isPointerSet(const ir::Expr *Arg, const ir::Type *T) const {
  return setsPointer(Arg, T, /*Outside=*/false);
}

bool Activity::setsPointerOutside(const ir::Call *C) const {
  const ir::Function &F = C->Callee->primal();
  for (unsigned I = 0; I < C->Args.size() && I < F.params().size(); ++I)
    if (setsPointer(C->Args[I], F.params()[I]->access(), /*Outside=*/true))
      return true;
  return false;
}

bool Activity::setsActiveGlobal(const ir::Call *C) const {
  if (C->Callee->primal().isInactive())
    return false;
  return llvm::any_of(Mem.globalsSetBy(C->Callee->primal()),
                      [&](Region R) { return isActive(R); });
}

std::vector<const ir::Variable *>
Activity::activeGlobals(const ir::Call *C) const {
  std::vector<const ir::Variable *> Result;
  for (const ir::Variable *V : Mem.globalsUsedBy(C->Callee->primal()))
    if (isActiveVariable(V))
      Result.push_back(V);
  llvm::sort(Result, [](const ir::Variable *A, const ir::Variable *B) {
    return A->id() < B->id();
  });
  return Result;
}

/// R is handed to a callee by a pointer to void. Nobody says whether there are
/// reals: it may read them, and may set those of which it is known.
void Activity::addUntyped(Region R, bool Const,
                          llvm::SmallVectorImpl<Region> &Ins,
                          llvm::SmallVectorImpl<Region> &Outs) const {
  for (Region Inner : Mem.allFrom(R)) {
    Ins.push_back(Inner);
    bool Reals = Varied.test(Inner) || Mem.isBlock(Inner) ||
                 llvm::any_of(Mem.owners(Inner), [](const ir::Variable *V) {
                   return storesReal(V->type());
                 });
    if (Reals && !(Const && Inner == R))
      Outs.push_back(Inner);
  }
}

/// A call that is kept as a pair of sweeps: everything it is handed may flow
/// into everything it may write.
bool Activity::linkCall(const ir::Call *C) {
  if (C->Callee->primal().isInactive())
    return false;
  const ir::Function &F = C->Callee->primal();
  bool Hidden = !F.hasBody() && !F.rule() && !isElsewhere(F);
  bool Makes = replacesBlocks(F);
  llvm::SmallVector<Region, 8> Ins, Outs;
  for (unsigned I = 0; I < C->Args.size(); ++I) {
    const ir::Expr *A = C->Args[I];
    const ir::Type *P = C->Callee->params()[I]->access();
    auto Add = [&](Region R, const ir::Type *T) {
      if (T->isVoid() && !Hidden)
        return addUntyped(R, T->isConst(), Ins, Outs);
      if (!T->holdsReal() && !T->isVoid() && !(Hidden && T->isInteger()))
        return;
      Ins.push_back(R);
      if (!T->isConst())
        Outs.push_back(R);
    };
    if (P->isReference() && ir::isPlace(A)) {
      if (storesReal(A->Ty))
        Add(Mem.ofPlace(A), P->element());
      Mem.forEachBehind(Mem.ofPlace(A), P->element(), Add);
    } else {
      if (!P->isPointer())
        forEachSource(A, [&](Region R) { Ins.push_back(R); });
      const ir::Type *From = unconverted(A)->Ty;
      if (!P->isPointer() || From->holdsReal() || leadsToVoid(From) || Hidden)
        Mem.forEachReached(A, P, Add);
    }
    if (Makes) // something active may lie behind a pointer to const then
      forEachHanded(A, P, [&](Region R, const ir::Type *T) {
        if (!T->isConst())
          Mem.forEachBehind(R, T, [&](Region Behind, const ir::Type *There) {
            if (mayStoreReal(There))
              Outs.push_back(Behind);
          });
      });
  }
  if (C->Result) {
    const ir::Type *T = C->Result->type();
    if (storesReal(T))
      Outs.push_back(Mem.of(C->Result));
    // It may lead to what the callee has made, or to what it was not handed.
    Mem.forEachBehind(Mem.of(C->Result), T,
                      [&](Region R, const ir::Type *There) {
                        if (mayStoreReal(There))
                          Outs.push_back(R);
                      });
  }
  for (Region R : Mem.globalsSetBy(C->Callee->primal()))
    Outs.push_back(R);
  for (Region R : Mem.globalsReadBy(C->Callee->primal()))
    Ins.push_back(R);
  bool Changed = linkAll(Ins, Outs);
  // A callee that is differentiated accounts for all that it writes.
  return coverAll(Outs) || Changed;
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

bool Activity::handsOutActive(const ir::Call *C) const {
  if (!C->Result)
    return false;
  const ir::Type *T = C->Result->type();
  bool Active = T->isReference() && isActiveVariable(C->Result);
  Mem.forEachBehind(Mem.of(C->Result), T, [&](Region R, const ir::Type *There) {
    Active |= mayStoreReal(There) && isActive(R);
  });
  return Active;
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
