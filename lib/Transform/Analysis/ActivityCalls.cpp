// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that are kept: what they are handed, by which way, and what may come of
// it; see Activity.h.

#include "Analysis/Activity.h"
#include "Analysis/Reals.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::dyn_cast;

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
void Activity::forEachHanded(const ir::Expr *Arg, const ir::Type *T,
                             Memory::Reached F) const {
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
