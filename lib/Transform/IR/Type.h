// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nabla's own types: what differentiation needs to know of a C++ type, and how
// to spell it again. Types are immutable, made by a Module, and compared by
// address: two types that are the same type are the same object.

#ifndef NABLA_TRANSFORM_IR_TYPE_H
#define NABLA_TRANSFORM_IR_TYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace nabla::ir {

class Type;

enum class TypeKind : uint8_t {
  Void,
  Bool,
  Integer,   ///< Also enumerations and character types.
  Real,      ///< float, double, long double.
  Pointer,   ///< To Element.
  Reference, ///< To Element; a place of this type *is* the place referred to.
  Array,     ///< Extent elements of Element.
  Record,    ///< A class whose fields are all known.
  Container, ///< A class known by rules on its operations (std::vector).
  FunctionPointer, ///< Can be copied, compared and called; no derivative.
  Opaque           ///< Anything else: may be passed on, never looked into.
};

/// Precision of a Real.
enum class Precision : uint8_t { Float, Double, LongDouble };

/// A data member of a Record.
struct RecordField {
  llvm::StringRef Name;
  const Type *Ty = nullptr;
  /// Where the class does not show its members: the function that yields the
  /// field of an object, "nabla::re".
  llvm::StringRef Accessor = {};
};

class Type {
public:
  TypeKind kind() const { return Kind; }
  bool is(TypeKind K) const { return Kind == K; }
  bool isReal() const { return Kind == TypeKind::Real; }
  bool isInteger() const { return Kind == TypeKind::Integer; }
  bool isPointer() const { return Kind == TypeKind::Pointer; }
  bool isReference() const { return Kind == TypeKind::Reference; }
  bool isArray() const { return Kind == TypeKind::Array; }
  bool isVoid() const { return Kind == TypeKind::Void; }
  bool isFunctionPointer() const { return Kind == TypeKind::FunctionPointer; }
  /// bool, integer or real.
  bool isArithmetic() const {
    return Kind == TypeKind::Bool || isInteger() || isReal();
  }
  /// Fits in a register: arithmetic or a pointer of either kind.
  bool isScalar() const {
    return isArithmetic() || isPointer() || isFunctionPointer();
  }

  bool isConst() const { return Const; }
  /// This type without its outermost const. As in C++, an array is const where
  /// its elements are, and loses its const with them.
  const Type *unqualified() const { return Const ? Unqualified : this; }
  /// The referred-to type of a reference, this type otherwise; no outer const.
  const Type *value() const {
    return (isReference() ? Element : this)->unqualified();
  }

  /// Pointee, referee, array or container element; null for the others.
  const Type *element() const { return Element; }
  /// The element of arrays of arrays, this type otherwise; no outer const.
  const Type *innermost() const {
    const Type *T = this;
    while (T->isArray())
      T = T->element();
    return T->unqualified();
  }
  /// Number of elements of an Array.
  uint64_t extent() const { return Extent; }
  Precision precision() const { return Prec; }
  unsigned bits() const { return Bits; }
  bool isSigned() const { return Signed; }
  /// Fields of a Record, in order of declaration. The fields of a const record
  /// are those of the record.
  llvm::ArrayRef<RecordField> fields() const { return unqualified()->Fields; }
  /// C++ spelling without outer const: "double", "unsigned long", "ns::State".
  /// Set for every kind but Pointer, Reference and Array, which spell
  /// themselves through their element.
  llvm::StringRef spelling() const { return Spelling; }

  /// Of an Opaque: no real is in it or behind it, so it carries no derivative.
  bool isInert() const { return Inert; }
  /// Of an Opaque: its objects are made where the user makes them. They cannot
  /// be declared earlier and set there, or that would be noticed.
  bool isFixed() const { return unqualified()->Fixed; }

  /// A Record of nothing but arithmetic fields.
  bool isFlatRecord() const;
  /// True if an object of this type holds a real somewhere, behind pointers
  /// too: if it can carry a derivative. Records may hold themselves.
  bool holdsReal() const;

private:
  friend class Module;
  TypeKind Kind = TypeKind::Void;
  Precision Prec = Precision::Double;
  bool Const = false, Signed = false, Inert = false, Fixed = false;
  unsigned Bits = 0;
  uint64_t Extent = 0;
  const Type *Element = nullptr;
  const Type *Unqualified = nullptr;
  llvm::StringRef Spelling;
  llvm::ArrayRef<RecordField> Fields;
};

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_TYPE_H
