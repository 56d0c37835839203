// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue of marked functions; see Requests.h.

#include "Requests.h"
#include "AddressTaken.h"
#include "Callees.h"
#include "LastChecks.h"
#include "Prototypes.h"
#include "Reparse.h"
#include "UnusedShadows.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

static thread_local Requests *Current = nullptr;

Requests *Requests::current() { return Current; }

Requests::Requests(CompilerInstance &CI, const Arguments &Args,
                   EmittedFile &Emitted)
    : CI(CI), Args(Args), Errors(CI.getDiagnostics()),
      Derive(CI, Args.Pipeline, Emitted), Tape(CI),
      Api(CI, Derive, Tape, Emitted), Outer(Current) {
  Current = this;
}

Requests::~Requests() { Current = Outer; }

void Requests::add(FunctionDecl *F) {
  Marked.push_back(F);
  Pending.push_back({F});
}

/// True if D may hold the body of a function that is no template.
static bool mayDefine(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return F->isThisDeclarationADefinition();
  return isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D);
}

/// Definitions in D of functions that a precompiled header has marked: no
/// attribute of this file tells of them.
static void collectInherited(Decl *D,
                             llvm::function_ref<void(FunctionDecl *)> Take) {
  if (auto *F = dyn_cast<FunctionDecl>(D)) {
    if (F->isThisDeclarationADefinition() && F->getPreviousDecl() &&
        F->getCanonicalDecl()->isFromASTFile() && findMark(F))
      Take(F);
  } else if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
    for (Decl *In : cast<DeclContext>(D)->noload_decls())
      collectInherited(In, Take);
  }
}

/// True of what is reported like a parsed declaration, but in the midst of one.
static bool isInstantiation(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return F->getTemplateSpecializationKind() == TSK_ImplicitInstantiation;
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->getTemplateSpecializationKind() == TSK_ImplicitInstantiation;
}

void Requests::parsed(DeclGroupRef Group) {
  if (Busy || llvm::any_of(Group, isInstantiation) || !isSafePoint(CI))
    return;
  Tape.declareWaiting();
  if (CI.getASTContext().getExternalSource())
    for (Decl *D : Group)
      collectInherited(D, [&](FunctionDecl *F) { Pending.push_back({F}); });
  // The end of a precompiled header is seen here, that of a file in ended().
  bool AtEnd = CI.getASTContext().TUKind == TU_Prefix && isAtEnd(CI);
  if (!Pending.empty() && (AtEnd || llvm::any_of(Group, mayDefine)))
    serve(AtEnd);
}

void Requests::ended() {
  if (Busy || !isSafePoint(CI))
    return;
  serve(/*AtEnd=*/true);
  Busy = true;
  if (!Errors.any()) {
    Api.serve();
    Derive.checkRules();
  }
  registerPairs();
  Busy = false;
  checkMarked();
}

void Requests::serve(bool AtEnd) {
  Busy = true;
  std::vector<Request> Remaining;
  for (Request &R : std::exchange(Pending, {}))
    if (Errors.any() || !isDone(R, AtEnd))
      Remaining.push_back(R);
  Pending.insert(Pending.begin(), Remaining.begin(), Remaining.end());
  Busy = false;
}

static bool isDefined(const FunctionDecl *F, const Mark &M) {
  return llvm::all_of(findDerivatives(F, M.Params),
                      [](const FunctionDecl *G) { return G->isDefined(); });
}

/// Reports what only the definition shows to be impossible.
static bool canBeDerived(DiagnosticsEngine &D, const FunctionDecl *Definition) {
  if (Definition->isDeleted())
    reportError(D, Definition->getLocation(),
                "'" + Definition->getName() +
                    "' is deleted, so it has no derivative; remove 'grad'");
  else if (isa_and_nonnull<CoroutineBodyStmt>(Definition->getBody()))
    reportError(
        D, Definition->getLocation(),
        "'" + Definition->getName() +
            "' is a coroutine, which cannot be differentiated; move the "
            "computation to a plain function and mark that");
  else
    return true;
  return false;
}

static bool isNamed(const FunctionDecl *F, StringRef Name) {
  return Name.empty() || F->getName() == Name ||
         F->getQualifiedNameAsString() == Name;
}

/// Differentiates R.F if it can be done now. True if there is nothing left to
/// do.
bool Requests::isDone(Request &R, bool AtEnd) {
  const FunctionDecl *Definition = R.F->getDefinition();
  std::optional<Mark> M = findMark(R.F);
  if (R.F->isInvalidDecl() || !M || !isNamed(R.F, Args.Function))
    return true;
  Named = true;
  if (!Definition || (!AtEnd && mustWait(R, *Definition)))
    return false;
  if (!isDefined(Definition, *M) &&
      canBeDerived(CI.getDiagnostics(), Definition))
    Derive.run(Definition, *M);
  return true;
}

bool Requests::mustWait(Request &R, const FunctionDecl &Definition) const {
  if (!Args.EmitPath.empty()) // all the #include lines have to be known
    return true;
  if (isWithinOtherHeader(CI, Definition.getLocation()))
    return true;
  if (!R.Missing || R.Missing->isDefined())
    R.Missing = findMissingBody(&Definition);
  return R.Missing;
}

/// A name that no function has would otherwise be an empty derivative,
/// silently.
void Requests::checkNamed() {
  if (Args.Function.empty() || Named)
    return;
  std::string Marks;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  for (const FunctionDecl *F : Marked)
    if (Seen.insert(F->getCanonicalDecl()).second)
      Marks +=
          (Marks.empty() ? "'" : ", '") + F->getQualifiedNameAsString() + "'";
  reportError(
      CI.getDiagnostics(), SourceLocation(),
      "no function '" + Args.Function +
          "' is marked 'grad' here; give 'nabla-function' the name of " +
          (Marks.empty() ? "one that is" : "one of " + Marks));
}

void Requests::registerPairs() {
  if (Marked.empty() || Errors.any() || !Args.Function.empty())
    return;
  for (const FunctionDecl *F : findAddressTaken(CI.getSema()))
    Derive.registerPair(F);
}

void Requests::checkMarked() {
  if (Errors.any())
    return;
  checkNamed();
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  for (const FunctionDecl *F : Marked)
    if (Seen.insert(F->getCanonicalDecl()).second && !F->isInvalidDecl())
      if (std::optional<Mark> M = findMark(F))
        checkAtEnd(CI.getSema(), F, *M);
  if (Args.Pipeline.Silenced.count(warnings::UnusedShadow))
    return;
  Diagnostics Found;
  warnOfUnusedShadows(CI.getSema(), Marked, Found);
  reportAll(CI.getDiagnostics(), Found, Args.Pipeline);
}

} // namespace nabla::plugin
