// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constant gets a twin that can be assigned to, a reference becomes a
// pointer.

#include "Normalize/Outlive.h"
#include "Normalize/SetParts.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

void normalize::addMentioned(ir::Block B, VariableSet &To) {
  ir::walk(B, [&](const ir::Stmt *S) {
    ir::forEachUse(S, [&](const ir::Variable *V) { To.insert(V); });
  });
}

ir::Block Outlive::moveDeclarations(ir::Block Region,
                                    const VariableSet &UsedBehind,
                                    StmtList &Before) {
  StmtList Out;
  for (const ir::Stmt *S : Region) {
    const ir::Variable *V = ir::declared(S);
    if (V && UsedBehind.contains(V) &&
        llvm::isa<ir::Let, ir::Call, ir::Allocate>(S))
      move(S, Before, Out);
    else
      Out.push_back(S);
  }
  return M.block(Out);
}

/// V, or what is to be declared in its place.
const ir::Variable *Outlive::assignable(const ir::Variable *V) {
  if (!V->type()->isConst())
    return V;
  return Twin[V] = M.makeLocal(V->name(), V->type()->unqualified(), V->loc());
}

void Outlive::move(const ir::Stmt *S, StmtList &Before, StmtList &Out) {
  B.Loc = S->Loc;
  if (auto *L = dyn_cast<ir::Let>(S))
    return moveLet(L, Before, Out);
  const ir::Variable *V = assignable(ir::declared(S));
  const ir::Variable *Result =
      M.makeLocal(V->name(), V->type()->unqualified(), V->loc());
  Before.push_back(M.make<ir::Let>(V, nullptr, S->Loc));
  if (auto *C = dyn_cast<ir::Call>(S))
    Out.push_back(M.make<ir::Call>(Result, C->Callee, C->Args, S->Loc));
  else {
    auto *A = llvm::cast<ir::Allocate>(S);
    Out.push_back(
        M.make<ir::Allocate>(Result, A->How, A->Count, A->Zero, S->Loc));
  }
  Out.push_back(B.set(B.ref(V), B.ref(Result)));
}

void Outlive::moveLet(const ir::Let *L, StmtList &Before, StmtList &Out) {
  const ir::Type *T = L->Var->type();
  if (!T->isReference()) {
    const ir::Variable *V = assignable(L->Var);
    Before.push_back(M.make<ir::Let>(V, nullptr, L->Loc));
    if (L->Init)
      setParts(B, B.ref(V), L->Init, Out);
    return;
  }
  const ir::Expr *Address = B.addressOf(L->Init);
  const ir::Variable *P = PointerFor[L->Var] =
      M.makeLocal(L->Var->name(), M.pointerTo(T->element()), L->Var->loc());
  Before.push_back(M.make<ir::Let>(P, nullptr, L->Loc));
  Out.push_back(B.set(B.ref(P), B.cast(Address, P->type(), true)));
}

ir::Block Outlive::finish(ir::Block Whole) {
  if (Twin.empty() && PointerFor.empty())
    return Whole;
  ir::Rewrite R{M};
  R.OnVariable = [&](const ir::Variable *V) {
    auto It = Twin.find(V);
    return It == Twin.end() ? V : It->second;
  };
  R.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
    auto *V = dyn_cast<ir::VarRef>(E);
    const ir::Variable *P = V ? PointerFor.lookup(V->Var) : nullptr;
    return P ? B.deref(B.ref(P)) : nullptr;
  };
  return ir::rewriteBlock(R, Whole);
}
