// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is run forward twice, once for the primal and once for the reverse of an
// iteration, declares its variables twice. Each declaration of a pointer gets a
// variable of its own, so that the one that nobody uses can go.

#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;

namespace {

class Separator {
public:
  explicit Separator(ir::Module &M) : M(M) {}

  ir::Block block(ir::Block Body) {
    StmtList Out;
    // What this block has declared anew holds to its end.
    llvm::SmallVector<std::pair<const ir::Variable *, const ir::Variable *>, 4>
        Outer;
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *V) {
      const ir::Variable *Own = Stands.lookup(V);
      return Own ? Own : V;
    };
    for (const ir::Stmt *S : Body) {
      const ir::Variable *V = ir::declared(S);
      if (V && V->type()->isPointer() && !Seen.insert(V).second) {
        Outer.push_back({V, Stands.lookup(V)});
        Stands[V] = M.makeLocal(V->name(), V->type(), V->loc());
      }
      Out.push_back(parts(S, R));
    }
    for (auto &[V, Before] : llvm::reverse(Outer))
      Stands[V] = Before;
    return M.block(Out);
  }

private:
  const ir::Stmt *parts(const ir::Stmt *S, const ir::Rewrite &R) {
    auto Expr = [&](const ir::Expr *E) {
      return E ? ir::rewriteExpr(R, E) : nullptr;
    };
    if (auto *I = llvm::dyn_cast<ir::If>(S)) {
      const ir::Expr *Cond = Expr(I->Cond);
      ir::Block Then = block(I->Then);
      return M.make<ir::If>(Cond, Then, block(I->Else), S->Loc);
    }
    if (auto *L = llvm::dyn_cast<ir::CountedLoop>(S))
      return M.make<ir::CountedLoop>(L->Counter, Expr(L->Begin), L->Relation,
                                     Expr(L->End), L->Step, block(L->Body),
                                     S->Loc);
    if (auto *L = llvm::dyn_cast<ir::Loop>(S))
      return M.make<ir::Loop>(L->TestFirst, L->CondBlock, Expr(L->Cond),
                              block(L->Body), L->Step, S->Loc);
    return ir::rewriteParts(R, S);
  }

  ir::Module &M;
  llvm::DenseSet<const ir::Variable *> Seen;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Stands;
};

} // namespace

ir::Block simplify::separateInstances(ir::Module &M, ir::Block B) {
  return Separator(M).block(B);
}
