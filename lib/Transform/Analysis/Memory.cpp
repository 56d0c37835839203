// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding the regions: a walk over the body merges what pointers may share.
// What it makes of text and calls is in HandedOut.cpp, answers are in
// MemoryQueries.cpp and Writes.cpp.

#include "Analysis/Memory.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Memory::Memory(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
               llvm::ArrayRef<const ir::Variable *> ShadowParams,
               bool CallsKeep, llvm::ArrayRef<const ir::Variable *> Globals) {
  Unknown = add();
  setExternal(Unknown, /*Outside=*/true);
  Nodes[Unknown].Pointee = Unknown;
  for (const ir::Variable *D : ShadowParams) {
    Region R = add();
    VarNode[D] = R;
    Nodes[R].Owners.push_back(D);
    pointee(R);
  }
  for (const ir::Variable *P : Params)
    nodeOf(P);
  for (const ir::Variable *V : Globals)
    nodeOf(V);
  ir::walk(Body, [&](const ir::Stmt *S) { visit(S); });
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (auto *C = dyn_cast<ir::Call>(S); C && CallsKeep)
      escape(C);
  });
  joinAliases();
  closeExternal();
}

Region Memory::add() {
  Nodes.emplace_back();
  Nodes.back().Parent = Nodes.size() - 1;
  return Nodes.size() - 1;
}

void Memory::setExternal(Region R, bool Outside) {
  Nodes[R].External = Nodes[R].Shared = true;
  Nodes[R].Outside |= Outside;
}

Region Memory::find(Region R) const {
  while (Nodes[R].Parent != R)
    R = Nodes[R].Parent = Nodes[Nodes[R].Parent].Parent;
  return R;
}

/// Some pointer in a T leads to where pointers are.
static bool leadsToPointers(const ir::Type *T) {
  T = T->value()->innermost();
  if (T->isPointer())
    return mayHoldPointer(T->element());
  return T->is(ir::TypeKind::Record) &&
         llvm::any_of(T->fields(), [](const ir::RecordField &F) {
           return leadsToPointers(F.Ty);
         });
}

/// The node of a variable; parameters and globals bring the caller's memory
/// behind them, at every depth of indirection.
Region Memory::nodeOf(const ir::Variable *V) {
  auto [It, New] = VarNode.try_emplace(V, None);
  if (!New)
    return find(It->second);
  Region R = add();
  It->second = R;
  Nodes[R].Owners.push_back(V);
  bool FromCaller = V->isParam() || V->isGlobal();
  if (V->isGlobal() || (V->isParam() && V->type()->isReference()))
    setExternal(R, mayHoldPointer(V->type()->value()));
  if (FromCaller) {
    const ir::Type *T = V->type()->value()->innermost();
    Region At = R;
    while (T->isPointer()) {
      Region Next = add();
      setExternal(Next, mayHoldPointer(T->element()));
      Nodes[At].Pointee = Next;
      At = Next;
      T = T->element()->unqualified();
    }
    if (T->is(ir::TypeKind::Record)) {
      // All that its pointers lead to, at any depth.
      Region Next = add();
      setExternal(Next, leadsToPointers(T));
      Nodes[Next].Pointee = Nodes[At].Pointee = Next;
    }
    if (T->is(ir::TypeKind::Opaque) || T->is(ir::TypeKind::Container))
      Nodes[At].Pointee = Unknown;
  }
  return find(R);
}

Region Memory::pointee(Region R) {
  R = find(R);
  if (Nodes[R].Pointee == None) {
    Region New = add();
    // What others can reach leads to what others can reach.
    Nodes[New].External = Nodes[New].Shared = Nodes[R].External;
    Nodes[New].Outside = Nodes[R].Outside;
    Nodes[R].Pointee = New;
  }
  return find(Nodes[R].Pointee);
}

void Memory::merge(Region A, Region B) {
  A = find(A);
  B = find(B);
  if (A == B)
    return;
  Region PA = Nodes[A].Pointee, PB = Nodes[B].Pointee;
  Nodes[B].Parent = A;
  Nodes[A].External |= Nodes[B].External;
  Nodes[A].Outside |= Nodes[B].Outside;
  Nodes[A].Shared |= Nodes[B].Shared;
  Nodes[A].Block |= Nodes[B].Block;
  Nodes[A].Measured |= Nodes[B].Measured;
  Nodes[A].Reserved |= Nodes[B].Reserved;
  Nodes[A].Returned |= Nodes[B].Returned;
  Nodes[A].Owners.append(Nodes[B].Owners);
  if (PA == None)
    Nodes[A].Pointee = PB;
  else if (PB != None)
    merge(PA, PB);
}

/// The text of a string literal, or a pointer to it: its storage is nobody
/// else's.
static bool isStringLiteral(const ir::Expr *E) {
  auto *V = dyn_cast<ir::Verbatim>(E);
  auto *Text = V && !V->mayChange() && V->Pieces.size() == 1
                   ? std::get_if<llvm::StringRef>(&V->Pieces[0])
                   : nullptr;
  return Text && Text->ends_with("\"");
}

Region Memory::placeNode(const ir::Expr *E) {
  switch (E->Kind) {
  case ir::ExprKind::VarRef:
    return nodeOf(cast<ir::VarRef>(E)->Var);
  case ir::ExprKind::Index: {
    auto *I = cast<ir::Index>(E);
    return I->Base->Ty->isPointer() ? pointee(pointerNode(I->Base))
                                    : placeNode(I->Base);
  }
  case ir::ExprKind::Deref:
    return pointee(pointerNode(cast<ir::Deref>(E)->Pointer));
  case ir::ExprKind::Member:
    return placeNode(cast<ir::Member>(E)->Base);
  case ir::ExprKind::Select: {
    auto *S = cast<ir::Select>(E);
    Region R = placeNode(S->Then);
    merge(R, placeNode(S->Else));
    return find(R);
  }
  case ir::ExprKind::Cast:
    return placeNode(cast<ir::Cast>(E)->Operand);
  default:
    return isStringLiteral(E) ? nodeOfItsOwn(E) : Unknown;
  }
}

/// A node whose pointee is what the pointer points to.
Region Memory::pointerNode(const ir::Expr *E) {
  switch (E->Kind) {
  case ir::ExprKind::VarRef:
  case ir::ExprKind::Index:
  case ir::ExprKind::Deref:
  case ir::ExprKind::Member:
    return placeNode(E);
  case ir::ExprKind::Cast:
    return pointerNode(cast<ir::Cast>(E)->Operand);
  case ir::ExprKind::Binary: {
    auto *B = cast<ir::Binary>(E);
    return pointerNode(B->Lhs->Ty->isPointer() ? B->Lhs : B->Rhs);
  }
  case ir::ExprKind::Select: {
    auto *S = cast<ir::Select>(E);
    Region R = pointerNode(S->Then), Q = pointerNode(S->Else);
    merge(pointee(R), pointee(Q));
    return find(R);
  }
  case ir::ExprKind::AddressOf: {
    Region To = placeNode(cast<ir::AddressOf>(E)->Place);
    Nodes[To].Shared = true;
    auto [It, New] = ExprNode.try_emplace(E, None);
    if (New) {
      It->second = add();
      Nodes[It->second].Pointee = To;
    }
    return find(It->second);
  }
  case ir::ExprKind::NullLiteral:
    return nodeOfItsOwn(E);
  default:
    return isStringLiteral(E) ? nodeOfItsOwn(E) : Unknown;
  }
}

Region Memory::nodeOfItsOwn(const ir::Expr *E) {
  auto [It, New] = ExprNode.try_emplace(E, None);
  if (New)
    It->second = add();
  return find(It->second);
}

void Memory::visitExpr(const ir::Expr *E) {
  // Sub-expressions that merge or share regions do so whether or not they end
  // up in a variable.
  // The value of c ? x : y is one of two; only its address makes them one.
  if (E->Ty->isPointer())
    pointerNode(E);
  else if (ir::isPlace(E) && !isa<ir::Select>(E))
    placeNode(E);
  if (auto *V = dyn_cast<ir::Verbatim>(E))
    visitText(V, V->Ty->isPointer());
  if (auto *L = dyn_cast<ir::BlockLength>(E))
    Nodes[pointee(pointerNode(L->Pointer))].Measured = true;
  ir::forEachChild(E, [&](const ir::Expr *C) { visitExpr(C); });
}

/// V was declared with the address of a new block, which nobody else knows.
void Memory::allocated(const ir::Variable *V) {
  Region R = pointee(nodeOf(V));
  Nodes[R].Block = Nodes[R].Shared = true;
  Nodes[R].Owners.push_back(V);
}

/// What can be reached from elsewhere leads to what can be.
void Memory::closeExternal() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Region R = 0; R < Nodes.size(); ++R) {
      if (Nodes[R].Parent != R || !Nodes[R].External ||
          Nodes[R].Pointee == None)
        continue;
      Node &To = Nodes[find(Nodes[R].Pointee)];
      Changed |= !To.External;
      To.External = To.Shared = true;
    }
  }
}

void Memory::visit(const ir::Stmt *S) {
  // Also what nothing mentions, such as a counter: it is written.
  if (const ir::Variable *V = ir::declared(S))
    nodeOf(V);
  ir::forEachExpr(S, [&](const ir::Expr *E) { visitExpr(E); });
  auto FlowPointers = [&](Region To, const ir::Expr *Value) {
    mergeCopies(To, Value);
    if (Value->Ty->isPointer()) {
      merge(pointee(To), pointee(pointerNode(Value)));
    } else if (auto *A = dyn_cast<ir::Aggregate>(Value)) {
      llvm::SmallVector<const ir::Expr *, 8> Work(A->Elements.begin(),
                                                  A->Elements.end());
      while (!Work.empty()) {
        const ir::Expr *E = Work.pop_back_val();
        if (auto *Nested = dyn_cast<ir::Aggregate>(E))
          Work.append(Nested->Elements.begin(), Nested->Elements.end());
        else if (E->Ty->isPointer())
          merge(pointee(To), pointee(pointerNode(E)));
        else if (mayHoldPointer(E->Ty) && ir::isPlace(E))
          merge(pointee(To), pointee(placeNode(E)));
      }
    } else if (mayHoldPointer(Value->Ty)) {
      merge(pointee(To),
            ir::isPlace(Value) ? pointee(placeNode(Value)) : Unknown);
    }
  };
  switch (S->Kind) {
  case ir::StmtKind::Let: {
    auto *L = cast<ir::Let>(S);
    Region R = nodeOf(L->Var);
    if (!L->Init)
      return;
    if (L->Var->type()->isReference()) {
      if (auto *V = dyn_cast<ir::Verbatim>(L->Init))
        visitText(V, /*LeadsThere=*/true);
      Region To = ir::isPlace(L->Init) ? placeNode(L->Init) : Unknown;
      Nodes[find(To)].Shared = true;
      merge(To, R);
    } else {
      FlowPointers(R, L->Init);
    }
    return;
  }
  case ir::StmtKind::Assign: {
    auto *A = cast<ir::Assign>(S);
    FlowPointers(placeNode(A->Place), A->Value);
    return;
  }
  case ir::StmtKind::Call:
    return visitCall(cast<ir::Call>(S));
  case ir::StmtKind::Allocate: {
    auto *A = cast<ir::Allocate>(S);
    allocated(A->Var);
    Nodes[pointee(nodeOf(A->Var))].Reserved |=
        A->How == ir::Allocator::Reserved;
    return;
  }
  case ir::StmtKind::Reserve:
    return allocated(cast<ir::Reserve>(S)->Var);
  case ir::StmtKind::Exit: {
    // What is returned is the caller's.
    auto *E = cast<ir::Exit>(S);
    if (E->Value && mayHoldPointer(E->Value->Ty))
      forEachReached(E->Value, E->Value->Ty, [&](Region R, const ir::Type *) {
        Nodes[find(R)].External = Nodes[find(R)].Returned = true;
      });
    return;
  }
  case ir::StmtKind::PassThrough: {
    auto *P = cast<ir::PassThrough>(S);
    // Text may keep what it is handed.
    for (const ir::Variable *V : P->Reads)
      if (mayHoldPointer(V->type()))
        setExternal(pointee(nodeOf(V)), /*Outside=*/true);
    for (const ir::Variable *V : P->Writes) {
      Region R = nodeOf(V);
      Nodes[R].Shared = true;
      if (mayHoldPointer(V->type()))
        merge(pointee(R), Unknown);
      if (V->type()->value()->isPointer()) // it may lead to what is mentioned
        for (const ir::Variable *From : P->Reads)
          if (!From->type()->isPointer())
            merge(nodeOf(From), Unknown);
    }
    return;
  }
  default:
    return;
  }
}
