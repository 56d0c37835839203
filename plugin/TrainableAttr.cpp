// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// [[trainable]] on variables and data members: what nabla::implicit_gradient
// differentiates by. docs/api.md tells the user, docs/plugin.md how it works.

#include "Diagnostics.h"
#include "Import/Import.h"
#include "Signature.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace nabla::plugin {

/// Why D, which is a variable or a data member, cannot be trained; or "".
static std::string whyNotTrainable(Sema &S, const DeclaratorDecl *D) {
  SourceLocation L = D->getLocation();
  QualType T = D->getType(), Element = S.Context.getBaseElementType(T);
  const auto *V = dyn_cast<VarDecl>(D);
  if (isa<ParmVarDecl>(D) || (V && V->isLocalVarDecl()))
    return "is local to a function; mark a variable outside of functions or a "
           "data member";
  const auto *Parent = dyn_cast<CXXRecordDecl>(D->getDeclContext());
  if (Parent && Parent->isLocalClass())
    return "is a member of a class in a function; define the class outside";
  if (!V && Parent && (Parent->isUnion() || !Parent->getIdentifier()))
    return "is a member of a union or of a class without name; give the class "
           "a name";
  if (T->isDependentType())
    return "";
  if (T->getContainedDeducedType())
    return "is declared without its type; write the type out";
  if (T->isReferenceType())
    return "is a reference; mark what it refers to";
  if (Element.isConstQualified())
    return "is const, so nothing can train it; remove 'const'";
  if (Element.isVolatileQualified())
    return "is volatile; remove 'volatile'";
  if (contentOf(S, L, T) != Content::Real)
    return "holds no real; leave it unmarked";
  if (Element->isAnyPointerType() || holdsPointers(S, L, T))
    return "is or holds a pointer, and how many reals there are behind it is "
           "not known; mark an array";
  const CXXRecordDecl *R = Element->getAsCXXRecordDecl();
  if (R && (!R->getIdentifier() || R->isLocalClass()))
    return "is of a class without a name of its own outside of functions; name "
           "the class";
  return "";
}

static bool isNeither(const Decl *D) {
  return !isa<VarDecl, FieldDecl>(D) || isa<DecompositionDecl>(D);
}

namespace {

struct TrainableAttrInfo : ParsedAttrInfo {
  TrainableAttrInfo() {
    static constexpr Spelling All[] = {{ParsedAttr::AS_CXX11, "trainable"},
                                       {ParsedAttr::AS_GNU, "trainable"}};
    Spellings = All;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    if (!isNeither(D))
      return true;
    reportError(S.Diags, A.getLoc(),
                "'trainable' marks variables and data members; mark what is "
                "to be trained");
    return false;
  }

  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A,
                            const Stmt *) const override {
    reportError(S.Diags, A.getLoc(),
                "'trainable' marks variables and data members, not a "
                "statement; mark what is to be trained");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    auto *Declared = cast<DeclaratorDecl>(D);
    std::string Why = whyNotTrainable(S, Declared);
    if (!Why.empty()) {
      reportError(S.Diags, A.getLoc(),
                  "'" + Declared->getNameAsString() + "' " + Why);
      return AttributeNotApplied;
    }
    StringRef Mark = import::TrainableMark;
    D->addAttr(SuppressAttr::CreateImplicit(S.Context, &Mark, 1, A.getRange()));
    return AttributeApplied;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<TrainableAttrInfo>
    TrainableRegistration("trainable", "differentiate by this variable");

} // namespace nabla::plugin
