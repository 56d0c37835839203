// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Influence.h"

using namespace nabla;
using namespace nabla::linearize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Calls Fn for each scalar variable whose value certainly goes into E's.
static void forEachCertainSource(const ir::Expr *E,
                                 llvm::function_ref<void(const ir::Variable *)> Fn) {
  switch (E->Kind) {
  case ir::ExprKind::VarRef:
    Fn(cast<ir::VarRef>(E)->Var);
    return;
  case ir::ExprKind::Unary:
  case ir::ExprKind::Cast:
    ir::forEachChild(E, [&](const ir::Expr *C) { forEachCertainSource(C, Fn); });
    return;
  case ir::ExprKind::Binary:
    if (E->Ty->isReal())
      ir::forEachChild(E,
                       [&](const ir::Expr *C) { forEachCertainSource(C, Fn); });
    return;
  case ir::ExprKind::RuleCall: {
    // A maximum may ignore an argument; a function of one argument cannot.
    auto *C = cast<ir::RuleCall>(E);
    if (C->Args.size() == 1)
      forEachCertainSource(C->Args[0], Fn);
    return;
  }
  default:
    return;
  }
}

static const ir::Variable *targetOf(const ir::Stmt *S, const ir::Expr *&Value,
                                    bool &Sets) {
  if (auto *L = dyn_cast<ir::Let>(S)) {
    Value = L->Init;
    Sets = true;
    return L->Init && !L->Var->type()->isReference() ? L->Var : nullptr;
  }
  if (auto *A = dyn_cast<ir::Assign>(S)) {
    Value = A->Value;
    Sets = A->Op == ir::AssignOp::Set;
    if (auto *V = dyn_cast<ir::VarRef>(A->Place))
      return V->Var->kind() == ir::VariableKind::Local &&
                     !V->Var->type()->isReference()
                 ? V->Var
                 : nullptr;
  }
  return nullptr;
}

bool Influence::encloses(unsigned Outer, unsigned Inner) const {
  while (Inner != Outer && Inner != 0)
    Inner = ParentList[Inner];
  return Inner == Outer;
}

void Influence::collect(ir::Block B, unsigned List) {
  for (const ir::Stmt *S : B) {
    ListOf[S] = List;
    const ir::Expr *Value = nullptr;
    bool Sets = false;
    if (const ir::Variable *V = targetOf(S, Value, Sets)) {
      Of[V].Writes.push_back(List);
      if (Sets && !isa<ir::Let>(S))
        Of[V].OnlyAdded = false;
    }
    ir::forEachBlock(S, [&](ir::Block Inner) {
      ParentList.push_back(List);
      collect(Inner, ParentList.size() - 1);
    });
  }
}

Influence::Influence(ir::Block Body) {
  ParentList.push_back(0);
  collect(Body, 0);
  for (bool Changed = true; Changed;) {
    Changed = false;
    ir::walk(Body, [&](const ir::Stmt *S) {
      const ir::Expr *Value = nullptr;
      bool Sets = false;
      const ir::Variable *Target = targetOf(S, Value, Sets);
      if (auto *E = dyn_cast<ir::Exit>(S))
        Value = E->Value;
      if (!Value || (Target && !Certain.contains(Target)) ||
          (!Target && !isa<ir::Exit>(S)))
        return;
      unsigned Here = ListOf[S];
      forEachCertainSource(Value, [&](const ir::Variable *V) {
        const Uses &U = Of[V];
        // Read where it is always read once written, and never overwritten.
        if (!U.OnlyAdded || Certain.contains(V))
          return;
        for (unsigned W : U.Writes)
          if (!encloses(Here, W))
            return;
        Certain.insert(V);
        Changed = true;
      });
    });
    ir::walk(Body, [&](const ir::Stmt *S) {
      const ir::Expr *Value = nullptr;
      bool Sets = false;
      const ir::Variable *Target = targetOf(S, Value, Sets);
      if (Target && Value && Target->type()->unqualified()->isReal() &&
          !Risky.contains(Target) && mayBlowUp(Value)) {
        Risky.insert(Target);
        Changed = true;
      }
    });
  }
}

bool Influence::isCertain(const ir::Stmt *S) const {
  if (isa<ir::Exit>(S))
    return true;
  const ir::Expr *Value = nullptr;
  bool Sets = false;
  const ir::Variable *V = targetOf(S, Value, Sets);
  return V && Certain.contains(V);
}

bool Influence::mayBlowUp(const ir::Expr *E) const {
  bool Found = false;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *B = dyn_cast<ir::Binary>(Sub))
      Found |= B->Op == ir::BinaryOp::Div && B->Ty->isReal() &&
               !isa<ir::RealLiteral, ir::Cast>(B->Rhs);
    Found |= isa<ir::RuleCall>(Sub) && Sub->Ty->isReal();
    if (auto *V = dyn_cast<ir::VarRef>(Sub))
      Found |= Risky.contains(V->Var);
  });
  return Found;
}
