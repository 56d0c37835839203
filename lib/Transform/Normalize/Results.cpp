// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer that a call returns comes back by way of a parameter:
//
//   q = insert(p, x);   ==>   Node *q; insert(p, x, q);
//
//   void insert(Node *p, double x, Node *&result) { ... result = p; return; }
//
// as if the user had written it so: its shadow is set where it is set.

#include "Normalize/Inline.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

/// F is followed, and returns a pointer or a reference to reals, or a record
/// with such.
static bool handsOutReals(const ir::Function &F) {
  const ir::Type *T = F.result();
  return F.hasBody() && !F.rule() && !F.isInactive() && !F.isIndirect() &&
         T->holdsReal() && handsOut(T);
}

/// What is set in place of a result of type T.
static const ir::Type *typeToSet(ir::Module &M, const ir::Type *T) {
  return T->isReference() ? M.pointerTo(T->element()) : T->unqualified();
}

/// F with its result as last parameter.
static const ir::Function &setting(ir::Module &M, const ir::Function &F) {
  std::string Key = F.key().str() + "=";
  if (const ir::Function *Known = M.function(Key))
    return *Known;
  const ir::Type *T = typeToSet(M, F.result());
  llvm::SmallVector<const ir::Variable *, 8> Params(F.params());
  const ir::Variable *Result = M.makeVariable("result", M.referenceTo(T),
                                              ir::VariableKind::Param, F.loc());
  Params.push_back(Result);
  ir::Function *G =
      M.makeFunction(Key, F.declarator(), Params, M.voidType(), F.loc());
  M.setReturning(G, F);
  M.setRejections(G, F.rejections());
  if (F.isNoInline())
    M.setNoInline(G);
  if (F.isScoped())
    M.setScoped(G);
  ir::Build B(M);
  ir::Rewrite R{M};
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *E = dyn_cast<ir::Exit>(S);
    if (!E || E->To != ir::ExitKind::Return || !E->Value)
      return false;
    B.Loc = E->Loc;
    const ir::Expr *Value =
        F.result()->isReference() ? B.addressOf(E->Value) : E->Value;
    Out.push_back(B.set(B.ref(Result), Value));
    Out.push_back(M.make<ir::Exit>(ir::ExitKind::Return, nullptr, "", E->Loc));
    return true;
  };
  M.setBody(G, ir::rewriteBlock(R, F.body()));
  return *G;
}

ir::Block normalize::setResults(ir::Module &M, ir::Block Body) {
  ir::Build B(M);
  ir::Rewrite R{M};
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    auto *C = dyn_cast<ir::Call>(S);
    if (!C || !C->Result || !handsOutReals(*C->Callee))
      return false;
    B.Loc = C->Loc;
    const ir::Variable *V = C->Result;
    const ir::Type *T = typeToSet(M, C->Callee->result());
    const ir::Variable *Set = M.makeLocal(V->name(), T, V->loc());
    Out.push_back(B.let(Set, T->isPointer() ? B.zero(T) : nullptr));
    llvm::SmallVector<const ir::Expr *, 8> Args(C->Args);
    Args.push_back(B.ref(Set));
    Out.push_back(M.make<ir::Call>(nullptr, &setting(M, *C->Callee),
                                   M.list(Args), C->Loc));
    const ir::Expr *Value = B.ref(Set);
    if (V->type()->isReference())
      Value = B.deref(Value);
    Out.push_back(B.let(V, Value));
    return true;
  };
  return ir::rewriteBlock(R, Body);
}
