// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Classes.h"
#include "Import/Layouts.h"
#include "Import/Names.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::import {

//===--- Reals ------------------------------------------------------------===//

namespace {
/// Looks for reals in an object and behind it. What a class may be derived
/// into, or is only declared, may hold any, and so may bytes; so may what is
/// made for a type that does, in nodes of which the class does not tell.
class RealsIn {
public:
  bool type(QualType T) {
    T = T.getCanonicalType();
    if (T->isPointerType() || T->isReferenceType())
      return storage(T->getPointeeType());
    if (const clang::Type *E = T->getArrayElementTypeNoTypeQual())
      return storage(QualType(E, 0));
    if (auto *R = T->getAsCXXRecordDecl())
      return record(*R);
    return !(T->isIntegralOrEnumerationType() || T->isFunctionType());
  }

private:
  bool storage(QualType T) {
    return T->isCharType() || T->isStdByteType() || type(T);
  }
  bool record(const CXXRecordDecl &Decl) {
    const CXXRecordDecl *D = Decl.getDefinition();
    if (!D || D->isPolymorphic() || D->isLambda())
      return true;
    if (!Seen.insert(D).second)
      return false;
    if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (argument(A))
          return true;
    for (const CXXBaseSpecifier &B : D->bases())
      if (type(B.getType()))
        return true;
    return llvm::any_of(D->fields(),
                        [&](const FieldDecl *F) { return type(F->getType()); });
  }
  bool argument(const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Pack)
      return llvm::any_of(A.pack_elements(), [&](const TemplateArgument &E) {
        return argument(E);
      });
    return A.getKind() == TemplateArgument::Type && type(A.getAsType());
  }
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
};
} // namespace

bool mayLeadToReal(QualType T) { return RealsIn().type(T); }

bool containsReal(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (auto *R = T->getAsRecordDecl()) {
    if (R = R->getDefinition(); R)
      for (const FieldDecl *F : R->fields())
        if (containsReal(F->getType()))
          return true;
    return false;
  }
  return T->isFloatingType();
}

//===--- Members ----------------------------------------------------------===//

static std::string whyOpaqueField(const FieldDecl &F) {
  QualType T = F.getType();
  if (F.isMutable())
    return "has a mutable member"; // which const does not protect
  if (F.isBitField())
    return "has bit-fields";
  if (T->isReferenceType())
    return "has a member of reference type";
  if (T.isVolatileQualified())
    return "has a volatile member";
  if (F.isAnonymousStructOrUnion() || !F.getIdentifier())
    return "has an unnamed member";
  if (auto *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl())
    if (std::string Why = whyOpaque(*R); !Why.empty())
      return "has member '" + F.getNameAsString() + "', whose type " + Why;
  return "";
}

static std::string whyOpaqueClass(const CXXRecordDecl &D) {
  if (D.isLambda())
    return "is a lambda";
  if (D.isInStdNamespace() && !(D.isAggregate() && D.isTriviallyCopyable()))
    return "is a class of the standard library that is not modelled";
  if (D.isPolymorphic())
    return "has virtual functions";
  if (D.getNumBases())
    return "has base classes";
  if (!D.isTriviallyCopyable() || !D.hasTrivialDestructor())
    return "is not trivially copyable";
  if (!D.isAggregate())
    return "has constructors or private members";
  return "";
}

std::string whyOpaque(const RecordDecl &Decl) {
  const RecordDecl *D = Decl.getDefinition();
  if (!D)
    return "is only declared";
  if (D->isUnion())
    return "is a union";
  if (!isNameable(*D))
    return "has no name outside of the function";
  if (hasLayout(*D))
    return "";
  if (auto *C = dyn_cast<CXXRecordDecl>(D))
    if (std::string Why = whyOpaqueClass(*C); !Why.empty())
      return Why;
  for (const FieldDecl *F : D->fields())
    if (std::string Why = whyOpaqueField(*F); !Why.empty())
      return Why;
  return "";
}

} // namespace nabla::import
