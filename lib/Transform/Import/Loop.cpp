// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every loop becomes the general one; which of them count is found out later.

#include "Import/Loop.h"
#include "Import/Declare.h"
#include "Import/Effects.h"
#include "Import/Names.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

namespace {
/// A condition and the statements that compute it.
struct Test {
  StmtVector Before;
  const ir::Expr *Cond = nullptr; ///< Null: always true.
};
} // namespace

static bool isAlways(const ir::Expr *E) {
  if (auto *C = dyn_cast<ir::Cast>(E))
    E = C->Operand;
  if (auto *T = dyn_cast<ir::BoolLiteral>(E))
    return T->Value;
  auto *I = dyn_cast<ir::IntLiteral>(E);
  return I && I->Value != 0;
}

static Test test(Body &B, const VarDecl *V, const Expr *Cond) {
  Test T;
  if (V)
    declare(B, *V, T.Before);
  if (Cond)
    T.Cond = value(B, Cond, T.Before);
  if (T.Cond && isAlways(T.Cond))
    T.Cond = nullptr;
  return T;
}

static void append(Body &B, bool TestFirst, const Test &T, ir::Block Inner,
                   llvm::ArrayRef<const ir::Stmt *> Step, SourceLocation At,
                   Stmts &Out) {
  ir::Module &M = B.module();
  Out.push_back(B.make<ir::Loop>(TestFirst, M.block(T.Before), T.Cond, Inner,
                                 M.block(Step), loc(At)));
}

/// The body of a loop, which keeps its breaks to itself.
static ir::Block body(Body &B, const Stmt *S) {
  llvm::StringRef Outer = std::exchange(B.BreakLabel, "");
  ir::Block Inner = block(B, S);
  B.BreakLabel = Outer;
  return Inner;
}

void loop(Body &B, const WhileStmt &S, Stmts &Out) {
  Test T = test(B, S.getConditionVariable(), S.getCond());
  append(B, true, T, body(B, S.getBody()), {}, S.getBeginLoc(), Out);
}

void loop(Body &B, const DoStmt &S, Stmts &Out) {
  ir::Block Inner = body(B, S.getBody());
  append(B, false, test(B, nullptr, S.getCond()), Inner, {}, S.getBeginLoc(),
         Out);
}

/// Appends a scope with these statements; without one where there is a single
/// statement that declares nothing.
static void scope(Body &B, llvm::ArrayRef<const ir::Stmt *> In,
                  SourceLocation At, Stmts &Out) {
  if (In.size() == 1)
    Out.push_back(In.front());
  else
    Out.push_back(B.make<ir::Scope>(B.module().block(In), loc(At)));
}

void loop(Body &B, const ForStmt &S, Stmts &Out) {
  StmtVector Outer, Step;
  if (S.getInit())
    statement(B, S.getInit(), Outer);
  Test T = test(B, S.getConditionVariable(), S.getCond());
  ir::Block Inner = body(B, S.getBody());
  if (S.getInc())
    effect(B, S.getInc(), Step);
  append(B, true, T, Inner, Step, S.getBeginLoc(), Outer);
  scope(B, Outer, S.getBeginLoc(), Out);
}

//===--- Over an array ----------------------------------------------------===//

/// The array behind the list in braces that E is, or null.
static const Expr *listed(const Expr *E) {
  while (isa<FullExpr, MaterializeTemporaryExpr, ImplicitCastExpr>(E))
    E = cast<Expr>(*E->child_begin());
  auto *L = dyn_cast<CXXStdInitializerListExpr>(E);
  return L ? L->getSubExpr() : nullptr;
}

const Expr *arrayIn(const CXXForRangeStmt &S) {
  const Expr *Range = S.getRangeInit();
  return Range->getType()->isConstantArrayType() ? Range : listed(Range);
}

/// The "*__begin" in the initialiser of the loop's variable.
static const Expr *elementIn(const Stmt *Init) {
  if (auto *U = dyn_cast_or_null<UnaryOperator>(Init);
      U && U->getOpcode() == UO_Deref)
    return U;
  if (auto *O = dyn_cast_or_null<OpaqueValueExpr>(Init))
    return elementIn(O->getSourceExpr());
  if (Init)
    for (const Stmt *Child : Init->children())
      if (const Expr *Found = elementIn(Child))
        return Found;
  return nullptr;
}

/// The array, by a name that stays the same throughout.
static const ir::Expr *range(Body &B, const Expr *E, ir::SourceLoc L,
                             Stmts &Out) {
  const ir::Expr *Array = place(B, E, Out);
  if (isa<ir::VarRef>(Array))
    return Array;
  const ir::Type *T = B.module().referenceTo(importType(B.I, E->getType()));
  return ref(B, letLocal(B, "range", T, Array, L, Out), L);
}

//   for (double x : a) ...                                           before
//   for (long position = 0; position < 3; position += 1) {
//     double x = a[position]; ...                                    after
static void overArray(Body &B, const CXXForRangeStmt &S, Stmts &Out) {
  ir::SourceLoc L = loc(S.getBeginLoc());
  ir::Module &M = B.module();
  const ir::Type *Long = M.longType();
  StmtVector Outer, Inner;
  if (S.getInit())
    statement(B, S.getInit(), Outer);
  const ir::Expr *Array = range(B, arrayIn(S), L, Outer);
  auto Literal = [&](int64_t N) { return B.make<ir::IntLiteral>(N, Long, L); };
  const ir::Expr *Position =
      ref(B, letLocal(B, names::Position, Long, Literal(0), L, Outer), L);

  const VarDecl &V = *S.getLoopVariable();
  B.Held[elementIn(V.getInit())] =
      B.make<ir::Index>(Array, Position, Array->Ty->element()->value(), L);
  declare(B, V, Inner);
  ir::Block Rest = body(B, S.getBody());
  Inner.append(Rest.begin(), Rest.end());

  Test T;
  T.Cond = B.make<ir::Binary>(ir::BinaryOp::Lt, Position,
                              Literal(int64_t(Array->Ty->extent())),
                              M.boolType(), L);
  const ir::Stmt *Next =
      B.make<ir::Assign>(Position, ir::AssignOp::Add, Literal(1), L);
  append(B, true, T, M.block(Inner), Next, S.getBeginLoc(), Outer);
  scope(B, Outer, S.getBeginLoc(), Out);
}

//===--- Over a container -------------------------------------------------===//

//   for (int k : v) ...                                                before
//   auto &&range = v; auto begin = range.begin(), end = range.end();
//   for (; begin != end; ++begin) { int k = *begin; ... }              after
static void overContainer(Body &B, const CXXForRangeStmt &S, Stmts &Out) {
  StmtVector Outer, Inner, Step;
  for (const Stmt *D : {S.getInit(), cast_or_null<Stmt>(S.getRangeStmt()),
                        cast_or_null<Stmt>(S.getBeginStmt()),
                        cast_or_null<Stmt>(S.getEndStmt())})
    if (D)
      statement(B, D, Outer);
  Test T = test(B, nullptr, S.getCond());
  statement(B, S.getLoopVarStmt(), Inner);
  ir::Block Rest = body(B, S.getBody());
  Inner.append(Rest.begin(), Rest.end());
  effect(B, S.getInc(), Step);
  append(B, true, T, B.module().block(Inner), Step, S.getBeginLoc(), Outer);
  scope(B, Outer, S.getBeginLoc(), Out);
}

void loop(Body &B, const CXXForRangeStmt &S, Stmts &Out) {
  arrayIn(S) ? overArray(B, S, Out) : overContainer(B, S, Out);
}

} // namespace nabla::import
