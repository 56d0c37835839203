// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Module: types are interned here (named ones by kind and spelling, the others
// by what they are made of), so that equal types are one object; the rest is
// allocation.

#include "IR/Module.h"
#include <cassert>

using namespace nabla::ir;
using llvm::ArrayRef;
using llvm::StringRef;

//===--- Types ------------------------------------------------------------===//

Type *Module::newType(TypeKind K) {
  Type *T = new (Memory.Allocate<Type>()) Type();
  T->Kind = K;
  T->Unqualified = T;
  return T;
}

/// The slot of the named type; a new type in it where it is new.
Type *&Module::named(TypeKind K, StringRef Spelling) {
  std::string Key(1, char('a' + unsigned(K)));
  Key += Spelling;
  Type *&Slot = Named[Key];
  if (!Slot) {
    Slot = newType(K);
    Slot->Spelling = save(Spelling);
    if (K == TypeKind::Record)
      Records.push_back(Slot);
  }
  return Slot;
}

Type *Module::derived(TypeKind K, const Type *Element, uint64_t Extent) {
  unsigned Which = unsigned(K) - unsigned(TypeKind::Pointer);
  Type *&Slot = Derived[Which][{Element, Extent}];
  if (!Slot) {
    Slot = newType(K);
    Slot->Element = Element;
    Slot->Extent = Extent;
  }
  return Slot;
}

const Type *Module::voidType() { return named(TypeKind::Void, "void"); }

const Type *Module::boolType() { return named(TypeKind::Bool, "bool"); }

const Type *Module::integerType(StringRef Spelling, unsigned Bits,
                                bool Signed) {
  Type *T = named(TypeKind::Integer, Spelling);
  assert((T->Bits == 0 || (T->Bits == Bits && T->Signed == Signed)) &&
         "one spelling, two integer types");
  T->Bits = Bits;
  T->Signed = Signed;
  return T;
}

const Type *Module::realType(Precision P) {
  static const char *const Spelling[] = {"float", "double", "long double"};
  Type *T = named(TypeKind::Real, Spelling[unsigned(P)]);
  T->Prec = P;
  return T;
}

const Type *Module::pointerTo(const Type *T) {
  return derived(TypeKind::Pointer, T, 0);
}

// A reference to a reference is that reference.
const Type *Module::referenceTo(const Type *T) {
  return T->isReference() ? T : derived(TypeKind::Reference, T, 0);
}

const Type *Module::arrayOf(const Type *T, uint64_t Extent) {
  Type *A = derived(TypeKind::Array, T, Extent);
  if (T->isConst() && !A->Const) {
    A->Const = true;
    A->Unqualified = arrayOf(T->unqualified(), Extent);
  }
  return A;
}

const Type *Module::opaqueType(StringRef Spelling) {
  return named(TypeKind::Opaque, Spelling);
}

const Type *Module::inertType(StringRef Spelling) {
  Type *T = named(TypeKind::Opaque, Spelling);
  T->Inert = true;
  return T;
}

void Module::setFixed(const Type *Opaque) {
  const_cast<Type *>(Opaque->unqualified())->Fixed = true; // ours
}

const Type *Module::functionPointerType(StringRef Spelling) {
  return named(TypeKind::FunctionPointer, Spelling);
}

const Type *Module::containerType(StringRef Spelling, const Type *Element) {
  Type *T = named(TypeKind::Container, Spelling);
  T->Element = Element;
  return T;
}

const Type *Module::recordType(StringRef Spelling) {
  return named(TypeKind::Record, Spelling);
}

void Module::setFields(const Type *Record, ArrayRef<RecordField> Fields) {
  assert(Record->is(TypeKind::Record) && Record->fields().empty());
  llvm::SmallVector<RecordField, 8> Saved;
  for (const RecordField &F : Fields)
    Saved.push_back({save(F.Name), F.Ty, save(F.Accessor)});
  named(TypeKind::Record, Record->spelling())->Fields =
      copy(ArrayRef<RecordField>(Saved));
}

const Type *Module::constOf(const Type *T) {
  if (T->isConst() || T->isReference())
    return T;
  if (T->isArray())
    return arrayOf(constOf(T->element()), T->extent());
  Type *&Slot = ConstOf[T];
  if (!Slot) {
    Slot = newType(T->kind());
    *Slot = *T;
    Slot->Const = true;
    Slot->Unqualified = T;
  }
  return Slot;
}

//===--- Variables, functions, rules --------------------------------------===//

const Variable *Module::makeVariable(StringRef Name, const Type *Ty,
                                     VariableKind K, SourceLoc L) {
  Variable &V = Variables.emplace_back();
  V.Name = save(Name);
  V.Ty = Ty;
  V.Kind = K;
  V.Loc = L;
  V.Id = unsigned(Variables.size() - 1);
  return &V;
}

Function *Module::makeFunction(StringRef Key, Declarator D,
                               ArrayRef<const Variable *> Params,
                               const Type *Result, SourceLoc L) {
  assert(!function(Key) && "a function of that key exists");
  Function &F = Functions.emplace_back();
  F.Key = save(Key);
  F.Decl = std::move(D);
  F.Params = copy(Params);
  F.Result = Result;
  F.Loc = L;
  FunctionByKey[Key] = &F;
  return &F;
}

Function *Module::function(StringRef Key) const {
  return FunctionByKey.lookup(Key);
}

void Module::setBody(Function *F, Block B) {
  F->HasBody = true;
  F->Body = block(B);
  F->KeepsBlocks.reset();
}

void Module::setAccess(const Variable *Param, const Type *T) {
  const_cast<Variable *>(Param)->Access = T; // ours, as all variables are
}

void Module::setRule(Function *F, const AdjointRule &R) {
  assert(R.Params.size() == F->params().size() && R.Reverse);
  auto *Copy = new (Memory.Allocate<AdjointRule>()) AdjointRule(R);
  Copy->Name = save(R.Name);
  Copy->Params = copy(R.Params);
  F->ByHand = Copy;
}

llvm::SmallVector<unsigned, 8> nabla::ir::realParams(const Function &F) {
  llvm::SmallVector<unsigned, 8> Params;
  for (unsigned I = 0; I != F.params().size(); ++I)
    if (F.params()[I]->type()->holdsReal())
      Params.push_back(I);
  return Params;
}

const Rule *Module::addRule(const Rule &R) {
  assert(!rule(R.Name) && "a rule of that name exists");
  Rule &New = RuleList.emplace_back(R);
  New.Name = save(R.Name);
  New.Params = copy(R.Params);
  New.Partials = copy(R.Partials);
  llvm::SmallVector<StringRef, 8> Spellings;
  for (StringRef S : R.Spellings)
    Spellings.push_back(save(S));
  New.Spellings = copy(ArrayRef(Spellings));
  RuleByName[New.Name] = &New;
  return &New;
}

void Module::setPartials(const Rule *R, ArrayRef<const Expr *> Partials) {
  assert(R->Partials.empty() && Partials.size() == R->Params.size());
  const_cast<Rule *>(R)->Partials = copy(Partials); // ours, in RuleList
}

const Rule *Module::rule(StringRef Name) const {
  return RuleByName.lookup(Name);
}

bool Rule::isInactive() const {
  for (const Expr *P : Partials)
    if (P)
      return false;
  return true;
}
