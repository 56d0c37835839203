// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class template's instance gets its member as soon as Clang has instantiated
// it, before anybody can look for it.

#include "ParameterNames.h"
#include "ClangVersion.h"
#include "RuntimeNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace nabla::plugin {

/// The name of parameter I where F is declared, or else the first one that some
/// declaration gives it.
static StringRef nameOf(const FunctionDecl *F, unsigned I) {
  if (StringRef Name = F->getParamDecl(I)->getName(); !Name.empty())
    return Name;
  for (const FunctionDecl *R : F->redecls())
    if (StringRef Name = R->getParamDecl(I)->getName(); !Name.empty())
      return Name;
  return "";
}

/// nabla::detail::name<'x', ...>
static QualType asType(Sema &S, StringRef Name, SourceLocation L) {
  ASTContext &C = S.Context;
  TemplateArgumentListInfo Args(L, L);
  for (char Letter : Name) {
    llvm::APSInt Value(llvm::APInt(C.getTypeSize(C.CharTy), Letter),
                       /*isUnsigned=*/!C.CharTy->isSignedIntegerType());
    Args.addArgument(S.getTrivialTemplateArgumentLoc(
        TemplateArgument(C, Value, C.CharTy), C.CharTy, L));
  }
  return specialization(S, findNablaTemplate(C, "detail", "name"), L, Args);
}

void tellParameterNames(Sema &S, TagDecl *D) {
  auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(D);
  ASTContext &C = S.Context;
  if (!Class || Class->getName() != "names_of" ||
      Class->getSpecializedTemplate() !=
          findNablaTemplate(C, "detail", "names_of"))
    return;
  const TemplateArgument &Of = Class->getTemplateArgs()[0];
  const auto *F = Of.getKind() == TemplateArgument::Declaration
                      ? dyn_cast<FunctionDecl>(Of.getAsDecl())
                      : nullptr;
  if (!F)
    return;
  SourceLocation L = Class->getLocation();
  TemplateArgumentListInfo Args(L, L);
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    Args.addArgument(S.getTrivialTemplateArgumentLoc(
        TemplateArgument(asType(S, nameOf(F, I), L)), QualType(), L));
  QualType List =
      specialization(S, findNablaTemplate(C, "detail", "name_list"), L, Args);
  auto *T = TypedefDecl::Create(C, Class, L, L, &C.Idents.get("type"),
                                C.getTrivialTypeSourceInfo(List, L));
  T->setAccess(AS_public);
  T->setImplicit();
  Class->addDecl(T);
}

} // namespace nabla::plugin
