// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/Conversion.h"
#include "IR/Place.h"
#include "llvm/ADT/StringSwitch.h"

using namespace nabla;
using namespace nabla::emit;
using ir::Type;
using ir::TypeKind;
using llvm::dyn_cast;
using llvm::isa;

//===--- Types ------------------------------------------------------------===//

Arith emit::arith(const Type *T) {
  if (T->is(TypeKind::Bool))
    return Arith::Bool;
  if (T->isReal())
    return Arith(unsigned(Arith::Float) + unsigned(T->precision()));
  if (!T->isInteger())
    return Arith::None;
  return llvm::StringSwitch<Arith>(T->spelling())
      .Case("char", Arith::Char)
      .Case("signed char", Arith::SignedChar)
      .Case("unsigned char", Arith::UnsignedChar)
      .Case("short", Arith::Short)
      .Case("unsigned short", Arith::UnsignedShort)
      .Case("int", Arith::Int)
      .Case("unsigned int", Arith::UnsignedInt)
      .Case("long", Arith::Long)
      .Case("unsigned long", Arith::UnsignedLong)
      .Case("long long", Arith::LongLong)
      .Case("unsigned long long", Arith::UnsignedLongLong)
      .Default(Arith::None);
}

static bool isReal(Arith A) { return A >= Arith::Float; }
static bool isInteger(Arith A) {
  return A != Arith::None && A != Arith::Bool && !isReal(A);
}
static bool isUnsigned(Arith A) {
  return A == Arith::UnsignedChar || A == Arith::UnsignedShort ||
         A == Arith::UnsignedInt || A == Arith::UnsignedLong ||
         A == Arith::UnsignedLongLong;
}

Arith emit::promoted(Arith A) {
  return A == Arith::None ? A : std::max(A, Arith::Int);
}

Arith emit::usual(Arith A, Arith B) {
  if (A == Arith::None || B == Arith::None)
    return Arith::None;
  auto [Low, High] = std::minmax(promoted(A), promoted(B));
  // The one pair of which neither type holds the values of the other.
  if (Low == Arith::UnsignedLong && High == Arith::LongLong)
    return Arith::UnsignedLongLong;
  return High;
}

const char *emit::literalSuffix(Arith A) {
  switch (A) {
  case Arith::Int:
    return "";
  case Arith::UnsignedInt:
    return "u";
  case Arith::Long:
    return "l";
  case Arith::UnsignedLong:
    return "ul";
  case Arith::LongLong:
    return "ll";
  case Arith::UnsignedLongLong:
    return "ull";
  default:
    return nullptr;
  }
}

//===--- Bare expressions -------------------------------------------------===//

/// A literal that fits in int.
static bool isSmall(const ir::IntLiteral &L) {
  return L.Value >= -INT32_MAX && L.Value <= INT32_MAX;
}

bool emit::hasBare(const ir::Expr *E) {
  if (auto *L = dyn_cast<ir::IntLiteral>(E))
    return isSmall(*L) && arith(E->Ty) != Arith::None &&
           !(L->Value < 0 && isUnsigned(arith(E->Ty)));
  auto *C = dyn_cast<ir::Cast>(E);
  return C && C->Implicit;
}

Arith emit::arithAs(const ir::Expr *E, As How) {
  if (How == As::Full)
    return arith(E->Ty);
  if (isa<ir::IntLiteral>(E))
    return Arith::Int;
  return arith(llvm::cast<ir::Cast>(E)->Operand->Ty);
}

bool emit::isQualification(const ir::Expr *E) {
  auto *C = dyn_cast<ir::Cast>(E);
  return C && C->Implicit && C->Ty->isPointer() &&
         ir::sameType(C->Ty, C->Operand->Ty);
}

/// Printed Bare, E is a literal that is not negative.
static bool isNatural(const ir::Expr *E) {
  if (auto *C = dyn_cast<ir::Cast>(E))
    E = C->Operand;
  auto *L = dyn_cast<ir::IntLiteral>(E);
  return L && L->Value >= 0;
}

//===--- Operands ---------------------------------------------------------===//

/// A compiler warns where a signed number is compared as an unsigned one.
static bool warnsOfSign(const ir::Expr *E, As How) {
  return How == As::Bare && isUnsigned(arith(E->Ty)) &&
         !isUnsigned(arithAs(E, How)) && !isNatural(E);
}

static bool works(const ir::Expr *Lhs, const ir::Expr *Rhs, Operands O,
                  bool Comparison) {
  if ((O.Lhs == As::Bare && !hasBare(Lhs)) ||
      (O.Rhs == As::Bare && !hasBare(Rhs)))
    return false;
  if (Comparison && (warnsOfSign(Lhs, O.Lhs) || warnsOfSign(Rhs, O.Rhs)))
    return false;
  Arith Wanted = arith(Lhs->Ty);
  return Wanted != Arith::None &&
         usual(arithAs(Lhs, O.Lhs), arithAs(Rhs, O.Rhs)) == Wanted;
}

Operands emit::operands(const ir::Expr *Lhs, const ir::Expr *Rhs,
                        bool Comparison) {
  Operands Tries[] = {
      {As::Bare, As::Bare}, {As::Bare, As::Full}, {As::Full, As::Bare}};
  // "1.0 / n" rather than "1 / double(n)".
  if (isNatural(Lhs))
    std::swap(Tries[1], Tries[2]);
  for (Operands O : Tries)
    if (works(Lhs, Rhs, O, Comparison))
      return O;
  return {As::Full, As::Full};
}

//===--- Places where C++ converts ----------------------------------------===//

/// A literal whose value an implicit conversion changes: compilers warn.
static bool losesLiteral(const ir::Cast &C) {
  return isa<ir::RealLiteral>(C.Operand) && !C.Ty->isReal();
}

bool emit::bareAsValue(const ir::Expr *E) {
  auto *C = dyn_cast<ir::Cast>(E);
  return hasBare(E) && !(C && losesLiteral(*C));
}

/// Every value of From is one of To.
static bool widens(Arith From, Arith To) {
  if (isReal(From) || From == Arith::None || To == Arith::None)
    return isReal(From) && To >= From;
  if (!isInteger(To) || isUnsigned(To) != isUnsigned(From))
    return From == Arith::Bool && isInteger(To);
  return To >= From;
}

bool emit::bareInBraces(const ir::Expr *E) {
  if (!bareAsValue(E))
    return false;
  if (auto *L = dyn_cast<ir::IntLiteral>(E))
    return literalSuffix(arith(L->Ty)) || L->Value <= INT8_MAX;
  return widens(arithAs(E, As::Bare), arith(E->Ty));
}

bool emit::bareAsPromoted(const ir::Expr *E) {
  return isa<ir::Cast>(E) && hasBare(E) &&
         promoted(arithAs(E, As::Bare)) == arith(E->Ty);
}

bool emit::bareAsOffset(const ir::Expr *E) {
  if (!hasBare(E))
    return false;
  if (isa<ir::IntLiteral>(E))
    return true;
  // "a[c]" with a char c is often meant otherwise: compilers warn.
  const Type *From = llvm::cast<ir::Cast>(E)->Operand->Ty;
  return isInteger(arith(From)) && arith(From) != Arith::Char &&
         From->bits() <= E->Ty->bits() &&
         (From->isSigned() == E->Ty->isSigned() || E->Ty->bits() == 64);
}
