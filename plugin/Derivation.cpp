// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function's way through the stages; see Derivation.h.

#include "Derivation.h"
#include "Diagnostics.h"
#include "Import/Import.h"
#include "Prototypes.h"
#include "Reparse.h"
#include "RuntimeHeaders.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace clang;

namespace nabla::plugin {

bool Derivation::prepare(SourceLocation L) {
  if (!Prepared)
    Prepared = makeRuntimeVisible(CI, L);
  return *Prepared;
}

/// Reports the differentiated parameters whose types the IR does not know to
/// hold a real.
static bool checkParams(const FunctionDecl *F, const ir::Function &Primal,
                        const Mark &M, Diagnostics &Diags) {
  bool Good = true;
  for (unsigned I : M.Params) {
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

std::string Derivation::derive(const FunctionDecl *F, const Mark &M) {
  ASTContext &C = CI.getASTContext();
  ir::Function *Primal;
  {
    llvm::PrettyStackTraceString Stage("nabla: importing");
    import::importRules(C, Module, Diags);
    Primal = import::importFunction(C, F, Module, Diags, &CI.getSema());
  }
  if (!Primal || Diags.numErrors() || !checkParams(F, *Primal, M, Diags))
    return "";
  return Stages.run({Primal, M.Params});
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
                  F->getName() + "'; please report this with the text below");
  for (const ParseError &E : Errors)
    reportNote(D, E.Loc, E.Text);
  llvm::errs() << "--- generated text ---\n"
               << Text << "--- end of generated text ---\n";
}

void Derivation::reparse(const FunctionDecl *F, const Mark &M,
                         const std::string &Text) {
  llvm::PrettyStackTraceString Stage("nabla: parsing the generated text");
  copyVisibility(F, findDerivatives(F, M.Params));
  makeStandardVisible(CI, Text);
  ParseErrors Errors = parseText(
      CI, Text, ("derivatives of " + F->getName()).str(), Emitted.add(Text));
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

void Derivation::run(const FunctionDecl *F, const Mark &M) {
  std::string Doing =
      "nabla: differentiating '" + F->getQualifiedNameAsString() + "'";
  llvm::PrettyStackTraceString Trace(Doing.c_str());
  if (!prepare(F->getLocation()))
    return;
  std::string Text = derive(F, M);
  bool Good = Diags.numErrors() == 0;
  reportAll(CI.getDiagnostics(), Diags);
  if (!Good || Text.empty())
    return;
  // Who calls only the derivative uses the function all the same.
  for (FunctionDecl *Redecl : F->redecls())
    if (!Redecl->hasAttr<UnusedAttr>())
      Redecl->addAttr(UnusedAttr::CreateImplicit(CI.getASTContext()));
  reparse(F, M, Text);
}

} // namespace nabla::plugin
