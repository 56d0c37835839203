// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue of marked functions; see Requests.h.

#include "Requests.h"
#include "Callees.h"
#include "LastChecks.h"
#include "Prototypes.h"
#include "Reparse.h"
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
      Derive(CI, Args.Pipeline, Emitted), Outer(Current) {
  Current = this;
}

Requests::~Requests() { Current = Outer; }

void Requests::add(FunctionDecl *F) {
  Marked.push_back(F);
  Pending.push_back(F);
}

/// True if D may hold the body of a function that is no template.
static bool mayDefine(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return F->isThisDeclarationADefinition();
  return isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D);
}

/// Definitions in D of functions that a precompiled header has marked: no
/// attribute of this file tells of them.
static void collectInherited(Decl *D, std::vector<FunctionDecl *> &Found) {
  if (auto *F = dyn_cast<FunctionDecl>(D)) {
    if (F->isThisDeclarationADefinition() && F->getPreviousDecl() &&
        F->getCanonicalDecl()->isFromASTFile() && findMark(F))
      Found.push_back(F);
  } else if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
    for (Decl *In : cast<DeclContext>(D)->noload_decls())
      collectInherited(In, Found);
  }
}

/// True if the parser has made this group; the instantiation of a template is
/// reported in the same way, at a time when nothing can be parsed.
static bool isInstantiation(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return F->isTemplateInstantiation();
  const auto *V = dyn_cast<VarDecl>(D);
  return V && isTemplateInstantiation(V->getTemplateSpecializationKind());
}

void Requests::parsed(DeclGroupRef Group) {
  if (Busy || llvm::any_of(Group, isInstantiation) || !isSafePoint(CI))
    return;
  if (CI.getASTContext().getExternalSource())
    for (Decl *D : Group)
      collectInherited(D, Pending);
  bool AtEnd = isAtEnd(CI);
  if (!Pending.empty() && (AtEnd || llvm::any_of(Group, mayDefine)))
    serve(AtEnd);
  if (AtEnd)
    finish();
}

void Requests::serve(bool AtEnd) {
  Busy = true;
  std::vector<FunctionDecl *> Remaining;
  for (FunctionDecl *F : std::exchange(Pending, {}))
    if (Errors.any() || !isDone(F, AtEnd))
      Remaining.push_back(F);
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

/// Differentiates F if it can be done now. True if there is nothing left to do.
bool Requests::isDone(FunctionDecl *F, bool AtEnd) {
  const FunctionDecl *Definition = F->getDefinition();
  std::optional<Mark> M = findMark(F);
  if (F->isInvalidDecl() || !M || !isNamed(F, Args.Function))
    return true;
  if (!Definition ||
      (!AtEnd && (!Args.EmitPath.empty() || waitsForBody(Definition))))
    return false;
  if (!isDefined(Definition, *M) &&
      canBeDerived(CI.getDiagnostics(), Definition))
    Derive.run(Definition, *M);
  return true;
}

void Requests::finish() {
  if (Errors.any() || CI.getASTContext().TUKind != TU_Complete)
    return;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  for (const FunctionDecl *F : Marked)
    if (Seen.insert(F->getCanonicalDecl()).second && !F->isInvalidDecl())
      if (std::optional<Mark> M = findMark(F))
        checkAtEnd(CI.getSema(), F, *M);
}

} // namespace nabla::plugin
