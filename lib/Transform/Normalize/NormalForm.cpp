// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a body has the shape that Normalize.h promises: the later stages look
// for no other, and would be silently wrong about it.

#include "IR/Place.h"
#include "IR/Walk.h"
#include "Normalize/Normalize.h"
#include "llvm/ADT/DenseSet.h"

using namespace nabla;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// A place that keeps to one variable or pointer, and a parameter keeps its
/// value.
static bool mayBeSet(const ir::Assign *A) {
  const ir::Variable *V = ir::placeVariable(A->Place);
  bool OfParam = V && V->isParam() && !V->type()->isReference();
  bool Plain = A->Op == ir::AssignOp::Set || A->Op == ir::AssignOp::Add ||
               A->Op == ir::AssignOp::Sub;
  return !OfParam && !isa<ir::Select>(A->Place) &&
         (Plain || !A->Place->Ty->isReal());
}

static bool isInForm(const ir::Stmt *S, const ir::Stmt *Last) {
  if (auto *A = dyn_cast<ir::Assign>(S))
    return mayBeSet(A);
  if (auto *X = dyn_cast<ir::Exit>(S))
    return X->To == ir::ExitKind::Break ||
           (X->To == ir::ExitKind::Return && S == Last);
  if (auto *L = dyn_cast<ir::Loop>(S))
    return L->CondBlock.empty() && L->Step.empty();
  return !isa<ir::Label, ir::Switch, ir::Scope>(S);
}

const ir::Stmt *normalize::outOfForm(ir::Block Body) {
  const ir::Stmt *Last = Body.empty() ? nullptr : Body.back();
  const ir::Stmt *Found = nullptr;
  llvm::DenseSet<const ir::Stmt *> Seen;
  ir::walk(Body, [&](const ir::Stmt *S) {
    if (!Found && !(isInForm(S, Last) && Seen.insert(S).second))
      Found = S;
  });
  return Found;
}
