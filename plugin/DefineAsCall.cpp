// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the body in the AST; see DefineAsCall.h.

#include "DefineAsCall.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

void defineAsCall(CompilerInstance &CI, FunctionDecl *Run,
                  FunctionDecl *Target) {
  Sema &S = CI.getSema();
  SourceLocation L = Run->getLocation();
  Sema::SynthesizedFunctionScope Scope(S, Run);
  llvm::SmallVector<Expr *, 8> Args;
  for (ParmVarDecl *P : Run->parameters().take_front(Target->getNumParams()))
    Args.push_back(S.BuildDeclRefExpr(P, P->getType().getNonReferenceType(),
                                      VK_LValue, L));
  Expr *Callee = S.BuildDeclRefExpr(Target, Target->getType(), VK_LValue, L);
  S.MarkFunctionReferenced(L, Target);
  ExprResult Call = S.BuildCallExpr(nullptr, Callee, L, Args, L);
  llvm::SmallVector<Stmt *, 1> Body;
  if (!Call.isInvalid())
    if (StmtResult Return = S.BuildReturnStmt(L, Call.get());
        !Return.isInvalid())
      Body.push_back(Return.get());
  Run->setBody(
      CompoundStmt::Create(S.Context, Body, FPOptionsOverride(), L, L));
  CI.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(Run));
}

} // namespace nabla::plugin
