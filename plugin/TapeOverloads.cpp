// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declaring and defining the overloads in the AST; see TapeOverloads.h.

#include "TapeOverloads.h"
#include "ClangVersion.h"
#include "DefineAsCall.h"
#include "Mark.h"
#include "RuntimeNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

static constexpr StringRef Space = "taping";

//===--- Asking the header ------------------------------------------------===//

bool TapeOverloads::isHeaderSeen() {
  return findNablaTemplate(CI.getASTContext(), Space, "compiled");
}

namespace {

/// The arguments of one of the header's templates.
class Arguments {
public:
  Arguments(Sema &S, SourceLocation L) : S(S), L(L), List(L, L) {}

  void add(QualType T) { add(TemplateArgument(T), QualType()); }
  void add(FunctionDecl *F) {
    QualType T = S.Context.getPointerType(F->getType());
    add(TemplateArgument(F, T), T);
  }
  void add(llvm::ArrayRef<unsigned> Positions) {
    ASTContext &C = S.Context;
    QualType Size = C.getSizeType();
    for (unsigned P : Positions)
      add(TemplateArgument(C, llvm::APSInt(llvm::APInt(C.getTypeSize(Size), P)),
                           Size),
          Size);
  }
  /// The class that Template is for them.
  QualType name(StringRef Template) {
    ClassTemplateDecl *T = findNablaTemplate(S.Context, Space, Template);
    return specialization(S, T, L, List);
  }
  /// The same, defined; or null.
  CXXRecordDecl *apply(StringRef Template) {
    QualType Class = name(Template);
    if (Class.isNull() || !S.isCompleteType(L, Class))
      return nullptr;
    return Class->getAsCXXRecordDecl();
  }

private:
  void add(const TemplateArgument &A, QualType T) {
    List.addArgument(S.getTrivialTemplateArgumentLoc(A, T, L));
  }

  Sema &S;
  SourceLocation L;
  TemplateArgumentListInfo List;
};

} // namespace

template <class D>
static D *findMember(Sema &S, CXXRecordDecl *Class, StringRef Name) {
  LookupResult Found(S, &S.Context.Idents.get(Name), Class->getLocation(),
                     Sema::LookupOrdinaryName);
  Found.suppressDiagnostics();
  S.LookupQualifiedName(Found, Class);
  return Found.isSingleResult() ? dyn_cast<D>(Found.getFoundDecl()) : nullptr;
}

/// F's type without what overload does not know: noexcept, calling convention.
static QualType plainType(const FunctionDecl *F) {
  llvm::SmallVector<QualType, 8> Types;
  for (const ParmVarDecl *P : F->parameters())
    Types.push_back(P->getType().getUnqualifiedType());
  return F->getASTContext().getFunctionType(F->getReturnType(), Types, {});
}

/// The type of F's overload, or null if it can have none.
static const FunctionProtoType *overloadType(Sema &S, const FunctionDecl *F,
                                             llvm::ArrayRef<unsigned> Params) {
  Arguments Args(S, F->getLocation());
  Args.add(plainType(F));
  Args.add(Params);
  CXXRecordDecl *Class = Args.apply("overload");
  auto *Type = Class ? findMember<TypedefNameDecl>(S, Class, "type") : nullptr;
  return Type ? Type->getUnderlyingType()->getAs<FunctionProtoType>() : nullptr;
}

//===--- Declaring --------------------------------------------------------===//

/// A parameter that takes the overload out of the reach of everything but
/// calls: `auto p = f` and gradient<f> mean the function that the user wrote.
static ParmVarDecl *makeCallsOnly(Sema &S, FunctionDecl *G) {
  ASTContext &C = S.Context;
  SourceLocation L = G->getLocation();
  QualType T = C.VoidPtrTy.withConst();
  auto *P = ParmVarDecl::Create(C, G, L, L, nullptr, T,
                                C.getTrivialTypeSourceInfo(T, L), SC_None,
                                /*DefArg=*/nullptr);
  auto *Null = new (C) CXXNullPtrLiteralExpr(C.NullPtrTy, L);
  P->setDefaultArg(
      S.ImpCastExprToType(Null, C.VoidPtrTy, CK_NullToPointer).get());
  P->addAttr(PassObjectSizeAttr::CreateImplicit(C, /*Type=*/0));
  return P;
}

/// Default arguments may be kept: some parameter that takes variables needs an
/// argument, so that no call can mean both functions.
static bool keepsDefaults(const FunctionDecl *F,
                          llvm::ArrayRef<unsigned> Params) {
  return !Params.empty() && !F->getParamDecl(Params[0])->hasDefaultArg();
}

static void copyDefault(Sema &S, ParmVarDecl *To, ParmVarDecl *From) {
  if (!From->hasDefaultArg() || From->hasUnparsedDefaultArg() ||
      From->hasUninstantiatedDefaultArg())
    return;
  Expr *E = From->getDefaultArg()->IgnoreImplicit();
  ExprResult Converted =
      S.ConvertParamDefaultArgument(To, E, From->getLocation());
  if (Converted.isUsable())
    S.SetParamDefaultArgument(To, Converted.get(), From->getLocation());
}

static void makeParams(Sema &S, FunctionDecl *G, const FunctionDecl *F,
                       llvm::ArrayRef<unsigned> Params) {
  ASTContext &C = S.Context;
  llvm::SmallVector<ParmVarDecl *, 8> Decls;
  const auto *Type = G->getType()->castAs<FunctionProtoType>();
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *Of = F->getParamDecl(I);
    QualType T = Type->getParamType(I);
    auto *P = ParmVarDecl::Create(C, G, Of->getLocation(), Of->getLocation(),
                                  Of->getIdentifier(), T,
                                  C.getTrivialTypeSourceInfo(T), SC_None,
                                  /*DefArg=*/nullptr);
    if (keepsDefaults(F, Params))
      copyDefault(S, P, const_cast<ParmVarDecl *>(Of));
    Decls.push_back(P);
  }
  Decls.push_back(makeCallsOnly(S, G));
  for (unsigned I = 0; I < Decls.size(); ++I)
    Decls[I]->setScopeInfo(/*scopeDepth=*/0, I);
  G->setParams(Decls);
}

/// The type Type with the parameter of makeCallsOnly.
static QualType withCallsOnly(ASTContext &C, const FunctionProtoType *Type) {
  llvm::SmallVector<QualType, 8> Types(Type->getParamTypes());
  Types.push_back(C.VoidPtrTy);
  llvm::SmallVector<FunctionProtoType::ExtParameterInfo, 8> Infos(Types.size());
  Infos.back() = Infos.back().withHasPassObjectSize();
  FunctionProtoType::ExtProtoInfo Info;
  Info.ExtParameterInfos = Infos.data();
  return C.getFunctionType(Type->getReturnType(), Types, Info);
}

FunctionDecl *TapeOverloads::declare(const Overload &O) {
  Sema &S = CI.getSema();
  ASTContext &C = S.Context;
  FunctionDecl *F = O.Of;
  DeclContext *DC = F->getDeclContext()->getRedeclContext(); // not "C"
  const FunctionProtoType *Type =
      DC->isExternCContext() ? nullptr : overloadType(S, F, O.Params);
  if (!Type)
    return nullptr;
  SourceLocation L = F->getLocation();
  QualType T = withCallsOnly(C, Type);
  bool Static = F->getStorageClass() == SC_Static;
  auto *G = FunctionDecl::Create(C, DC, L, L, F->getDeclName(), T,
                                 C.getTrivialTypeSourceInfo(T, L),
                                 Static ? SC_Static : SC_None,
                                 /*UsesFPIntrin=*/false, /*Inline=*/true);
  makeParams(S, G, F, O.Params);
  G->addAttr(UnusedAttr::CreateImplicit(C));
  markOverload(G);
  Arguments Args(S, L);
  Args.add(F);
  Args.add(O.Params);
  Args.name("declared");
  S.AddPushedVisibilityAttribute(G);
  DC->addDecl(G);
  if (Scope *Sc = S.getScopeForContext(DC))
    S.PushOnScopeChains(G, Sc, /*AddToContext=*/false);
  return G;
}

void TapeOverloads::add(FunctionDecl *F, llvm::ArrayRef<unsigned> Params) {
  Waiting.push_back({F, Params});
  declareWaiting();
}

void TapeOverloads::declareWaiting() {
  bool Prefix = !PrefixKnown && CI.getASTContext().getExternalSource();
  if ((Waiting.empty() && !Prefix) || !isHeaderSeen())
    return;
  if (Prefix)
    findInPrefix();
  for (Overload &O : std::exchange(Waiting, {}))
    if (!O.Of->isInvalidDecl() && (O.Declared = declare(O)))
      Declared.push_back(std::move(O));
}

//===--- What a precompiled header has ------------------------------------===//

/// F's overload, which has been declared.
static FunctionDecl *findDeclared(Sema &S, const FunctionDecl *F,
                                  llvm::ArrayRef<unsigned> Params) {
  const FunctionProtoType *Type = overloadType(S, F, Params);
  if (!Type)
    return nullptr;
  QualType T = withCallsOnly(S.Context, Type);
  for (NamedDecl *D :
       F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName()))
    if (auto *G = dyn_cast<FunctionDecl>(D))
      if (isOverload(G) && S.Context.hasSameType(G->getType(), T))
        return G;
  return nullptr;
}

/// Marked functions in D that a header of before the tape's declares.
void TapeOverloads::findMarked(Decl *D) {
  if (auto *F = dyn_cast<FunctionDecl>(D)) {
    if (F->isFirstDecl())
      if (std::optional<Mark> M = findMark(F))
        Waiting.push_back({F, M->Params});
  } else if (isa<NamespaceDecl, LinkageSpecDecl>(D) && D->isFromASTFile()) {
    for (Decl *In : cast<DeclContext>(D)->decls())
      findMarked(In);
  }
}

void TapeOverloads::findInPrefix() {
  PrefixKnown = true;
  ASTContext &C = CI.getASTContext();
  ClassTemplateDecl *T = findNablaTemplate(C, Space, "declared");
  if (!T || !T->isFromASTFile()) {
    for (Decl *D : C.getTranslationUnitDecl()->decls())
      if (D->isFromASTFile())
        findMarked(D);
    return;
  }
  for (ClassTemplateSpecializationDecl *Of : T->specializations()) {
    if (!Of->isFromASTFile())
      continue;
    const TemplateArgumentList &Args = Of->getTemplateArgs();
    auto *F = cast<FunctionDecl>(Args[0].getAsDecl());
    Overload O{F, {}};
    for (const TemplateArgument &A : Args[1].getPackAsArray())
      O.Params.push_back(A.getAsIntegral().getZExtValue());
    if ((O.Declared = findDeclared(CI.getSema(), F, O.Params)))
      Declared.push_back(std::move(O));
  }
}

//===--- Defining ---------------------------------------------------------===//

/// compiled<F, type of the overload, Params...>::call.
FunctionDecl *TapeOverloads::findTarget(const Overload &O) {
  Sema &S = CI.getSema();
  const FunctionProtoType *Type = overloadType(S, O.Of, O.Params);
  if (!Type)
    return nullptr;
  Arguments Args(S, O.Of->getLocation());
  Args.add(O.Of);
  Args.add(QualType(Type, 0));
  Args.add(O.Params);
  CXXRecordDecl *Class = Args.apply("compiled");
  return Class ? findMember<FunctionDecl>(S, Class, "call") : nullptr;
}

bool TapeOverloads::defineUsed() {
  bool Any = false;
  for (const Overload &O : Declared) {
    FunctionDecl *G = O.Declared;
    if (!G->isUsed() || G->isDefined() || G->isInvalidDecl())
      continue;
    if (FunctionDecl *Target = findTarget(O)) {
      defineAsCall(CI, G, Target);
      Any = true;
    } else {
      G->setInvalidDecl(); // said already
    }
  }
  return Any;
}

} // namespace nabla::plugin
