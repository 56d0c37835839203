// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What statements and functions may change: isPure, mayKeep and writesOf of
// Memory.h.

#include "Analysis/Memory.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using namespace nabla::analysis;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// What differentiates F knows all that becomes of reals, by contract.
static bool isByHand(const ir::Function &F) {
  return F.rule() || F.isInactive();
}

static bool findKeepsBlocks(const ir::Function &F) {
  llvm::SmallVector<const ir::Expr *, 4> Pointers;
  llvm::SmallVector<ir::VarRef, 4> Made;
  ir::walk(F.body(), [&](const ir::Stmt *S) {
    if (auto *R = dyn_cast<ir::Release>(S))
      Pointers.push_back(R->Pointer);
    if (auto *A = dyn_cast<ir::Allocate>(S))
      Made.emplace_back(A->Var, A->Var->type()->value(), A->Loc);
  });
  if (Pointers.empty() && Made.empty())
    return true;
  Memory Mem = Memory::withoutCallees(F.body(), F.params());
  for (const ir::VarRef &V : Made)
    Pointers.push_back(&V);
  return llvm::none_of(Pointers, [&](const ir::Expr *P) {
    return Mem.isExternal(Mem.behind(P));
  });
}

/// Blocks that F makes or gives back are nobody else's.
static bool keepsBlocksToItself(const ir::Function &F) {
  if (!F.keepsBlocks())
    F.keepsBlocks() = findKeepsBlocks(F);
  return *F.keepsBlocks();
}

/// Fn holds for F and all that it calls; of what is declared pure that is
/// known.
static bool allOf(const ir::Function &F,
                  llvm::function_ref<bool(const ir::Function &)> Fn) {
  llvm::DenseSet<const ir::Function *> Seen{&F};
  llvm::SmallVector<const ir::Function *, 8> Work{&F};
  while (!Work.empty()) {
    const ir::Function *G = Work.pop_back_val();
    if (G->isDeclaredPure())
      continue;
    if (!Fn(*G))
      return false;
    ir::walk(G->body(), [&](const ir::Stmt *S) {
      if (auto *C = dyn_cast<ir::Call>(S))
        if (Seen.insert(&C->Callee->primal()).second)
          Work.push_back(&C->Callee->primal());
    });
  }
  return true;
}

/// F and all that it calls have bodies for which Fn holds.
static bool allReached(const ir::Function &F,
                       llvm::function_ref<bool(const ir::Function &)> Fn) {
  return allOf(F, [&](const ir::Function &G) {
    return G.hasBody() && !isByHand(G) && Fn(G);
  });
}

static bool setsGlobal(const ir::Stmt *S) {
  bool Sets = false;
  if (auto *A = dyn_cast<ir::Assign>(S))
    ir::forEachPlaceVariable(
        A->Place, [&](const ir::Variable *V) { Sets |= V && V->isGlobal(); });
  return Sets;
}

bool analysis::isPure(const ir::Function &F) {
  return globalsOf(F).Written.empty() &&
         allReached(F, [](const ir::Function &G) {
           bool Pure = true;
           ir::walk(G.body(), [&](const ir::Stmt *S) {
             Pure = Pure && !isa<ir::PassThrough>(S) && !setsGlobal(S);
           });
           return Pure && keepsBlocksToItself(G);
         });
}

/// F may reach nothing that its caller has but numbers and text.
static bool isHandedNumbers(const ir::Function &F) {
  return llvm::all_of(F.params(), [](const ir::Variable *P) {
    const ir::Type *T = P->type();
    const ir::Type *To = T->isPointer() ? T->element() : nullptr;
    bool Text = To && To->isConst() && To->isInteger() && To->bits() == 8;
    return Text || T->isArithmetic();
  });
}

bool analysis::isUnseen(const ir::Function &F) {
  return !F.hasBody() && !isHandedNumbers(F);
}

/// Fn holds for F and all that it calls, but for what is handed numbers.
static bool allThatReach(const ir::Function &F,
                         llvm::function_ref<bool(const ir::Function &)> Fn) {
  return allOf(F, [&](const ir::Function &G) {
    return G.hasBody() ? !isByHand(G) && Fn(G) : !analysis::isUnseen(G);
  });
}

bool analysis::mayKeep(const ir::Function &F) {
  return !allThatReach(F, [](const ir::Function &G) {
    bool Keeps = false;
    ir::walk(G.body(), [&](const ir::Stmt *S) {
      Keeps |=
          isa<ir::PassThrough>(S) ||
          (setsGlobal(S) && !cast<ir::Assign>(S)->Place->Ty->isArithmetic());
    });
    return !Keeps;
  });
}

bool analysis::mayGiveBack(const ir::Function &F) {
  return !allThatReach(F, keepsBlocksToItself);
}

bool analysis::replacesBlocks(const ir::Function &F) {
  return !allOf(F, [](const ir::Function &G) {
    return !G.hasBody() || isByHand(G) || keepsBlocksToItself(G);
  });
}

llvm::SmallVector<Write, 2> analysis::writesOf(const ir::Stmt *S,
                                               const Memory &Mem) {
  llvm::SmallVector<Write, 2> Result;
  auto Variable = [&](const ir::Variable *V) {
    Result.push_back({Mem.of(V), V->type()->value(), nullptr});
  };
  switch (S->Kind) {
  case ir::StmtKind::Let:
    if (!cast<ir::Let>(S)->Var->type()->isReference())
      Variable(cast<ir::Let>(S)->Var);
    break;
  case ir::StmtKind::Assign: {
    auto *A = cast<ir::Assign>(S);
    Result.push_back({Mem.ofPlace(A->Place), A->Place->Ty, A->Place});
    break;
  }
  case ir::StmtKind::Call: {
    auto *C = cast<ir::Call>(S);
    if (C->Result)
      Variable(C->Result);
    const ir::Function &F = C->Callee->primal();
    bool Globals = !isPure(F), ConstToo = replacesBlocks(F);
    // What writes for a rule keeps to the types of its parameters.
    auto Written = [&](const ir::Type *T) {
      return isByHand(F) ? T->unqualified() : nullptr;
    };
    for (unsigned I = 0; I < F.params().size() && I < C->Args.size(); ++I) {
      const ir::Expr *A = C->Args[I];
      const ir::Type *P = F.params()[I]->access();
      auto Add = [&](Region R, const ir::Type *T) {
        if (!T->isConst() || ConstToo)
          Result.push_back({R, Written(T), nullptr});
      };
      if (P->isReference()) {
        if (!P->element()->isConst() && ir::isPlace(A))
          Result.push_back({Mem.ofPlace(A), Written(P->element()), nullptr});
        if (ir::isPlace(A))
          Mem.forEachBehind(Mem.ofPlace(A), P->element(), Add);
      } else {
        Mem.forEachReached(A, P, Add);
        // What is no place may carry pointers.
        Globals |= mayHoldPointer(P) && !P->isScalar();
      }
    }
    if (Globals)
      Result.push_back(
          {Mem.behind(nullptr), nullptr, nullptr, /*Reals=*/!isByHand(F)});
    if (storesPointers(F)) // and their shadows beside them
      for (Region R : Mem.reachedByShadows(*C))
        Result.push_back({R, nullptr, nullptr, /*Reals=*/false});
    break;
  }
  case ir::StmtKind::PassThrough:
    for (const ir::Variable *V : cast<ir::PassThrough>(S)->Writes)
      Result.push_back({Mem.of(V), nullptr, nullptr});
    Result.push_back({Mem.behind(nullptr), nullptr, nullptr});
    break;
  case ir::StmtKind::CountedLoop:
    Variable(cast<ir::CountedLoop>(S)->Counter);
    break;
  case ir::StmtKind::Reserve:
    Variable(cast<ir::Reserve>(S)->Var);
    break;
  case ir::StmtKind::Allocate:
    Variable(cast<ir::Allocate>(S)->Var);
    break;
  case ir::StmtKind::Pop:
    Variable(cast<ir::Pop>(S)->Var);
    break;
  case ir::StmtKind::If:
  case ir::StmtKind::Loop:
  case ir::StmtKind::Switch:
  case ir::StmtKind::Exit:
  case ir::StmtKind::Label:
  case ir::StmtKind::Scope:
  case ir::StmtKind::Push:
  case ir::StmtKind::Release:
  case ir::StmtKind::Remark:
    break;
  }
  return Result;
}
