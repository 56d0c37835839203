// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks at the end of the file; see LastChecks.h.

#include "LastChecks.h"
#include "Diagnostics.h"
#include "Prototypes.h"
#include "Reparse.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace nabla::plugin {

/// A declaration of G that the user has written, or null.
static const FunctionDecl *findUsersOwn(Sema &S, const FunctionDecl *G) {
  for (const FunctionDecl *D : G->redecls())
    if (!isDerivativePrototype(D) &&
        !isGenerated(S.getSourceManager(), D->getLocation()))
      return D;
  return nullptr;
}

static void checkClash(Sema &S, const FunctionDecl *F, const FunctionDecl *G) {
  const FunctionDecl *Own = findUsersOwn(S, G);
  if (!Own || Own->isInvalidDecl())
    return;
  reportError(S.Diags, Own->getLocation(),
              "'" + Own->getName() + "' is the name of a derivative of '" +
                  F->getName() + "'; rename it");
  reportNote(S.Diags, F->getLocation(),
             "'" + F->getName() + "' is declared here");
}

/// Why F has to have a body in this file, or null.
static const char *whyBodyIsNeeded(const FunctionDecl *F,
                                   llvm::ArrayRef<FunctionDecl *> Derivatives) {
  if (F->getFormalLinkage() == Linkage::Internal)
    return "has internal linkage";
  if (F->isInlined() && llvm::any_of(Derivatives, [](const FunctionDecl *G) {
        return G->isUsed();
      }))
    return "is inline";
  return nullptr;
}

static void checkBody(Sema &S, const FunctionDecl *F, const Mark &M,
                      llvm::ArrayRef<FunctionDecl *> Derivatives) {
  if (F->isDefined())
    return;
  const char *Why = whyBodyIsNeeded(F, Derivatives);
  if (!Why)
    return;
  reportError(S.Diags, M.Loc,
              "'" + F->getName() + "' " + Why +
                  " but no body in this file, so its derivatives cannot be "
                  "generated; define it here, or remove 'grad'");
  // Clang need not say that they are undefined, too.
  for (FunctionDecl *G : Derivatives)
    G->setInvalidDecl();
}

void checkAtEnd(Sema &S, const FunctionDecl *F, const Mark &M) {
  llvm::SmallVector<FunctionDecl *, 2> Derivatives =
      findDerivatives(F, M.Params);
  for (const FunctionDecl *G : Derivatives)
    checkClash(S, F, G);
  checkBody(S, F, M, Derivatives);
}

} // namespace nabla::plugin
