// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements: from the class of a statement to the file that knows it.

#include "Import/Body.h"
#include "Import/Branch.h"
#include "Import/Declare.h"
#include "Import/Jump.h"
#include "Import/Lifetimes.h"
#include "Import/Loop.h"
#include "Import/Verbatim.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::import {

static void dispatch(Body &B, const Stmt *S, Stmts &Out) {
  switch (S->getStmtClass()) {
  case Stmt::WhileStmtClass:
    return loop(B, *cast<WhileStmt>(S), Out);
  case Stmt::DoStmtClass:
    return loop(B, *cast<DoStmt>(S), Out);
  case Stmt::ForStmtClass:
    return loop(B, *cast<ForStmt>(S), Out);
  case Stmt::CXXForRangeStmtClass:
    return loop(B, *cast<CXXForRangeStmt>(S), Out);
  case Stmt::IfStmtClass:
    return branch(B, *cast<IfStmt>(S), Out);
  case Stmt::SwitchStmtClass:
    return branch(B, *cast<SwitchStmt>(S), Out);
  case Stmt::ReturnStmtClass:
    return jump(B, *cast<ReturnStmt>(S), Out);
  case Stmt::BreakStmtClass:
    return jump(B, *cast<BreakStmt>(S), Out);
  case Stmt::ContinueStmtClass:
    return jump(B, *cast<ContinueStmt>(S), Out);
  case Stmt::GotoStmtClass:
    return jump(B, *cast<GotoStmt>(S), Out);
  default:
    if (auto *E = dyn_cast<Expr>(S))
      effect(B, E, Out);
    return; // the Fence has let nothing else pass
  }
}

static bool declaresSome(llvm::ArrayRef<const ir::Stmt *> List) {
  return llvm::any_of(List, [](const ir::Stmt *S) {
    auto *C = dyn_cast<ir::Call>(S);
    return isa<ir::Let>(S) || (C && C->Result);
  });
}

/// Appends what S became. What it declares for itself must not be in the way
/// of a jump that skips S.
static void guarded(Body &B, const Stmt *S, Stmts &Out) {
  StmtVector Own;
  dispatch(B, S, Own);
  if (B.MaySkip && declaresSome(Own))
    Out.push_back(
        B.make<ir::Scope>(B.module().block(Own), loc(S->getBeginLoc())));
  else
    Out.append(Own.begin(), Own.end());
}

static void declaredIn(const Stmt &S,
                       llvm::SmallPtrSetImpl<const VarDecl *> &Found) {
  if (auto *D = dyn_cast<DeclStmt>(&S))
    for (const Decl *Each : D->decls())
      if (auto *V = dyn_cast<VarDecl>(Each))
        Found.insert(V);
  for (const Stmt *Child : S.children())
    if (Child)
      declaredIn(*Child, Found);
}

/// Behind S nobody has the address of what it has declared.
static void forget(Body &B, const Stmt &S) {
  if (B.Kept.empty())
    return;
  llvm::SmallPtrSet<const VarDecl *, 8> Gone;
  declaredIn(S, Gone);
  for (auto &Entry : B.Kept)
    llvm::erase_if(Entry.second,
                   [&](const VarDecl *V) { return Gone.contains(V); });
}

void statement(Body &B, const Stmt *S, Stmts &Out) {
  if (auto *A = dyn_cast<AttributedStmt>(S))
    return statement(B, A->getSubStmt(), Out);
  if (auto *D = dyn_cast<DeclStmt>(S)) {
    declare(B, *D, Out);
    return forEachGuard(*D, [&](const VarDecl &V) { B.Guards.push_back(&V); });
  }
  if (auto *L = dyn_cast<LabelStmt>(S)) {
    label(B, *L->getDecl(), Out);
    return statement(B, L->getSubStmt(), Out);
  }
  if (auto *C = dyn_cast<SwitchCase>(S)) { // of a switch that is no row of arms
    label(B, B.CaseLabels.lookup(C), C->getBeginLoc(), Out);
    return statement(B, C->getSubStmt(), Out);
  }
  if (isa<CompoundStmt>(S))
    Out.push_back(B.make<ir::Scope>(block(B, S), loc(S->getBeginLoc())));
  else if (!isa<NullStmt>(S))
    guarded(B, S, Out);
  forget(B, *S);
}

ir::Block block(Body &B, const Stmt *S) {
  StmtVector Own;
  bool MaySkip = std::exchange(B.MaySkip, B.HasLabels);
  size_t Around = B.Guards.size();
  if (auto *C = dyn_cast_or_null<CompoundStmt>(S))
    for (const Stmt *Child : C->body())
      statement(B, Child, Own);
  else if (S)
    statement(B, S, Own);
  if (Own.empty() || !isa<ir::Exit>(Own.back()))
    endGuards(B, llvm::ArrayRef(B.Guards).drop_front(Around), Own);
  B.Guards.resize(Around);
  B.MaySkip = MaySkip;
  return B.module().block(Own);
}

} // namespace nabla::import
