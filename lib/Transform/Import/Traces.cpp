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

/// Copying an object of class R, or the end of one, does.
static bool leavesTraces(Body &B, const CXXRecordDecl &R, bool Copied) {
  bool Traces = false;
  if (!Copied)
    forEachDestructor(
        R, [&](const CXXDestructorDecl &D) { Traces |= leavesTraces(B, D); });
  forEachInside(R, [&](const CXXRecordDecl &P) {
    Traces |= !Copied && hasCountedOwners(P);
    for (const CXXConstructorDecl *C : P.ctors())
      Traces |= Copied && C->isCopyOrMoveConstructor() && C->isUserProvided() &&
                leavesTraces(B, *C);
  });
  return Traces;
}

static const CXXRecordDecl *classOf(QualType T) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() ? R : nullptr;
}

/// It is a copy of an object that has a name.
static bool copiesVariable(const Expr &Argument) {
  auto *C = dyn_cast<CXXConstructExpr>(Argument.IgnoreImplicit());
  return C && C->getConstructor()->isCopyConstructor();
}

/// Objects that are bound to references for the time of an expression, and
/// arguments that are made for a call.
static void forEachTemporary(const Stmt &S,
                             llvm::function_ref<void(const Expr &)> Fn) {
  if (auto *T = dyn_cast<MaterializeTemporaryExpr>(&S);
      T && !T->getExtendingDecl())
    Fn(*T);
  if (auto *C = dyn_cast<CallExpr>(&S))
    for (const Expr *A : C->arguments())
      if (A->isPRValue() && !copiesVariable(*A))
        Fn(*A);
  for (const Stmt *Child : S.children())
    if (Child)
      forEachTemporary(*Child, Fn);
}

std::vector<Objection> objectionsToTraces(Body &B) {
  std::vector<Objection> Found;
  for (const ParmVarDecl *P : B.F.parameters()) {
    const CXXRecordDecl *R = classOf(P->getType());
    if (R && leavesTraces(B, *R, true))
      Found.push_back({P->getLocation(),
                       "'" + P->getNameAsString() +
                           "' is a copy, whose constructor may change what "
                           "others read, and cannot be differentiated; take it "
                           "by reference"});
  }
  forEachTemporary(*B.F.getBody(), [&](const Expr &T) {
    const CXXRecordDecl *R = classOf(T.getType());
    if (R && leavesTraces(B, *R, false))
      Found.push_back({T.getBeginLoc(),
                       "a temporary of class '" + R->getNameAsString() +
                           "', whose destructor may change what others read, "
                           "cannot be differentiated; make it a variable"});
  });
  return Found;
}

} // namespace nabla::import
