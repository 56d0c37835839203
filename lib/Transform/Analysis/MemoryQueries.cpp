// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be asked of Memory once all regions are known; see Memory.h. How
// they are found is in Memory.cpp.

#include "Analysis/Memory.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::dyn_cast;

Region Memory::of(const ir::Variable *V) const {
  auto It = VarNode.find(V);
  return It == VarNode.end() ? find(Unknown) : find(It->second);
}

Region Memory::ofPlace(const ir::Expr *E) const {
  // Every place of the body has its node already: nothing is added.
  return find(const_cast<Memory *>(this)->placeNode(E));
}

Region Memory::behind(const ir::Expr *P) const {
  if (!P)
    return find(Unknown);
  auto *Self = const_cast<Memory *>(this);
  return find(Self->pointee(Self->pointerNode(P)));
}

/// T, or that of the elements of an array.
static const ir::Type *scalarOrRecord(const ir::Type *T) {
  T = T->value();
  while (T->isArray())
    T = T->element()->value();
  return T;
}

/// A Record leads to others of its kind: the nodes of a list, of a tree.
static bool isNode(const ir::Type *Record) {
  llvm::DenseSet<const ir::Type *> Seen;
  llvm::SmallVector<const ir::Type *, 8> Work{Record};
  while (!Work.empty())
    for (const ir::RecordField &F : Work.pop_back_val()->fields()) {
      const ir::Type *T = scalarOrRecord(F.Ty);
      bool Leads = T->isPointer();
      while (T->isPointer())
        T = scalarOrRecord(T->element());
      if (Leads && T == Record)
        return true;
      if (T->is(ir::TypeKind::Record) && Seen.insert(T).second)
        Work.push_back(T);
    }
  return false;
}

void Memory::forEachBehind(Region R, const ir::Type *T, Reached Fn) const {
  llvm::SmallVector<std::pair<Region, const ir::Type *>, 8> Work{{R, T}};
  llvm::DenseSet<std::pair<Region, const ir::Type *>> Seen;
  while (!Work.empty()) {
    auto [At, Ty] = Work.pop_back_val();
    Ty = scalarOrRecord(Ty);
    if (!Seen.insert({At, Ty}).second)
      continue;
    if (Ty->isPointer()) {
      Region Next = const_cast<Memory *>(this)->pointee(At);
      Fn(Next, Ty->element());
      Work.push_back({Next, Ty->element()});
    } else if (Ty->is(ir::TypeKind::Record)) {
      // All that nothing is known of is one.
      Node &From = Nodes[find(At)];
      if (From.Pointee == None && isNode(Ty))
        From.Pointee = find(At);
      for (const ir::RecordField &F : Ty->fields())
        Work.push_back({At, F.Ty});
    }
  }
}

void Memory::forEachReached(const ir::Expr *Value, const ir::Type *T,
                            Reached Fn) const {
  auto *Self = const_cast<Memory *>(this);
  if (auto *A = dyn_cast<ir::Aggregate>(Value)) {
    for (const ir::Expr *E : A->Elements)
      forEachReached(E, E->Ty, Fn);
    return;
  }
  if (T->value()->isPointer())
    return forEachBehind(Self->pointerNode(Value), T, Fn);
  if (auto *S = dyn_cast<ir::Select>(Value)) { // does not make them one
    forEachReached(S->Then, T, Fn);
    return forEachReached(S->Else, T, Fn);
  }
  if (ir::isPlace(Value))
    forEachBehind(Self->placeNode(Value), T, Fn);
}

llvm::SmallVector<Region, 4> Memory::allFrom(Region R) const {
  llvm::SmallVector<Region, 4> Done;
  for (R = find(R); !llvm::is_contained(Done, R);) {
    Done.push_back(R);
    if (Nodes[R].Pointee == None)
      break;
    R = find(Nodes[R].Pointee);
  }
  return Done;
}

/// The region of V and those that lie behind it.
void Memory::reached(const ir::Variable *V,
                     llvm::SmallVectorImpl<Region> &Out) const {
  if (auto It = VarNode.find(V); It != VarNode.end())
    Out.append(allFrom(It->second));
}

llvm::SmallVector<Region, 4> Memory::globals() const {
  llvm::SmallVector<Region, 4> Result;
  for (const auto &[V, R] : VarNode)
    if (V->isGlobal() && !V->type()->isConst())
      reached(V, Result);
  return Result;
}

llvm::SmallVector<Region, 4> Memory::globalsSetBy(const ir::Function &F) const {
  GlobalUse Use = globalsOf(F);
  llvm::SmallVector<Region, 4> Result;
  for (const auto &[V, R] : VarNode)
    if (V->isGlobal() && (!V->type()->isConst() || Use.Leading.contains(V)) &&
        !V->type()->value()->innermost()->isInert() &&
        (Use.Unseen || Use.Written.contains(V)))
      reached(V, Result);
  return Result;
}

llvm::SmallVector<Region, 4>
Memory::globalsReadBy(const ir::Function &F) const {
  llvm::SmallVector<Region, 4> Result;
  for (const ir::Variable *V : globalsUsedBy(F))
    reached(V, Result);
  return Result;
}

GlobalSet Memory::globalsUsedBy(const ir::Function &F) const {
  GlobalUse Use = globalsOf(F);
  if (Use.Elsewhere || Use.UsesUnseen)
    for (const auto &[V, R] : VarNode)
      if (V->isGlobal() && !V->type()->isConst())
        Use.Mentioned.insert(V);
  return Use.Mentioned;
}

bool Memory::isExternal(Region R) const { return Nodes[find(R)].External; }

bool Memory::isOutside(Region R) const { return Nodes[find(R)].Outside; }

llvm::ArrayRef<const ir::Variable *> Memory::owners(Region R) const {
  return Nodes[find(R)].Owners;
}

bool Memory::isShared(Region R) const { return Nodes[find(R)].Shared; }

bool Memory::isBlock(Region R) const { return Nodes[find(R)].Block; }

bool Memory::isMeasured(Region R) const { return Nodes[find(R)].Measured; }

bool Memory::isReserved(Region R) const { return Nodes[find(R)].Reserved; }

bool Memory::isHeldElsewhere(Region R) const {
  return Nodes[find(R)].Returned ||
         llvm::any_of(holders(R), [&](Region H) { return isOutside(H); });
}

llvm::DenseSet<Region> Memory::led() const {
  llvm::DenseSet<Region> Found;
  for (Region H = 0; H < Nodes.size(); ++H)
    if (Nodes[H].Parent == H && Nodes[H].Pointee != None)
      Found.insert(find(Nodes[H].Pointee));
  return Found;
}

llvm::SmallVector<Region, 4> Memory::holders(Region R) const {
  llvm::SmallVector<Region, 4> Found;
  R = find(R);
  for (Region H = 0; H < Nodes.size(); ++H)
    if (Nodes[H].Parent == H && Nodes[H].Pointee != None &&
        find(Nodes[H].Pointee) == R)
      Found.push_back(H);
  return Found;
}

/// The types of the scalars that T may be made of, for strict aliasing.
static bool mayShareScalar(const ir::Type *A, const ir::Type *B) {
  A = A->value()->innermost();
  B = B->value()->innermost();
  if (!A->isScalar() || !B->isScalar())
    return true;
  if (A->isReal() && B->isReal())
    return A->precision() == B->precision();
  if (A->isReal() != B->isReal()) {
    const ir::Type *Other = A->isReal() ? B : A;
    return Other->isInteger() && Other->bits() == 8; // char aliases anything
  }
  return true;
}

bool Memory::mayOverlap(Region R, const ir::Type *A, Region S,
                        const ir::Type *B) const {
  R = find(R);
  S = find(S);
  if (R != S && !(Nodes[R].External && Nodes[S].External))
    return false;
  return !A || !B || mayShareScalar(A, B);
}
