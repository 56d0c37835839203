// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/CarriedUses.h"
#include "IR/LoopShape.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

//===--- Pointers ---------------------------------------------------------===//

namespace {
/// The variables that hold, or may hold, a pointer into an array.
class Pointers {
public:
  Pointers(const ir::Variable *Array, ir::Block Whole) : Holders{Array} {
    for (size_t Before = 0; Before != Holders.size() && !Lost;) {
      Before = Holders.size();
      ir::walk(Whole, [&](const ir::Stmt *S) { follow(S); });
    }
  }

  bool Lost = false; ///< Handed to somebody who may keep it.
  bool contains(const ir::Variable *V) const { return Holders.contains(V); }
  bool in(const ir::Expr *E) const {
    bool Found = false;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        Found |= contains(V->Var);
    });
    return Found;
  }

private:
  /// E is more than the number in an element, and may lead to the array.
  bool hands(const ir::Expr *E) const {
    return E && !E->Ty->isReal() && !E->Ty->isInteger() && in(E);
  }

  void follow(const ir::Stmt *S) {
    if (auto *L = dyn_cast<ir::Let>(S)) {
      if (L->Init &&
          (hands(L->Init) || (L->Var->type()->isReference() && in(L->Init))))
        Holders.insert(L->Var);
      return;
    }
    if (auto *A = dyn_cast<ir::Assign>(S)) {
      if (!hands(A->Value))
        return;
      if (const ir::Variable *V = ir::placeVariable(A->Place))
        Holders.insert(V);
      else
        Lost = true;
      return;
    }
    if (auto *P = dyn_cast<ir::PassThrough>(S)) {
      for (const ir::Variable *V : P->Writes)
        Lost |= contains(V);
      return;
    }
    if (isa<ir::If, ir::CountedLoop, ir::Loop, ir::Remark>(S))
      return;
    ir::forEachExpr(S, [&](const ir::Expr *E) {
      Lost |= isa<ir::Call>(S) ? in(E) : hands(E);
    });
  }

  llvm::DenseSet<const ir::Variable *> Holders;
};
} // namespace

//===--- Counting ---------------------------------------------------------===//

static bool isLiteral(const ir::Expr *E) {
  if (auto *C = dyn_cast<ir::Cast>(E))
    return isLiteral(C->Operand);
  if (auto *U = dyn_cast<ir::Unary>(E))
    return isLiteral(U->Operand);
  return isa<ir::IntLiteral, ir::RealLiteral>(E);
}

namespace {
class Counter {
public:
  Counter(const Pointers &P, ir::Module &M) : P(P), B(M) {}
  CarriedUses Uses;

  void block(ir::Block Body, unsigned Times) {
    for (const ir::Stmt *S : Body) {
      if (auto *A = dyn_cast<ir::Assign>(S)) {
        if (P.in(A->Place))
          Uses.Writes += Times;
        read(A->Value, Times, false);
      } else {
        ir::forEachExpr(
            S, [&](const ir::Expr *E) { read(E, Times, /*Nonlinear=*/false); });
      }
      unsigned Inner = Times * trips(S);
      ir::forEachBlock(S, [&](ir::Block In) { block(In, Inner); });
    }
  }

private:
  unsigned trips(const ir::Stmt *S) {
    constexpr int64_t Most = 64;
    auto *L = dyn_cast<ir::CountedLoop>(S);
    auto N = L ? ir::integerValue(ir::tripCount(B, L)) : std::nullopt;
    return N ? std::clamp<int64_t>(*N, 0, Most) : 1;
  }

  void read(const ir::Expr *E, unsigned Times, bool Nonlinear) {
    if (E->Ty->isReal() && isa<ir::Index, ir::Deref>(E)) {
      if (P.in(E)) {
        Uses.Reads += Times;
        Uses.Nonlinear |= Nonlinear;
      }
      return;
    }
    if (isa<ir::RuleCall>(E))
      Nonlinear = true;
    if (auto *Bin = dyn_cast<ir::Binary>(E)) {
      bool Product = Bin->Op == ir::BinaryOp::Mul;
      bool Quotient = Bin->Op == ir::BinaryOp::Div;
      bool Scales = (Product || Quotient) && !isLiteral(Bin->Rhs);
      read(Bin->Lhs, Times, Nonlinear || Scales);
      read(Bin->Rhs, Times,
           Nonlinear || Quotient || (Product && !isLiteral(Bin->Lhs)));
      return;
    }
    ir::forEachChild(E, [&](const ir::Expr *C) { read(C, Times, Nonlinear); });
  }

  const Pointers &P;
  ir::Build B;
};
} // namespace

std::optional<CarriedUses> normalize::carriedUses(const ir::Variable *Array,
                                                  ir::Block Body,
                                                  ir::Block Whole,
                                                  ir::Module &M) {
  Pointers P(Array, Whole);
  if (P.Lost)
    return std::nullopt;
  llvm::DenseSet<const ir::Variable *> Own;
  bool Outlives = false;
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (const ir::Variable *V = ir::declared(S))
      Own.insert(V);
  });
  ir::walk(Body, [&](const ir::Stmt *S) {
    ir::forEachUse(S, [&](const ir::Variable *V) {
      Outlives |= V != Array && P.contains(V) && !Own.contains(V);
    });
  });
  if (Outlives)
    return std::nullopt;
  Counter C(P, M);
  C.block(Body, 1);
  return C.Uses;
}
