// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Lifetimes.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace nabla::import {

static const CXXRecordDecl *classOf(QualType T) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return R && R->hasDefinition() ? R->getDefinition() : nullptr;
}

using ClassFn = llvm::function_ref<void(const CXXRecordDecl &)>;

static void forEachClass(llvm::ArrayRef<TemplateArgument> Args, ClassFn Fn) {
  for (const TemplateArgument &A : Args) {
    if (A.getKind() == TemplateArgument::Pack)
      forEachClass(A.getPackAsArray(), Fn);
    else if (A.getKind() == TemplateArgument::Type)
      if (const CXXRecordDecl *P = classOf(A.getAsType()))
        Fn(*P);
  }
}

/// Calls Fn with the class of each base and each member of R that has one; of
/// what the library owns for somebody its arguments tell.
static void forEachPart(const CXXRecordDecl &R, ClassFn Fn) {
  if (R.isInStdNamespace()) {
    if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&R))
      forEachClass(S->getTemplateArgs().asArray(), Fn);
    return;
  }
  for (const CXXBaseSpecifier &Base : R.bases())
    if (const CXXRecordDecl *P = classOf(Base.getType()))
      Fn(*P);
  for (const FieldDecl *F : R.fields())
    if (const CXXRecordDecl *P = classOf(F->getType()))
      Fn(*P);
}

void forEachInside(const CXXRecordDecl &R, ClassFn Fn) {
  llvm::SmallSetVector<const CXXRecordDecl *, 8> Found;
  auto Add = [&](const CXXRecordDecl &P) {
    if (!P.isInStdNamespace() || !P.hasTrivialDestructor())
      Found.insert(&P);
  };
  Add(R);
  for (size_t N = 0; N != Found.size(); ++N) {
    Fn(*Found[N]);
    forEachPart(*Found[N], Add);
  }
}

void forEachDestructor(const CXXRecordDecl &R,
                       llvm::function_ref<void(const CXXDestructorDecl &)> Fn) {
  forEachInside(R, [&](const CXXRecordDecl &P) {
    const CXXDestructorDecl *D = P.getDestructor();
    if (D && D->isUserProvided() && !P.isInStdNamespace())
      Fn(*D);
  });
}

static bool hasOwnCopy(const CXXRecordDecl &R) {
  return llvm::any_of(R.ctors(), [](const CXXConstructorDecl *C) {
    return C->isCopyOrMoveConstructor() && C->isUserProvided();
  });
}

//===--- Classes of the library -------------------------------------------===//

/// The class that somebody has given to the library to delete by.
static bool hasOwnDeleter(const CXXRecordDecl &R) {
  auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&R);
  if (!S || S->getName() != "unique_ptr" || S->getTemplateArgs().size() != 2)
    return false;
  const TemplateArgument &By = S->getTemplateArgs()[1];
  const CXXRecordDecl *Deleter = By.getAsType()->getAsCXXRecordDecl();
  return !Deleter || !Deleter->isInStdNamespace();
}

/// A pointer that owns what may be of a class derived from the one it names.
static bool ownsDerived(const CXXRecordDecl &R) {
  bool Derived = false;
  if (R.getName() == "unique_ptr" || R.getName() == "shared_ptr")
    forEachPart(R, [&](const CXXRecordDecl &P) {
      const CXXDestructorDecl *D = P.getDestructor();
      Derived |= D && D->isVirtual();
    });
  return Derived;
}

/// Somebody counts who shares an object, by one of the class's functions.
static bool hasCounted(const CXXRecordDecl &R) {
  for (const CXXMethodDecl *M : R.methods())
    if (asksForOwners(*M) && M->isReferenced())
      return true;
  return llvm::any_of(R.bases(), [](const CXXBaseSpecifier &Base) {
    const CXXRecordDecl *B = classOf(Base.getType());
    return B && hasCounted(*B);
  });
}

bool asksForOwners(const CXXMethodDecl &M) {
  const IdentifierInfo *Name = M.getIdentifier();
  return M.getParent()->isInStdNamespace() && Name &&
         llvm::is_contained({"use_count", "unique", "expired", "lock"},
                            Name->getName()) &&
         M.getParent()->getName().ends_with("_ptr");
}

bool hasCountedOwners(const CXXRecordDecl &R) {
  auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&R);
  if (!S || !R.isInStdNamespace() || R.getName() != "shared_ptr")
    return false;
  ASTContext &Ctx = R.getASTContext();
  for (llvm::StringRef Name : {"shared_ptr", "weak_ptr"})
    for (NamedDecl *D : R.getDeclContext()->lookup(&Ctx.Idents.get(Name)))
      if (auto *Template = dyn_cast<ClassTemplateDecl>(D))
        for (const ClassTemplateSpecializationDecl *Each :
             Template->specializations())
          if (const CXXRecordDecl *Known = Each->getDefinition();
              Known && hasCounted(*Known))
            return true;
  return false;
}

static bool isNoticedOfLibrary(const CXXRecordDecl &R) {
  llvm::StringRef Name = R.getName();
  return Name.contains("lock") || Name.contains("fstream") ||
         hasOwnDeleter(R) || ownsDerived(R) || hasCountedOwners(R);
}

bool isNoticed(const CXXRecordDecl &R) {
  bool Noticed = false;
  forEachInside(R, [&](const CXXRecordDecl &P) {
    if (P.isInStdNamespace())
      Noticed |= isNoticedOfLibrary(P);
    else
      Noticed |= hasOwnCopy(P) ||
                 (P.getDestructor() && P.getDestructor()->isUserProvided());
  });
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
