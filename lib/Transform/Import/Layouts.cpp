// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A specialization of nabla::layout holds
//
//   static constexpr const char *spellings = "std::complex";
//   static constexpr const char *fields = "nabla::re, nabla::im";

#include "Import/Layouts.h"
#include "Import/Instantiate.h"
#include "Import/Lookup.h"
#include "Import/Rules.h"
#include "Import/Type.h"
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

/// The functions of that qualified name.
static llvm::SmallVector<NamedDecl *, 4> functions(ASTContext &Ctx,
                                                   llvm::StringRef Name) {
  const DeclContext *Scope = Ctx.getTranslationUnitDecl();
  for (auto [Outer, Rest] = Name.split("::"); Scope && !Rest.empty();
       std::tie(Outer, Rest) = Name.split("::")) {
    Scope = find<NamespaceDecl>(Scope, Outer);
    Name = Rest;
  }
  llvm::SmallVector<NamedDecl *, 4> Found;
  if (Scope)
    for (NamedDecl *D : Scope->lookup(&Ctx.Idents.get(Name)))
      Found.push_back(D);
  return Found;
}

llvm::SmallVector<ir::RecordField, 4> layoutOf(Importer &I,
                                               const RecordDecl &D) {
  llvm::SmallVector<ir::RecordField, 4> Fields;
  const CXXRecordDecl *Layout = layoutFor(D);
  if (!Layout || !I.Sema)
    return Fields;
  OpaqueValueExpr Object(
      D.getLocation(), I.Ctx.getTypeDeclType(static_cast<const TypeDecl *>(&D)),
      VK_LValue);
  for (llvm::StringRef Name : list(stringIn(*Layout, "fields"))) {
    const FunctionDecl *F =
        bestOf(*I.Sema, functions(I.Ctx, Name), {&Object}, D.getLocation());
    if (!F || !F->getReturnType()->isReferenceType())
      return {};
    Fields.push_back({Name.substr(Name.rfind(':') + 1),
                      valueType(I, F->getReturnType()), Name});
  }
  return Fields;
}

std::optional<unsigned> fieldOf(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F || E.getNumArgs() != 1 || isa<CXXMethodDecl>(F))
    return std::nullopt;
  const RecordDecl *D = E.getArg(0)->getType()->getAsRecordDecl();
  const CXXRecordDecl *Layout = D ? layoutFor(*D) : nullptr;
  if (!Layout)
    return std::nullopt;
  auto Names = list(stringIn(*Layout, "fields"));
  auto It = llvm::find(Names, plainName(*F));
  if (It == Names.end())
    return std::nullopt;
  return unsigned(It - Names.begin());
}

} // namespace nabla::import
