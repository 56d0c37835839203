// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the prototypes of derivatives; see Prototypes.h.

#include "Prototypes.h"
#include "Diagnostics.h"
#include "Mark.h"
#include "Signature.h"
#include "Support/GeneratedNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/Scope.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace nabla::plugin {

namespace {

struct Parameter {
  std::string Name; ///< Empty if it has none.
  QualType Type;
};

/// A derivative to be declared.
struct Shape {
  DeclarationName Name;
  llvm::SmallVector<Parameter, 8> Params;

  llvm::SmallVector<QualType, 8> types() const {
    llvm::SmallVector<QualType, 8> Types;
    for (const Parameter &P : Params)
      Types.push_back(P.Type);
    return Types;
  }
};

/// Chooses parameter names that no other parameter has.
class Names {
public:
  explicit Names(const FunctionDecl *F) {
    for (const ParmVarDecl *P : F->parameters())
      Taken.insert(P->getName());
  }
  std::string make(std::string Name) {
    while (!Taken.insert(Name).second)
      Name += '_';
    return Name;
  }

private:
  llvm::StringSet<> Taken;
};

} // namespace

static std::string parameterName(const FunctionDecl *F, unsigned I) {
  StringRef Name = F->getParamDecl(I)->getName();
  return Name.empty() ? "arg" + std::to_string(I) : Name.str();
}

static Shape makeShape(ASTContext &C, const FunctionDecl *F,
                       llvm::ArrayRef<unsigned> Params, const std::string &Name,
                       bool HasSeed) {
  Shape Result;
  Result.Name = &C.Idents.get(Name);
  Names Free(F);
  for (const ParmVarDecl *P : F->parameters())
    Result.Params.push_back(
        {P->getName().str(), P->getType().getUnqualifiedType()});
  if (HasSeed)
    Result.Params.push_back(
        {Free.make(names::Seed), F->getReturnType().getUnqualifiedType()});
  for (unsigned I : Params)
    Result.Params.push_back({Free.make(names::shadow(parameterName(F, I))),
                             shadowType(C, F->getParamDecl(I)->getType())});
  return Result;
}

static llvm::SmallVector<Shape, 2> makeShapes(const FunctionDecl *F,
                                              llvm::ArrayRef<unsigned> Params) {
  ASTContext &C = F->getASTContext();
  bool HasSeed = !F->getReturnType()->isVoidType();
  return {makeShape(C, F, Params, names::gradient(F->getName()), false),
          makeShape(C, F, Params, names::vjp(F->getName()), HasSeed)};
}

static bool sameParameters(ASTContext &C, const FunctionDecl *F,
                           llvm::ArrayRef<QualType> Types) {
  return !F->isVariadic() && F->getNumParams() == Types.size() &&
         llvm::equal(F->parameters(), Types,
                     [&](const ParmVarDecl *P, QualType T) {
                       return C.hasSameUnqualifiedType(P->getType(), T);
                     });
}

static DeclContextLookupResult lookUp(const FunctionDecl *F,
                                      DeclarationName Name) {
  return const_cast<DeclContext *>(F->getDeclContext())
      ->getRedeclContext()
      ->lookup(Name);
}

FunctionDecl *findPrevious(const FunctionDecl *F) {
  ASTContext &C = F->getASTContext();
  for (NamedDecl *D : lookUp(F, F->getDeclName()))
    if (auto *Other = dyn_cast<FunctionDecl>(D))
      if (Other != F && C.hasSameFunctionTypeIgnoringExceptionSpec(
                            Other->getType(), F->getType()))
        return Other;
  return nullptr;
}

/// What F's derivative of that shape cannot be declared next to, or null.
static NamedDecl *findClash(ASTContext &C, const FunctionDecl *F,
                            const Shape &Sh) {
  for (NamedDecl *D : lookUp(F, Sh.Name)) {
    auto *Function = dyn_cast<FunctionDecl>(D);
    bool Overload =
        Function ? !sameParameters(C, Function, Sh.types())
                 : isa<TagDecl, FunctionTemplateDecl, UsingShadowDecl>(D);
    if (!Overload)
      return D;
  }
  return nullptr;
}

static void reportClash(Sema &S, const FunctionDecl *F, NamedDecl *Other) {
  std::string Name = Other->getNameAsString();
  auto *Function = dyn_cast<FunctionDecl>(Other);
  if (Function && isDerivativePrototype(Function)) {
    reportError(S.Diags, F->getLocation(),
                "'" + Name + "' for this overload of '" + F->getName() +
                    "' would have the same parameters as for another one; "
                    "rename one of the overloads");
    reportNote(S.Diags, Other->getLocation(), "the other overload is here");
    return;
  }
  reportError(S.Diags, F->getLocation(),
              "'" + Name +
                  "' is declared already, but is the name of a "
                  "derivative of '" +
                  F->getName() + "'; rename it");
  reportNote(S.Diags, Other->getLocation(), "'" + Name + "' is declared here");
}

static FunctionProtoType::ExtProtoInfo
derivedProtoInfo(const FunctionDecl *F, const FunctionDecl *Previous) {
  const auto *Proto = F->getType()->castAs<FunctionProtoType>();
  FunctionProtoType::ExtProtoInfo Info;
  Info.ExtInfo = Info.ExtInfo.withCallingConv(Proto->getCallConv());
  bool NoExcept =
      Proto->isNothrow() ||
      (Previous &&
       Previous->getType()->castAs<FunctionProtoType>()->isNothrow());
  Info.ExceptionSpec.Type = NoExcept ? EST_BasicNoexcept : EST_None;
  return Info;
}

static ParmVarDecl *makeParam(ASTContext &C, FunctionDecl *G,
                              const Parameter &P, unsigned Index) {
  SourceLocation L = G->getLocation();
  IdentifierInfo *Id = P.Name.empty() ? nullptr : &C.Idents.get(P.Name);
  auto *D = ParmVarDecl::Create(C, G, L, L, Id, P.Type,
                                C.getTrivialTypeSourceInfo(P.Type, L), SC_None,
                                /*DefArg=*/nullptr);
  D->setScopeInfo(/*scopeDepth=*/0, Index);
  return D;
}

static void setParams(ASTContext &C, FunctionDecl *G,
                      llvm::ArrayRef<Parameter> Params) {
  llvm::SmallVector<ParmVarDecl *, 8> Decls;
  for (const Parameter &P : Params)
    Decls.push_back(makeParam(C, G, P, Decls.size()));
  G->setParams(Decls);
  auto Loc =
      G->getTypeSourceInfo()->getTypeLoc().castAs<FunctionProtoTypeLoc>();
  for (unsigned I = 0; I < Decls.size(); ++I)
    Loc.setParam(I, Decls[I]);
}

static FunctionDecl *makePrototype(Sema &S, FunctionDecl *F,
                                   const FunctionDecl *Previous,
                                   const Shape &Sh) {
  ASTContext &C = S.Context;
  auto either = [&](auto Test) {
    return Test(F) || (Previous && Test(Previous));
  };
  bool Static = either(
      [](const FunctionDecl *D) { return D->getStorageClass() == SC_Static; });
  bool Inline = either([](const FunctionDecl *D) { return D->isInlined(); });

  QualType T = C.getFunctionType(F->getReturnType(), Sh.types(),
                                 derivedProtoInfo(F, Previous));
  SourceLocation L = F->getLocation();
  auto *G = FunctionDecl::Create(C, F->getDeclContext(), L, L, Sh.Name, T,
                                 C.getTrivialTypeSourceInfo(T, L),
                                 Static ? SC_Static : SC_None,
                                 /*UsesFPIntrin=*/false, Inline);
  setParams(C, G, Sh.Params);
  markDerivative(G);
  G->addAttr(UnusedAttr::CreateImplicit(C)); // no warning if it is not called
  S.AddPushedVisibilityAttribute(G);
  return G;
}

static void declare(Sema &S, FunctionDecl *G) {
  DeclContext *DC = G->getDeclContext();
  DC->addDecl(G);
  if (Scope *Sc = S.getScopeForContext(DC))
    S.PushOnScopeChains(G, Sc, /*AddToContext=*/false);
}

bool declareDerivatives(Sema &S, FunctionDecl *F,
                        llvm::ArrayRef<unsigned> Params) {
  llvm::SmallVector<Shape, 2> Shapes = makeShapes(F, Params);
  for (const Shape &Sh : Shapes)
    if (NamedDecl *Other = findClash(S.Context, F, Sh)) {
      reportClash(S, F, Other);
      return false;
    }
  const FunctionDecl *Previous = findPrevious(F);
  for (const Shape &Sh : Shapes)
    declare(S, makePrototype(S, F, Previous, Sh));
  return true;
}

llvm::SmallVector<FunctionDecl *, 2>
findDerivatives(const FunctionDecl *F, llvm::ArrayRef<unsigned> Params) {
  llvm::SmallVector<FunctionDecl *, 2> Found;
  for (const Shape &Sh : makeShapes(F, Params))
    for (NamedDecl *D : lookUp(F, Sh.Name))
      if (auto *G = dyn_cast<FunctionDecl>(D))
        if (sameParameters(F->getASTContext(), G, Sh.types()))
          Found.push_back(G);
  return Found;
}

} // namespace nabla::plugin
