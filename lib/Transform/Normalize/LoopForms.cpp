// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize/LoopForms.h"
#include "Normalize/Effects.h"
#include "Normalize/ExitsOf.h"
#include "Normalize/LeadToEnd.h"
#include "Normalize/LoopBounds.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

//===--- Steps ------------------------------------------------------------===//

static bool mentionsAnywhere(const ir::Stmt *S, const ir::Variable *V) {
  bool Found = false;
  ir::walk(ir::Block(S), [&](const ir::Stmt *Each) {
    ir::forEachUse(Each, [&](const ir::Variable *Used) { Found |= Used == V; });
  });
  return Found;
}

static const ir::Loop *remade(ir::Module &M, const ir::Loop *L, ir::Block Body,
                              const ir::Stmt *Step) {
  return M.make<ir::Loop>(L->TestFirst, L->CondBlock, L->Cond, Body,
                          M.block({Step}), L->Loc);
}

/// The increment at the end of the body, which no continue skips.
static const ir::Loop *stepFromBody(ir::Module &M, const ir::Loop *L,
                                    const ir::Variable *I) {
  if (L->Body.empty() || !stepOf(L->Body.back(), I) ||
      exitsOf(L->Body.drop_back()).Continue)
    return nullptr;
  return remade(M, L, L->Body.drop_back(), L->Body.back());
}

const ir::Loop *normalize::withStep(ir::Module &M, const ir::Loop *L,
                                    const ir::Variable *I) {
  if (L->Step.empty())
    return stepFromBody(M, L, I);
  const ir::Stmt *Step = nullptr;
  StmtList Others;
  for (const ir::Stmt *S : L->Step) {
    if (!Step && stepOf(S, I))
      Step = S;
    else if (mentionsAnywhere(S, I))
      return nullptr;
    else
      Others.push_back(S);
  }
  if (!Step || Others.empty())
    return Step ? L : nullptr;
  StmtList Body;
  leadContinuesToEnd(M, L->Body, Body);
  Body.append(Others);
  return remade(M, L, M.block(Body), Step);
}

//===--- Tests ------------------------------------------------------------===//

const ir::Variable *normalize::changedInTest(const ir::Loop *L) {
  if (!L->TestFirst || L->CondBlock.size() != 2)
    return nullptr;
  auto *Before = dyn_cast<ir::Let>(L->CondBlock[0]);
  auto *V = Before ? llvm::dyn_cast_or_null<ir::VarRef>(Before->Init) : nullptr;
  if (!V || !stepOf(L->CondBlock[1], V->Var) || !boundOf(L->Cond, Before->Var))
    return nullptr;
  bool Tested = ir::mentions(L->Cond, V->Var);
  return Tested || Effects(L->Body).Assigned.contains(V->Var) ? nullptr
                                                              : V->Var;
}

std::optional<Started> normalize::withoutCondBlock(ir::Module &M,
                                                   const ir::Loop *L) {
  const ir::Variable *I = changedInTest(L);
  if (!I || !I->type()->unqualified()->isInteger())
    return std::nullopt;
  ir::Build B(M, L->Loc);
  const ir::Variable *Before = ir::declared(L->CondBlock[0]);
  const ir::Stmt *Step = L->CondBlock[1];
  const ir::Type *T = I->type()->unqualified();
  const ir::Variable *Counter = M.makeLocal(I->name(), T, I->loc());
  const ir::Variable *After = M.makeLocal(I->name(), T, I->loc());
  const ir::Expr *Next = plus(B, B.ref(Counter), *stepOf(Step, I));
  ir::Rewrite R{M};
  R.OnVariable = [&](const ir::Variable *V) {
    return V == I ? After : V == Before ? Counter : V;
  };
  ir::Block Inner = ir::rewriteBlock(R, L->Body);
  StmtList Body{M.make<ir::Let>(After, Next, L->Loc)};
  Body.append(Inner.begin(), Inner.end());
  return Started{M.make<ir::Let>(Counter, B.ref(I), L->Loc),
                 M.make<ir::Loop>(true, ir::Block(),
                                  ir::rewriteExpr(R, L->Cond), M.block(Body),
                                  M.block({B.set(B.ref(Counter), Next)}),
                                  L->Loc)};
}
