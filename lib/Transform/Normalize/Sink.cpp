// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scratch variables move into the loop whose iterations they belong to:
//
//   double t, z[9];                      for (i ...) {
//   for (i ...) {                          double t, z[9];
//     t = e;                      ==>      t = e;
//     for (j < n) z[j] = ...;              for (j < n) z[j] = ...;
//     use t, z[j < n]                      use t, z[j < n]
//   }                                    }
//
// allowed where every iteration writes what it reads before it reads it, and
// nothing outside the loop looks at the variable.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool usesIn(const ir::Stmt *S, const ir::Variable *V);

bool usesIn(ir::Block B, const ir::Variable *V) {
  bool Found = false;
  ir::walk(B, [&](const ir::Stmt *S) {
    ir::forEachUse(S, [&](const ir::Variable *U) { Found |= U == V; });
  });
  return Found;
}

bool usesIn(const ir::Stmt *S, const ir::Variable *V) {
  return usesIn(ir::Block(S), V);
}

/// Elements Counter = Begin ... End - 1 of a one-dimensional array.
struct Range {
  const ir::Expr *Begin, *End;
  ir::BinaryOp Relation;
  bool sameAs(const Range &R) const {
    return R.Relation == Relation && ir::structurallyEqual(R.Begin, Begin) &&
           ir::structurallyEqual(R.End, End);
  }
  bool sameAs(const ir::CountedLoop *L) const {
    return L->Step == 1 && L->Relation == Relation &&
           ir::structurallyEqual(L->Begin, Begin) &&
           ir::structurallyEqual(L->End, End);
  }
};

/// Follows one variable through one iteration: is everything that is read of
/// it written before? State Written is what has been written for certain.
class WrittenFirst {
public:
  WrittenFirst(const ir::Variable *V, ir::Block Body,
               const VariableSet &Exposed)
      : V(V), IsArray(V->type()->isArray()), Body(Body), Changes(Body),
        Exposed(Exposed) {}

  bool holds() {
    block(Body);
    return Ok;
  }

private:
  void block(ir::Block B) {
    for (const ir::Stmt *S : B)
      if (Ok)
        stmt(S);
  }

  void stmt(const ir::Stmt *S) {
    if (auto *A = dyn_cast<ir::Assign>(S)) {
      read(A->Value);
      const ir::Expr *Place = A->Place;
      if (ir::placeVariable(Place) != V) {
        read(Place);
        return;
      }
      if (A->Op != ir::AssignOp::Set)
        read(Place);
      write(Place);
      return;
    }
    if (auto *I = dyn_cast<ir::If>(S)) {
      read(I->Cond);
      State Before = Now;
      block(I->Then);
      State Then = Now;
      Now = Before;
      block(I->Else);
      if (!Then.Whole)
        Now.Whole = false;
      if (!Then.Covered || !Now.Covered || !Then.Covered->sameAs(*Now.Covered))
        Now.Covered.reset();
      Now.Latest = Before.Latest;
      return;
    }
    if (auto *L = dyn_cast<ir::CountedLoop>(S)) {
      read(L->Begin);
      read(L->End);
      State Before = Now;
      Loops.push_back(L);
      Now.Latest = nullptr;
      bool WritesOne = IsArray && L->Step == 1 && coversElement(L) &&
                       Changes.leaves(L->Begin, Exposed) &&
                       Changes.leaves(L->End, Exposed);
      block(L->Body);
      Loops.pop_back();
      Now = Before; // the loop may not run at all
      if (WritesOne && !Now.Covered)
        Now.Covered = Range{L->Begin, L->End, L->Relation};
      return;
    }
    if (auto *L = dyn_cast<ir::Loop>(S)) {
      if (L->Cond)
        read(L->Cond);
      State Before = Now;
      block(L->Body);
      Now = Before;
      return;
    }
    ir::forEachUse(S, [&](const ir::Variable *U) {
      if (U == V)
        Ok = Ok && Now.Whole;
    });
    ir::forEachBlock(S, [&](ir::Block B) { block(B); });
  }

  void read(const ir::Expr *E) {
    if (IsArray)
      if (auto *I = dyn_cast<ir::Index>(E))
        if (auto *Base = dyn_cast<ir::VarRef>(I->Base);
            Base && Base->Var == V) {
          read(I->Subscript);
          Ok = Ok && (readsCovered(I->Subscript) || writtenNow(I->Subscript));
          return;
        }
    if (auto *R = dyn_cast<ir::VarRef>(E); R && R->Var == V)
      Ok = Ok && Now.Whole;
    ir::forEachChild(E, [&](const ir::Expr *C) { read(C); });
  }

  /// z[j] under the loop over j that has the bounds of the loop that wrote it.
  bool readsCovered(const ir::Expr *Subscript) {
    if (!Now.Covered)
      return false;
    const ir::CountedLoop *L = loopOf(Subscript);
    return L && Now.Covered->sameAs(L);
  }

  /// z[j] right after z[j] = ... in the same iteration.
  bool writtenNow(const ir::Expr *Subscript) {
    return Now.Latest && ir::structurallyEqual(Now.Latest, Subscript);
  }

  const ir::CountedLoop *loopOf(const ir::Expr *Subscript) {
    auto *R = dyn_cast<ir::VarRef>(Subscript);
    for (const ir::CountedLoop *L : Loops)
      if (R && R->Var == L->Counter)
        return L;
    return nullptr;
  }

  void write(const ir::Expr *Place) {
    if (!IsArray) {
      if (llvm::isa<ir::VarRef>(Place))
        Now.Whole = true;
      return;
    }
    auto *I = dyn_cast<ir::Index>(Place);
    if (!I || !llvm::isa<ir::VarRef>(I->Base)) {
      ir::forEachChild(Place, [&](const ir::Expr *C) {
        if (!llvm::isa<ir::VarRef>(C))
          read(C);
      });
      return;
    }
    read(I->Subscript);
    if (loopOf(I->Subscript))
      Now.Latest = I->Subscript;
  }

  /// A statement directly in L's body sets V[counter] in every iteration.
  bool coversElement(const ir::CountedLoop *L) {
    bool Leaves = false;
    ir::walk(L->Body,
             [&](const ir::Stmt *S) { Leaves |= llvm::isa<ir::Exit>(S); });
    if (Leaves)
      return false;
    for (const ir::Stmt *S : L->Body) {
      auto *A = dyn_cast<ir::Assign>(S);
      auto *I = A ? dyn_cast<ir::Index>(A->Place) : nullptr;
      if (!I || A->Op != ir::AssignOp::Set)
        continue;
      auto *Base = dyn_cast<ir::VarRef>(I->Base);
      auto *Sub = dyn_cast<ir::VarRef>(I->Subscript);
      if (Base && Base->Var == V && Sub && Sub->Var == L->Counter)
        return true;
    }
    return false;
  }

  struct State {
    bool Whole = false;               ///< A scalar or record: assigned.
    std::optional<Range> Covered;     ///< An array: these elements are.
    const ir::Expr *Latest = nullptr; ///< An array: this element is.
  };
  const ir::Variable *V;
  bool IsArray, Ok = true;
  ir::Block Body;
  Effects Changes;
  const VariableSet &Exposed;
  State Now;
  llvm::SmallVector<const ir::CountedLoop *, 4> Loops;
};

class Sinker {
public:
  Sinker(ir::Module &M, ir::Block Whole)
      : M(M), Exposed(exposedVariables(Whole)) {}

  ir::Block block(ir::Block Body) {
    llvm::SmallVector<const ir::Let *, 4> Sunk;
    llvm::DenseMap<const ir::Stmt *, StmtList> Into;
    for (const ir::Stmt *S : Body)
      if (auto *L = dyn_cast<ir::Let>(S))
        if (const ir::Stmt *Loop = onlyLoop(L, Body)) {
          Into[Loop].push_back(M.make<ir::Let>(L->Var, nullptr, L->Loc));
          Sunk.push_back(L);
        }
    StmtList Out;
    for (const ir::Stmt *S : Body)
      if (!llvm::is_contained(Sunk, S))
        Out.push_back(parts(S, Into.lookup(S)));
    return M.block(Out);
  }

private:
  /// The loop that D's variable belongs to, if it may move there.
  const ir::Stmt *onlyLoop(const ir::Let *D, ir::Block Body) {
    const ir::Type *T = D->Var->type();
    if (T->isReference() || Exposed.contains(D->Var) ||
        (D->Init && !isPlain(D->Init)))
      return nullptr;
    const ir::Stmt *User = nullptr;
    for (const ir::Stmt *S : Body) {
      if (S == D || !usesIn(S, D->Var))
        continue;
      if (User)
        return nullptr;
      User = S;
    }
    ir::Block Inner;
    if (auto *L = llvm::dyn_cast_or_null<ir::CountedLoop>(User))
      Inner = L->Body;
    else if (auto *L = llvm::dyn_cast_or_null<ir::Loop>(User)) {
      if (L->Cond && ir::mentions(L->Cond, D->Var))
        return nullptr;
      Inner = L->Body;
    } else {
      return nullptr;
    }
    if (auto *L = dyn_cast<ir::CountedLoop>(User))
      if (ir::mentions(L->Begin, D->Var) || ir::mentions(L->End, D->Var))
        return nullptr;
    return WrittenFirst(D->Var, Inner, Exposed).holds() ? User : nullptr;
  }

  /// An initial value that may be forgotten.
  static bool isPlain(const ir::Expr *E) {
    return llvm::isa<ir::IntLiteral, ir::RealLiteral, ir::BoolLiteral,
                     ir::NullLiteral>(E) ||
           (llvm::isa<ir::Cast>(E) && isPlain(cast<ir::Cast>(E)->Operand)) ||
           (llvm::isa<ir::Aggregate>(E) &&
            llvm::all_of(cast<ir::Aggregate>(E)->Elements, isPlain));
  }

  const ir::Stmt *parts(const ir::Stmt *S, const StmtList &Front) {
    if (isa<ir::CountedLoop, ir::Loop>(S)) {
      StmtList Joined(Front.begin(), Front.end());
      ir::Block Body = ir::bodyOf(S);
      Joined.append(Body.begin(), Body.end());
      return ir::withBody(M, S, block(M.block(Joined)));
    }
    return ir::mapBlocks(M, S, [&](ir::Block B) { return block(B); });
  }

  ir::Module &M;
  VariableSet Exposed;
};

} // namespace

ir::Block normalize::sinkDeclarations(ir::Module &M, ir::Block B) {
  return Sinker(M, B).block(B);
}
