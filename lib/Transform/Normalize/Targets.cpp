// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to functions that lead to what the text says:
//
//   double (*f)(double) = square;  y = f(x);   ==>   y = square(x);
//   y = (c ? sin : cos)(x);                    ==>   if (c) y = sin(x);
//                                                    else y = cos(x);
//
// What is called otherwise is looked up when the program runs.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Without what changes no more than noexcept.
static const ir::FunctionRef *asTarget(const ir::Expr *E) {
  while (auto *C = dyn_cast<ir::Cast>(E))
    if (C->Implicit && C->Ty->isFunctionPointer())
      E = C->Operand;
    else
      break;
  return dyn_cast<ir::FunctionRef>(E);
}

static const ir::Call *callOf(ir::Module &M, const ir::Call *C,
                              const ir::Function &Target,
                              const ir::Variable *Result) {
  return cast<ir::Call>(
      M.make<ir::Call>(Result, &Target, C->Args.drop_front(), C->Loc));
}

const ir::Call *normalize::directCall(ir::Module &M, const ir::Call *C) {
  const ir::FunctionRef *R =
      C->Callee->isIndirect() ? asTarget(C->Args[0]) : nullptr;
  return R ? callOf(M, C, *R->Target, C->Result) : nullptr;
}

namespace {

class TargetResolver {
public:
  TargetResolver(ir::Module &M, ir::Block Whole) : M(M), B(M) {
    VariableSet Changed = exposedVariables(Whole);
    ir::walk(Whole, [&](const ir::Stmt *S) {
      if (auto *A = dyn_cast<ir::Assign>(S))
        if (const ir::Variable *V = ir::placeVariable(A->Place))
          Changed.insert(V);
      if (auto *P = dyn_cast<ir::PassThrough>(S))
        Changed.insert(P->Writes.begin(), P->Writes.end());
    });
    ir::walk(Whole, [&](const ir::Stmt *S) {
      auto *L = dyn_cast<ir::Let>(S);
      if (L && L->Init && L->Var->type()->isFunctionPointer() &&
          asTarget(L->Init) && !Changed.contains(L->Var))
        Known[L->Var] = L->Init;
    });
  }

  ir::Block run(ir::Block Body) {
    ir::Rewrite R{M};
    R.OnExpr = [&](const ir::Expr *E) -> const ir::Expr * {
      auto *V = dyn_cast<ir::VarRef>(E);
      return V ? Known.lookup(V->Var) : nullptr;
    };
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *C = dyn_cast<ir::Call>(S);
      return C && C->Callee->isIndirect() &&
             called(cast<ir::Call>(ir::rewriteParts(R, C)), Out);
    };
    return ir::rewriteBlock(R, Body);
  }

private:
  bool called(const ir::Call *C, llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    if (auto *S = dyn_cast<ir::Select>(C->Args[0]))
      if (asTarget(S->Then) && asTarget(S->Else)) {
        chosen(C, *S, Out);
        return true;
      }
    const ir::Call *D = directCall(M, C);
    Out.push_back(D ? D : C);
    return true;
  }

  void chosen(const ir::Call *C, const ir::Select &S,
              llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    if (C->Result)
      Out.push_back(M.make<ir::Let>(C->Result, nullptr, C->Loc));
    auto Arm = [&](const ir::Expr *Target) {
      StmtList Body;
      const ir::Variable *Own =
          C->Result ? M.makeLocal(C->Result->name(), C->Result->type(), C->Loc)
                    : nullptr;
      Body.push_back(callOf(M, C, *asTarget(Target)->Target, Own));
      if (Own)
        Body.push_back(B.set(B.ref(C->Result), B.ref(Own)));
      return M.block(Body);
    };
    ir::Block Then = Arm(S.Then), Else = Arm(S.Else);
    Out.push_back(M.make<ir::If>(S.Cond, Then, Else, C->Loc));
  }

  ir::Module &M;
  ir::Build B;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> Known;
};

} // namespace

ir::Block normalize::resolveTargets(ir::Module &M, ir::Block B) {
  bool Any = false;
  ir::walk(B, [&](const ir::Stmt *S) {
    auto *C = dyn_cast<ir::Call>(S);
    Any |= C && C->Callee->isIndirect();
  });
  return Any ? TargetResolver(M, B).run(B) : B;
}
