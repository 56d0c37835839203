// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A specialization of nabla::layout holds
//
//   static constexpr const char *spellings = "std::complex";
//   static constexpr const char *fields = "nabla::re, nabla::im";

#include "Import/Layouts.h"
#include "Import/Lookup.h"
#include "Import/Rules.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace nabla::import {

static llvm::SmallVector<llvm::StringRef, 4> list(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Text.split(Parts, ',');
  for (llvm::StringRef &P : Parts)
    P = P.trim();
  return Parts;
}

/// The specialization for class D, or null.
static const CXXRecordDecl *layoutFor(const RecordDecl &D) {
  ASTContext &Ctx = D.getASTContext();
  auto *Nabla = find<NamespaceDecl>(Ctx.getTranslationUnitDecl(), "nabla");
  auto *T = Nabla ? find<ClassTemplateDecl>(Nabla, "layout") : nullptr;
  if (!T)
    return nullptr;
  std::string Name = plainName(D);
  for (ClassTemplateSpecializationDecl *S : T->specializations())
    if (CXXRecordDecl *Layout = S->getDefinition())
      if (llvm::is_contained(list(stringIn(*Layout, "spellings")), Name))
        return Layout;
  return nullptr;
}

bool hasLayout(const RecordDecl &D) { return layoutFor(D); }

std::vector<std::string> fieldsOf(const RecordDecl &D) {
  std::vector<std::string> Names;
  if (const CXXRecordDecl *Layout = layoutFor(D))
    for (llvm::StringRef Name : list(stringIn(*Layout, "fields")))
      Names.push_back(Name.str());
  return Names;
}

std::optional<unsigned> fieldOf(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F || E.getNumArgs() != 1 || isa<CXXMethodDecl>(F))
    return std::nullopt;
  const RecordDecl *D = E.getArg(0)->getType()->getAsRecordDecl();
  if (!D)
    return std::nullopt;
  std::vector<std::string> Names = fieldsOf(*D);
  auto It = llvm::find(Names, plainName(*F));
  if (It == Names.end())
    return std::nullopt;
  return unsigned(It - Names.begin());
}

} // namespace nabla::import
