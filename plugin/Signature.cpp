// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of shadows and seeds; see Signature.h.

#include "Signature.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace nabla::plugin {

namespace {

/// Walks through the parts of a type.
class SignatureWalk {
public:
  SignatureWalk(Sema &S, SourceLocation L) : S(S), L(L) {}

  Content content(QualType T, bool IsField = false);
  bool canBeWritten(QualType T);
  bool holdsPointers(QualType T);

private:
  const RecordDecl *definitionOf(QualType T);
  /// True if Test holds for a base class or a field of RD.
  template <class Predicate> bool anyPart(const RecordDecl *RD, Predicate Test);

  Sema &S;
  SourceLocation L;
  llvm::SmallPtrSet<const RecordDecl *, 8> Seen;
};

} // namespace

/// What T is made of, one step further in: pointee, element; null at the end.
static QualType inner(ASTContext &C, QualType T) {
  if (T->isReferenceType() || T->isPointerType())
    return T->getPointeeType();
  if (const ArrayType *A = C.getAsArrayType(T))
    return A->getElementType();
  if (const auto *A = T->getAs<AtomicType>())
    return A->getValueType();
  if (const auto *Z = T->getAs<ComplexType>())
    return Z->getElementType();
  if (const auto *V = T->getAs<VectorType>())
    return V->getElementType();
  return QualType();
}

const RecordDecl *SignatureWalk::definitionOf(QualType T) {
  (void)S.isCompleteType(L, T); // instantiates
  return T->castAs<RecordType>()->getDecl()->getDefinition();
}

template <class Predicate>
bool SignatureWalk::anyPart(const RecordDecl *RD, Predicate Test) {
  if (const auto *Class = dyn_cast<CXXRecordDecl>(RD))
    for (const CXXBaseSpecifier &B : Class->bases())
      if (Test(B.getType()))
        return true;
  return llvm::any_of(RD->fields(),
                      [&](FieldDecl *F) { return Test(F->getType()); });
}

// A class that is only declared is unknown where a parameter itself is of it.
// Behind a field, it is a handle that this file cannot look into.
Content SignatureWalk::content(QualType T, bool IsField) {
  if (T->isRealFloatingType())
    return Content::Real;
  if (QualType In = inner(S.Context, T); !In.isNull())
    return content(In, IsField);
  if (!T->isRecordType())
    return Content::Nothing;
  const RecordDecl *RD = definitionOf(T);
  if (!RD || RD->isBeingDefined())
    return IsField ? Content::Nothing : Content::Unknown;
  if (!Seen.insert(RD).second)
    return Content::Nothing;
  bool Real = anyPart(RD, [&](QualType Part) {
    return content(Part, /*IsField=*/true) == Content::Real;
  });
  return Real ? Content::Real : Content::Nothing;
}

bool SignatureWalk::canBeWritten(QualType T) {
  if (T->isReferenceType() || T->isPointerType()) {
    QualType Pointee = T->getPointeeType();
    if (!S.Context.getBaseElementType(Pointee).isConstQualified() &&
        contentOf(S, L, Pointee) != Content::Nothing)
      return true;
    return canBeWritten(Pointee);
  }
  if (QualType In = inner(S.Context, T); !In.isNull())
    return canBeWritten(In);
  if (!T->isRecordType())
    return false;
  const RecordDecl *RD = definitionOf(T);
  if (!RD || RD->isBeingDefined() || !Seen.insert(RD).second)
    return false;
  return anyPart(RD, [&](QualType Part) { return canBeWritten(Part); });
}

bool SignatureWalk::holdsPointers(QualType T) {
  if (T->isReferenceType() || T->isPointerType())
    return contentOf(S, L, T) == Content::Real;
  if (const ArrayType *A = S.Context.getAsArrayType(T))
    return holdsPointers(A->getElementType());
  if (!T->isRecordType())
    return false;
  const RecordDecl *RD = definitionOf(T);
  if (!RD || RD->isBeingDefined() || !Seen.insert(RD).second)
    return false;
  return anyPart(RD, [&](QualType Part) { return holdsPointers(Part); });
}

bool holdsPointers(Sema &S, SourceLocation L, QualType T) {
  bool Leads = T->isReferenceType() || T->isPointerType();
  return SignatureWalk(S, L).holdsPointers(Leads ? T->getPointeeType() : T);
}

Content contentOf(Sema &S, SourceLocation L, QualType T) {
  return SignatureWalk(S, L).content(T);
}

bool canBeWritten(Sema &S, SourceLocation L, QualType T) {
  return SignatureWalk(S, L).canBeWritten(T);
}

static QualType withoutConst(ASTContext &C, QualType T) {
  if (T->isPointerType())
    return C.getPointerType(withoutConst(C, T->getPointeeType()));
  if (const auto *A = C.getAsConstantArrayType(T))
    return C.getConstantArrayType(withoutConst(C, A->getElementType()),
                                  A->getSize(), A->getSizeExpr(),
                                  A->getSizeModifier(), 0);
  if (const auto *A = C.getAsIncompleteArrayType(T))
    return C.getIncompleteArrayType(withoutConst(C, A->getElementType()),
                                    A->getSizeModifier(), 0);
  return T.getUnqualifiedType();
}

QualType shadowType(ASTContext &C, QualType T) {
  if (T->isPointerType())
    return withoutConst(C, T);
  return C.getPointerType(withoutConst(C, T.getNonReferenceType()));
}

} // namespace nabla::plugin
