// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Traces.h"
#include "Import/Lifetimes.h"
#include "Import/Unseen.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

static bool leavesTraces(Body &B, const FunctionDecl &F) {
  Unseen Used = unseenBy(B, F);
  return Used.Unknown || !Used.Statics.empty();
}

static const CXXRecordDecl *classOf(QualType T) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() ? R : nullptr;
}

static void forEachTemporary(
    const Stmt &S,
    llvm::function_ref<void(const MaterializeTemporaryExpr &)> Fn) {
  if (auto *T = dyn_cast<MaterializeTemporaryExpr>(&S))
    Fn(*T);
  for (const Stmt *Child : S.children())
    if (Child)
      forEachTemporary(*Child, Fn);
}

std::vector<Objection> objectionsToTraces(Body &B) {
  std::vector<Objection> Found;
  for (const ParmVarDecl *P : B.F.parameters()) {
    const CXXRecordDecl *R = classOf(P->getType());
    if (R && llvm::any_of(R->ctors(), [&](const CXXConstructorDecl *C) {
          return C->isCopyOrMoveConstructor() && C->isUserProvided() &&
                 leavesTraces(B, *C);
        }))
      Found.push_back({P->getLocation(),
                       "'" + P->getNameAsString() +
                           "' is a copy, whose constructor may change what "
                           "others read, and cannot be differentiated; take it "
                           "by reference"});
  }
  forEachTemporary(*B.F.getBody(), [&](const MaterializeTemporaryExpr &T) {
    const CXXRecordDecl *R = classOf(T.getType());
    if (!R || T.getExtendingDecl())
      return;
    bool Traces = false;
    forEachDestructor(
        *R, [&](const CXXDestructorDecl &D) { Traces |= leavesTraces(B, D); });
    if (Traces)
      Found.push_back({T.getBeginLoc(),
                       "a temporary of class '" + R->getNameAsString() +
                           "', whose destructor may change what others read, "
                           "cannot be differentiated; make it a variable"});
  });
  return Found;
}

} // namespace nabla::import
