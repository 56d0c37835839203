// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Replay.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::dyn_cast;
using llvm::isa;
using llvm::isa_and_nonnull;

/// The loops whose iterations have blocks of their own that an adjoint reads.
static void addLoopsOfBlocks(const ir::Function &F, const linearize::Linear &L,
                             LoopSet &Result) {
  LoopSet All;
  bool Any = false;
  ir::walk(L.Body, [&](const ir::Stmt *S) {
    Any |= isa<ir::Allocate>(S);
    if (isa<ir::CountedLoop, ir::Loop>(S))
      All.insert(S);
  });
  if (!Any || All.empty())
    return;
  Layout Where(L.Body, F.params(), L.S, All);
  llvm::DenseSet<analysis::Region> Read;
  for (auto &[S, Adjoint] : L.AdjointOf)
    ir::walkExprs(Adjoint, [&](const ir::Expr *E) {
      if (ir::isPlace(E) && !isa<ir::Select>(E))
        Read.insert(Where.memory().ofPlace(E));
    });
  ir::walk(L.Body, [&](const ir::Stmt *S) {
    if (!isa<ir::Allocate>(S) || !Read.contains(Where.blockOf(S)))
      return;
    if (unsigned Depth = Where.levelOfBlock(S))
      Result.insert(Where.of(S).Loops[Depth - 1]);
  });
}

llvm::DenseSet<const ir::Variable *>
plan::addressedByAdjoints(const linearize::Linear &L) {
  llvm::DenseSet<const ir::Variable *> Result;
  for (auto &[S, Adjoint] : L.AdjointOf)
    ir::walkExprs(Adjoint, [&](const ir::Expr *E) {
      if (auto *A = dyn_cast<ir::AddressOf>(E))
        if (auto *V = dyn_cast<ir::VarRef>(A->Place))
          Result.insert(V->Var);
    });
  return Result;
}

LoopSet plan::chooseReplayed(const ir::Function &F,
                             const linearize::Linear &L) {
  llvm::DenseSet<const ir::Variable *> Read;
  for (auto &[S, Adjoint] : L.AdjointOf)
    ir::walkExprs(Adjoint, [&](const ir::Expr *E) {
      if (auto *V = dyn_cast<ir::VarRef>(E))
        Read.insert(V->Var);
    });
  for (auto &[Let, K] : L.KeptBy)
    ir::forEachUse(Let, [&](const ir::Variable *V) { Read.insert(V); });
  llvm::DenseSet<const ir::Variable *> Addressed = addressedByAdjoints(L);
  llvm::DenseSet<const ir::Variable *> EarlyPrimals;
  for (auto &[V, D] : L.S.Of)
    if (L.S.Early.contains(D))
      EarlyPrimals.insert(V);
  LoopSet Result;
  std::function<void(ir::Block, const ir::Stmt *)> Visit =
      [&](ir::Block B, const ir::Stmt *Loop) {
        for (const ir::Stmt *S : B) {
          if (auto *D = dyn_cast<ir::Let>(S); D && Loop) {
            const ir::Type *T = D->Var->type();
            if ((!T->isScalar() && !T->isReference() &&
                 Read.contains(D->Var)) ||
                EarlyPrimals.contains(D->Var) || Addressed.contains(D->Var))
              Result.insert(Loop);
          }
          bool IsLoop = isa<ir::CountedLoop, ir::Loop>(S);
          ir::forEachBlock(
              S, [&](ir::Block Inner) { Visit(Inner, IsLoop ? S : Loop); });
        }
      };
  Visit(L.Body, nullptr);
  addLoopsOfBlocks(F, L, Result);
  analysis::GlobalSet Written = analysis::globalsOf(L.Body).Written;
  // What is to happen once cannot be replayed with what it sets.
  for (auto It = Result.begin(), End = Result.end(); It != End;) {
    const ir::Stmt *Loop = *It++;
    bool Once = false;
    ir::walk(ir::Block(Loop), [&](const ir::Stmt *S) {
      if (auto *C = dyn_cast<ir::Call>(S)) {
        Once |= !analysis::isPure(C->Callee->primal());
        for (const ir::Variable *V :
             analysis::globalsOf(C->Callee->primal()).Mentioned)
          Once |= Written.contains(V);
      }
      // To make an object may have effects.
      if (auto *D = dyn_cast<ir::Let>(S))
        Once |= D->Var->type()->is(ir::TypeKind::Opaque);
      if (auto *P = dyn_cast<ir::PassThrough>(S))
        Once |= !P->Writes.empty();
    });
    if (Once)
      Result.erase(Loop);
  }
  return Result;
}

/// Whether Body, in a loop, may be left by a break out of it.
static bool leaves(ir::Block Body,
                   llvm::function_ref<void(const ir::If *)> Fn) {
  bool Leaves = false;
  for (const ir::Stmt *S : Body) {
    Leaves |= isa<ir::Exit>(S);
    auto *I = dyn_cast<ir::If>(S);
    if (!I)
      continue;
    bool Inside = leaves(I->Then, Fn);
    Inside |= leaves(I->Else, Fn);
    if (Inside)
      Fn(I);
    Leaves |= Inside;
  }
  return Leaves;
}

void plan::forEachLeaving(const ir::Stmt *Loop,
                          llvm::function_ref<void(const ir::If *)> Fn) {
  ir::forEachBlock(Loop, [&](ir::Block B) { leaves(B, Fn); });
}

//===--- Slice ------------------------------------------------------------===//

Slice::Slice(const linearize::Linear &L, const Layout &Where,
             const llvm::DenseSet<const ir::Stmt *> &Reversed)
    : Where(Where) {
  if (!Where.replaysAny())
    return;
  for (auto &[S, Adjoint] : L.AdjointOf)
    ir::walkExprs(Adjoint, [&](const ir::Expr *E) { grow(E); });
  ir::walk(L.Body, [&](const ir::Stmt *S) {
    if (Reversed.contains(S) && isa<ir::If, ir::CountedLoop, ir::Loop>(S))
      ir::forEachExpr(S, [&](const ir::Expr *E) { grow(E); });
  });
  for (bool Changed = true; Changed;) {
    Changed = false;
    ir::walk(L.Body, [&](const ir::Stmt *S) {
      if (includes(S) || isWithin(S))
        ir::forEachExpr(S, [&](const ir::Expr *E) { Changed |= grow(E); });
      if (Where.level(S) > 0 && isa<ir::CountedLoop, ir::Loop>(S) &&
          isWithin(S))
        forEachLeaving(
            S, [&](const ir::If *I) { Changed |= Leaving.insert(I).second; });
    });
  }
}

/// Adds what E mentions; returns whether any of it was new.
bool Slice::grow(const ir::Expr *E) {
  bool New = false;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (auto *V = dyn_cast<ir::VarRef>(Sub))
      if (Where.level(V->Var) > 0)
        New |= Variables.insert(V->Var).second;
  });
  return New;
}

bool Slice::includes(const ir::Stmt *S) const {
  const ir::Variable *Declared = ir::declared(S);
  bool Found = Declared && Variables.contains(Declared);
  if (isa<ir::Call>(S)) // a frame is filled by the call that it is for
    ir::forEachUse(S, [&](const ir::Variable *V) {
      Found |= Variables.contains(V) &&
               isa_and_nonnull<ir::Reserve>(Where.declarationOf(V));
    });
  if (isa<ir::Assign, ir::Call, ir::PassThrough>(S))
    for (const analysis::Write &W : analysis::writesOf(S, Where.memory()))
      for (const ir::Variable *V : Where.memory().owners(W.R))
        Found |= Variables.contains(V);
  return Found;
}

bool Slice::isWithin(const ir::Stmt *S) const {
  if (!isa<ir::If, ir::CountedLoop, ir::Loop>(S))
    return false;
  bool Found = Leaving.contains(S);
  ir::walk(ir::Block(S),
           [&](const ir::Stmt *Inner) { Found |= includes(Inner); });
  return Found;
}
