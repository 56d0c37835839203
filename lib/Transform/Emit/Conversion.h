// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which conversions C++ makes by itself, so that they need not be written.

#ifndef NABLA_TRANSFORM_EMIT_CONVERSION_H
#define NABLA_TRANSFORM_EMIT_CONVERSION_H

#include "IR/Expr.h"

namespace nabla::emit {

/// The arithmetic types whose conversions are known, in the order of the usual
/// arithmetic conversions. Enumerations and others are None.
enum class Arith : uint8_t {
  None,
  Bool,
  Char,
  SignedChar,
  UnsignedChar,
  Short,
  UnsignedShort,
  Int,
  UnsignedInt,
  Long,
  UnsignedLong,
  LongLong,
  UnsignedLongLong,
  Float,
  Double,
  LongDouble
};

Arith arith(const ir::Type *T);
/// What an operand of a unary operator or of a shift becomes.
Arith promoted(Arith A);
/// What the operands of a binary operator become.
Arith usual(Arith A, Arith B);
/// "u", "l", ...; null if the type has no literals.
const char *literalSuffix(Arith A);

/// An expression as it is printed where C++ may convert: Full, or Bare: without
/// its outermost implicit cast, or without the suffix of a literal.
enum class As : uint8_t { Full, Bare };

/// True if E can be printed Bare: nothing changes but its type.
bool hasBare(const ir::Expr *E);
/// The type of E printed so.
Arith arithAs(const ir::Expr *E, As How);

/// An implicit cast between pointers that only adds const: never written.
bool isQualification(const ir::Expr *E);

/// How the operands of a binary operator or the alternatives of ?: are printed
/// so that C++ converts them to the type they have in the IR.
struct Operands {
  As Lhs, Rhs;
};
Operands operands(const ir::Expr *Lhs, const ir::Expr *Rhs, bool Comparison);

/// E may be printed Bare where its value goes to a variable, parameter or
/// result of E's type.
bool bareAsValue(const ir::Expr *E);
/// The same inside of braces, which do not narrow.
bool bareInBraces(const ir::Expr *E);
/// The same as an operand of a unary operator or a shift.
bool bareAsPromoted(const ir::Expr *E);
/// The same as a subscript, or added to a pointer.
bool bareAsOffset(const ir::Expr *E);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_CONVERSION_H
