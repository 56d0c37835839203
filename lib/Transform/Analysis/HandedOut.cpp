// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding the regions: what text and callees may do with what they are handed.
// They may keep it, link it to anything else that they are handed, and give it
// back. The walk itself is in Memory.cpp.

#include "Analysis/Memory.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===--- Text -------------------------------------------------------------===//

/// What text hands out of itself, a pointer or a reference (LeadsThere), may
/// lead to what it mentions: "v.data()", "m[2]". What it takes the address of
/// it may keep.
void Memory::visitText(const ir::Verbatim *V, bool LeadsThere) {
  bool AddressOf = false;
  for (const ir::TextPiece &P : V->Pieces) {
    if (auto *Text = std::get_if<llvm::StringRef>(&P)) {
      AddressOf = Text->rtrim().ends_with("&");
      continue;
    }
    const ir::Expr *Operand = std::get<const ir::Expr *>(P);
    if (Operand->Ty->isPointer())
      merge(pointee(pointerNode(Operand)), Unknown);
    if ((LeadsThere || AddressOf) && ir::isPlace(Operand))
      merge(placeNode(Operand), Unknown);
  }
}

/// Copies of an object that cannot be looked into may refer to the same.
void Memory::mergeCopies(Region To, const ir::Expr *Value) {
  auto IsObject = [](const ir::Expr *E) {
    return E->Ty->is(ir::TypeKind::Opaque) && !E->Ty->isInert();
  };
  if (!IsObject(Value))
    return;
  if (ir::isPlace(Value))
    merge(To, placeNode(Value));
  if (auto *V = dyn_cast<ir::Verbatim>(Value))
    for (const ir::TextPiece &P : V->Pieces)
      if (auto *const *Operand = std::get_if<const ir::Expr *>(&P))
        if (IsObject(*Operand) && ir::isPlace(*Operand))
          merge(To, placeNode(*Operand));
}

//===--- Callees ----------------------------------------------------------===//

bool analysis::storesPointers(const ir::Function &F) {
  llvm::DenseSet<const ir::Function *> Seen{&F};
  llvm::SmallVector<const ir::Function *, 8> Work{&F};
  bool Stores = false;
  while (!Work.empty() && !Stores) {
    const ir::Function *G = Work.pop_back_val();
    Stores |= !G->hasBody();
    ir::walk(G->body(), [&](const ir::Stmt *S) {
      Stores |= isa<ir::PassThrough>(S);
      if (auto *A = dyn_cast<ir::Assign>(S)) {
        auto *V = dyn_cast<ir::VarRef>(A->Place);
        bool Own = V && V->Var->kind() == ir::VariableKind::Local &&
                   !V->Var->type()->isReference();
        Stores |= mayHoldPointer(A->Place->Ty) && !Own;
      }
      if (auto *C = dyn_cast<ir::Call>(S))
        if (Seen.insert(&C->Callee->primal()).second)
          Work.push_back(&C->Callee->primal());
    });
  }
  return Stores;
}

void Memory::join(llvm::ArrayRef<Region> Regions) {
  for (Region R : Regions)
    merge(Regions.front(), R);
}

/// Shadow memory that a pair's forward sweep is handed besides what the primal
/// is; its last argument is the frame.
llvm::SmallVector<Region, 8> Memory::reachedByShadows(const ir::Call &C) const {
  llvm::SmallVector<Region, 8> Found;
  for (size_t I = C.Callee->primal().params().size(); I + 1 < C.Args.size();
       ++I)
    forEachReached(C.Args[I], C.Args[I]->Ty,
                   [&](Region R, const ir::Type *) { Found.push_back(R); });
  return Found;
}

/// What a callee is handed it may link to anything else it is handed, and
/// return.
void Memory::visitCall(const ir::Call *C) {
  const ir::Function &F = C->Callee->primal();
  GlobalUse Use = globalsOf(F);
  for (const ir::Variable *V : Use.Mentioned)
    nodeOf(V);
  for (const ir::Variable *V : Use.Leading)
    nodeOf(V);
  llvm::SmallVector<Region, 8> Handed;
  bool Room = false; // for a pointer to be stored in
  for (unsigned I = 0; I < C->Args.size() && I < F.params().size(); ++I) {
    const ir::Expr *A = C->Args[I];
    const ir::Variable *P = F.params()[I];
    bool LosesConst = P->access() != P->type();
    auto Hand = [&](Region R, const ir::Type *T) {
      Handed.push_back(R);
      Room |= mayHoldPointer(T) && (!T->isConst() || LosesConst);
    };
    if (P->type()->isReference() && ir::isPlace(A)) {
      Region R = placeNode(A);
      Nodes[R].Shared = true;
      Room |= mayHoldPointer(A->Ty);
      forEachBehind(R, A->Ty, Hand);
    } else if (mayHoldPointer(A->Ty)) {
      forEachReached(A, A->Ty, Hand);
    }
  }
  if (Room && storesPointers(F)) {
    join(Handed);
    join(reachedByShadows(*C));
  }
  if (C->Result)
    visitResult(C, Handed);
}

/// A scalar of type T can be (a part of) what something of type Whole holds.
static bool mayBePart(const ir::Type *T, const ir::Type *Whole) {
  Whole = Whole->innermost()->value();
  return !T->isArithmetic() || !Whole->isArithmetic() || ir::sameType(T, Whole);
}

/// What a call gives back may lead to all that it is handed, to globals, and,
/// where nobody has seen the callee, to anything that nobody has.
void Memory::visitResult(const ir::Call *C, llvm::ArrayRef<Region> Handed) {
  const ir::Type *T = C->Result->type();
  Region Result = nodeOf(C->Result);
  if (!T->isReference() && !mayHoldPointer(T))
    return;
  const ir::Function &F = C->Callee->primal();
  Region To = T->isReference() ? Result : pointee(Result);
  const ir::Type *There =
      T->isReference() || T->isPointer() ? T->element()->value() : T->value();
  for (Region R : Handed)
    merge(To, R);
  for (unsigned I = 0; I < C->Args.size() && I < F.params().size(); ++I)
    if (F.params()[I]->type()->isReference() && ir::isPlace(C->Args[I]) &&
        mayBePart(There, C->Args[I]->Ty))
      merge(To, placeNode(C->Args[I]));
  GlobalUse Use = globalsOf(F);
  for (const ir::Variable *V : Use.Mentioned)
    if (mayBePart(There, V->type()))
      merge(To, nodeOf(V));
  if (!F.hasBody())
    merge(To, Unknown);
  Nodes[find(To)].External = Nodes[find(To)].Shared = true;
}

/// Blocks that a callee is handed are no longer this function's alone if it may
/// keep them or give them back.
void Memory::escape(const ir::Call *C) {
  const ir::Function &F = C->Callee->primal();
  if (!mayKeep(F))
    return;
  auto Escape = [&](Region R, const ir::Type *) {
    Nodes[find(R)].External = Nodes[find(R)].Shared = true;
  };
  for (unsigned I = 0; I < C->Args.size() && I < F.params().size(); ++I) {
    const ir::Expr *A = C->Args[I];
    if (F.params()[I]->type()->isReference() && ir::isPlace(A))
      forEachBehind(placeNode(A), A->Ty, Escape);
    else if (mayHoldPointer(A->Ty))
      forEachReached(A, A->Ty, Escape);
  }
}

//===--- Globals ----------------------------------------------------------===//

/// A pointer to reals or, for all that is known, to anything.
static bool mayLeadToReal(const ir::Type *T) {
  const ir::Type *Last = T->value()->innermost();
  while (Last->isPointer())
    Last = Last->element()->unqualified()->innermost();
  return mayHoldPointer(T) && (T->holdsReal() || Last->isVoid());
}

/// What a global pointer or reference leads to may be what another one leads
/// to, and any global whose address is taken somewhere.
void Memory::joinAliases() {
  struct Place {
    Region R;
    const ir::Type *There;
  };
  llvm::SmallVector<Place, 8> Led, Exposed;
  for (auto [V, R] : VarNode) {
    const ir::Type *T = V->type();
    if (!V->isGlobal() || !T->holdsReal())
      continue;
    if (T->isReference())
      Led.push_back({R, T->element()->value()});
    else if (V->isExposed())
      Exposed.push_back({R, T->value()});
  }
  llvm::SmallVector<const ir::Variable *, 8> Pointers;
  for (auto [V, R] : VarNode)
    if (V->isGlobal() && mayLeadToReal(V->type()))
      Pointers.push_back(V);
  for (const ir::Variable *V : Pointers)
    forEachBehind(VarNode.lookup(V), V->type(),
                  [&](Region R, const ir::Type *There) {
                    if (There->holdsReal() || There->isVoid())
                      Led.push_back({R, There->value()});
                  });
  auto Join = [&](const Place &A, const Place &B) {
    if (mayBePart(A.There->innermost()->value(), B.There) ||
        mayBePart(B.There->innermost()->value(), A.There))
      merge(A.R, B.R);
  };
  for (unsigned I = 0; I < Led.size(); ++I) {
    for (unsigned J = 0; J < I; ++J)
      Join(Led[I], Led[J]);
    for (const Place &E : Exposed)
      Join(Led[I], E);
  }
}
