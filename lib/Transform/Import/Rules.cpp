// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the rule for a function by how it is called.

#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace nabla;
using namespace nabla::import;
using namespace llvm;

/// The name of D itself; a constructor's is that of its class.
static std::string ownName(const clang::NamedDecl &D) {
  if (auto *C = dyn_cast<clang::CXXConstructorDecl>(&D))
    return C->getParent()->getNameAsString();
  bool Named = D.getIdentifier() ||
               D.getDeclName().getCXXOverloadedOperator() != clang::OO_None;
  return Named ? D.getNameAsString() : "";
}

std::string import::plainName(const clang::NamedDecl &D) {
  std::string Name = ownName(D);
  if (Name.empty())
    return "";
  for (auto *Scope = D.getDeclContext(); !Scope->isTranslationUnit();
       Scope = Scope->getParent()) {
    auto *Namespace = dyn_cast<clang::NamespaceDecl>(Scope);
    if (Scope->isTransparentContext() ||
        (Namespace && Namespace->isInlineNamespace()))
      continue;
    auto *Named = dyn_cast<clang::NamedDecl>(Scope);
    if (!Named || !Named->getIdentifier())
      return "";
    Name = Named->getNameAsString() + "::" + Name;
  }
  return Name;
}

/// A function of the C library, not one that the user has written himself.
static bool isFromC(const clang::FunctionDecl &F) {
  const clang::FunctionDecl *Definition = nullptr;
  const clang::SourceManager &SM = F.getASTContext().getSourceManager();
  return F.isExternC() && (!F.isDefined(Definition) ||
                           SM.isInSystemHeader(Definition->getLocation()));
}

/// Builtins that take every real type have no parameters to compare.
static bool fits(const clang::FunctionDecl &F, const ir::Rule &R) {
  if (F.getBuiltinID() && F.isVariadic() && !F.getNumParams())
    return true;
  if (F.isVariadic() || F.getNumParams() != R.Params.size() ||
      !F.getReturnType().getNonReferenceType()->isRealType())
    return false;
  for (auto [P, Operand] : zip(F.parameters(), R.Params)) {
    clang::QualType T = P->getType().getNonReferenceType();
    if (!T->isRealType() || (T->isFloatingType() && !Operand->type()->isReal()))
      return false;
  }
  return true;
}

bool import::canBeFor(const ir::Rule &R, bool HasPartials,
                      const clang::FunctionDecl &F) {
  if (isa<clang::CXXMethodDecl>(F))
    return false;
  if (F.isDependentContext())
    return F.getNumParams() == R.Params.size();
  bool OfReals = any_of(F.parameters(), [](const clang::ParmVarDecl *P) {
    return P->getType().getNonReferenceType()->isFloatingType();
  });
  // An integer has no derivative.
  bool Whole = !F.getReturnType().getNonReferenceType()->isFloatingType();
  return fits(F, R) && !(HasPartials && OfReals && Whole);
}

const ir::Rule *import::foldingRuleFor(const clang::FunctionDecl &F,
                                       ir::Module &M) {
  std::string Name = "fold:" + plainName(F);
  for (const ir::Rule &R : reverse(M.rules()))
    if (R.Params.size() == 2 && is_contained(R.Spellings, Name))
      return &R;
  return nullptr;
}

bool import::isSpelled(const clang::FunctionDecl &F,
                       ArrayRef<std::string> Spellings) {
  return any_of(namesOf(F), [&](const std::string &Name) {
    return is_contained(Spellings, Name);
  });
}

bool import::isNablas(const clang::CXXRecordDecl &Rule) {
  return any_of(Rule.bases(), [](const clang::CXXBaseSpecifier &B) {
    auto *Base = B.getType()->getAsCXXRecordDecl();
    return Base && Base->getDeclName().isIdentifier() &&
           Base->getName() == "builtin";
  });
}

SmallVector<std::string, 3> import::namesOf(const clang::FunctionDecl &F) {
  SmallVector<std::string, 3> Names;
  if (std::string Name = plainName(F); !Name.empty()) {
    if (isFromC(F)) { // which std only takes over
      Names.push_back("c:" + Name);
      Names.push_back("std::" + Name);
    }
    Names.push_back(std::move(Name));
  }
  return Names;
}

const ir::Rule *import::ruleFor(const clang::FunctionDecl &F, ir::Module &M) {
  SmallVector<std::string, 3> Names = namesOf(F);
  // What was added last is found first: a user's rule before one of Nabla's.
  for (const ir::Rule &R : reverse(M.rules()))
    for (StringRef S : R.Spellings)
      if (is_contained(Names, S) && fits(F, R))
        return &R;
  return nullptr;
}
