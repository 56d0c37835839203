// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Derive/LocalSums.h"
#include "IR/Walk.h"
#include "Support/GeneratedNames.h"
#include "llvm/ADT/MapVector.h"

using namespace nabla;
using namespace nabla::derive;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// How the reverse sweep uses a shadow.
struct Use {
  size_t First, Last; ///< Statements of the sweep's own list.
  bool InLoop = false;
  bool OnlyAdded = true;
  const ir::Variable *Sum = nullptr;
};

class LocalSums {
public:
  LocalSums(ir::Module &M, const linearize::Shadows &S) : M(M), B(M) {
    for (auto &[V, D] : S.Of)
      if (V->kind() == ir::VariableKind::Param && V->type()->isReal())
        Shadows.insert(D);
  }

  void run(StmtList &List) {
    for (size_t K = 0; K < List.size(); ++K)
      note(ir::Block(List[K]), K, false);
    for (auto &[D, U] : Uses)
      if (U.OnlyAdded && U.InLoop)
        U.Sum = M.makeLocal(M.save(names::sum(D->name())), D->type()->element(),
                            D->loc());
    ir::Rewrite R{M};
    R.OnExpr = [&](const ir::Expr *E) { return summed(E); };
    StmtList Out;
    for (size_t K = 0; K < List.size(); ++K) {
      for (auto &[D, U] : Uses)
        if (U.Sum && U.First == K)
          Out.push_back(
              M.make<ir::Let>(U.Sum, B.zero(U.Sum->type()), List[K]->Loc));
      Out.push_back(ir::rewriteParts(R, List[K]));
      for (auto &[D, U] : Uses)
        if (U.Sum && U.Last == K)
          Out.push_back(M.make<ir::Assign>(B.deref(B.ref(D)), ir::AssignOp::Add,
                                           B.ref(U.Sum), List[K]->Loc));
    }
    List = std::move(Out);
  }

private:
  /// The shadow that E, *d_x, is the contents of, or null.
  const ir::Variable *shadowAt(const ir::Expr *E) const {
    auto *Place = dyn_cast<ir::Deref>(E);
    auto *V = Place ? dyn_cast<ir::VarRef>(Place->Pointer) : nullptr;
    return V && Shadows.contains(V->Var) ? V->Var : nullptr;
  }

  const ir::Expr *summed(const ir::Expr *E) {
    auto It = Uses.find(shadowAt(E));
    return It != Uses.end() && It->second.Sum ? B.ref(It->second.Sum) : nullptr;
  }

  /// S adds to D and does nothing else with it.
  bool onlyAdds(const ir::Stmt *S, const ir::Variable *D) const {
    auto *A = dyn_cast<ir::Assign>(S);
    return A && (A->Op == ir::AssignOp::Add || A->Op == ir::AssignOp::Sub) &&
           shadowAt(A->Place) == D && !ir::mentions(A->Value, D);
  }

  void note(ir::Block Body, size_t K, bool InLoop) {
    for (const ir::Stmt *S : Body) {
      ir::forEachUse(S, [&](const ir::Variable *V) {
        if (!Shadows.contains(V))
          return;
        Use &U = Uses.try_emplace(V, Use{K, K}).first->second;
        U.Last = K;
        U.InLoop |= InLoop;
        U.OnlyAdded &= onlyAdds(S, V);
      });
      bool Loop = InLoop || isa<ir::CountedLoop, ir::Loop>(S);
      ir::forEachBlock(S, [&](ir::Block Inner) { note(Inner, K, Loop); });
    }
  }

  ir::Module &M;
  ir::Build B;
  llvm::DenseSet<const ir::Variable *> Shadows;
  llvm::MapVector<const ir::Variable *, Use> Uses;
};

} // namespace

void derive::sumLocally(ir::Module &M, const linearize::Shadows &S,
                        StmtList &Reverse) {
  LocalSums(M, S).run(Reverse);
}
