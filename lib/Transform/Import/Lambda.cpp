// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy refers to the variables of the function that it is copied into, under
// the names that they have there:
//
//   [x](int i, int j) { return x[i] < x[j]; }
//   [&](int i, int j) { return a[i] < a[j]; }
//
// So it must be gone when these are, and may not change them: no statement of
// the IR would say so.

#include "Import/Lambda.h"
#include "Import/AstVisitor.h"
#include "Import/Mentions.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

const LambdaExpr *lambdaArgument(const CallExpr &E, unsigned N) {
  const FunctionDecl *F = E.getDirectCallee();
  auto *L = dyn_cast<LambdaExpr>(E.getArg(N)->IgnoreImplicit()->IgnoreParens());
  if (!F || !L || N >= F->getNumParams())
    return nullptr;
  return F->getParamDecl(N)->getType()->getAsCXXRecordDecl() ==
                 L->getLambdaClass()
             ? L
             : nullptr;
}

const Expr *returnedBy(const LambdaExpr &L) {
  const CompoundStmt *Body = L.getCompoundStmtBody();
  auto *Return =
      Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

namespace {
/// Looks for what an expression changes, or cannot be copied with.
struct Changes : AstVisitor {
  bool Found = false;
  Changes() { WalksImplicitCode = true; }
  bool VisitExpr(Expr *E) override {
    auto *O = dyn_cast<BinaryOperator>(E);
    auto *U = dyn_cast<UnaryOperator>(E);
    Found |=
        (O && O->isAssignmentOp()) || (U && U->isIncrementDecrementOp()) ||
        isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr>(E);
    return !Found;
  }
};
} // namespace

std::string whyNoCopy(const LambdaExpr &L) {
  for (const LambdaCapture &C : L.captures())
    if (!C.capturesVariable() ||
        cast<VarDecl>(C.getCapturedVar())->isInitCapture())
      return "captures 'this', or the value of an expression,";
  const Expr *Value = returnedBy(L);
  if (!Value || L.isMutable() || L.isGenericLambda())
    return "is more than 'return' and an expression of typed parameters";
  Changes C;
  C.TraverseStmt(const_cast<Expr *>(Value));
  Mentions M = mentionsOf(Value);
  for (const LambdaCapture &Captured : L.captures())
    C.Found |= M.Writes.contains(cast<VarDecl>(Captured.getCapturedVar()));
  return C.Found ? "changes something, or may," : "";
}

} // namespace nabla::import
