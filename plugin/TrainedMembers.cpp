// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of classes as text; see TrainedMembers.h.

#include "TrainedMembers.h"
#include "DefineAsCall.h"
#include "Diagnostics.h"
#include "Import/Import.h"
#include "Reparse.h"
#include "RuntimeNames.h"
#include "Signature.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

//===--- Whether there are any --------------------------------------------===//

static constexpr StringRef Told = "nabla_trainable_members";

void tellTrainableMembers(TagDecl *D) {
  auto *R = dyn_cast<CXXRecordDecl>(D);
  ASTContext &C = D->getASTContext();
  if (!R || R->isInvalidDecl() || R->isDependentContext() ||
      !import::hasTrainableMembers(
          C.getTypeDeclType(static_cast<const TypeDecl *>(R))))
    return;
  IdentifierInfo *Name = &C.Idents.get(Told);
  if (!R->lookup(Name).empty())
    return;
  SourceLocation L = R->getLocation();
  auto *T = TypedefDecl::Create(C, R, L, L, Name,
                                C.getTrivialTypeSourceInfo(C.VoidTy, L));
  T->setAccess(AS_public);
  T->setImplicit();
  R->addDecl(T);
}

//===--- Which they are ---------------------------------------------------===//

namespace {

/// The statements that deliver the members of a class.
class Members {
public:
  Members(Sema &S, SourceLocation L) : S(S), L(L) {}
  std::string Text;

  void add(const CXXRecordDecl *R, bool Whole) {
    for (const CXXBaseSpecifier &B : R->bases())
      if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
        add(Base->getDefinition(), Whole);
    for (const FieldDecl *F : R->fields())
      add(F, Whole || import::isTrainable(F));
  }

private:
  void add(const FieldDecl *F, bool Whole) {
    QualType T = F->getType();
    if (contentOf(S, L, T) != Content::Real || T->isReferenceType() ||
        !(Whole || import::hasTrainableMembers(T)))
      return;
    if (F->isAnonymousStructOrUnion())
      return add(T->getAsCXXRecordDecl(), Whole);
    std::string Name = F->getNameAsString();
    Text += "  to.member<" + std::string(Whole ? "true" : "false") +
            ">(name, \"" + Name + "\", value." + Name + ", shadow ? &shadow->" +
            Name + " : nullptr);\n";
  }

  Sema &S;
  SourceLocation L;
};

} // namespace

bool TrainedMembers::define(FunctionDecl *Run,
                            const ClassTemplateSpecializationDecl *Engine) {
  ASTContext &C = CI.getASTContext();
  QualType T = Engine->getTemplateArgs()[0].getAsType();
  bool Whole = Engine->getTemplateArgs()[1].getAsIntegral().getBoolValue();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl()->getDefinition();
  Members All(CI.getSema(), R->getLocation());
  All.add(R, Whole);
  PrintingPolicy Policy(C.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  std::string Class = TypeName::getFullyQualifiedName(T, C, Policy, true);
  std::string Name = "members__" + std::to_string(++Made);
  std::string Text = "namespace nabla {\nnamespace {\nvoid " + Name +
                     "(const ::nabla::detail::delivery &to,\n    const "
                     "::std::string &name, " +
                     Class + " &value, const " + Class + " *shadow) {\n" +
                     All.Text + "}\n} // namespace\n} // namespace nabla\n";
  ParseErrors Errors =
      parseText(CI, Text, "members of " + Class, Emitted.add(Text));
  for (const ParseError &E : Errors)
    reportError(CI.getDiagnostics(), R->getLocation(),
                "internal error of nabla: clang rejects the list of the "
                "members of '" +
                    Class + "': " + E.Text + "; please report this");
  FunctionDecl *Target = nullptr;
  NamespaceDecl *Nabla = findNabla(C);
  if (NamespaceDecl *Hidden = Nabla ? Nabla->getAnonymousNamespace() : nullptr)
    for (NamedDecl *D : Hidden->lookup(&C.Idents.get(Name)))
      Target = dyn_cast<FunctionDecl>(D);
  if (!Errors.empty() || !Target)
    return false;
  defineAsCall(CI, Run, Target);
  return true;
}

bool TrainedMembers::defineUsed() {
  ClassTemplateDecl *T =
      findNablaTemplate(CI.getASTContext(), "detail", "members_engine");
  if (!T)
    return false;
  struct Use {
    FunctionDecl *Run;
    ClassTemplateSpecializationDecl *Engine;
  };
  std::vector<Use> Found;
  for (ClassTemplateSpecializationDecl *S : T->specializations())
    if (FunctionDecl *Run = findUsedRun(S))
      Found.push_back({Run, S});
  bool Any = false;
  for (const Use &U : Found)
    Any |= define(U.Run, U.Engine);
  return Any;
}

} // namespace nabla::plugin
