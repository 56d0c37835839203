// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An if with an initialiser or a condition variable gets a scope around it. A
// switch is a row of arms: a case begins one, unless nothing stands between it
// and the case before. Where a case is inside of a block, gotos lead there:
//
//   switch (n) { while (c) { case 1: A; } }                  before
//   if (n == 1) goto case1; goto end; while (c) { case1: A; } end:   after

#include "Import/Branch.h"
#include "IR/Build.h"
#include "Import/Cast.h"
#include "Import/Declare.h"
#include "Import/Effects.h"
#include "Import/Init.h"
#include "Import/Jump.h"
#include "Import/Jumps.h"
#include "Import/Literal.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace nabla::import {

/// What stands before the condition: the initialiser, the condition variable.
static bool prelude(Body &B, const Stmt *Init, const VarDecl *V, Stmts &Out) {
  if (Init)
    statement(B, Init, Out);
  if (V)
    declare(B, *V, Out);
  return Init || V;
}

static void finish(Body &B, bool Scoped, const StmtVector &Own,
                   SourceLocation At, Stmts &Out) {
  if (Scoped)
    Out.push_back(B.make<ir::Scope>(B.module().block(Own), loc(At)));
  else
    Out.append(Own.begin(), Own.end());
}

//===--- if ---------------------------------------------------------------===//

/// The branch that the compiler has chosen.
static void chosen(Body &B, const Stmt *S, SourceLocation At, Stmts &Out) {
  if (S)
    Out.push_back(B.make<ir::Scope>(block(B, S), loc(At)));
}

void branch(Body &B, const IfStmt &S, Stmts &Out) {
  StmtVector Own;
  SourceLocation At = S.getBeginLoc();
  bool Scoped = prelude(B, S.getInit(), S.getConditionVariable(), Own);
  if (S.isConsteval())
    chosen(B, S.isNegatedConsteval() ? S.getThen() : S.getElse(), At, Own);
  else if (auto Live = S.getNondiscardedCase(B.I.Ctx); S.isConstexpr() && Live)
    chosen(B, *Live, At, Own);
  else {
    const ir::Expr *Cond = value(B, S.getCond(), Own);
    ir::Block Then = block(B, S.getThen());
    Own.push_back(B.make<ir::If>(Cond, Then, block(B, S.getElse()), loc(At)));
  }
  finish(B, Scoped, Own, At, Out);
}

//===--- switch -----------------------------------------------------------===//

namespace {
struct Arm {
  llvm::SmallVector<const ir::Expr *, 4> Values;
  bool IsDefault = false;
  StmtVector Body;
};

struct Arms {
  const ir::Type *Ty;
  std::vector<Arm> List;
  StmtVector Before; ///< Declarations that several arms may use.
};
} // namespace

static void addCase(Body &B, const CaseStmt &S, const ir::Type *T, Arm &A) {
  const ASTContext &Ctx = B.I.Ctx;
  llvm::APSInt First = S.getLHS()->EvaluateKnownConstInt(Ctx);
  llvm::APSInt Last =
      S.getRHS() ? S.getRHS()->EvaluateKnownConstInt(Ctx) : First;
  for (; First <= Last; ++First) {
    A.Values.push_back(literal(B, First, T, loc(S.getBeginLoc())));
    if (First == Last)
      return;
  }
}

static bool declaresUninitialised(const Stmt *S) {
  auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::all_of(D->decls(), [](const Decl *D) {
           auto *V = dyn_cast<VarDecl>(D);
           return !V || !V->getInit() || leavesUninitialised(V->getInit());
         });
}

static void addStatement(Body &B, const Stmt *S, Arms &A);

static void addSwitchCase(Body &B, const SwitchCase &S,
                          llvm::ArrayRef<const LabelStmt *> Labels, Arms &A) {
  bool Joins = !A.List.empty() && A.List.back().Body.empty();
  if (!Joins)
    A.List.emplace_back();
  Arm &Last = A.List.back();
  if (auto *C = dyn_cast<CaseStmt>(&S))
    addCase(B, *C, A.Ty, Last);
  else
    Last.IsDefault = true;
  for (const LabelStmt *L : Labels)
    label(B, *L->getDecl(), Last.Body);
  addStatement(B, S.getSubStmt(), A);
}

// "label: case 1:" is the same as "case 1: label:".
static void addStatement(Body &B, const Stmt *S, Arms &A) {
  llvm::SmallVector<const LabelStmt *, 1> Labels;
  const Stmt *Inner = S;
  for (bool Wrapped = true; Wrapped;) {
    Wrapped = false;
    if (auto *L = dyn_cast<LabelStmt>(Inner)) {
      Labels.push_back(L);
      Inner = L->getSubStmt();
      Wrapped = true;
    } else if (auto *T = dyn_cast<AttributedStmt>(Inner)) {
      Inner = T->getSubStmt();
      Wrapped = true;
    }
  }
  if (auto *C = dyn_cast<SwitchCase>(Inner))
    addSwitchCase(B, *C, Labels, A);
  else if (declaresUninitialised(S))
    statement(B, S, A.Before);
  else {
    if (A.List.empty()) // only a goto comes here
      A.List.emplace_back();
    statement(B, S, A.List.back().Body);
  }
}

/// The integer that is switched on; a scoped enumeration's is cast to.
static const ir::Expr *switchValue(Body &B, const Expr *E, Stmts &Out) {
  const ir::Expr *V = value(B, E, Out);
  auto *Enum = E->IgnoreParenImpCasts()->getType()->getAs<EnumType>();
  if (!Enum || !E->getType()->isScopedEnumeralType())
    return V;
  return B.make<ir::Cast>(
      V, false, valueType(B.I, Enum->getDecl()->getIntegerType()), V->Loc);
}

/// A switch whose body is a row of arms; true if it must be in a scope.
static bool rowOfArms(Body &B, const SwitchStmt &S, StmtVector &Own) {
  const ir::Expr *Value = switchValue(B, S.getCond(), Own);
  Arms A{Value->Ty, {}, {}};
  bool MaySkip = std::exchange(B.MaySkip, true);
  llvm::StringRef BreakLabel = std::exchange(B.BreakLabel, "");
  if (auto *C = dyn_cast<CompoundStmt>(S.getBody()))
    for (const Stmt *Child : C->body())
      addStatement(B, Child, A);
  else
    addStatement(B, S.getBody(), A);
  B.MaySkip = MaySkip;
  B.BreakLabel = BreakLabel;

  ir::Module &M = B.module();
  llvm::SmallVector<ir::SwitchArm, 8> List;
  for (const Arm &Each : A.List)
    List.push_back({M.list(Each.Values), Each.IsDefault, M.block(Each.Body)});
  Own.append(A.Before.begin(), A.Before.end());
  Own.push_back(B.make<ir::Switch>(Value,
                                   M.copy(llvm::ArrayRef<ir::SwitchArm>(List)),
                                   loc(S.getBeginLoc())));
  return !A.Before.empty();
}

//===--- switch with gotos ------------------------------------------------===//

/// "Value is one of the case's".
static const ir::Expr *isOf(Body &B, const CaseStmt &C, const ir::Expr *Value) {
  const ASTContext &Ctx = B.I.Ctx;
  ir::Build Make(B.module(), loc(C.getBeginLoc()));
  auto Compare = [&](ir::BinaryOp Op, const Expr *E) {
    return Make.cmp(Op, Value,
                    literal(B, E->EvaluateKnownConstInt(Ctx), Value->Ty,
                            loc(C.getBeginLoc())));
  };
  if (!C.getRHS())
    return Compare(ir::BinaryOp::Eq, C.getLHS());
  return Make.logicalAnd(Compare(ir::BinaryOp::Ge, C.getLHS()),
                         Compare(ir::BinaryOp::Le, C.getRHS()));
}

static std::vector<const SwitchCase *> casesOf(const SwitchStmt &S) {
  std::vector<const SwitchCase *> Cases;
  for (auto *C = S.getSwitchCaseList(); C; C = C->getNextSwitchCase())
    Cases.push_back(C);
  return {Cases.rbegin(), Cases.rend()};
}

static void withGotos(Body &B, const SwitchStmt &S, StmtVector &Own) {
  SourceLocation At = S.getBeginLoc();
  const ir::Expr *Value = hold(B, switchValue(B, S.getCond(), Own), Own);
  auto Fresh = [&](llvm::StringRef Stem) {
    return B.module().save(
        (Stem + ".of" + llvm::Twine(B.CaseLabels.size())).str());
  };
  llvm::StringRef End = Fresh("end"), Default = End;
  for (const SwitchCase *C : casesOf(S)) {
    llvm::StringRef To = Fresh("case");
    B.CaseLabels[C] = To;
    if (auto *Case = dyn_cast<CaseStmt>(C)) {
      StmtVector Jump;
      goTo(B, To, C->getBeginLoc(), Jump);
      Own.push_back(B.make<ir::If>(isOf(B, *Case, Value),
                                   B.module().block(Jump), ir::Block(),
                                   loc(C->getBeginLoc())));
    } else {
      Default = To;
    }
  }
  goTo(B, Default, At, Own);
  llvm::StringRef BreakLabel = std::exchange(B.BreakLabel, End);
  Own.push_back(B.make<ir::Scope>(block(B, S.getBody()), loc(At)));
  B.BreakLabel = BreakLabel;
  label(B, End, At, Own);
}

void branch(Body &B, const SwitchStmt &S, Stmts &Out) {
  StmtVector Own;
  bool Scoped = prelude(B, S.getInit(), S.getConditionVariable(), Own);
  if (isRowOfArms(S, B.I.Ctx)) {
    Scoped |= rowOfArms(B, S, Own);
  } else {
    withGotos(B, S, Own);
    Scoped = true;
  }
  finish(B, Scoped, Own, S.getBeginLoc(), Out);
}

} // namespace nabla::import
