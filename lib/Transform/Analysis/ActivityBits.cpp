// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What integers are made of has no derivative, but a real that is made of an
// integer's bits, or of text, has that of the real from which they came:
//
//   std::snprintf(text, n, "%g", x);  std::memcpy(&bits, &x, 8);
//   y = std::atof(text);              std::memcpy(&y, &bits, 8);
//
// Nobody can follow it, but that it is there has to be known.

#include "Analysis/Activity.h"
#include "Analysis/Bits.h"
#include "IR/Walk.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::dyn_cast;

/// As link, for an integer that is made of others.
bool Activity::linkBits(const ir::Expr *E, Region To) {
  llvm::SmallVector<Region, 4> Ins;
  ir::walk(E, [&](const ir::Expr *Part) {
    if (mayHoldBits(Part))
      Ins.push_back(Mem.ofPlace(Part));
  });
  return linkAll(Ins, {To});
}

/// The integer E is read from, or written to, the storage of an active real.
bool Activity::isPun(const ir::Expr *E) const {
  auto *I = dyn_cast<ir::Index>(E);
  bool Behind = llvm::isa<ir::Deref>(E) || (I && I->Base->Ty->isPointer());
  if (!Behind || !mayHoldBits(E) || !isActive(Mem.ofPlace(E)))
    return false;
  auto Owners = Mem.owners(Mem.ofPlace(E));
  return E->Ty->bits() == 8 ||
         (!Owners.empty() && llvm::all_of(Owners, [](const ir::Variable *V) {
           return V->type()->value()->innermost()->isReal();
         }));
}

bool Activity::movesBits(const ir::Assign *A) const {
  bool Moves = false;
  if (isPun(A->Place))
    ir::walk(A->Value, [&](const ir::Expr *Part) { Moves |= isPun(Part); });
  return Moves;
}

bool Activity::isActiveText(const ir::Variable *V) const {
  const ir::Type *T = V->type()->value();
  if (isActiveVariable(V) || !leadsToBits(T))
    return isActiveVariable(V);
  ir::VarRef Ref(V, T, V->loc());
  return isActive(T->isPointer() ? Mem.behind(&Ref) : Mem.of(V));
}
