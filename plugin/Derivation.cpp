// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function's way through the stages; see Derivation.h.

#include "Derivation.h"
#include "Diagnostics.h"
#include "Import/Import.h"
#include "Prototypes.h"
#include "Reparse.h"
#include "RuntimeHeaders.h"
#include "Support/CrashContext.h"
#include "Support/FlatName.h"
#include "Support/GeneratedNames.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace nabla::plugin {

static StringRef nameOf(const FunctionDecl *F) {
  return F->getDeclName().isIdentifier() ? F->getName() : "lambda";
}

bool Derivation::prepare(SourceLocation L) {
  if (!Prepared)
    Prepared = makeRuntimeVisible(CI, L);
  return *Prepared;
}

/// Reports the differentiated parameters whose types the IR does not know to
/// hold a real.
static bool checkParams(const FunctionDecl *F, const ir::Function &Primal,
                        llvm::ArrayRef<unsigned> Params, Diagnostics &Diags) {
  bool Good = true;
  for (unsigned I : Params) {
    const ir::Variable *P = Primal.params()[I];
    if (P->type()->holdsReal())
      continue;
    Good = false;
    const ParmVarDecl *D = F->getParamDecl(I);
    Diags.error({D->getLocation().getRawEncoding()},
                "parameter '" + D->getName() + "' of type '" +
                    D->getType().getAsString() +
                    "' cannot be differentiated yet; name the parameters to "
                    "differentiate in 'grad'");
  }
  return Good;
}

/// F in the IR; null after an error.
bool Derivation::hasRule(const FunctionDecl *F) {
  ASTContext &C = CI.getASTContext();
  import::importRules(C, Module, Diags);
  return import::hasRule(C, F, Module);
}

const ir::Function *Derivation::import(const FunctionDecl *F,
                                       llvm::ArrayRef<unsigned> Params) {
  CrashContext Stage(Opts, "import", nameOf(F),
                     F->getLocation().getRawEncoding());
  ASTContext &C = CI.getASTContext();
  import::importRules(C, Module, Diags);
  const ir::Function *Primal =
      import::importFunction(C, F, Module, Diags, &CI.getSema());
  if (!Primal || Diags.numErrors() || !checkParams(F, *Primal, Params, Diags))
    return nullptr;
  return Primal;
}

/// The text that Make makes of F; empty after an error, which is reported.
std::string Derivation::derive(
    const FunctionDecl *F, llvm::ArrayRef<unsigned> Params,
    llvm::function_ref<std::string(const nabla::Request &)> Make) {
  std::string Name = F->getQualifiedNameAsString();
  CrashContext Trace(Opts, "derivatives", Name,
                     F->getLocation().getRawEncoding());
  if (!prepare(F->getLocation()))
    return "";
  std::string Text;
  if (const ir::Function *Primal = import(F, Params))
    Text = Make(nabla::Request{Primal, Params, false});
  bool Good = Diags.numErrors() == 0;
  if (Asked.isValid())
    for (Diagnostic &D : Diags.since(0))
      D.Notes.insert(D.Notes.begin(),
                     {{Asked.getRawEncoding()},
                      "while differentiating '" + F->getNameAsString() +
                          "', which is asked for here"});
  reportAll(CI.getDiagnostics(), Diags, Opts);
  return Good ? Text : "";
}

/// What was said of F after its derivatives were declared holds for them too.
static void copyVisibility(const FunctionDecl *F,
                           llvm::ArrayRef<FunctionDecl *> Prototypes) {
  const auto *A = F->getAttr<VisibilityAttr>();
  for (FunctionDecl *G : Prototypes)
    if (A && !G->hasAttr<VisibilityAttr>())
      G->addAttr(A->clone(F->getASTContext()));
}

static void reportRejected(CompilerInstance &CI, const FunctionDecl *F,
                           const ParseErrors &Errors, llvm::StringRef Text) {
  DiagnosticsEngine &D = CI.getDiagnostics();
  reportError(D, F->getLocation(),
              "internal error of nabla: clang rejects the derivative of '" +
                  nameOf(F) + "'; please report this with the text below");
  for (const ParseError &E : Errors)
    reportNote(D, E.Loc, E.Text);
  llvm::errs() << "--- generated text ---\n"
               << Text << "--- end of generated text ---\n";
}

/// Makes Text, which is derived of F, part of the compilation.
ParseErrors Derivation::parse(const FunctionDecl *F, const std::string &Text) {
  CrashContext Stage(Opts, "reparse", nameOf(F),
                     F->getLocation().getRawEncoding());
  makeStandardVisible(CI, Text);
  return parseText(CI, Text, "derivatives of " + F->getNameAsString(),
                   Emitted.add(Text));
}

void Derivation::reparse(const FunctionDecl *F, const Mark &M,
                         const std::string &Text) {
  copyVisibility(F, findDerivatives(F, M.Params));
  ParseErrors Errors = parse(F, Text);
  if (Errors.empty())
    for (const FunctionDecl *G : findDerivatives(F, M.Params))
      if (!G->isDefined())
        Errors.push_back({F->getLocation(), "'" + G->getNameAsString() +
                                                "' is declared as '" +
                                                G->getType().getAsString() +
                                                "' but not defined so"});
  if (!Errors.empty())
    reportRejected(CI, F, Errors, Text);
}

void Derivation::registerPair(const FunctionDecl *F) {
  CrashContext Trace(Opts, "derivatives", F->getQualifiedNameAsString(),
                     F->getLocation().getRawEncoding());
  if (!prepare(F->getLocation()))
    return;
  ASTContext &C = CI.getASTContext();
  import::importRules(C, Module, Diags);
  const ir::Function *Target =
      import::importTarget(C, F, Module, &CI.getSema());
  std::string Text = Target ? Stages.registration(*Target) : "";
  if (Text.empty())
    return;
  ParseErrors Errors = parse(F, Text);
  if (!Errors.empty())
    reportRejected(CI, F, Errors, Text);
}

void Derivation::checkRules() {
  ASTContext &C = CI.getASTContext();
  if (!import::hasUsersRules(C))
    return;
  import::importRules(C, Module, Diags, /*AtEnd=*/true);
  reportAll(CI.getDiagnostics(), Diags, Opts);
}

/// Who calls only the derivative uses the function all the same.
static void useWith(const FunctionDecl *F) {
  for (FunctionDecl *Redecl : F->redecls())
    if (!Redecl->hasAttr<UnusedAttr>())
      Redecl->addAttr(UnusedAttr::CreateImplicit(F->getASTContext()));
}

void Derivation::run(const FunctionDecl *F, const Mark &M) {
  std::string Text =
      derive(F, M.Params, [&](const auto &R) { return Stages.run(R); });
  if (Text.empty())
    return;
  useWith(F);
  reparse(F, M, Text);
}

//===--- Functions that are not marked ------------------------------------===//

/// The function of that name that is derived of F and private to the file.
static FunctionDecl *findHidden(const FunctionDecl *F, StringRef Name) {
  auto *In = const_cast<DeclContext *>(
      F->getDeclContext()->getEnclosingNamespaceContext()->getRedeclContext());
  auto *N = dyn_cast<NamespaceDecl>(In);
  if (!N || !N->isAnonymousNamespace())
    N = N ? N->getAnonymousNamespace()
          : cast<TranslationUnitDecl>(In)->getAnonymousNamespace();
  if (N)
    for (NamedDecl *D : N->lookup(&F->getASTContext().Idents.get(Name)))
      if (auto *G = dyn_cast<FunctionDecl>(D))
        return G;
  return nullptr;
}

/// What the functions derived of F are called, or begin with.
std::string Derivation::deriveHidden(
    const FunctionDecl *F, llvm::ArrayRef<unsigned> Params,
    llvm::function_ref<std::string(const nabla::Request &, StringRef)> Make) {
  std::string Name =
      names::flat(F->getNameAsString()) + "__" + std::to_string(++Hidden);
  std::string Text =
      derive(F, Params, [&](const auto &R) { return Make(R, Name); });
  if (Text.empty())
    return "";
  ParseErrors Errors = parse(F, Text);
  if (!Errors.empty()) {
    reportRejected(CI, F, Errors, Text);
    return "";
  }
  return Name;
}

FunctionDecl *Derivation::vjp(const FunctionDecl *F,
                              llvm::ArrayRef<unsigned> Params, bool Implicit) {
  std::string Name = deriveHidden(F, Params, [&](const auto &R, StringRef N) {
    return Stages.runVjp({R.Primal, R.Params, Implicit}, N);
  });
  return Name.empty() ? nullptr : findHidden(F, Name);
}

std::pair<FunctionDecl *, FunctionDecl *>
Derivation::sweeps(const FunctionDecl *F, llvm::ArrayRef<unsigned> Params) {
  std::string Name = deriveHidden(F, Params, [&](const auto &R, StringRef N) {
    return Stages.runSweeps(R, N);
  });
  if (Name.empty())
    return {};
  return {findHidden(F, names::forwardEntry(Name)),
          findHidden(F, names::reverseEntry(Name))};
}

} // namespace nabla::plugin
