// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth first through the calls; see Trail.h.

#include "Trail.h"
#include "IR/Walk.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

using namespace nabla;

static bool holds(const ir::Function &F, ir::SourceLoc L) {
  auto Same = [&](ir::SourceLoc Other) { return Other.Raw == L.Raw; };
  if (Same(F.loc()) ||
      llvm::any_of(F.rejections(), [&](const auto &R) { return Same(R.Loc); }))
    return true;
  if (llvm::any_of(F.params(),
                   [&](const ir::Variable *P) { return Same(P->loc()); }))
    return true;
  bool Found = false;
  ir::walk(F.body(), [&](const ir::Stmt *S) {
    const ir::Variable *V = ir::declared(S);
    Found |= Same(S->Loc) || (V && Same(V->loc()));
  });
  ir::walkExprs(F.body(), [&](const ir::Expr *E) { Found |= Same(E->Loc); });
  return Found;
}

std::vector<DiagNote> nabla::trail(const ir::Function &Root, ir::SourceLoc L) {
  /// The call by which a function was reached first, and from where.
  struct Step {
    const ir::Call *By = nullptr;
    const ir::Function *From = nullptr;
  };
  llvm::DenseMap<const ir::Function *, Step> Reached;
  std::deque<const ir::Function *> Queue = {&Root};
  Reached[&Root] = {};
  while (!Queue.empty()) {
    const ir::Function *F = Queue.front();
    Queue.pop_front();
    if (holds(*F, L)) {
      std::vector<DiagNote> Notes;
      for (Step S = Reached[F]; S.By; S = Reached[S.From])
        Notes.insert(Notes.begin(),
                     {S.By->Loc, "while differentiating this call of '" +
                                     S.By->Callee->declarator().Name + "'"});
      return Notes;
    }
    ir::walk(F->body(), [&](const ir::Stmt *S) {
      auto *C = llvm::dyn_cast<ir::Call>(S);
      if (C && Reached.try_emplace(C->Callee, Step{C, F}).second)
        Queue.push_back(C->Callee);
    });
  }
  return {};
}
