// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR/Build.h"
#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Folder {
public:
  Folder(ir::Module &M, const VariableSet &Exposed)
      : M(M), B(M), Exposed(Exposed) {}

  ir::Block block(ir::Block Body) {
    StmtList List;
    WaitingZeros Waiting;
    unsigned Others = 0;
    for (const ir::Stmt *S : Body) {
      S = ir::mapBlocks(M, S, [&](ir::Block Inner) { return block(Inner); });
      S = meet(S, List, Waiting, Others);
      const ir::Variable *V = zeroed(S);
      if (V)
        Waiting[V] = {unsigned(List.size()), Others};
      if (!V || !isa<ir::Let>(S))
        ++Others;
      List.push_back(S);
    }
    for (const auto &[V, At] : Waiting)
      if (isa<ir::Let>(List[At.Index]))
        List[At.Index] = nullptr;
    llvm::erase(List, nullptr);
    return M.block(List);
  }

private:
  /// A variable that was set to zero, and not mentioned since.
  struct WaitingZero {
    unsigned Index;  ///< Of the zero in its list.
    unsigned Others; ///< So many before it declare no such variable.
  };
  using WaitingZeros = llvm::DenseMap<const ir::Variable *, WaitingZero>;

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

  /// S, which comes after List, joined with the zero that waits for it, if it
  /// is the first to add to a variable. Other declarations of what it mentions
  /// move down to it; a row of them stays.
  const ir::Stmt *meet(const ir::Stmt *S, StmtList &List, WaitingZeros &Waiting,
                       unsigned Others) {
    if (Waiting.empty())
      return S;
    llvm::SmallVector<std::pair<unsigned, const ir::Variable *>, 4> Met;
    for (const ir::Variable *V : Used.of(S).Mentioned)
      if (auto It = Waiting.find(V); It != Waiting.end())
        Met.push_back({It->second.Index, V});
    llvm::sort(Met, llvm::less_first());
    for (auto [Index, V] : Met) {
      const ir::Stmt *Zero = List[Index];
      bool Declares = isa<ir::Let>(Zero);
      if (const ir::Assign *A = accumulating(S, V)) {
        S = joined(A, V, Declares);
        List[Index] = nullptr;
      } else if (Declares && Waiting[V].Others != Others) {
        List[Index] = nullptr;
        List.push_back(Zero);
      }
      Waiting.erase(V);
    }
    return S;
  }

  /// S sets V to a value, or adds one to it.
  static const ir::Assign *accumulating(const ir::Stmt *S,
                                        const ir::Variable *V) {
    auto *A = dyn_cast<ir::Assign>(S);
    auto *Place = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    bool Adds = Place && Place->Var == V && !ir::mentions(A->Value, V) &&
                A->Op != ir::AssignOp::Mul && A->Op != ir::AssignOp::Div;
    return Adds ? A : nullptr;
  }

  const ir::Stmt *joined(const ir::Assign *A, const ir::Variable *V,
                         bool Declares) {
    const ir::Expr *Value =
        A->Op == ir::AssignOp::Sub ? B.neg(A->Value) : A->Value;
    if (Declares)
      return M.make<ir::Let>(V, Value, A->Loc);
    return M.make<ir::Assign>(A->Place, ir::AssignOp::Set, Value, A->Loc);
  }

  ir::Module &M;
  ir::Build B;
  Uses Used;
  const VariableSet &Exposed;
};

} // namespace

ir::Block simplify::foldFreshZeros(ir::Module &M, ir::Block B,
                                   const VariableSet &Exposed) {
  return Folder(M, Exposed).block(B);
}
