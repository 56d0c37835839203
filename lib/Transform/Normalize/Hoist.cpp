// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables with an address leave the branches that declare them:
//
//   if (c) { double a[3] = {x}; B }   ==>   double a[3];
//                                           if (c) { a[0] = x; a[1] = 0; ... B
//                                           }
//
// so that they, and their shadows, are where both sweeps can reach them.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"
#include "Normalize/SetParts.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

namespace {

class Hoister {
public:
  Hoister(ir::Module &M, ir::Block Whole)
      : M(M), B(M), Exposed(exposedVariables(Whole)) {}

  /// InBranch: declarations go to Front, before the outermost branch.
  ir::Block block(ir::Block Body, bool InBranch, StmtList &Front) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      B.Loc = S->Loc;
      S = declaredApart(S, Out);
      if (auto *L = dyn_cast<ir::Let>(S); L && InBranch && mustMove(L->Var)) {
        const ir::Variable *V = assignable(L->Var);
        Front.push_back(M.make<ir::Let>(V, nullptr, L->Loc));
        if (L->Init)
          setParts(B, B.ref(V), L->Init, Out);
        continue;
      }
      if (auto *I = dyn_cast<ir::If>(S)) {
        StmtList Mine;
        StmtList &To = InBranch ? Front : Mine;
        ir::Block Then = block(I->Then, true, To);
        ir::Block Else = block(I->Else, true, To);
        Out.append(Mine);
        Out.push_back(M.make<ir::If>(I->Cond, Then, Else, I->Loc));
        continue;
      }
      Out.push_back(loop(S));
    }
    return M.block(Out);
  }

  /// B with the variables that are no longer const.
  ir::Block renamed(ir::Block Body) {
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *V) {
      const ir::Variable *New = Stands.lookup(V);
      return New ? New : V;
    };
    return Stands.empty() ? Body : ir::rewriteBlock(R, Body);
  }

private:
  /// Declares the result of a call apart from the call, if it has an address:
  ///   call b = f(x)   ==>   call t = f(x); let b = t
  const ir::Stmt *declaredApart(const ir::Stmt *S, StmtList &Out) {
    auto *C = dyn_cast<ir::Call>(S);
    if (!C || !C->Result || C->Result->type()->isReference() ||
        !Exposed.contains(C->Result))
      return S;
    const ir::Variable *T = M.makeLocal(
        names::Temporary, C->Result->type()->unqualified(), C->Loc);
    Out.push_back(M.make<ir::Call>(T, C->Callee, C->Args, C->Loc));
    return M.make<ir::Let>(C->Result, B.ref(T), C->Loc);
  }

  const ir::Stmt *loop(const ir::Stmt *S) {
    StmtList None;
    return ir::mapBlocks(
        M, S, [&](ir::Block Body) { return block(Body, false, None); });
  }

  bool mustMove(const ir::Variable *V) const {
    const ir::Type *T = V->type();
    if (T->isReference() || T->isFixed())
      return false;
    return T->isArray() || T->is(ir::TypeKind::Record) || Exposed.contains(V);
  }

  /// What is set only after its declaration cannot be const.
  const ir::Variable *assignable(const ir::Variable *V) {
    if (!V->type()->isConst())
      return V;
    return Stands[V] =
               M.makeLocal(V->name(), V->type()->unqualified(), V->loc());
  }

  ir::Module &M;
  ir::Build B;
  VariableSet Exposed;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Stands;
};

} // namespace

ir::Block normalize::hoistFromBranches(ir::Module &M, ir::Block B) {
  StmtList None;
  Hoister H(M, B);
  return H.renamed(H.block(B, false, None));
}
