// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Levels.h"
#include "Analysis/Memory.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::dyn_cast;
using llvm::isa;

unsigned Levels::firstLevel(const ir::Expr *E, const ir::Stmt *D,
                            unsigned Own) const {
  unsigned Level = ir::hasChangingText(E) ? 0 : Own;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (!ir::isPlace(Sub) || !Sub->Ty->isScalar() || isNamed(Sub))
      return;
    unsigned Home = Where.levelOfPlace(Sub);
    if (Home < Level && Where.isLost(Sub, D))
      Level = Home;
  });
  return Level;
}

bool plan::concerns(const ir::Stmt *S, const ir::Variable *V) {
  bool Found = ir::declared(S) == V;
  ir::forEachUse(S, [&](const ir::Variable *U) { Found |= U == V; });
  return Found;
}

unsigned Levels::lostLevel(const ir::Call *C, unsigned I,
                           unsigned Level) const {
  const ir::Expr *A = C->Args[I];
  auto LevelOf = [&](const ir::Expr *Place) {
    unsigned Home = Where.levelOfPlace(Place);
    return Home < Level && Where.isLost(Place, C) ? Home : Level;
  };
  if (A->Ty->isPointer()) {
    ir::Deref Behind(A, A->Ty->element()->unqualified(), A->Loc);
    return LevelOf(&Behind);
  }
  bool Bound = I < C->Callee->params().size() &&
               C->Callee->params()[I]->type()->isReference();
  bool Whole = ir::isPlace(A) && (Bound || !A->Ty->isScalar());
  return Whole ? LevelOf(A) : Level;
}

unsigned Levels::levelOfCall(const ir::Variable *V, unsigned Own) const {
  unsigned Level = Own;
  ir::walk(Body, [&](const ir::Stmt *S) {
    auto *C = dyn_cast<ir::Call>(S);
    if (!C || !concerns(S, V))
      return;
    if (!analysis::isPure(C->Callee->primal()))
      Level = 0;
    for (const ir::Variable *G :
         Where.memory().globalsUsedBy(C->Callee->primal())) {
      ir::VarRef Global(G, G->type()->value(), G->loc());
      if (Where.isLost(&Global, S))
        Level = 0;
    }
    for (const analysis::Write &W : analysis::writesOf(S, Where.memory()))
      Level = std::min(Level, Where.levelOfRegion(W.R));
    for (unsigned I = 0; I < C->Callee->primal().params().size(); ++I) {
      const ir::Expr *A = C->Args[I];
      Level = std::min(Level, firstLevel(A, S, Own));
      Level = std::min(Level, lostLevel(C, I, Level));
    }
  });
  return Level;
}

bool Levels::isNamed(const ir::Expr *E) const {
  auto *V = dyn_cast<ir::VarRef>(E);
  return V && (Where.isValue(V->Var) || Layout::isConstantParam(V->Var));
}

bool Levels::isAtHand(const ir::Expr *E, const ir::Stmt *D) const {
  bool AtHand = true;
  ir::walk(E, [&](const ir::Expr *Sub) {
    if (isa<ir::Verbatim>(Sub))
      AtHand = false;
    if (ir::isPlace(Sub) && Sub->Ty->isScalar() && !isNamed(Sub))
      AtHand = AtHand && !Where.isLost(Sub, D);
  });
  return AtHand;
}
