// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test that is the same in every iteration, and that all the rest depends on,
// goes before the loop:
//
//   for (j ...) { t = e;               if (d_r != 0.0)
//     if (d_r != 0.0) A        ==>       for (j ...) { t = e; A }
//   }

#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Hoister {
public:
  Hoister(ir::Module &M, const VariableSet &Exposed) : M(M), Exposed(Exposed) {}

  ir::Block block(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      S = ir::mapBlocks(M, S, [&](ir::Block In) { return block(In); });
      auto *L = dyn_cast<ir::CountedLoop>(S);
      Out.push_back(L ? hoisted(L) : S);
    }
    return M.block(Out);
  }

private:
  const ir::Stmt *hoisted(const ir::CountedLoop *L) {
    StmtList Body;
    const ir::If *Test = nullptr;
    for (const ir::Stmt *S : L->Body) {
      if (isa<ir::Remark, ir::Let>(S) && !Test) {
        Body.push_back(S);
        continue;
      }
      auto *I = dyn_cast<ir::If>(S);
      if (Test || !I || !I->Else.empty())
        return L;
      Test = I;
    }
    if (!Test || !isFixed(Test->Cond, L))
      return L;
    Body.append(Test->Then.begin(), Test->Then.end());
    const ir::Stmt *Inner = ir::withBody(M, L, M.block(Body));
    return M.make<ir::If>(Test->Cond, M.block(Inner), ir::Block(), Test->Loc);
  }

  /// E is made of numbers and of variables of the function's own that L leaves
  /// alone.
  bool isFixed(const ir::Expr *E, const ir::CountedLoop *L) {
    bool Fixed = true;
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        Fixed = Fixed && isLeftAlone(V->Var, L);
      else
        Fixed = Fixed && isa<ir::Binary, ir::Unary, ir::Cast, ir::RealLiteral,
                             ir::IntLiteral, ir::BoolLiteral>(Sub);
    });
    return Fixed;
  }

  bool isLeftAlone(const ir::Variable *V, const ir::CountedLoop *L) {
    if (V->isGlobal() || V->type()->isReference() || !V->type()->isScalar() ||
        Exposed.contains(V) || V == L->Counter)
      return false;
    bool Alone = true;
    ir::walk(L->Body, [&](const ir::Stmt *S) {
      Alone = Alone && ir::declared(S) != V &&
              isa<ir::Let, ir::Assign, ir::If, ir::CountedLoop, ir::Remark>(S);
      if (auto *A = dyn_cast<ir::Assign>(S))
        Alone = Alone && ir::placeVariable(A->Place) != V;
    });
    return Alone;
  }

  ir::Module &M;
  const VariableSet &Exposed;
};

} // namespace

ir::Block simplify::hoistGuards(ir::Module &M, ir::Block B,
                                const VariableSet &Exposed) {
  return Hoister(M, Exposed).block(B);
}
