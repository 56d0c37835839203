// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is marked as trainable.

#include "Import/Import.h"
#include "Import/Variable.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

static bool hasMark(const Decl *D) {
  return llvm::any_of(
      D->specific_attrs<SuppressAttr>(), [](const SuppressAttr *A) {
        return A->diagnosticIdentifiers_size() &&
               *A->diagnosticIdentifiers_begin() == TrainableMark;
      });
}

bool isTrainable(const Decl *D) { return llvm::any_of(D->redecls(), hasMark); }

bool hasTrainableMembers(QualType T) {
  while (const clang::ArrayType *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->isDependentContext())
    return false;
  return llvm::any_of(R->fields(),
                      [](const FieldDecl *F) {
                        return isTrainable(F) ||
                               hasTrainableMembers(F->getType());
                      }) ||
         llvm::any_of(R->bases(), [](const CXXBaseSpecifier &B) {
           return hasTrainableMembers(B.getType());
         });
}

ir::Trained trained(const VarDecl &V) {
  if (isTrainable(&V))
    return ir::Trained::Whole;
  bool Part = !V.getType()->isReferenceType() &&
              !V.getType().isConstQualified() &&
              hasTrainableMembers(V.getType());
  return Part ? ir::Trained::Members : ir::Trained::Nothing;
}

} // namespace nabla::import
