// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Jumps.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace nabla::import {

/// Values that one case may stand for, to be listed.
static constexpr uint64_t MostListed = 64;

static bool isLongRange(const SwitchCase &S, const ASTContext &Ctx) {
  auto *C = dyn_cast<CaseStmt>(&S);
  if (!C || !C->getRHS())
    return false;
  llvm::APSInt First = C->getLHS()->EvaluateKnownConstInt(Ctx);
  llvm::APSInt Last = C->getRHS()->EvaluateKnownConstInt(Ctx);
  return First <= Last && (Last - First).ugt(MostListed);
}

/// The cases in S, a part of a switch, are no arms. Direct: nothing but labels
/// and other cases is around S.
static bool breaksRow(const Stmt *S, bool Direct, const ASTContext &Ctx) {
  if (!S || isa<Expr, SwitchStmt>(S))
    return false;
  if (auto *C = dyn_cast<SwitchCase>(S))
    return !Direct || isLongRange(*C, Ctx) ||
           breaksRow(C->getSubStmt(), true, Ctx);
  if (auto *L = dyn_cast<LabelStmt>(S))
    return breaksRow(L->getSubStmt(), Direct, Ctx);
  if (auto *A = dyn_cast<AttributedStmt>(S))
    return breaksRow(A->getSubStmt(), Direct, Ctx);
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return breaksRow(Child, false, Ctx);
  });
}

bool isRowOfArms(const SwitchStmt &S, const ASTContext &Ctx) {
  auto *C = dyn_cast<CompoundStmt>(S.getBody());
  if (!C)
    return !breaksRow(S.getBody(), true, Ctx);
  return llvm::none_of(C->body(), [&](const Stmt *Child) {
    return breaksRow(Child, true, Ctx);
  });
}

bool hasLabels(const Stmt &Body, const ASTContext &Ctx) {
  if (isa<LabelStmt>(Body))
    return true;
  if (auto *S = dyn_cast<SwitchStmt>(&Body); S && !isRowOfArms(*S, Ctx))
    return true;
  return llvm::any_of(Body.children(), [&](const Stmt *Child) {
    return Child && !isa<Expr>(Child) && hasLabels(*Child, Ctx);
  });
}

} // namespace nabla::import
