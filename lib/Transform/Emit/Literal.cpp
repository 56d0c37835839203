// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/Literal.h"
#include "Emit/Conversion.h"
#include <cstdlib>

using namespace nabla;
using ir::Type;
using llvm::StringRef;

static std::string digits(int64_t Value, bool Signed) {
  return Signed ? std::to_string(Value) : std::to_string(uint64_t(Value));
}

bool emit::isDifference(int64_t Value, const Type *T) {
  return T->isSigned() && T->bits() >= 32 && T->bits() <= 64 &&
         Value == INT64_MIN >> (64 - T->bits());
}

std::string emit::integerLiteral(int64_t Value, const Type *T) {
  const char *Suffix = literalSuffix(arith(T));
  if (!Suffix) {
    std::string Type = T->spelling().str(),
                Digits = digits(Value, T->isSigned());
    bool OneWord = Type.find(' ') == std::string::npos;
    return OneWord ? Type + "(" + Digits + ")" : "(" + Type + ")" + Digits;
  }
  if (isDifference(Value, T))
    return digits(Value + 1, true) + Suffix + " - 1";
  return digits(Value, T->isSigned()) + Suffix;
}

/// Digits with a '.' or an exponent, as a real literal must have.
static std::string withPoint(StringRef Digits) {
  bool Hex = Digits.starts_with_insensitive("0x");
  if (Digits.find_first_of(Hex ? "pP" : ".eE") != StringRef::npos)
    return Digits.str();
  return Digits.str() + (Hex ? "p0" : ".0");
}

static const char *suffix(ir::Precision P) {
  static const char *const Suffix[] = {"f", "", "L"};
  return Suffix[unsigned(P)];
}

std::string emit::realLiteral(StringRef Digits, const Type *Real) {
  std::string Sign = Digits.consume_front("-") ? "-" : "";
  StringRef Ending = Real->precision() == ir::Precision::LongDouble
                         ? "l"
                         : suffix(Real->precision());
  if (Digits.equals_insensitive("inf"))
    return Sign + "__builtin_inf" + Ending.str() + "()";
  if (Digits.equals_insensitive("nan"))
    return Sign + "__builtin_nan" + Ending.str() + "(\"\")";
  return Sign + withPoint(Digits) + suffix(Real->precision());
}

std::string emit::realLiteral(const ir::IntLiteral &L, const Type *Real) {
  int64_t Exact = Real->precision() == ir::Precision::Float ? int64_t(1) << 24
                                                            : int64_t(1) << 53;
  if (L.Value > Exact || L.Value < -Exact)
    return "";
  return realLiteral(std::to_string(L.Value), Real);
}
