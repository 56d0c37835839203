// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars get as many variables as they have values:
//
//   double t;                          double t = a * b;
//   t = a * b;              ==>        double t_1 = t * t;
//   t = t * t;
//
// within the statement list that declares them. What branches or loops assign
// stays one variable from there on.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

static bool mentionedIn(const ir::Stmt *S, const ir::Variable *V) {
  bool Found = false;
  ir::walk(ir::Block(S), [&](const ir::Stmt *Inner) {
    ir::forEachUse(Inner, [&](const ir::Variable *U) { Found |= U == V; });
  });
  return Found;
}

namespace {

class Splitter {
public:
  Splitter(ir::Module &M, ir::Block Whole)
      : M(M), Exposed(exposedVariables(Whole)) {
    ir::walk(Whole, [&](const ir::Stmt *S) {
      auto *P = dyn_cast<ir::PassThrough>(S);
      if (P)
        Exposed.insert(P->Writes.begin(), P->Writes.end());
    });
  }

  ir::Block block(ir::Block Body) {
    StmtList List;
    for (const ir::Stmt *S : Body)
      List.push_back(
          ir::mapBlocks(M, S, [&](ir::Block Inner) { return block(Inner); }));
    for (unsigned I = 0; I < List.size();) {
      auto *L = dyn_cast<ir::Let>(List[I]);
      if (L && join(List, I, L))
        continue;
      if (L)
        split(List, I, L);
      ++I;
    }
    return M.block(List);
  }

private:
  /// S is "V = e".
  static const ir::Assign *setting(const ir::Stmt *S, const ir::Variable *V) {
    auto *A = dyn_cast<ir::Assign>(S);
    auto *R = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    return R && R->Var == V && A->Op == ir::AssignOp::Set ? A : nullptr;
  }

  /// What V is after S, if S assigns to it.
  const ir::Expr *newValue(const ir::Stmt *S, const ir::Variable *V) {
    if (const ir::Assign *A = setting(S, V))
      return A->Value;
    auto *A = dyn_cast<ir::Assign>(S);
    auto *R = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    if (!R || R->Var != V)
      return nullptr;
    bool Adds = A->Op == ir::AssignOp::Add;
    if (!Adds && A->Op != ir::AssignOp::Sub)
      return nullptr;
    auto Op = Adds ? ir::BinaryOp::Add : ir::BinaryOp::Sub;
    return M.make<ir::Binary>(Op, A->Place, A->Value, A->Place->Ty, A->Loc);
  }

  bool isSplittable(const ir::Variable *V) const {
    return V->type()->unqualified()->isScalar() && !Exposed.contains(V);
  }

  /// A declaration without value moves down to the first assignment. True if
  /// List[I] is another statement now.
  bool join(StmtList &List, unsigned I, const ir::Let *L) {
    if (L->Init || !isSplittable(L->Var))
      return false;
    for (unsigned K = I + 1; K < List.size(); ++K) {
      if (!mentionedIn(List[K], L->Var))
        continue;
      const ir::Assign *A = setting(List[K], L->Var);
      if (!A || ir::mentions(A->Value, L->Var))
        return false;
      List[K] = M.make<ir::Let>(L->Var, A->Value, A->Loc);
      List.erase(List.begin() + I);
      return true;
    }
    return false;
  }

  /// The next assignment in this list begins a new variable.
  void split(StmtList &List, unsigned I, const ir::Let *L) {
    if (!L->Init || !isSplittable(L->Var))
      return;
    for (unsigned K = I + 1; K < List.size(); ++K) {
      const ir::Expr *Value = newValue(List[K], L->Var);
      if (!Value)
        continue;
      const ir::Variable *New = M.makeLocal(
          L->Var->name(), L->Var->type()->unqualified(), List[K]->Loc);
      List[K] = M.make<ir::Let>(New, Value, List[K]->Loc);
      ir::Rewrite R{M};
      R.OnVariable = [&](const ir::Variable *V) {
        return V == L->Var ? New : V;
      };
      StmtList Rest(List.begin() + K + 1, List.end());
      ir::Block Renamed = ir::rewriteBlock(R, M.block(Rest));
      List.truncate(K + 1);
      List.append(Renamed.begin(), Renamed.end());
      return; // the new one is looked at in its turn
    }
  }

  ir::Module &M;
  VariableSet Exposed;
};

} // namespace

ir::Block normalize::splitDeclarations(ir::Module &M, ir::Block B) {
  return Splitter(M, B).block(B);
}
