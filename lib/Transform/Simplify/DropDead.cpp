// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable is dead if it is only ever assigned to, and nothing else can
// reach it. Expressions have no side effects, so its assignments may go, and so
// may a block that nobody looks into, and a stack from which nothing is taken.
// The user's own PassThrough and Call statements always stay.

#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// The variable whose block S gives back, where it is declared with it.
static const ir::Variable *
released(const ir::Stmt *S,
         const llvm::DenseSet<const ir::Variable *> &Blocks) {
  auto *R = dyn_cast<ir::Release>(S);
  auto *Ref = R ? dyn_cast<ir::VarRef>(R->Pointer) : nullptr;
  return Ref && Blocks.contains(Ref->Var) ? Ref->Var : nullptr;
}

/// The variables that hold the address of one block and no other.
static llvm::DenseSet<const ir::Variable *> blockVariables(ir::Block Body) {
  llvm::DenseSet<const ir::Variable *> Blocks;
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (isa<ir::Allocate>(S))
      Blocks.insert(ir::declared(S));
  });
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (auto *A = dyn_cast<ir::Assign>(S))
      if (const ir::Variable *V = ir::placeVariable(A->Place))
        Blocks.erase(V);
  });
  return Blocks;
}

static bool isStack(const ir::Type *T) {
  return T->is(ir::TypeKind::Opaque) &&
         T->spelling().starts_with("::nabla::stack<");
}

/// The variable whose reserved block S only stores to an element of, or null.
static const ir::Variable *
storedIn(const ir::Stmt *S,
         const llvm::DenseSet<const ir::Variable *> &Reserved) {
  auto *A = dyn_cast<ir::Assign>(S);
  auto *I = A ? dyn_cast<ir::Index>(A->Place) : nullptr;
  auto *Ref = I ? dyn_cast<ir::VarRef>(I->Base) : nullptr;
  return Ref && Reserved.contains(Ref->Var) ? Ref->Var : nullptr;
}

/// The variables that are declared with the address of memory reserved for
/// them, and those that are stacks.
static llvm::DenseSet<const ir::Variable *> reservedVariables(ir::Block Body) {
  llvm::DenseSet<const ir::Variable *> Reserved;
  ir::walk(Body, [&](const ir::Stmt *S) {
    auto *L = dyn_cast<ir::Let>(S);
    if (isa<ir::Reserve>(S) || (L && !L->Init && isStack(L->Var->type())))
      Reserved.insert(ir::declared(S));
  });
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (auto *A = dyn_cast<ir::Assign>(S))
      if (const ir::Variable *V = ir::placeVariable(A->Place))
        Reserved.erase(V);
  });
  return Reserved;
}

/// The variables that something depends on.
static llvm::DenseSet<const ir::Variable *>
readVariables(ir::Block Body,
              const llvm::DenseSet<const ir::Variable *> &Blocks,
              const llvm::DenseSet<const ir::Variable *> &Reserved) {
  llvm::DenseSet<const ir::Variable *> Read;
  auto Mention = [&](const ir::Expr *E) {
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        Read.insert(V->Var);
    });
  };
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (released(S, Blocks))
      return;
    if (auto *P = dyn_cast<ir::Push>(S); P && Reserved.contains(P->Stack))
      return Mention(P->Value);
    if (auto *A = dyn_cast<ir::Assign>(S)) {
      Mention(A->Value);
      if (storedIn(S, Reserved))
        return Mention(cast<ir::Index>(A->Place)->Subscript);
      const ir::Variable *V = ir::placeVariable(A->Place);
      // What leads to the place is read, the variable it is in is not.
      if (V && V->kind() == ir::VariableKind::Local &&
          !V->type()->isReference()) {
        const ir::Expr *E = A->Place;
        while (!isa<ir::VarRef>(E)) {
          if (auto *I = dyn_cast<ir::Index>(E)) {
            Mention(I->Subscript);
            E = I->Base;
          } else {
            E = cast<ir::Member>(E)->Base;
          }
        }
      } else {
        Mention(A->Place);
      }
      return;
    }
    ir::forEachUse(S, [&](const ir::Variable *V) { Read.insert(V); });
  });
  return Read;
}

namespace {
/// Walks from the end to the beginning: a Let whose variable nothing mentions
/// between it and the end of its block goes, and so what only it mentions.
/// Another block may declare the variable anew, by a Let or as what a Pop sets.
class UnusedLets {
public:
  explicit UnusedLets(ir::Module &M) : M(M) {}

  ir::Block block(ir::Block Body) {
    StmtList Out; // last first
    for (const ir::Stmt *S : llvm::reverse(Body)) {
      const ir::Variable *V = declaredHere(S);
      if (V && !Mentioned.erase(V) && isa<ir::Let>(S) &&
          !V->type()->is(ir::TypeKind::Opaque))
        continue;
      Out.push_back(inner(S));
      ir::forEachUse(S, [&](const ir::Variable *V) { Mentioned.insert(V); });
    }
    return M.block(StmtList(Out.rbegin(), Out.rend()));
  }

private:
  using Variables = llvm::DenseSet<const ir::Variable *>;

  /// The variable that the rest of S's block may mention.
  static const ir::Variable *declaredHere(const ir::Stmt *S) {
    return isa<ir::CountedLoop>(S) ? nullptr : ir::declared(S);
  }

  /// S over blocks in which what follows S is out of sight.
  const ir::Stmt *inner(const ir::Stmt *S) {
    if (!isa<ir::If, ir::CountedLoop, ir::Loop>(S))
      return S;
    Variables After = std::move(Mentioned);
    Mentioned = Variables();
    S = parts(S);
    if (After.size() > Mentioned.size())
      std::swap(After, Mentioned);
    Mentioned.insert(After.begin(), After.end());
    return S;
  }

  const ir::Stmt *parts(const ir::Stmt *S) {
    if (auto *I = dyn_cast<ir::If>(S)) {
      ir::Block Else = block(I->Else);
      return M.make<ir::If>(I->Cond, block(I->Then), Else, S->Loc);
    }
    if (auto *L = dyn_cast<ir::CountedLoop>(S))
      return ir::withBody(M, L, block(L->Body));
    if (auto *L = dyn_cast<ir::Loop>(S))
      return loop(L);
    return S;
  }

  const ir::Stmt *loop(const ir::Loop *L) {
    ir::Block Cond, Step, Body;
    auto CondBlock = [&] {
      ir::forEachUse(L, [&](const ir::Variable *V) { Mentioned.insert(V); });
      Cond = block(L->CondBlock);
    };
    if (!L->TestFirst)
      CondBlock();
    Step = block(L->Step);
    Body = block(L->Body);
    if (L->TestFirst)
      CondBlock();
    return M.make<ir::Loop>(L->TestFirst, Cond, L->Cond, Body, Step, L->Loc);
  }

  ir::Module &M;
  Variables Mentioned;
};
} // namespace

ir::Block simplify::dropUnusedLets(ir::Module &M, ir::Block Body) {
  return UnusedLets(M).block(Body);
}

ir::Block simplify::dropDead(ir::Module &M, ir::Block Body,
                             const VariableSet &Outside) {
  const llvm::DenseSet<const ir::Variable *> Blocks = blockVariables(Body);
  const llvm::DenseSet<const ir::Variable *> Reserved = reservedVariables(Body);
  while (true) {
    VariableSet Read = readVariables(Body, Blocks, Reserved);
    Read.insert(Outside.begin(), Outside.end());
    bool Changed = false;
    ir::Rewrite R{M};
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      if (const ir::Variable *V = released(S, Blocks); V && !Read.contains(V)) {
        Changed = true;
        return true;
      }
      auto *P = dyn_cast<ir::Push>(S);
      const ir::Variable *In = P ? P->Stack : storedIn(S, Reserved);
      if (In && Reserved.contains(In) && !Read.contains(In)) {
        Changed = true;
        return true;
      }
      if (isa<ir::Let, ir::Allocate, ir::Reserve>(S) &&
          !Read.contains(ir::declared(S)) &&
          (!ir::declared(S)->type()->is(ir::TypeKind::Opaque) ||
           Reserved.contains(ir::declared(S)))) {
        Changed = true;
        return true;
      }
      if (auto *A = dyn_cast<ir::Assign>(S)) {
        const ir::Variable *V = ir::placeVariable(A->Place);
        if (V && V->kind() == ir::VariableKind::Local &&
            !V->type()->isReference() && !Read.contains(V)) {
          Changed = true;
          return true;
        }
      }
      if (auto *I = dyn_cast<ir::If>(S)) {
        auto *New = cast<ir::If>(ir::rewriteParts(R, S));
        if (!New->Then.empty() || !New->Else.empty())
          Out.push_back(New);
        else
          Changed = true;
        (void)I;
        return true;
      }
      if (isa<ir::CountedLoop>(S)) {
        auto *New = cast<ir::CountedLoop>(ir::rewriteParts(R, S));
        if (!New->Body.empty())
          Out.push_back(New);
        else
          Changed = true;
        return true;
      }
      return false;
    };
    Body = ir::rewriteBlock(R, Body);
    if (!Changed)
      return Body;
  }
}

ir::Block simplify::dropIdleRemarks(ir::Module &M, ir::Block Body) {
  ir::Rewrite R{M};
  auto Clean = [&](auto &Self, ir::Block B) -> ir::Block {
    StmtList Out;
    llvm::StringRef Said; // of what follows already
    for (unsigned I = 0; I < B.size(); ++I) {
      const ir::Stmt *S = B[I];
      auto *Mark = dyn_cast<ir::Remark>(S);
      bool Idle =
          Mark && Mark->Of && (I + 1 == B.size() || isa<ir::Remark>(B[I + 1]));
      bool Again = Mark && !Said.empty() && Mark->Text == Said;
      if (Idle || Again)
        continue;
      if (Mark)
        Said = Mark->Text;
      Out.push_back(
          ir::mapBlocks(M, S, [&](ir::Block In) { return Self(Self, In); }));
    }
    return M.block(Out);
  };
  return Clean(Clean, Body);
}
