// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk through the statements with the blocks around them at hand. A jump
// is fine if every block around its target is around the jump as well; a case
// if its switch is the innermost block.

#include "Import/Jumps.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace nabla::import;

namespace {
using Blocks = llvm::SmallVector<const Stmt *, 8>;

struct Walk {
  Blocks Around;
  llvm::DenseMap<const LabelDecl *, Blocks> Labels;
  std::vector<std::pair<const GotoStmt *, Blocks>> Gotos;
  std::vector<Objection> Found;

  void visit(const Stmt *S, const Stmt *Parent);
  void visitCase(const SwitchCase &C);
};
} // namespace

/// S has blocks of its own. The braces of a switch are the switch's.
static bool opensBlock(const Stmt *S, const Stmt *Parent) {
  if (isa<CompoundStmt>(S))
    return !isa_and_nonnull<SwitchStmt>(Parent);
  return isa<IfStmt, SwitchStmt, WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(
      S);
}

void Walk::visitCase(const SwitchCase &C) {
  if (Around.empty() || !isa<SwitchStmt>(Around.back()))
    Found.push_back({C.getBeginLoc(),
                     "a 'case' inside of a block of its 'switch' cannot be "
                     "differentiated; move it next to the other cases"});
}

void Walk::visit(const Stmt *S, const Stmt *Parent) {
  if (!S || isa<Expr>(S))
    return;
  if (auto *L = dyn_cast<LabelStmt>(S))
    Labels[L->getDecl()] = Around;
  if (auto *G = dyn_cast<GotoStmt>(S))
    Gotos.push_back({G, Around});
  if (auto *C = dyn_cast<SwitchCase>(S))
    visitCase(*C);
  bool Opens = opensBlock(S, Parent);
  if (Opens)
    Around.push_back(S);
  // The branches of an if are blocks that exclude each other.
  auto *If = dyn_cast<IfStmt>(S);
  for (const Stmt *Child : S->children()) {
    bool Branch = If && (Child == If->getThen() || Child == If->getElse());
    if (Branch)
      Around.push_back(Child);
    visit(Child, S);
    if (Branch)
      Around.pop_back();
  }
  if (Opens)
    Around.pop_back();
}

static bool isAround(const Blocks &Target, const Blocks &Jump) {
  return Target.size() <= Jump.size() &&
         std::equal(Target.begin(), Target.end(), Jump.begin());
}

std::vector<Objection> nabla::import::objectionsToJumps(const Stmt &Body) {
  Walk W;
  W.visit(&Body, nullptr);
  for (auto &[Goto, Around] : W.Gotos) {
    auto Target = W.Labels.find(Goto->getLabel());
    if (Target == W.Labels.end() || isAround(Target->second, Around))
      continue;
    W.Found.push_back({Goto->getBeginLoc(),
                       "a 'goto' into a block cannot be differentiated; move "
                       "label '" +
                           Goto->getLabel()->getName().str() +
                           "' out of the block"});
  }
  return std::move(W.Found);
}

bool nabla::import::hasLabels(const Stmt &Body) {
  Walk W;
  W.visit(&Body, nullptr);
  return !W.Labels.empty();
}
