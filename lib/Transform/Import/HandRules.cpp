// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding rules that are written by hand.

#include "Import/HandRules.h"
#include "Import/ClangVersion.h"
#include "Import/Classes.h"
#include "Import/Layouts.h"
#include "Import/Names.h"
#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

//===--- Looking into specializations -------------------------------------===//

llvm::SmallVector<const NamedDecl *, 4> lookupIn(const CXXRecordDecl &Record,
                                                 llvm::StringRef Name) {
  llvm::SmallVector<const NamedDecl *, 4> Found;
  for (NamedDecl *D : Record.lookup(&Record.getASTContext().Idents.get(Name)))
    Found.push_back(D);
  if (!Found.empty() || !Record.hasDefinition())
    return Found;
  for (const CXXBaseSpecifier &B : Record.bases())
    if (auto *Base = B.getType()->getAsCXXRecordDecl();
        Base && Found.empty() && Base->hasDefinition())
      Found = lookupIn(*Base->getDefinition(), Name);
  return Found;
}

std::vector<const FunctionDecl *> findMembers(const CXXRecordDecl &Record,
                                              llvm::StringRef Name) {
  std::vector<const FunctionDecl *> Found;
  for (const NamedDecl *D : lookupIn(Record, Name)) {
    if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
      Found.push_back(T->getTemplatedDecl());
    else if (auto *F = dyn_cast<FunctionDecl>(D))
      Found.push_back(F);
  }
  return Found;
}

const FunctionDecl *findMember(const CXXRecordDecl &Record,
                               llvm::StringRef Name) {
  auto Found = findMembers(Record, Name);
  return Found.empty() ? nullptr : Found.front();
}

std::vector<QualType> takenBy(const FunctionDecl &F) {
  std::vector<QualType> Types;
  if (hasObject(F)) {
    QualType This = cast<CXXMethodDecl>(F).getThisType()->getPointeeType();
    Types.push_back(F.getASTContext().getLValueReferenceType(This));
  }
  for (const ParmVarDecl *P : F.parameters())
    Types.push_back(P->getType());
  return Types;
}

bool isTrue(const CXXRecordDecl &Record, llvm::StringRef Name) {
  for (const NamedDecl *D : lookupIn(Record, Name))
    if (auto *V = dyn_cast<VarDecl>(D))
      if (const Expr *Init = V->getAnyInitializer())
        if (bool Yes;
            Init->EvaluateAsBooleanCondition(Yes, Record.getASTContext()))
          return Yes;
  return false;
}

bool isByHand(const CXXRecordDecl &Record) {
  return findMember(Record, "vjp") || findMember(Record, "reverse");
}

template <class D> static const D *inNabla(ASTContext &Ctx, StringRef Name) {
  for (NamedDecl *N :
       Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get("nabla")))
    if (auto *Nabla = dyn_cast<NamespaceDecl>(N))
      for (NamedDecl *Found : Nabla->lookup(&Ctx.Idents.get(Name)))
        if (auto *Wanted = dyn_cast<D>(Found))
          return Wanted;
  return nullptr;
}

/// The function that &f of a template argument is.
static const FunctionDecl *functionOf(const TemplateArgument &A) {
  if (A.getKind() == TemplateArgument::Declaration)
    return dyn_cast<FunctionDecl>(A.getAsDecl());
  return nullptr;
}

/// "&::my::f", told apart from others of that name by its type.
static std::string pointerTo(const FunctionDecl &F, ASTContext &Ctx) {
  std::string Name = "&::";
  llvm::raw_string_ostream OS(Name);
  F.printQualifiedName(OS, textPolicy(Ctx));
  if (auto *Args = F.getTemplateSpecializationArgs())
    printTemplateArgumentList(OS, Args->asArray(), textPolicy(Ctx));
  bool Alone = F.getDeclContext()->lookup(F.getDeclName()).isSingleResult() &&
               !F.getTemplateSpecializationArgs();
  if (Alone)
    return Name;
  QualType T = Ctx.getPointerType(F.getType());
  if (auto *M = dyn_cast<CXXMethodDecl>(&F); M && M->isInstance())
    T = memberPointer(Ctx, F.getType(), *M->getParent());
  return "static_cast<" + typeName(T, Ctx) + ">(" + Name + ")";
}

static std::vector<std::string> spellingsIn(const CXXRecordDecl &Record) {
  std::vector<std::string> Result;
  for (const NamedDecl *D : lookupIn(Record, "spellings")) {
    auto *V = dyn_cast<VarDecl>(D);
    const Expr *Init = V ? V->getAnyInitializer() : nullptr;
    auto *Text =
        Init ? dyn_cast<StringLiteral>(Init->IgnoreParenImpCasts()) : nullptr;
    llvm::SmallVector<StringRef, 8> Parts;
    if (Text)
      Text->getString().split(Parts, ',');
    for (StringRef P : Parts) {
      P = P.trim();
      P.consume_front("::");
      if (!P.empty())
        Result.push_back(P.str());
    }
  }
  return Result;
}

static std::string className(const CXXRecordDecl &R, ASTContext &Ctx) {
  return typeName(Ctx.getTypeDeclType(static_cast<const TypeDecl *>(&R)), Ctx);
}

template <class Fn>
static void forEachRule(const ClassTemplateDecl *Template, Fn F) {
  if (!Template)
    return;
  for (auto *S : Template->specializations())
    if (S->getSpecializationKind() == TSK_ExplicitSpecialization &&
        S->getDefinition() && !S->isInvalidDecl())
      F(*cast<ClassTemplateSpecializationDecl>(S->getDefinition()));
}

HandRules::HandRules(ASTContext &Ctx) {
  forEachRule(
      inNabla<ClassTemplateDecl>(Ctx, "adjoint"),
      [&](const ClassTemplateSpecializationDecl &S) {
        if (auto *F = functionOf(S.getTemplateArgs()[0]))
          Rules.push_back(
              {&S, "nabla::adjoint<" + pointerTo(*F, Ctx) + ">", F, {}});
      });
  forEachRule(inNabla<ClassTemplateDecl>(Ctx, "rule"),
              [&](const ClassTemplateSpecializationDecl &S) {
                if (isByHand(S))
                  Rules.push_back(
                      {&S, className(S, Ctx), nullptr, spellingsIn(S)});
              });
  if (auto *T = inNabla<VarTemplateDecl>(Ctx, "inactive"))
    for (auto *S : T->specializations()) {
      const Expr *Init = S->getAnyInitializer();
      bool Yes = false;
      if (auto *F = functionOf(S->getTemplateArgs()[0]); F && Init)
        if (!Init->isValueDependent() &&
            Init->EvaluateAsBooleanCondition(Yes, Ctx) && Yes)
          Inactive.push_back(F->getCanonicalDecl());
    }
}

static bool isClass(QualType T) {
  T = T.getCanonicalType().getNonReferenceType();
  return T->isRecordType() || isa<TemplateSpecializationType>(T);
}

/// G takes classes where F does, and only there.
static bool sameKinds(llvm::ArrayRef<QualType> Taken, const FunctionDecl &G) {
  for (unsigned N = 0; N != Taken.size(); ++N) {
    QualType Pattern = G.getParamDecl(N)->getType().getNonReferenceType();
    if (!isa<TemplateTypeParmType>(Pattern.getCanonicalType()) &&
        isClass(Pattern) != isClass(Taken[N]))
      return false;
  }
  return true;
}

/// Whatever the function is given there: a function object.
static bool takesAny(const FunctionDecl &G, unsigned N) {
  QualType T = G.getParamDecl(N)->getType().getNonReferenceType();
  return isa<TemplateTypeParmType>(T.getCanonicalType());
}

static bool holdsPointer(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  auto *D = T->getAsRecordDecl();
  return T->isAnyPointerType() ||
         (D && llvm::any_of(D->fields(), [](const FieldDecl *F) {
            return holdsPointer(F->getType());
          }));
}

/// A class of which only members without pointers are known to hold the reals
/// that are in it: its shadow is moved as it is.
static bool isMovable(QualType T) {
  auto *D = T->getAsRecordDecl();
  return D && containsReal(T) &&
         (hasLayout(*D) || (whyOpaque(*D).empty() && !holdsPointer(T)));
}

/// Nabla's rules are for no other classes than those with a layout, but for
/// function objects and for elements that are only moved.
static bool knowsClasses(llvm::ArrayRef<QualType> Taken,
                         const FunctionDecl &G) {
  for (unsigned N = 0; N != Taken.size(); ++N) {
    QualType T = Taken[N].getNonReferenceType();
    auto *D = T->getAsRecordDecl();
    if (D && !hasLayout(*D) && !takesAny(G, N))
      return false;
    if (T->isPointerType() && T->getPointeeType()->isRecordType() &&
        !isMovable(T->getPointeeType()))
      return false;
  }
  return true;
}

/// The members that take the arguments of the function, and how many parameters
/// they have besides, at least and at most.
struct ArgumentTakers {
  std::vector<const FunctionDecl *> Members;
  unsigned Least, Most;
};
static ArgumentTakers takersOf(const CXXRecordDecl &Rule, unsigned Least,
                               unsigned Most) {
  if (auto Forward = findMembers(Rule, "forward"); !Forward.empty())
    return {std::move(Forward), 1, 1};
  auto Found = findMembers(Rule, "vjp");
  llvm::append_range(Found, findMembers(Rule, "reverse"));
  return {std::move(Found), Least, Most};
}

bool HandRules::mayBeFor(const HandRule &R, const FunctionDecl &F) {
  unsigned Reals = 0, Classes = 0;
  std::vector<QualType> Taken = takenBy(F);
  bool Nablas = isNablas(*R.Record);
  for (QualType T : Taken) {
    T = T.getNonReferenceType();
    bool Pointer = T->isPointerType();
    T = Pointer ? T->getPointeeType() : T;
    Reals += T->isFloatingType();
    if (auto *D = T->getAsRecordDecl()) // which may hold reals
      Classes += !Nablas || (Pointer ? isMovable(T) : hasLayout(*D));
  }
  unsigned Besides = !F.getReturnType()->isVoidType() + Reals;
  auto Takers = takersOf(*R.Record, Besides, Besides + Classes + 1);
  return Reals + Classes && llvm::any_of(Takers.Members, [&](auto *G) {
           unsigned N = G->getNumParams();
           return N >= Taken.size() + Takers.Least &&
                  N <= Taken.size() + Takers.Most && sameKinds(Taken, *G) &&
                  (!Nablas || knowsClasses(Taken, *G));
         });
}

const HandRule *HandRules::of(const FunctionDecl &F) const {
  const HandRule *ByName = nullptr;
  for (const HandRule &R : Rules) {
    if (R.Function && R.Function->getCanonicalDecl() == F.getCanonicalDecl())
      return &R;
    if (!R.Function && (!ByName || !isNablas(*R.Record)) &&
        isSpelled(F, R.Spellings) && mayBeFor(R, F))
      ByName = &R;
  }
  return ByName;
}

/// R takes as many arguments as F has, and of the same kinds, in G.
static const FunctionDecl *takerOf(const HandRule &R, const FunctionDecl &F) {
  std::vector<QualType> Taken = takenBy(F);
  for (const FunctionDecl *G : findMembers(*R.Record, "forward"))
    if (G->getNumParams() == Taken.size() + 1 && sameKinds(Taken, *G))
      return G;
  return nullptr;
}

/// No argument of F but function objects holds a real, and R says that F has no
/// derivative then.
static bool isInactiveBy(const HandRule &R, const FunctionDecl &F) {
  const FunctionDecl *G = takerOf(R, F);
  if (!G || !isTrue(*R.Record, "inactive"))
    return false;
  std::vector<QualType> Taken = takenBy(F);
  for (unsigned N = 0; N != Taken.size(); ++N)
    if (!takesAny(*G, N) && mayLeadToReal(Taken[N]))
      return false;
  return true;
}

bool HandRules::isInactive(const FunctionDecl &F) const {
  if (llvm::is_contained(Inactive, F.getCanonicalDecl()))
    return true;
  return !of(F) && llvm::any_of(Rules, [&](const HandRule &R) {
    return !R.Function && isSpelled(F, R.Spellings) && isInactiveBy(R, F);
  });
}

std::string HandRules::whyNone(const FunctionDecl &F) const {
  if (of(F) || isInactive(F))
    return "";
  for (const HandRule &R : Rules)
    if (!R.Function && isNablas(*R.Record) && isSpelled(F, R.Spellings) &&
        takerOf(R, F))
      return "'" + F.getQualifiedNameAsString() +
             "' moves pointers, or classes in which there are some or that are "
             "not modelled; sort indices";
  return "";
}

} // namespace nabla::import
