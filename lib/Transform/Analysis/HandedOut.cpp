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

/// A T and a U can be the same storage, or one a part of the other.
static bool mayShare(const ir::Type *T, const ir::Type *U) {
  T = T->value()->innermost();
  U = U->value()->innermost();
  auto IsChar = [](const ir::Type *A) {
    return A->isInteger() && A->bits() == 8;
  };
  if (!T->isScalar() || !U->isScalar() || IsChar(T) || IsChar(U))
    return true;
  return T->isArithmetic() && U->isArithmetic()
             ? ir::sameType(T, U)
             : T->isArithmetic() == U->isArithmetic();
}

/// F, or what it calls, stores something of such a type in what is not a
/// variable of its own, or might: by text, and where no body is seen, as far as
/// Unseen says so.
static bool storesElsewhere(const ir::Function &F,
                            llvm::function_ref<bool(const ir::Type *)> Such,
                            bool (*Unseen)(const ir::Function &)) {
  llvm::DenseSet<const ir::Function *> Seen{&F};
  llvm::SmallVector<const ir::Function *, 8> Work{&F};
  bool Stores = false;
  while (!Work.empty() && !Stores) {
    const ir::Function *G = Work.pop_back_val();
    Stores |= !G->hasBody() && Unseen(*G);
    ir::walk(G->body(), [&](const ir::Stmt *S) {
      Stores |= isa<ir::PassThrough>(S);
      if (auto *A = dyn_cast<ir::Assign>(S)) {
        auto *V = dyn_cast<ir::VarRef>(A->Place);
        bool Own = V && V->Var->kind() == ir::VariableKind::Local &&
                   !V->Var->type()->isReference();
        Stores |= Such(A->Place->Ty) && !Own;
      }
      if (auto *C = dyn_cast<ir::Call>(S))
        if (Seen.insert(&C->Callee->primal()).second)
          Work.push_back(&C->Callee->primal());
    });
  }
  return Stores;
}

bool analysis::storesPointers(const ir::Function &F) {
  return storesElsewhere(F, mayHoldPointer, isUnseen);
}

bool analysis::onlyReads(const ir::Function &F) {
  auto Reals = [](const ir::Type *T) {
    return !T->isInteger() || T->bits() == 8; // char may be part of anything
  };
  // What is handed numbers may still set a global.
  auto Any = [](const ir::Function &) { return true; };
  return !F.rule() && !storesElsewhere(F, Reals, Any);
}

void Memory::join(llvm::ArrayRef<Region> Regions) {
  for (Region R : Regions)
    merge(Regions.front(), R);
}

void Memory::join(const Targets &All) {
  for (unsigned I = 0; I < All.size(); ++I)
    for (unsigned J = 0; J < I; ++J)
      if (mayShare(All[I].second, All[J].second))
        merge(All[I].first, All[J].first);
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
  Targets Handed;
  Targets Room; // where the pointers lead that the callee may set
  for (unsigned I = 0; I < C->Args.size() && I < F.params().size(); ++I) {
    const ir::Expr *A = C->Args[I];
    const ir::Variable *P = F.params()[I];
    bool LosesConst = P->access() != P->type();
    auto Hand = [&](Region R, const ir::Type *T) {
      Handed.push_back({R, T});
      if (mayHoldPointer(T) && (!T->isConst() || LosesConst))
        addTargets(R, T, Room);
    };
    if (P->type()->isReference() && ir::isPlace(A)) {
      Region R = placeNode(A);
      Nodes[R].Shared = true;
      if (mayHoldPointer(A->Ty))
        addTargets(R, A->Ty, Room);
      forEachBehind(R, A->Ty, Hand);
    } else if (mayHoldPointer(A->Ty)) {
      forEachReached(A, A->Ty, Hand);
    }
  }
  if (!Room.empty() && storesPointers(F)) {
    join(Handed);
    join(reachedByShadows(*C));
    for (auto [To, There] : Room)
      mergeNamed(To, There, C, Use);
  }
  if (C->Result)
    visitResult(C, Handed);
}

void Memory::addTargets(Region R, const ir::Type *T, Targets &To) {
  forEachBehind(R, T, [&](Region Behind, const ir::Type *There) {
    To.push_back({Behind, There->value()});
  });
}

/// A pointer to There that a callee sets may lead to what it knows by name: its
/// parameters of reference type, and globals.
void Memory::mergeNamed(Region To, const ir::Type *There, const ir::Call *C,
                        const GlobalUse &Use) {
  const ir::Function &F = C->Callee->primal();
  for (unsigned I = 0; I < C->Args.size() && I < F.params().size(); ++I)
    if (F.params()[I]->type()->isReference() && ir::isPlace(C->Args[I]) &&
        mayShare(There, C->Args[I]->Ty))
      merge(To, placeNode(C->Args[I]));
  for (const ir::Variable *V : Use.Mentioned)
    if ((V->isExposed() || V->type()->isReference()) &&
        mayShare(There, V->type()))
      merge(To, nodeOf(V));
  for (const ir::Variable *V : Use.Leading)
    forEachBehind(nodeOf(V), V->type(), [&](Region R, const ir::Type *T) {
      if (mayShare(There, T))
        merge(To, R);
    });
}

/// What a call gives back may lead to all that it is handed, to globals, and,
/// where nobody has seen the callee, to anything that nobody has.
void Memory::visitResult(const ir::Call *C, const Targets &Handed) {
  const ir::Type *T = C->Result->type();
  Region Result = nodeOf(C->Result);
  if (!T->isReference() && !mayHoldPointer(T))
    return;
  const ir::Function &F = C->Callee->primal();
  GlobalUse Use = globalsOf(F);
  Targets Led;
  if (T->isReference())
    Led.push_back({Result, T->element()});
  addTargets(Result, T->value(), Led);
  for (auto [To, There] : Led) {
    for (auto [R, At] : Handed)
      if (mayShare(There, At))
        merge(To, R);
    mergeNamed(To, There, C, Use);
    if (!F.hasBody())
      merge(To, Unknown);
    Region Now = find(To);
    Nodes[Now].External = Nodes[Now].Shared = true;
  }
}

/// Blocks that a callee is handed are no longer this function's alone if it may
/// keep them or give them back.
void Memory::escape(const ir::Call *C) {
  const ir::Function &F = C->Callee->primal();
  bool Keeps = mayKeep(F);
  if (!Keeps && !mayGiveBack(F))
    return;
  auto Escape = [&](Region R, const ir::Type *) {
    setExternal(find(R), Keeps);
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
    if (mayShare(A.There, B.There))
      merge(A.R, B.R);
  };
  for (unsigned I = 0; I < Led.size(); ++I) {
    for (unsigned J = 0; J < I; ++J)
      Join(Led[I], Led[J]);
    for (const Place &E : Exposed)
      Join(Led[I], E);
  }
}
