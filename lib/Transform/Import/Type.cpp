// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types. Every class of types that Clang has stands in one of the switches over
// TypeNodes.inc below, so a new one does not go unnoticed: it is opaque.

#include "Import/Type.h"
#include "Import/Instantiate.h"
#include "Import/Layouts.h"
#include "Import/Lifetimes.h"
#include "Import/Lookup.h"
#include "Import/Names.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace nabla::import {

//===--- Builtin types ----------------------------------------------------===//

/// What is written to a stream has become text, or bytes.
static bool isStream(const CXXRecordDecl &D) {
  return llvm::is_contained(
      {"basic_ostream", "basic_ofstream", "basic_istream", "basic_ifstream"},
      D.getName());
}

/// Their bytes are the system's.
static bool isLock(const CXXRecordDecl &D) {
  return D.getName().contains("mutex") || D.getName().contains("lock");
}

static const ir::Type *opaque(Importer &I, const clang::Type *T) {
  std::string Name = typeName(QualType(T, 0), I.Ctx);
  // A class of the user's may keep the bits of a real in integers.
  auto *D = T->getAsCXXRecordDecl();
  bool MayHold =
      !D || !D->isInStdNamespace() ||
      (!isStream(*D) && !isLock(*D) && mayLeadToReal(QualType(T, 0)));
  const ir::Type *Made = MayHold ? I.M.opaqueType(Name) : I.M.inertType(Name);
  if (D && D->hasDefinition() && isFixed(*D))
    I.M.setFixed(Made);
  return Made;
}

static const ir::Type *integer(Importer &I, const clang::Type *T,
                               llvm::StringRef Spelling) {
  QualType Q(T, 0);
  return I.M.integerType(Spelling, unsigned(I.Ctx.getIntWidth(Q)),
                         Q->isSignedIntegerOrEnumerationType());
}

static const ir::Type *builtin(Importer &I, const BuiltinType *T) {
  switch (T->getKind()) {
  case BuiltinType::Void:
    return I.M.voidType();
  case BuiltinType::Bool:
    return I.M.boolType();
  case BuiltinType::Float:
    return I.M.realType(ir::Precision::Float);
  case BuiltinType::Double:
    return I.M.realType(ir::Precision::Double);
  case BuiltinType::LongDouble:
    return I.M.realType(ir::Precision::LongDouble);
  case BuiltinType::NullPtr:
    return I.M.pointerTo(I.M.voidType());
  default:
    if (T->isInteger())
      return integer(I, T, T->getName(textPolicy(I.Ctx)));
    return opaque(I, T); // _Float16, __float128, SVE and other targets' types
  }
}

// An enumeration that can't be named outside of its function is its integer.
static const ir::Type *enumeration(Importer &I, const EnumType *T) {
  const EnumDecl *D = T->getDecl();
  if (isNameable(*D))
    return integer(I, T, typeName(QualType(T, 0), I.Ctx));
  return importType(I, D->getIntegerType());
}

//===--- Classes ----------------------------------------------------------===//

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

/// The fields of a class that has a layout, by the functions that yield them;
/// none where some function does not fit.
static llvm::SmallVector<ir::RecordField, 4> layoutOf(Importer &I,
                                                      const RecordDecl &D) {
  llvm::SmallVector<ir::RecordField, 4> Fields;
  if (!I.Sema)
    return Fields;
  OpaqueValueExpr Object(
      D.getLocation(), I.Ctx.getTypeDeclType(static_cast<const TypeDecl *>(&D)),
      VK_LValue);
  for (const std::string &Each : fieldsOf(D)) {
    llvm::StringRef Name = I.M.save(Each);
    const FunctionDecl *F =
        bestOf(*I.Sema, functions(I.Ctx, Name), {&Object}, D.getLocation());
    if (!F || !F->getReturnType()->isReferenceType())
      return {};
    Fields.push_back({Name.substr(Name.rfind(':') + 1),
                      valueType(I, F->getReturnType()), Name});
  }
  return Fields;
}

static const ir::Type *laidOut(Importer &I, const RecordType *T,
                               const RecordDecl &D) {
  std::string Name = typeName(QualType(T, 0), I.Ctx);
  for (const ir::Type *Known : I.M.records())
    if (Known->spelling() == Name)
      return Known;
  auto Fields = layoutOf(I, D);
  if (Fields.empty())
    return opaque(I, T);
  const ir::Type *R = I.M.recordType(Name);
  I.M.setFields(R, Fields);
  return R;
}

static const ir::Type *record(Importer &I, const RecordType *T) {
  if (!whyOpaque(*T->getDecl()).empty())
    return opaque(I, T);
  const RecordDecl *D = T->getDecl()->getDefinition();
  if (hasLayout(*D))
    return laidOut(I, T, *D);
  size_t Known = I.M.records().size();
  const ir::Type *R = I.M.recordType(typeName(QualType(T, 0), I.Ctx));
  if (I.M.records().size() == Known) // seen before, or being made further up
    return R;
  llvm::SmallVector<ir::RecordField, 8> Fields;
  for (const FieldDecl *F : D->fields())
    Fields.push_back({F->getName(), importType(I, F->getType())});
  I.M.setFields(R, Fields);
  return R;
}

//===--- All types --------------------------------------------------------===//

// "double (*)(double)" can't be followed by the name of a variable.
static const ir::Type *wrapped(Importer &I, QualType T) {
  return I.M.opaqueType("__typeof__(" + typeName(T, I.Ctx) + ")");
}

static const ir::Type *pointer(Importer &I, const clang::Type *T) {
  QualType Pointee = T->getPointeeType();
  if (Pointee->isFunctionProtoType())
    return I.M.functionPointerType(typeName(QualType(T, 0), I.Ctx));
  if (Pointee->isFunctionType())
    return wrapped(I, QualType(T, 0));
  return I.M.pointerTo(importType(I, Pointee));
}

static const ir::Type *reference(Importer &I, const clang::Type *T) {
  QualType Referee = T->getPointeeType();
  if (Referee->isFunctionType())
    return wrapped(I, QualType(T, 0));
  return I.M.referenceTo(importType(I, Referee));
}

static const ir::Type *array(Importer &I, const clang::Type *T) {
  const ArrayType *A = I.Ctx.getAsArrayType(QualType(T, 0));
  auto *C = dyn_cast<ConstantArrayType>(A);
  return I.M.arrayOf(importType(I, A->getElementType()),
                     C ? C->getZExtSize() : 0);
}

static const ir::Type *importUnqualified(Importer &I, const clang::Type *T) {
  switch (T->getTypeClass()) {
  case clang::Type::Builtin:
    return builtin(I, cast<BuiltinType>(T));
  case clang::Type::Enum:
    return enumeration(I, cast<EnumType>(T));
  case clang::Type::Record:
    return record(I, cast<RecordType>(T));
  case clang::Type::Pointer:
    return pointer(I, T);
  case clang::Type::LValueReference:
  case clang::Type::RValueReference:
    return reference(I, T);
  case clang::Type::ConstantArray:
  case clang::Type::IncompleteArray:
    return array(I, T);
  case clang::Type::MemberPointer:
    return wrapped(I, QualType(T, 0));
  default:
    return opaque(I, T);
  }
}

const ir::Type *importType(Importer &I, QualType T) {
  T = T.getCanonicalType();
  const ir::Type *R = importUnqualified(I, T.getTypePtr());
  return T.isConstQualified() ? I.M.constOf(R) : R;
}

//===--- What can't be looked into ----------------------------------------===//

/// What the type classes are called that the IR has no type for.
static const char *nameOfClass(const clang::Type *T) {
  switch (T->getTypeClass()) {
#define TYPE(Class, Base)
#define ABSTRACT_TYPE(Class, Base)
#define NON_CANONICAL_TYPE(Class, Base) case clang::Type::Class:
#define DEPENDENT_TYPE(Class, Base) case clang::Type::Class:
#define NON_CANONICAL_UNLESS_DEPENDENT_TYPE(Class, Base)                       \
  case clang::Type::Class:
#include "clang/AST/TypeNodes.inc"
    return "a type that depends on a template parameter";
  case clang::Type::Complex:
    return "a complex number of the C language";
  case clang::Type::Vector:
  case clang::Type::ExtVector:
  case clang::Type::ConstantMatrix:
    return "a SIMD vector";
  case clang::Type::MemberPointer:
    return "a pointer to a member";
  case clang::Type::VariableArray:
    return "a variable-length array";
  case clang::Type::Atomic:
    return "an atomic object";
  case clang::Type::BitInt:
    return "an integer of unusual width";
  case clang::Type::Auto:
  case clang::Type::DeducedTemplateSpecialization:
    return "a type that is not known yet";
  default:
    return "a type of another language than C++";
  }
}

static bool isModelledClass(const clang::Type *T) {
  switch (T->getTypeClass()) {
  case clang::Type::Builtin:
  case clang::Type::Enum:
  case clang::Type::Record:
  case clang::Type::Pointer:
  case clang::Type::LValueReference:
  case clang::Type::RValueReference:
  case clang::Type::ConstantArray:
  case clang::Type::IncompleteArray:
    return true;
  default:
    return false;
  }
}

/// T without pointers, references and arrays around it.
static QualType innermost(QualType T) {
  T = T.getCanonicalType();
  while (true) {
    if (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType().getCanonicalType();
    else if (const clang::Type *E = T->getArrayElementTypeNoTypeQual();
             E && !T->isVariableArrayType())
      T = QualType(E, 0).getCanonicalType();
    else
      return T;
  }
}

std::string whyOpaque(QualType T, const ASTContext &Ctx) {
  QualType Whole = T;
  T = innermost(T).getUnqualifiedType();
  if (T->isFunctionType())
    return T->isFunctionProtoType() && !Whole->isFunctionReferenceType()
               ? ""
               : "a reference to a function cannot be followed";
  if (auto *R = T->getAsRecordDecl()) {
    std::string Why = whyOpaque(*R);
    return Why.empty() ? Why : "'" + typeName(T, Ctx) + "' " + Why;
  }
  if (!isModelledClass(T.getTypePtr()))
    return "'" + typeName(T, Ctx) + "' is " + nameOfClass(T.getTypePtr());
  auto *B = dyn_cast<BuiltinType>(T);
  bool Known = !B || B->isInteger() || B->isVoidType() || B->isNullPtrType() ||
               B->getKind() == BuiltinType::Float ||
               B->getKind() == BuiltinType::Double ||
               B->getKind() == BuiltinType::LongDouble;
  return Known ? ""
               : "'" + typeName(T, Ctx) +
                     "' is not float, double or long "
                     "double";
}

/// A volatile at any depth.
static bool isVolatile(QualType T) {
  for (T = T.getCanonicalType();; T = T->getPointeeType()) {
    if (T.isVolatileQualified() ||
        QualType(T->getBaseElementTypeUnsafe(), 0).isVolatileQualified())
      return true;
    if (!T->isPointerType() && !T->isReferenceType())
      return false;
  }
}

std::string whyRejected(QualType T, const ASTContext &Ctx) {
  if (isVolatile(T))
    return "volatile";
  QualType Inner = innermost(T);
  if (Inner->isVariableArrayType() || Inner->isAtomicType())
    return nameOfClass(Inner.getTypePtr());
  if (Inner->isDependentType() || Inner->isUndeducedType())
    return nameOfClass(Inner.getTypePtr());
  const RecordDecl *R = Inner->getAsRecordDecl();
  if (!R)
    return "";
  if (R->isUnion() && containsReal(Inner))
    return "a union that holds a real";
  auto *C = dyn_cast<CXXRecordDecl>(R);
  if (C && C->isLambda())
    return "a lambda";
  if (!isNameable(*R))
    return "of a class that has no name outside of the function";
  (void)Ctx;
  return "";
}

} // namespace nabla::import
