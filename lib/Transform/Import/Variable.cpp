// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables. Locals are made where they are declared, globals where they are
// mentioned first.

#include "Import/Variable.h"
#include "Import/Exposed.h"
#include "Import/Names.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace nabla::import {

const ir::Variable *declareLocal(Body &B, const VarDecl &V,
                                 llvm::StringRef Name, const ir::Type *T) {
  const ir::Variable *Made =
      B.module().makeLocal(Name, T, loc(V.getLocation()));
  B.Vars[&V] = Made;
  if (B.ExposedDecls.count(&V))
    B.Exposed.insert(Made);
  return Made;
}

/// The declaration with the most complete type ("extern int a[];" has a later
/// one).
static const VarDecl &mostComplete(const VarDecl &V) {
  for (const VarDecl *R : V.redecls())
    if (!R->getType()->isIncompleteType())
      return *R;
  return V;
}

const ir::Variable *variable(Body &B, const VarDecl &V) {
  if (const ir::Variable *Local = B.Vars.lookup(&V))
    return Local;
  const VarDecl &Full = mostComplete(V);
  ir::Trained What = trained(Full);
  // What is trained is listed in the order of definitions.
  const VarDecl *At =
      What != ir::Trained::Nothing ? V.getDefinition() : nullptr;
  const ir::Variable *Global = B.module().global(
      qualifiedName(Full, B.F), importType(B.I, Full.getType()),
      loc((At ? At : &Full)->getLocation()));
  B.module().setTrained(Global, What);
  if (!Full.getType().isConstQualified() && Global->type()->holdsReal() &&
      isExposed(B.I, *V.getCanonicalDecl()))
    B.module().setExposed(Global);
  return Global;
}

/// Numbers, and what may hold or lead to them. What is behind a pointer counts
/// only if it is a number, or may hold a real.
static bool concernsNumbers(const ir::Type *T) {
  T = T->value();
  bool Behind = false;
  while (T->isArray() || T->isPointer()) {
    Behind |= T->isPointer();
    T = T->element()->unqualified();
  }
  if (T->is(ir::TypeKind::Opaque))
    return !T->isInert();
  return T->isArithmetic() || T->holdsReal() ||
         (!Behind && T->is(ir::TypeKind::Record));
}

/// Nothing in an object of type T changes.
static bool isConstant(QualType T, const ASTContext &Ctx) {
  T = Ctx.getBaseElementType(T);
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return T.isConstQualified() &&
         !(R && R->hasDefinition() && R->hasMutableFields());
}

const ir::Variable *knownVariable(Body &B, const VarDecl &V) {
  if (const ir::Variable *Local = B.Vars.lookup(&V))
    return Local;
  QualType T = V.getType().getNonReferenceType();
  if (!V.hasGlobalStorage() || V.isStaticLocal() || T->isIncompleteType() ||
      isConstant(T, B.I.Ctx) || V.isConstexpr())
    return nullptr;
  const ir::Variable *Global = variable(B, V);
  return concernsNumbers(Global->type()) ? Global : nullptr;
}

const ir::Variable *staticOf(Body &B, const VarDecl &V) {
  if (!V.isStaticLocal())
    return variable(B, V);
  auto *F = dyn_cast<NamedDecl>(V.getParentFunctionOrMethod());
  std::string Scope = F ? F->getQualifiedNameAsString() : "";
  return B.module().global(Scope + "()::" + V.getNameAsString(),
                           importType(B.I, V.getType()), loc(V.getLocation()));
}

bool isConstantStatic(const VarDecl &V) {
  const ASTContext &Ctx = V.getASTContext();
  QualType T = V.getType();
  return V.isStaticLocal() && Ctx.getBaseElementType(T).isConstQualified() &&
         V.getInit() && V.hasConstantInitialization() &&
         whyOpaque(T, Ctx).empty();
}

} // namespace nabla::import
