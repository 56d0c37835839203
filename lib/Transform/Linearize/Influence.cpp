// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Influence.h"

using namespace nabla;
using namespace nabla::linearize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// A number that is neither zero nor an operand.
static bool isFactor(const ir::Expr *E) {
  if (auto *C = dyn_cast<ir::Cast>(E))
    return isFactor(C->Operand);
  if (auto *I = dyn_cast<ir::IntLiteral>(E))
    return I->Value != 0;
  auto *R = dyn_cast<ir::RealLiteral>(E);
  return R && R->approximate() != 0;
}

/// Calls Fn for each scalar variable whose adjoint is that of E's value, times
/// a number: only sums keep an adjoint from becoming zero.
static void
forEachCertainSource(const ir::Expr *E,
                     llvm::function_ref<void(const ir::Variable *)> Fn) {
  if (auto *V = dyn_cast<ir::VarRef>(E))
    return Fn(V->Var);
  if (isa<ir::Unary, ir::Cast>(E)) {
    ir::forEachChild(E,
                     [&](const ir::Expr *C) { forEachCertainSource(C, Fn); });
    return;
  }
  auto *B = dyn_cast<ir::Binary>(E);
  if (!B || !E->Ty->isReal())
    return;
  bool Sum = B->Op == ir::BinaryOp::Add || B->Op == ir::BinaryOp::Sub;
  if (Sum || (B->Op == ir::BinaryOp::Mul && isFactor(B->Rhs)) ||
      (B->Op == ir::BinaryOp::Div && isFactor(B->Rhs)))
    forEachCertainSource(B->Lhs, Fn);
  if (Sum || (B->Op == ir::BinaryOp::Mul && isFactor(B->Lhs)))
    forEachCertainSource(B->Rhs, Fn);
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
    OrderOf[S] = ++Next;
    const ir::Expr *Value = nullptr;
    bool Sets = false;
    if (const ir::Variable *V = targetOf(S, Value, Sets)) {
      Of[V].Writes.push_back(List);
      Of[V].LastWrite = Next;
      if (Sets && !isa<ir::Let>(S))
        Of[V].OnlyAdded = false;
    }
    ir::forEachBlock(S, [&](ir::Block Inner) {
      ParentList.push_back(List);
      collect(Inner, ParentList.size() - 1);
    });
  }
}

Influence::Influence(ir::Block Body, bool SeedOnly) : SeedOnly(SeedOnly) {
  ParentList.push_back(0);
  collect(Body, 0);
  std::vector<const ir::Stmt *> All;
  ir::walk(Body, [&](const ir::Stmt *S) { All.push_back(S); });
  // What is certain goes up the text, what is risky goes down.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const ir::Stmt *S : llvm::reverse(All)) {
      const ir::Expr *Value = nullptr;
      bool Sets = false;
      const ir::Variable *Target = targetOf(S, Value, Sets);
      if (auto *E = dyn_cast<ir::Exit>(S))
        Value = E->Value;
      if (!SeedOnly || !Value || (Target && !Certain.contains(Target)) ||
          (!Target && !isa<ir::Exit>(S)))
        continue;
      unsigned Here = ListOf[S];
      forEachCertainSource(Value, [&](const ir::Variable *V) {
        const Uses &U = Of[V];
        // Read where it is always read once written, and never overwritten.
        if (!U.OnlyAdded || Certain.contains(V) || U.LastWrite > OrderOf[S])
          return;
        for (unsigned W : U.Writes)
          if (!encloses(Here, W))
            return;
        Certain.insert(V);
        Changed = true;
      });
    }
    for (const ir::Stmt *S : All) {
      const ir::Expr *Value = nullptr;
      bool Sets = false;
      const ir::Variable *Target = targetOf(S, Value, Sets);
      auto *A = dyn_cast<ir::Assign>(S);
      if (A)
        Target = ir::placeVariable(A->Place);
      if (!Value || !(A ? A->Place->Ty : Value->Ty)->isReal() ||
          !mayBlowUp(Value))
        continue;
      if (Target)
        Changed |= Risky.insert(Target).second;
      else if (A)
        Changed |= !std::exchange(RiskyMemory, true);
    }
  }
}

bool Influence::isCertain(const ir::Stmt *S) const {
  if (isa<ir::Exit>(S))
    return SeedOnly;
  const ir::Expr *Value = nullptr;
  bool Sets = false;
  const ir::Variable *V = targetOf(S, Value, Sets);
  return V && Certain.contains(V);
}

bool Influence::mayBlowUp(const ir::Expr *E) const {
  bool Found = false;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *B = dyn_cast<ir::Binary>(Sub))
      Found |=
          B->Op == ir::BinaryOp::Div && B->Ty->isReal() && !isFactor(B->Rhs);
    Found |= isa<ir::RuleCall>(Sub) && Sub->Ty->isReal();
    if (auto *V = dyn_cast<ir::VarRef>(Sub))
      Found |= Risky.contains(V->Var);
    Found |= RiskyMemory && ir::isPlace(Sub) && !ir::placeVariable(Sub);
  });
  return Found;
}
