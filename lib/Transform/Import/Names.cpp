// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spelling of names. Generated code stands at namespace scope, so what the user
// could write inside of a function (a name found by a using-directive there, a
// typedef) is spelled from the outside in.

#include "Import/Names.h"
#include "IR/Place.h"
#include "Import/AstVisitor.h"
#include "Import/ClangVersion.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace clang;

namespace nabla::import {

PrintingPolicy textPolicy(const ASTContext &Ctx) {
  PrintingPolicy P(Ctx.getLangOpts());
  P.SuppressTagKeyword = true;
  P.SuppressUnwrittenScope = true;
  P.FullyQualifiedName = true;
  P.Bool = true;
  P.Nullptr = true;
  P.AnonymousTagLocations = false;
  printCanonically(P);
  return P;
}

/// As textPolicy, for types that are canonical already; without template
/// arguments that are the default, which printing canonically shows.
static PrintingPolicy typePolicy(const ASTContext &Ctx) {
  PrintingPolicy P = textPolicy(Ctx);
  printCanonically(P, false);
  P.SuppressDefaultTemplateArgs = true;
  return P;
}

//===--- Qualified names --------------------------------------------------===//

/// The outermost thing whose name the qualified name of D begins with.
static const NamedDecl *firstComponent(const NamedDecl &D) {
  const NamedDecl *First = &D;
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent()) {
    auto *N = dyn_cast<NamespaceDecl>(C);
    if (auto *T = dyn_cast<TagDecl>(C))
      First = T;
    else if (N && !N->isAnonymousNamespace() && !N->isInline())
      First = N;
  }
  return First;
}

/// A namespace around From has something else of that name.
static bool isHidden(const NamedDecl &First, const Decl &From) {
  for (const DeclContext *C = From.getDeclContext(); C; C = C->getParent()) {
    auto *N = dyn_cast<NamespaceDecl>(C);
    if (!N || N->Equals(First.getDeclContext()))
      continue;
    for (const NamedDecl *Found : N->lookup(First.getDeclName()))
      if (Found->getUnderlyingDecl()->getCanonicalDecl() !=
          First.getCanonicalDecl())
        return true;
  }
  return false;
}

std::string qualifiedName(const NamedDecl &D, const Decl &From) {
  if (D.getDeclContext()->isFunctionOrMethod()) // extern, declared locally
    return D.getNameAsString();
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy = textPolicy(D.getASTContext());
  D.printQualifiedName(OS, Policy);
  if (auto *V = dyn_cast<VarTemplateSpecializationDecl>(&D))
    printTemplateArgumentList(OS, V->getTemplateArgs().asArray(), Policy);
  const NamedDecl *First = firstComponent(D);
  bool Global =
      First->getDeclContext()->getRedeclContext()->isTranslationUnit();
  bool Builtin = isa<FunctionDecl>(D) && cast<FunctionDecl>(D).getBuiltinID() &&
                 D.getNameAsString().substr(0, 2) == "__";
  return Global && !Builtin && isHidden(*First, From) ? "::" + Name : Name;
}

static std::string inBrackets(ArrayRef<TemplateArgument> Args,
                              const ASTContext &Ctx) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printTemplateArgumentList(OS, Args, textPolicy(Ctx));
  return Text;
}

std::string writtenArguments(const DeclRefExpr &E) {
  auto *F = dyn_cast<FunctionDecl>(E.getDecl());
  if (!F || !E.hasExplicitTemplateArgs() || !F->getTemplateSpecializationArgs())
    return "";
  return inBrackets(F->getTemplateSpecializationArgs()->asArray(),
                    F->getASTContext());
}

/// "<double>" of an instance of a class template, otherwise nothing.
static std::string argumentsOf(const CXXRecordDecl &R) {
  auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&R);
  return S ? inBrackets(S->getTemplateArgs().asArray(), R.getASTContext()) : "";
}

/// T mentions an explicit specialization. Unless they are printed canonically,
/// its arguments appear as they were written there, without their scopes.
static bool mentionsSpecialization(QualType T) {
  while (T->isPointerType() || T->isReferenceType() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getPointeeOrArrayElementType(), 0)
                         : T->getPointeeType();
  auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  return S && (S->isExplicitSpecialization() ||
               llvm::any_of(S->getTemplateArgs().asArray(),
                            [](const TemplateArgument &A) {
                              return A.getKind() == TemplateArgument::Type &&
                                     mentionsSpecialization(A.getAsType());
                            }));
}

/// What is declared along with an unnamed class, and by whose name others can
/// speak of it: p in "struct { double x, y; } p;".
static const DeclaratorDecl *declaredWith(const TagDecl &T) {
  auto *C = dyn_cast<CXXRecordDecl>(&T);
  if (T.getParentFunctionOrMethod() || (C && C->isLambda()))
    return nullptr;
  for (const Decl *D : T.getDeclContext()->decls()) {
    auto *V = dyn_cast<DeclaratorDecl>(D);
    if (V && isa<FieldDecl, VarDecl>(V) && V->getIdentifier() &&
        V->getAccess() != AS_private && V->getAccess() != AS_protected &&
        V->getType()->getBaseElementTypeUnsafe()->getAsTagDecl() == &T)
      return V;
  }
  return nullptr;
}

static bool hasName(const TagDecl &T) {
  return T.getIdentifier() || T.getTypedefNameForAnonDecl();
}

/// "decltype(Body::p)", without what is not the class itself: extents, const.
static std::string nameByUse(const DeclaratorDecl &V) {
  const ASTContext &Ctx = V.getASTContext();
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  if (auto *Outer = dyn_cast<CXXRecordDecl>(V.getDeclContext()))
    OS << typeName(Ctx.getTypeDeclType(static_cast<const TypeDecl *>(Outer)),
                   Ctx)
       << "::" << V.getName();
  else
    V.printQualifiedName(OS, textPolicy(Ctx));
  Name = "decltype(" + Name + ")";
  if (V.getType()->isArrayType())
    Name = "std::remove_all_extents_t<" + Name + ">";
  if (Ctx.getBaseElementType(V.getType()).hasQualifiers())
    Name = "std::remove_cv_t<" + Name + ">";
  return Name;
}

/// A namespace of that name has in it something else of that name: "vec" in
/// namespace vec { struct vec; struct box; }, where "vec::box" is not found.
static bool hidesItself(StringRef Name, const ASTContext &Ctx) {
  const IdentifierInfo &Id = Ctx.Idents.get(Name);
  const DeclContext *Global = Ctx.getTranslationUnitDecl();
  for (const NamedDecl *D : Global->lookup(&Id))
    if (auto *N = dyn_cast<NamespaceDecl>(D))
      return !N->lookup(&Id).empty();
  return false;
}

/// Text, with "::" before what would be found in a namespace otherwise.
static std::string fromOutside(StringRef Text, const ASTContext &Ctx) {
  std::string Out;
  while (!Text.empty()) {
    StringRef Word =
        Text.take_while([](char C) { return isAsciiIdentifierContinue(C); });
    bool First = Out.empty() || Out.back() != ':';
    if (First && Text.substr(Word.size()).starts_with("::") &&
        hidesItself(Word, Ctx))
      Out += "::";
    size_t Length = std::max<size_t>(Word.size(), 1);
    Out += Text.take_front(Length);
    Text = Text.drop_front(Length);
  }
  return Out;
}

std::string typeName(QualType T, const ASTContext &Ctx) {
  T = T.getCanonicalType();
  if (const TagDecl *D = T->getAsTagDecl(); D && !hasName(*D))
    if (const DeclaratorDecl *V = declaredWith(*D))
      return nameByUse(*V);
  return fromOutside(T.getAsString(mentionsSpecialization(T) ? textPolicy(Ctx)
                                                             : typePolicy(Ctx)),
                     Ctx);
}

bool isNameable(const NamedDecl &D) {
  auto *T = dyn_cast<TagDecl>(&D);
  if (T && !hasName(*T) && !declaredWith(*T))
    return false;
  if (auto *Outer = dyn_cast<RecordDecl>(D.getDeclContext()))
    return isNameable(*Outer);
  return !D.getParentFunctionOrMethod();
}

//===--- Declarators ------------------------------------------------------===//

namespace {
/// Which template parameters are mentioned in the types of parameters.
struct Deducible : AstVisitor {
  llvm::SmallBitVector Seen;
  void see(unsigned Index) {
    if (Index < Seen.size())
      Seen.set(Index);
  }
  bool VisitTemplateTypeParmType(TemplateTypeParmType *T) override {
    see(T->getIndex());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (auto *P = dyn_cast<NonTypeTemplateParmDecl>(E->getDecl()))
      see(P->getIndex());
    return true;
  }
};
} // namespace

/// A call by name alone deduces all template arguments of this specialization.
static bool deducesAll(const FunctionTemplateDecl &T) {
  Deducible D;
  D.Seen.resize(T.getTemplateParameters()->size());
  for (const ParmVarDecl *P : T.getTemplatedDecl()->parameters())
    D.TraverseType(P->getType());
  return D.Seen.all();
}

/// "Model<double>::" of a static member function of Model<double>.
static std::string classesOf(const FunctionDecl &F) {
  std::string Result;
  for (const DeclContext *C = F.getDeclContext(); C; C = C->getParent())
    if (auto *R = dyn_cast<CXXRecordDecl>(C); R && isa<CXXMethodDecl>(F))
      Result = R->getNameAsString() + argumentsOf(*R) + "::" + Result;
  return Result;
}

/// A function, or the template that it is an instance of.
static const Decl *patternOf(const NamedDecl &D) {
  auto *F = dyn_cast<FunctionDecl>(&D);
  const FunctionTemplateDecl *T = F ? F->getPrimaryTemplate() : nullptr;
  return T ? T->getCanonicalDecl() : D.getCanonicalDecl();
}

bool isOverloaded(const FunctionDecl &F) {
  for (const NamedDecl *D :
       F.getDeclContext()->getRedeclContext()->lookup(F.getDeclName())) {
    D = D->getUnderlyingDecl();
    if (isa<FunctionDecl, FunctionTemplateDecl>(D) &&
        patternOf(*D) != patternOf(F))
      return true;
  }
  return false;
}

/// "lib::mean" alone may be another function than "lib::mean<double>".
static std::string simpleName(const FunctionDecl &F) {
  std::string Name = classesOf(F) + F.getNameAsString();
  auto *Args = F.getTemplateSpecializationArgs();
  if (!Args)
    return Name;
  std::string All = inBrackets(Args->asArray(), F.getASTContext());
  if (!deducesAll(*F.getPrimaryTemplate()))
    return Name + All;
  bool HasName = All.find("(lambda") == std::string::npos &&
                 All.find("(unnamed") == std::string::npos;
  const SourceManager &SM = F.getASTContext().getSourceManager();
  return HasName && !SM.isInSystemHeader(F.getLocation()) && isOverloaded(F)
             ? Name + All
             : Name;
}

static std::vector<std::string> namespacesOf(const FunctionDecl &F) {
  std::vector<std::string> Result;
  for (const DeclContext *C = F.getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C))
      Result.insert(Result.begin(),
                    (N->isInline() ? "inline " : "") + N->getNameAsString());
  return Result;
}

bool hasObject(const FunctionDecl &F) {
  auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && Method->isInstance() && !Method->getParent()->isLambda();
}

ir::Declarator declarator(const FunctionDecl &F) {
  ir::Declarator D;
  D.Namespaces = namespacesOf(F);
  auto *M = dyn_cast<CXXMethodDecl>(&F);
  D.Name = M && M->getParent()->isLambda() ? "lambda" : simpleName(F);
  D.Static = F.getCanonicalDecl()->getStorageClass() == SC_Static &&
             !isa<CXXMethodDecl>(F);
  D.Inline = F.isInlined() || F.isConstexpr() || F.isTemplateInstantiation();
  if (auto *T = F.getType()->getAs<FunctionProtoType>())
    D.NoExcept = isUnresolvedExceptionSpec(T->getExceptionSpecType())
                     ? false
                     : T->isNothrow();
  D.ExternC = F.isExternC();
  D.Member = hasObject(F);
  if (auto V = F.getExplicitVisibility(NamedDecl::VisibilityForValue))
    D.Visibility = *V == DefaultVisibility  ? "default"
                   : *V == HiddenVisibility ? "hidden"
                                            : "protected";
  return D;
}

//===--- What Import adds -------------------------------------------------===//

std::string names::resultOf(const NamedDecl *Callee) {
  const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
  return Name ? (Name->getName() + "_result").str() : "result";
}

std::string names::before(const ir::Expr *Held) {
  const ir::Variable *V = ir::placeVariable(Held);
  bool Simple = V && V->kind() != ir::VariableKind::Global;
  return Simple ? (V->name() + "_before").str() : "value";
}

std::string names::param(unsigned Position) {
  return "arg" + std::to_string(Position);
}

} // namespace nabla::import
