// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan in words, in the order of the text; see Remarks.h.

#include "Remarks.h"
#include "Emit/Emit.h"
#include "IR/Walk.h"
#include "Support/GeneratedNames.h"
#include "llvm/ADT/MapVector.h"

using namespace nabla;
using namespace nabla::plan;

static uint64_t bytesOf(const ir::Type *T) {
  T = T->value();
  if (T->isReal())
    return T->precision() == ir::Precision::Float    ? 4
           : T->precision() == ir::Precision::Double ? 8
                                                     : 16;
  if (T->isInteger())
    return (T->bits() + 7) / 8;
  if (T->isArray())
    return T->extent() * bytesOf(T->element());
  if (T->is(ir::TypeKind::Record)) {
    uint64_t Sum = 0;
    for (const ir::RecordField &F : T->fields())
      Sum += bytesOf(F.Ty);
    return Sum;
  }
  return T->isPointer() ? 8 : 1;
}

static std::string bytes(uint64_t N) {
  return std::to_string(N) + (N == 1 ? " byte" : " bytes");
}

static std::string howStored(const Slot &S, uint64_t Size) {
  switch (S.As) {
  case Slot::Local:
    return bytes(Size) + (S.Level ? " for one iteration at a time" : "");
  case Slot::Array:
    return bytes(Size) + " per iteration";
  case Slot::Rows:
    return bytes(Size) + " per iteration, in a row for each time that the loop "
                         "is run, on a stack";
  case Slot::Stack:
    return bytes(Size) + " each time, on a stack, since how often is not "
                         "known before";
  }
  llvm_unreachable("a slot of no form");
}

/// What the user calls V: its name, or what it is a copy or a part of.
static std::string nameOf(const ir::Variable *V, const ir::Stmt *Declaration) {
  auto *L = llvm::dyn_cast<ir::Let>(Declaration);
  bool Own =
      !L || !L->Init ||
      (!ir::isPlace(L->Init) && !V->name().starts_with(names::Temporary));
  std::string Name = Own ? V->name().str() : emit::oneLine(L->Init);
  return "'" + Name + "'";
}

static void remarkValue(const plan::Plan &P, const ir::Variable *V,
                        const ir::Stmt *Declaration, Diagnostics &Diags) {
  std::string Name = nameOf(V, Declaration);
  if (auto It = P.Slots.find(V); It != P.Slots.end())
    Diags.remark(V->loc(), Name + " is stored for the reverse sweep: " +
                               howStored(It->second, bytesOf(V->type())));
  else if (P.Recomputed.contains(V))
    Diags.remark(V->loc(), Name + " is recomputed in the reverse sweep");
}

void nabla::remark(const plan::Plan &P, Diagnostics &Diags) {
  llvm::MapVector<const ir::Stmt *, uint64_t> PerIteration;
  ir::walk(P.Body, [&](const ir::Stmt *S) {
    if (P.Replayed.contains(S))
      Diags.remark(S->Loc, "each iteration of this loop is run again before it "
                           "is reversed, and stores nothing for longer");
    const ir::Variable *V = ir::declared(S);
    if (!V)
      return;
    remarkValue(P, V, S, Diags);
    auto It = P.Slots.find(V);
    if (It == P.Slots.end() || It->second.As == Slot::Local)
      return;
    const Slot &Slot = It->second;
    auto &Loops = Slot.As == Slot::Stack ? Slot.Loops : Slot.Over;
    PerIteration[Loops.back()] += bytesOf(V->type());
  });
  for (auto [Loop, Size] : PerIteration)
    Diags.remark(Loop->Loc, "this loop stores " + bytes(Size) +
                                " per iteration for the reverse sweep");
}
