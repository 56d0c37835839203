// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types in IR text: a base (double, long, u32 "ns::Color", record "State"),
// then suffixes that are read from left to right: double[4]* is a pointer to
// an array of 4 doubles. Neighbouring extents are in C++'s order.

#include "IR/Parser.h"

using namespace nabla::ir;
using llvm::StringRef;

const Type *Parser::type() {
  Nest N(*this);
  if (N.tooDeep())
    return fail(peek(), "types are nested too deeply");
  bool Const = accept("const");
  const Type *T = baseType();
  if (!T)
    return nullptr;
  return suffixes(Const ? M.constOf(T) : T);
}

/// i<bits> or u<bits>.
static bool isWidth(StringRef Word, unsigned &Bits) {
  return (Word[0] == 'i' || Word[0] == 'u') &&
         !Word.drop_front().getAsInteger(10, Bits) && Bits >= 1 && Bits <= 128;
}

const Type *Parser::baseType() {
  if (!at(TokenKind::Word))
    return expected("a type");
  const Token &Start = take();
  unsigned Bits;
  bool Named = Start.is("record") || Start.is("opaque") || Start.is("inert") ||
               Start.is("function") || Start.is("container") ||
               isWidth(Start.Text, Bits);
  return Named ? namedType(Start) : plainType(Start);
}

/// One that has its C++ spelling as a string.
const Type *Parser::namedType(const Token &Start) {
  const Type *Element = nullptr;
  if (Start.is("container") && at("<") && !(Element = angledType()))
    return nullptr;
  std::string Spelling;
  if (!string(Spelling, "the type's C++ spelling"))
    return nullptr;
  unsigned Bits = 0;
  if (Start.is("record"))
    return M.recordType(Spelling);
  if (Start.is("inert") || Start.is("opaque")) {
    const Type *T =
        Start.is("inert") ? M.inertType(Spelling) : M.opaqueType(Spelling);
    if (accept("fixed"))
      M.setFixed(T);
    return T;
  }
  if (Start.is("function"))
    return M.functionPointerType(Spelling);
  if (Start.is("container"))
    return M.containerType(Spelling, Element);
  isWidth(Start.Text, Bits);
  bool Signed = Start.Text[0] == 'i';
  auto [At, New] = Integers.try_emplace(Spelling, std::pair(Bits, Signed));
  if (At->second != std::pair(Bits, Signed))
    return fail(Start,
                "'" + Spelling +
                    "' is written with two widths or signs in this text");
  return M.integerType(Spelling, Bits, Signed);
}

/// One that is written by keywords alone.
const Type *Parser::plainType(const Token &Start) {
  std::string Spelling = Start.Text.str();
  bool Integral = Start.is("unsigned") || Start.is("long");
  while (Integral && (at("long") || at("int") || at("short") ||
                      (Spelling == "long" && at("double"))))
    (Spelling += ' ') += take().Text;
#define NABLA_INTEGER(Name, Bits, Signed, Suffix)                              \
  if (Spelling == Name)                                                        \
    return M.integerType(Name, Bits, Signed);
#include "IR/Integers.def"
  if (Spelling == "double")
    return M.doubleType();
  if (Spelling == "float")
    return M.realType(Precision::Float);
  if (Spelling == "long double")
    return M.realType(Precision::LongDouble);
  if (Spelling == "bool")
    return M.boolType();
  if (Spelling == "void")
    return M.voidType();
  return fail(Start, "'" + Spelling + "' is not a type");
}

const Type *Parser::suffixes(const Type *T) {
  for (unsigned Count = 0; T; ++Count) {
    if (Count > 32)
      return fail(peek(), "this type has too many suffixes");
    if (T->isReference())
      return at("*") || at("&") || at("[")
                 ? fail(peek(), "nothing is made of a reference")
                 : T;
    if (accept("*")) {
      T = M.pointerTo(T);
      T = accept("const") ? M.constOf(T) : T;
    } else if (accept("&")) {
      T = M.referenceTo(T);
    } else if (at("[")) {
      T = extents(T);
    } else {
      return T;
    }
  }
  return nullptr;
}

/// [2][3]: two arrays of three.
const Type *Parser::extents(const Type *Element) {
  llvm::SmallVector<uint64_t, 4> Extents;
  while (accept("[")) {
    uint64_t N;
    if (!number(N, uint64_t(1) << 48, "an extent") || !expect("]"))
      return nullptr;
    Extents.push_back(N);
    if (Extents.size() > 32)
      return fail(peek(), "this array has too many dimensions");
  }
  if (Element->isVoid())
    return fail(peek(), "there are no arrays of void");
  for (uint64_t N : llvm::reverse(Extents))
    Element = M.arrayOf(Element, N);
  return Element;
}

const Type *Parser::angledType() {
  if (!expect("<"))
    return nullptr;
  const Type *T = type();
  return T && expect(">") ? T : nullptr;
}
