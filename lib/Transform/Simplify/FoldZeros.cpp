// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR/Build.h"
#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const Mentions::Variables &Mentions::of(const ir::Stmt *S) {
  std::unique_ptr<Variables> &Entry = Known[S];
  if (!Entry) {
    auto Found = std::make_unique<Variables>();
    ir::walk(ir::Block(S), [&](const ir::Stmt *Inner) {
      ir::forEachUse(Inner, [&](const ir::Variable *V) { Found->insert(V); });
    });
    Entry = std::move(Found);
  }
  return *Entry;
}

namespace {

class Folder {
public:
  Folder(ir::Module &M, const VariableSet &Exposed)
      : M(M), B(M), Exposed(Exposed) {}

  ir::Block block(ir::Block Body) {
    StmtList List;
    for (const ir::Stmt *S : Body)
      List.push_back(
          ir::mapBlocks(M, S, [&](ir::Block Inner) { return block(Inner); }));
    for (unsigned I = 0; I < List.size();) {
      const ir::Variable *V = zeroed(List[I]);
      if (V && fold(List, I, V))
        continue;
      ++I;
    }
    return M.block(List);
  }

private:
  /// The real scalar that S sets to zero, by declaration or assignment.
  const ir::Variable *zeroed(const ir::Stmt *S) {
    const ir::Variable *V = nullptr;
    const ir::Expr *E = nullptr;
    if (auto *L = dyn_cast<ir::Let>(S)) {
      V = L->Var;
      E = L->Init;
    } else if (auto *A = dyn_cast<ir::Assign>(S)) {
      auto *R = dyn_cast<ir::VarRef>(A->Place);
      if (R && A->Op == ir::AssignOp::Set &&
          R->Var->kind() == ir::VariableKind::Local) {
        V = R->Var;
        E = A->Value;
      }
    }
    return V && E && V->type()->isReal() && ir::isZero(E) &&
                   !Exposed.contains(V)
               ? V
               : nullptr;
  }

  /// Joins the zero at List[I] with the first accumulation into V after it.
  /// True if List has changed.
  bool fold(StmtList &List, unsigned I, const ir::Variable *V) {
    unsigned K = I + 1;
    while (K < List.size() && !Uses.any(List[K], V))
      ++K;
    bool Declares = isa<ir::Let>(List[I]);
    if (K == List.size()) {
      if (!Declares)
        return false;
      List.erase(List.begin() + I);
      return true;
    }
    auto *A = dyn_cast<ir::Assign>(List[K]);
    auto *Place = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    if (!Place || Place->Var != V || ir::mentions(A->Value, V) ||
        A->Op == ir::AssignOp::Mul || A->Op == ir::AssignOp::Div) {
      // A declaration moves down to its first use.
      auto Waits = [&](const ir::Stmt *S) {
        return isa<ir::Let>(S) && zeroed(S);
      };
      if (!Declares || std::all_of(&List[I] + 1, &List[K], Waits))
        return false;
      const ir::Stmt *L = List[I];
      List.erase(List.begin() + I);
      List.insert(List.begin() + K - 1, L);
      return true;
    }
    const ir::Expr *Value =
        A->Op == ir::AssignOp::Sub ? B.neg(A->Value) : A->Value;
    if (Declares)
      List[K] = M.make<ir::Let>(V, Value, A->Loc);
    else
      List[K] = M.make<ir::Assign>(A->Place, ir::AssignOp::Set, Value, A->Loc);
    List.erase(List.begin() + I);
    return true;
  }

  ir::Module &M;
  ir::Build B;
  Mentions Uses;
  const VariableSet &Exposed;
};

} // namespace

ir::Block simplify::foldFreshZeros(ir::Module &M, ir::Block B,
                                   const VariableSet &Exposed) {
  return Folder(M, Exposed).block(B);
}
