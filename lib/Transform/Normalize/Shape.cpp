// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The small passes: scopes, choices that are assigned to, compound assignments,
// parameters that are assigned to, statements that stand twice.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

ir::Block normalize::dissolveScopes(ir::Module &M, ir::Block Body) {
  ir::Rewrite R{M};
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *Sc = dyn_cast<ir::Scope>(S);
    if (!Sc)
      return false;
    ir::Block Inner = ir::rewriteBlock(R, Sc->Body);
    Out.append(Inner.begin(), Inner.end());
    return true;
  };
  return ir::rewriteBlock(R, Body);
}

static const ir::Stmt *branched(ir::Module &M, const ir::Assign *A) {
  auto *S = dyn_cast<ir::Select>(A->Place);
  if (!S)
    return A;
  auto Arm = [&](const ir::Expr *Place) {
    return M.block(
        {branched(M, M.make<ir::Assign>(Place, A->Op, A->Value, A->Loc))});
  };
  return M.make<ir::If>(S->Cond, Arm(S->Then), Arm(S->Else), A->Loc);
}

ir::Block normalize::branchChoices(ir::Module &M, ir::Block Body) {
  ir::Rewrite R{M};
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *A = dyn_cast<ir::Assign>(S);
    if (!A || !isa<ir::Select>(A->Place))
      return false;
    Out.push_back(branched(M, A));
    return true;
  };
  return ir::rewriteBlock(R, Body);
}

/// Parameters that Body assigns to or hands out, but for references.
static VariableSet changedParams(const ir::Function &F, ir::Block Body) {
  Effects E(Body);
  VariableSet Exposed = exposedVariables(Body), Result;
  for (const ir::Variable *P : F.params())
    if (!P->type()->isReference() &&
        (E.Assigned.contains(P) || Exposed.contains(P)))
      Result.insert(P);
  return Result;
}

ir::Block normalize::simplifyAssignments(ir::Module &M, const ir::Function &F,
                                         ir::Block Body) {
  ir::Build B(M);
  VariableSet Changed = changedParams(F, Body);
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> CopyOf;
  StmtList Out;
  for (const ir::Variable *P : F.params()) {
    if (!Changed.contains(P))
      continue;
    const ir::Variable *Copy =
        M.makeLocal(P->name(), P->type()->unqualified(), P->loc());
    CopyOf[P] = Copy;
    Out.push_back(M.make<ir::Let>(Copy, B.ref(P), P->loc()));
  }
  ir::Rewrite R{M};
  R.OnVariable = [&](const ir::Variable *V) {
    auto It = CopyOf.find(V);
    return It == CopyOf.end() ? V : It->second;
  };
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *A = dyn_cast<ir::Assign>(S);
    if (!A || (A->Op != ir::AssignOp::Mul && A->Op != ir::AssignOp::Div))
      return false;
    A = cast<ir::Assign>(ir::rewriteParts(R, A));
    auto Op =
        A->Op == ir::AssignOp::Mul ? ir::BinaryOp::Mul : ir::BinaryOp::Div;
    const ir::Expr *Value =
        M.make<ir::Binary>(Op, A->Place, A->Value, A->Place->Ty, A->Loc);
    Out.push_back(
        M.make<ir::Assign>(A->Place, ir::AssignOp::Set, Value, A->Loc));
    return true;
  };
  ir::Block New = ir::rewriteBlock(R, Body);
  Out.append(New.begin(), New.end());
  return M.block(Out);
}

ir::Block normalize::separateStatements(ir::Module &M, ir::Block Body) {
  ir::Rewrite Copy{M};
  Copy.Anew = true;
  llvm::DenseSet<const ir::Stmt *> Seen;
  ir::Rewrite R{M};
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    if (Seen.insert(S).second)
      return false;
    Out.push_back(ir::rewriteParts(Copy, S));
    return true;
  };
  return ir::rewriteBlock(R, Body);
}
