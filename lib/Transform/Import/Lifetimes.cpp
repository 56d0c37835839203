// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Lifetimes.h"

using namespace clang;

namespace nabla::import {

/// Calls Fn with the class of each base and each member of R that has one.
static void forEachPart(const CXXRecordDecl &R,
                        llvm::function_ref<void(const CXXRecordDecl &)> Fn) {
  auto Part = [&](QualType T) {
    const CXXRecordDecl *P =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (P && P->hasDefinition())
      Fn(*P);
  };
  for (const CXXBaseSpecifier &Base : R.bases())
    Part(Base.getType());
  for (const FieldDecl *F : R.fields())
    Part(F->getType());
}

void forEachDestructor(const CXXRecordDecl &R,
                       llvm::function_ref<void(const CXXDestructorDecl &)> Fn) {
  if (R.isInStdNamespace() || R.hasTrivialDestructor())
    return;
  if (const CXXDestructorDecl *D = R.getDestructor(); D && D->isUserProvided())
    Fn(*D);
  forEachPart(R, [&](const CXXRecordDecl &P) { forEachDestructor(P, Fn); });
}

static bool hasOwnCopy(const CXXRecordDecl &R) {
  return llvm::any_of(R.ctors(), [](const CXXConstructorDecl *C) {
    return C->isCopyOrMoveConstructor() && C->isUserProvided();
  });
}

bool isNoticed(const CXXRecordDecl &R) {
  if (R.isInStdNamespace())
    return R.getName().contains("lock") && !R.hasTrivialDestructor();
  bool Noticed = hasOwnCopy(R);
  forEachDestructor(R, [&](const CXXDestructorDecl &) { Noticed = true; });
  forEachPart(R, [&](const CXXRecordDecl &P) { Noticed |= isNoticed(P); });
  return Noticed;
}

static bool canCall(const CXXMethodDecl &M) {
  return !M.isDeleted() && M.getAccess() == AS_public;
}

static bool hasDefault(const CXXRecordDecl &R) {
  return R.needsImplicitDefaultConstructor() ||
         llvm::any_of(R.ctors(), [](const CXXConstructorDecl *C) {
           return C->isDefaultConstructor() && canCall(*C);
         });
}

static bool canAssign(const CXXRecordDecl &R) {
  if (R.hasSimpleCopyAssignment() || R.hasSimpleMoveAssignment())
    return true;
  return llvm::any_of(R.methods(), [](const CXXMethodDecl *M) {
    bool Assigns =
        M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
    return Assigns && canCall(*M);
  });
}

bool isFixed(const CXXRecordDecl &R) {
  return !hasDefault(R) || !canAssign(R) || isNoticed(R);
}

void forEachGuard(const Stmt &S, llvm::function_ref<void(const VarDecl &)> Fn) {
  const auto *D = dyn_cast<DeclStmt>(&S);
  if (!D)
    return;
  for (const Decl *Each : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(Each);
    const CXXRecordDecl *R =
        V ? V->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl()
          : nullptr;
    if (R && R->hasDefinition() && V->hasLocalStorage() && isNoticed(*R))
      Fn(*V);
  }
}

bool endsWithGuard(const FunctionDecl &F) {
  bool Found = llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
    const CXXRecordDecl *R = P->getType()->getAsCXXRecordDecl();
    return R && R->hasDefinition() && isNoticed(*R);
  });
  if (auto *Body = dyn_cast<CompoundStmt>(F.getBody()))
    for (const Stmt *S : Body->body())
      forEachGuard(*S, [&](const VarDecl &) { Found = true; });
  return Found;
}

} // namespace nabla::import
