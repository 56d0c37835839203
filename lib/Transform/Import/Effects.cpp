// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What statements write is read off the IR they were lowered to: variables by
// name, and memory (what is exposed, global, or reached through a pointer or a
// reference) by the types that were stored.

#include "Import/Effects.h"
#include "IR/Walk.h"
#include "Import/Names.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace nabla;
using namespace nabla::import;
using llvm::dyn_cast;
using llvm::isa;

//===--- Locals -----------------------------------------------------------===//

const ir::Variable *import::letLocal(Body &B, llvm::StringRef Name,
                                     const ir::Type *T, const ir::Expr *Init,
                                     ir::SourceLoc L, Stmts &Out) {
  const ir::Variable *V = B.module().makeLocal(Name, T, L);
  Out.push_back(B.make<ir::Let>(V, Init, L));
  return V;
}

const ir::Expr *import::ref(Body &B, const ir::Variable *V, ir::SourceLoc L) {
  return B.make<ir::VarRef>(V, V->type()->value(), L);
}

const ir::Expr *import::thisPointer(Body &B, clang::SourceLocation At) {
  const ir::Type *T = B.module().pointerTo(B.Self->type()->element());
  return B.make<ir::AddressOf>(ref(B, B.Self, loc(At)), false, T, loc(At));
}

const ir::Expr *import::hold(Body &B, const ir::Expr *Value, Stmts &Out) {
  if (isa<ir::IntLiteral, ir::RealLiteral, ir::BoolLiteral>(Value))
    return Value;
  // A list in braces is no value of its own.
  if (auto *List = dyn_cast<ir::Aggregate>(Value)) {
    llvm::SmallVector<const ir::Expr *, 8> Elements;
    for (const ir::Expr *E : List->Elements)
      Elements.push_back(hold(B, E, Out));
    return B.make<ir::Aggregate>(B.module().list(Elements), Value->Ty,
                                 Value->Loc);
  }
  return ref(
      B, letLocal(B, names::before(Value), Value->Ty, Value, Value->Loc, Out),
      Value->Loc);
}

bool import::isFresh(const ir::Expr *Value,
                     llvm::ArrayRef<const ir::Stmt *> Since) {
  auto *V = dyn_cast<ir::VarRef>(Value);
  return V && llvm::any_of(Since, [&](const ir::Stmt *S) {
           return ir::declared(S) == V->Var;
         });
}

//===--- What is written --------------------------------------------------===//

namespace {
struct Written {
  llvm::SmallPtrSet<const ir::Variable *, 4> Vars;
  llvm::SmallVector<const ir::Type *, 4> Stored; ///< To memory.
  bool Anything = false;                         ///< Anywhere in memory.
};
} // namespace

/// Storage that a pointer or reference elsewhere may lead to.
static bool isMemory(Body &B, const ir::Variable *V) {
  return !V || V->isGlobal() || V->type()->isReference() || B.Exposed.count(V);
}

static void writes(Body &B, const ir::Expr *Place, Written &W) {
  if (auto *S = dyn_cast<ir::Select>(Place)) {
    writes(B, S->Then, W);
    return writes(B, S->Else, W);
  }
  const ir::Variable *V = ir::placeVariable(Place);
  if (V)
    W.Vars.insert(V);
  if (isMemory(B, V))
    W.Stored.push_back(Place->Ty);
}

static Written writtenBy(Body &B, llvm::ArrayRef<const ir::Stmt *> List) {
  Written W;
  ir::walk(List, [&](const ir::Stmt *S) {
    if (auto *A = dyn_cast<ir::Assign>(S))
      writes(B, A->Place, W);
    else if (isa<ir::Call>(S))
      W.Anything = true;
    else if (auto *P = dyn_cast<ir::PassThrough>(S)) {
      W.Anything = true;
      W.Vars.insert(P->Writes.begin(), P->Writes.end());
    }
  });
  return W;
}

//===--- What it disturbs -------------------------------------------------===//

/// A store of type Stored may change a read of type Read: C++'s aliasing rule,
/// where chars and aggregates alias everything.
static bool mayAlias(const ir::Type *Stored, const ir::Type *Read) {
  auto Plain = [](const ir::Type *T) {
    return T->isScalar() && !(T->isInteger() && T->bits() == 8);
  };
  if (!Plain(Stored) || !Plain(Read))
    return true;
  if (Stored->isReal() && Read->isReal())
    return Stored == Read;
  return Stored->kind() == Read->kind();
}

static bool storesTo(const Written &W, const ir::Type *Read) {
  return W.Anything || llvm::any_of(W.Stored, [&](const ir::Type *T) {
           return mayAlias(T, Read);
         });
}

static bool changesRead(Body &B, const Written &W, const ir::Variable *V,
                        const ir::Type *Read) {
  if (V && W.Vars.count(V))
    return true;
  bool Constant = V && V->type()->isConst();
  return !Constant && isMemory(B, V) && storesTo(W, Read);
}

static bool changesValue(Body &B, const Written &W, const ir::Expr *E);

/// Changes which object Place is.
static bool changesAddress(Body &B, const Written &W, const ir::Expr *Place) {
  if (isa<ir::VarRef>(Place))
    return false;
  if (auto *M = dyn_cast<ir::Member>(Place))
    return changesAddress(B, W, M->Base);
  if (auto *I = dyn_cast<ir::Index>(Place))
    return changesValue(B, W, I->Subscript) ||
           (I->Base->Ty->isArray() ? changesAddress(B, W, I->Base)
                                   : changesValue(B, W, I->Base));
  if (auto *D = dyn_cast<ir::Deref>(Place))
    return changesValue(B, W, D->Pointer);
  if (auto *S = dyn_cast<ir::Select>(Place))
    return changesValue(B, W, S->Cond) || changesAddress(B, W, S->Then) ||
           changesAddress(B, W, S->Else);
  return changesValue(B, W, Place);
}

static bool changesValue(Body &B, const Written &W, const ir::Expr *E) {
  if (auto *A = dyn_cast<ir::AddressOf>(E))
    return changesAddress(B, W, A->Place);
  if (isa<ir::Verbatim>(E) && (W.Anything || !W.Stored.empty()))
    return true; // it may read anything
  if (isa<ir::VarRef, ir::Index, ir::Deref, ir::Member>(E))
    return changesRead(B, W, ir::placeVariable(E), E->Ty) ||
           changesAddress(B, W, E);
  bool Changes = false;
  ir::forEachChild(
      E, [&](const ir::Expr *C) { Changes |= changesValue(B, W, C); });
  return Changes;
}

bool import::disturbs(Body &B, llvm::ArrayRef<const ir::Stmt *> S,
                      const ir::Expr *V) {
  return !S.empty() && changesValue(B, writtenBy(B, S), V);
}

//===--- What is kept -----------------------------------------------------===//

const ir::Expr *import::keepValue(Body &B, const ir::Expr *Value,
                                  llvm::ArrayRef<const ir::Stmt *> S,
                                  Stmts &Out) {
  return disturbs(B, S, Value) ? hold(B, Value, Out) : Value;
}

const ir::Expr *import::keepPlace(Body &B, const ir::Expr *P,
                                  llvm::ArrayRef<const ir::Stmt *> S,
                                  Stmts &Out) {
  if (S.empty())
    return P;
  auto KeepValue = [&](const ir::Expr *E) { return keepValue(B, E, S, Out); };
  auto KeepPlace = [&](const ir::Expr *E) { return keepPlace(B, E, S, Out); };
  if (auto *M = dyn_cast<ir::Member>(P))
    return B.make<ir::Member>(KeepPlace(M->Base), M->Field, M->Ty, M->Loc);
  if (auto *I = dyn_cast<ir::Index>(P)) {
    const ir::Expr *Base =
        I->Base->Ty->isArray() ? KeepPlace(I->Base) : KeepValue(I->Base);
    return B.make<ir::Index>(Base, KeepValue(I->Subscript), I->Ty, I->Loc);
  }
  if (auto *D = dyn_cast<ir::Deref>(P))
    return B.make<ir::Deref>(KeepValue(D->Pointer), D->Ty, D->Loc);
  if (auto *C = dyn_cast<ir::Select>(P)) {
    const ir::Expr *Cond = KeepValue(C->Cond), *Then = KeepPlace(C->Then);
    return B.make<ir::Select>(Cond, Then, KeepPlace(C->Else), C->Ty, C->Loc);
  }
  return P;
}

llvm::SmallVector<const ir::Expr *, 4>
import::inOrder(Body &B, llvm::ArrayRef<Operand> Operands, Stmts &Out) {
  llvm::SmallVector<const ir::Expr *, 4> Done;
  for (const Operand &O : Operands) {
    StmtVector Own;
    const ir::Expr *E = O.AsPlace ? place(B, O.E, Own) : value(B, O.E, Own);
    if (!Own.empty())
      for (size_t N = 0; N != Done.size(); ++N)
        Done[N] = Operands[N].AsPlace ? keepPlace(B, Done[N], Own, Out)
                                      : keepValue(B, Done[N], Own, Out);
    Out.append(Own.begin(), Own.end());
    Done.push_back(E);
  }
  return Done;
}

llvm::SmallVector<const ir::Expr *, 4>
import::inOrderOfCall(Body &B, const clang::Expr &E,
                      llvm::ArrayRef<Operand> Operands, Stmts &Out) {
  auto *Op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&E);
  if (!Op || !Op->isAssignmentOp())
    return inOrder(B, Operands, Out);
  llvm::SmallVector<Operand, 2> Backwards(llvm::reverse(Operands));
  auto Args = inOrder(B, Backwards, Out);
  std::reverse(Args.begin(), Args.end());
  return Args;
}
