// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/KeptReads.h"
#include "IR/Build.h"
#include "IR/Rules.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::plan;
using linearize::Kept;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Keeper {
public:
  Keeper(ir::Module &M, const linearize::Linear &L, const Layout &Where,
         Recording &R, Plan &P)
      : M(M), B(M), L(L), Where(Where), R(R), P(P) {}

  void run() {
    ir::walk(L.Body, [&](const ir::Stmt *S) {
      if (auto It = L.KeptBy.find(S); It != L.KeptBy.end())
        decide(cast<ir::Let>(S), It->second);
    });
    dropNames();
  }

private:
  void decide(const ir::Let *Let, const Kept &K) {
    if (Where.isLostBehind(Let->Init, K.Call, K.After)) {
      if (K.One || K.Extent)
        copy(Let, K);
      else
        stuck(K);
    } else if (isPlain(Let->Init)) {
      Meaning[Let->Var] = Let->Init;
      R.Instead[Let] = {};
    }
  }

  void copy(const ir::Let *Let, const Kept &K) {
    P.Formulas.erase(Let->Var); // it points elsewhere now
    Recording::Stmts &Out = R.Instead[Let];
    B.Loc = Let->Loc;
    const ir::Expr *Size = B.integer(1);
    if (!K.One) {
      const ir::Variable *V = M.makeLocal(M.save(names::extent(K.Param)),
                                          K.Extent->result(), Let->Loc);
      Out.push_back(M.make<ir::Call>(V, K.Extent, K.ExtentArgs, Let->Loc));
      Size = B.ref(V);
    }
    const ir::Type *T = Let->Init->Ty->element()->unqualified();
    Out.push_back(
        M.make<ir::Reserve>(Let->Var, Size, /*Zero=*/false, Let->Loc));
    Out.push_back(M.make<ir::Call>(nullptr, ir::keepFunction(M, T),
                                   M.list({B.ref(Let->Var), Let->Init, Size}),
                                   Let->Loc));
  }

  /// A parameter, or a local array: needs no other name.
  static bool isPlain(const ir::Expr *Pointer) {
    if (auto *A = dyn_cast<ir::AddressOf>(Pointer))
      return A->Decay && isa<ir::VarRef>(A->Place);
    auto *V = dyn_cast<ir::VarRef>(Pointer);
    return V && Layout::isConstantParam(V->Var);
  }

  /// Adjoints that mention the name of such a pointer mean the pointer.
  void dropNames() {
    if (Meaning.empty())
      return;
    ir::Rewrite Rw{M};
    Rw.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
      auto *V = dyn_cast<ir::VarRef>(E);
      return V ? Meaning.lookup(V->Var) : nullptr;
    };
    for (auto &[S, Adjoint] : R.Adjoints)
      Adjoint = ir::rewriteBlock(Rw, Adjoint);
  }

  void stuck(const Kept &K) {
    if (P.Stuck)
      return;
    P.Stuck = K.Call->Loc;
    P.WhyStuck = M.save(
        ("the rule of '" + K.Call->Callee->primal().declarator().Name +
         "' reads what '" + K.Param +
         "' points to, which may be overwritten after this call before the "
         "reverse sweep comes to it; tell how much that is in the rule's "
         "'reads': 'nabla::input(" +
         K.Param + ", n)'")
            .str());
  }

  ir::Module &M;
  ir::Build B;
  const linearize::Linear &L;
  const Layout &Where;
  Recording &R;
  Plan &P;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> Meaning;
};

} // namespace

void plan::keepReads(ir::Module &M, const linearize::Linear &L,
                     const Layout &Where, Recording &R, Plan &P) {
  Keeper(M, L, Where, R, P).run();
}
