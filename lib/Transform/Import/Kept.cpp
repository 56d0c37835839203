// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Import/Kept.h"
#include "Import/Classes.h"
#include "Import/Lifetimes.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace nabla::import {

/// The class of what V is, leads to, or has for elements, or null.
static const CXXRecordDecl *classOf(const VarDecl *V) {
  QualType T = V->getType().getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
}

/// The objects that V may be: behind a pointer, all to which there is one.
static llvm::SmallVector<const VarDecl *, 2> objectsOf(Body &B,
                                                       const VarDecl *V) {
  llvm::SmallVector<const VarDecl *, 2> Found;
  QualType T = V->getType();
  if (classOf(V) && (T->isPointerType() || T->isReferenceType()))
    for (const VarDecl *Other : B.ExposedDecls)
      if (Other->getType()->getBaseElementTypeUnsafe()->isRecordType())
        Found.push_back(Other);
  Found.push_back(V);
  llvm::sort(Found, [](const VarDecl *L, const VarDecl *R) {
    return L->getLocation() < R->getLocation();
  });
  return Found;
}

void insertKept(Body &B, const VarDecl *V, Decls &Found) {
  for (const VarDecl *Object : objectsOf(B, V))
    for (const VarDecl *Kept : B.Kept.lookup(Object))
      Found.insert(Kept);
}

/// V is, or leads to, an object of a class that is not looked into.
static bool isUnlooked(const VarDecl &V) {
  const CXXRecordDecl *R = classOf(&V);
  return R && R->hasDefinition() && !whyOpaque(*R).empty();
}

/// In objects of class R there are pointers that somebody has put there.
static bool hasAddresses(const CXXRecordDecl &R) {
  bool Has = false;
  forEachInside(R, [&](const CXXRecordDecl &P) {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&P);
    if (S && P.isInStdNamespace())
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        Has |= A.getKind() == TemplateArgument::Type &&
               A.getAsType()->isPointerType();
    if (!P.isInStdNamespace())
      for (const FieldDecl *F : P.fields())
        Has |= F->getType()->isPointerType() || F->getType()->isReferenceType();
  });
  return Has;
}

void keeps(Body &B, const VarDecl *Object, const Mentions &M) {
  if (!classOf(Object))
    return;
  for (const VarDecl *By : objectsOf(B, Object))
    for (const VarDecl *V : M.Writes)
      if (V != By && !llvm::is_contained(B.Kept[By], V))
        B.Kept[By].push_back(V);
}

/// V is, leads to or consists of integers that may be changed.
static bool leadsToIntegers(const VarDecl &V) {
  QualType T = V.getType().getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const clang::Type *Element = T->getBaseElementTypeUnsafe();
  return Element->isIntegralOrEnumerationType() && !T.isConstQualified();
}

void keepsIntegers(Body &B, const VarDecl *Object, const Mentions &M) {
  Mentions Integers;
  for (const VarDecl *V : M.Writes)
    if (leadsToIntegers(*V))
      Integers.Writes.insert(V);
  if (isUnlooked(*Object) && hasAddresses(*classOf(Object)))
    keeps(B, Object, Integers);
}

void keepParameters(Body &B) {
  Mentions Handed;
  for (const ParmVarDecl *P : B.F.parameters())
    if (P->getType()->isReferenceType() || P->getType()->isPointerType())
      Handed.Writes.insert(P);
  for (const ParmVarDecl *P : B.F.parameters())
    keepsIntegers(B, P, Handed);
}

} // namespace nabla::import
