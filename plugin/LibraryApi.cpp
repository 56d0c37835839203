// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding the engines in use and giving them bodies; see LibraryApi.h.

#include "LibraryApi.h"
#include "DefineAsCall.h"
#include "Diagnostics.h"
#include "Prototypes.h"
#include "RuntimeNames.h"
#include "Signature.h"
#include "Support/GeneratedNames.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

//===--- Finding ----------------------------------------------------------===//

static ClassTemplateDecl *findEngine(ASTContext &C, StringRef Name) {
  return findNablaTemplate(C, "detail", Name);
}

/// Of a lambda's conversion to a pointer, what the lambda itself does.
static const FunctionDecl *behind(const FunctionDecl *F) {
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && M->isLambdaStaticInvoker())
    return M->getParent()->getLambdaCallOperator();
  return F;
}

/// The place in the user's code where a derivative of F is first asked for.
SourceLocation LibraryApi::requestOf(const FunctionDecl *F) {
  SourceManager &SM = CI.getSourceManager();
  SourceLocation Found;
  for (StringRef Name :
       {"gradient", "value_and_gradient", "vjp", "check_gradient",
        "implicit_gradient", "implicit_value_and_gradient"}) {
    ASTContext &C = CI.getASTContext();
    for (NamedDecl *D : findNabla(C)->lookup(&C.Idents.get(Name))) {
      auto *T = dyn_cast<FunctionTemplateDecl>(D);
      if (!T)
        continue;
      for (FunctionDecl *S : T->specializations()) {
        const TemplateArgument &A = S->getTemplateSpecializationArgs()->get(0);
        SourceLocation L = S->getPointOfInstantiation();
        if (A.getKind() != TemplateArgument::Declaration || L.isInvalid() ||
            A.getAsDecl()->getCanonicalDecl() != F->getCanonicalDecl() ||
            SM.isInSystemHeader(L))
          continue;
        if (Found.isInvalid() || SM.isBeforeInTranslationUnit(L, Found))
          Found = L;
      }
    }
  }
  return Found.isValid() ? Found : F->getLocation();
}

//===--- Deriving ---------------------------------------------------------===//

/// Reports what is wrong with the request itself.
bool LibraryApi::check(Kind K, const Wanted &W, SourceLocation L) {
  DiagnosticsEngine &D = CI.getDiagnostics();
  const FunctionDecl *F = behind(W.F);
  std::string Name = "'" + W.F->getNameAsString() + "'";
  if (F != W.F)
    Name = "this lambda";
  std::optional<Mark> M = findMark(F);
  if (K == Kind::Implicit && !F->isDefined()) {
    reportError(D, L,
                "cannot tell what trainable variables " + Name +
                    " reads: its body is not visible here; define it in this "
                    "file");
    reportNote(D, F->getLocation(), Name + " is declared here");
    return false;
  }
  if (!F->isDefined() && !(M && M->Params == W.Params) && !Derive.hasRule(F)) {
    reportError(D, L,
                M ? "cannot differentiate " + Name +
                        " in these parameters: its body is not visible here, "
                        "and its declaration is marked for others; name them "
                        "in its '[[grad]]', or define it in this file"
                  : "cannot differentiate " + Name +
                        ": its body is not visible here; define it in this "
                        "file, mark its declaration [[grad]], or write a rule "
                        "for it");
    reportNote(D, F->getLocation(), Name + " is declared here");
    return false;
  }
  bool Good = true;
  for (unsigned I : W.Params) {
    const ParmVarDecl *P = F->getParamDecl(I);
    QualType T = P->getType();
    const char *Wrong = nullptr;
    if (contentOf(CI.getSema(), L, T) != Content::Real)
      Wrong = "holds nothing to differentiate";
    else if (holdsPointers(CI.getSema(), L, T))
      Wrong = "holds pointers, for which no shadow can be made here";
    if (!Wrong)
      continue;
    Good = false;
    reportError(D, L,
                "parameter " + std::to_string(I) + " of " + Name +
                    ", of type '" + T.getAsString() + "', " + Wrong +
                    "; give the indices of the parameters to differentiate "
                    "after the function");
    reportNote(D, P->getLocation(), "the parameter is declared here");
  }
  return Good;
}

FunctionDecl *LibraryApi::vjp(const Wanted &W) {
  const FunctionDecl *F = behind(W.F);
  std::optional<Mark> M = findMark(F);
  if (M && M->Params == W.Params)
    for (FunctionDecl *G : findDerivatives(F, M->Params))
      if (G->getName() == names::vjp(F->getName()))
        return G;
  return Derive.vjp(F, W.Params);
}

FunctionDecl *LibraryApi::sweep(Kind K, const Wanted &W) {
  auto [It, New] = Pairs.try_emplace({W.F->getCanonicalDecl(), W.Params});
  Sweeps &S = It->second;
  if (New)
    std::tie(S.Forward, S.Reverse) = Derive.sweeps(behind(W.F), W.Params);
  return K == Kind::Forward ? S.Forward : S.Reverse;
}

FunctionDecl *LibraryApi::target(Kind K, const Wanted &W) {
  if (K == Kind::Forward || K == Kind::Reverse)
    return sweep(K, W);
  auto &Known = K == Kind::Vjp ? Vjps : Implicit;
  auto [It, New] = Known.try_emplace({W.F->getCanonicalDecl(), W.Params});
  if (New)
    It->second = K == Kind::Vjp
                     ? vjp(W)
                     : Derive.vjp(behind(W.F), W.Params, /*Implicit=*/true);
  return It->second;
}

//===--- Defining ---------------------------------------------------------===//

bool LibraryApi::define(Kind K, FunctionDecl *Run,
                        const ClassTemplateSpecializationDecl *Engine) {
  const auto *Request = cast<ClassTemplateSpecializationDecl>(
      Engine->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl());
  Wanted W;
  W.F = cast<FunctionDecl>(Request->getTemplateArgs()[0].getAsDecl());
  for (const TemplateArgument &A :
       Request->getTemplateArgs()[1].getPackAsArray())
    W.Params.push_back(A.getAsIntegral().getZExtValue());
  if (Failed.contains(W.F))
    return false;
  SourceLocation L = requestOf(W.F);
  FunctionDecl *Target = nullptr;
  if (check(K, W, L)) {
    Derive.askedAt(L);
    Target = target(K, W);
    Derive.askedAt({});
  }
  if (!Target) {
    Failed.insert(W.F);
    return false;
  }
  defineAsCall(CI, Run, Target);
  return true;
}

bool LibraryApi::serveOnce() {
  struct Use {
    Kind K;
    FunctionDecl *Run;
    ClassTemplateSpecializationDecl *Engine;
  };
  std::vector<Use> Found;
  constexpr std::pair<Kind, StringRef> Engines[] = {
      {Kind::Vjp, "vjp_engine"},
      {Kind::Implicit, "implicit_engine"},
      {Kind::Forward, "forward_engine"},
      {Kind::Reverse, "reverse_engine"}};
  for (auto [K, Name] : Engines)
    if (ClassTemplateDecl *T = findEngine(CI.getASTContext(), Name))
      for (ClassTemplateSpecializationDecl *S : T->specializations())
        if (FunctionDecl *Run = findUsedRun(S))
          Found.push_back({K, Run, S});
  bool Any = false;
  for (const Use &U : Found)
    Any |= define(U.K, U.Run, U.Engine);
  return Any;
}

void LibraryApi::serve() {
  if (!findEngine(CI.getASTContext(), "vjp_engine"))
    return;
  Sema &S = CI.getSema();
  bool Any;
  do {
    S.DefineUsedVTables();
    S.PerformPendingInstantiations();
    Any = Tape.defineUsed();
    Any |= Members.defineUsed();
    Any |= serveOnce();
  } while (Any);
}

} // namespace nabla::plugin
