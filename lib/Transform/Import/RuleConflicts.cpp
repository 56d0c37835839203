// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/RuleConflicts.h"
#include "Import/Importer.h"
#include "Import/Lookup.h"
#include "Import/Rules.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace nabla::import {

/// Both have a member that takes as many parameters.
static bool overlap(const HandRule &A, const HandRule &B) {
  for (const char *Name : {"vjp", "reverse"})
    for (const FunctionDecl *F : findMembers(*A.Record, Name))
      for (const char *Other : {"vjp", "reverse"})
        for (const FunctionDecl *G : findMembers(*B.Record, Other))
          if (F->getNumParams() == G->getNumParams())
            return true;
  return false;
}

static void reportSharedNames(const HandRule &A, const HandRule &B,
                              ir::Module &M, Diagnostics &Diags) {
  auto Shared = llvm::find_if(A.Spellings, [&](const std::string &S) {
    return llvm::is_contained(B.Spellings, S);
  });
  if (Shared == A.Spellings.end() || isNablas(*A.Record) ||
      isNablas(*B.Record) || !overlap(A, B) ||
      !M.firstTime(A.Class + " and " + B.Class))
    return;
  Diags
      .error(loc(B.Record->getLocation()), "rules '" + A.Class + "' and '" +
                                               B.Class + "' are both for '" +
                                               *Shared + "'; keep one of them")
      .Notes.push_back(
          {loc(A.Record->getLocation()), "'" + A.Class + "' is here"});
}

template <class Partial, class Template>
static void reportPartial(const Template *T, ASTContext &Ctx, ir::Module &M,
                          Diagnostics &Diags) {
  if (!T)
    return;
  llvm::SmallVector<Partial *, 2> Found;
  const_cast<Template *>(T)->getPartialSpecializations(Found);
  for (Partial *P : Found)
    if (M.firstTime("partial " +
                    P->getLocation().printToString(Ctx.getSourceManager())))
      Diags.error(
          loc(P->getLocation()),
          "a partial specialization of 'nabla::" + T->getNameAsString() +
              "' is not looked at; specialize 'nabla::rule' for the "
              "name of the functions, and make its members templates");
}

void reportConflicts(const HandRules &ByHand, ASTContext &Ctx, ir::Module &M,
                     Diagnostics &Diags) {
  const std::vector<HandRule> &All = ByHand.all();
  for (auto A = All.begin(); A != All.end(); ++A) {
    for (auto B = All.begin(); B != A; ++B)
      reportSharedNames(*B, *A, M, Diags);
    if (!A->Function && A->Spellings.empty() &&
        M.firstTime("nameless " + A->Class))
      Diags.error(loc(A->Record->getLocation()),
                  "rule '" + A->Class +
                      "' does not say which functions it is for; declare "
                      "'static constexpr const char *spellings = "
                      "\"my::f\";' in it, with their names");
    if (A->Function && ByHand.isInactive(*A->Function) &&
        M.firstTime(A->Class + " inactive"))
      Diags.error(loc(A->Record->getLocation()),
                  "'" + A->Function->getQualifiedNameAsString() +
                      "' has a rule, and 'nabla::inactive' is true for it; "
                      "keep one of them");
  }
  if (auto *N = find<NamespaceDecl>(Ctx.getTranslationUnitDecl(), "nabla")) {
    reportPartial<ClassTemplatePartialSpecializationDecl>(
        find<ClassTemplateDecl>(N, "adjoint"), Ctx, M, Diags);
    reportPartial<ClassTemplatePartialSpecializationDecl>(
        find<ClassTemplateDecl>(N, "rule"), Ctx, M, Diags);
    reportPartial<VarTemplatePartialSpecializationDecl>(
        find<VarTemplateDecl>(N, "inactive"), Ctx, M, Diags);
  }
}

} // namespace nabla::import
