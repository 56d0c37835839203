// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tokens of IR text. Comments run from // to the end of the line.

#ifndef NABLA_TRANSFORM_IR_LEXER_H
#define NABLA_TRANSFORM_IR_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace nabla::ir {

enum class TokenKind : uint8_t {
  End,
  Word,     ///< let, double, x
  Variable, ///< %x, %x.1, %"odd name"
  Symbol,   ///< @f, @"odd name"
  Number,   ///< 3, 3ul, 0.5f, 0x1p-3
  String,   ///< "text"
  Punct,    ///< + <= -> {
  Bad       ///< Value says what is wrong.
};

struct Token {
  TokenKind Kind;
  llvm::StringRef Text; ///< As it stands in the source.
  /// The text meant: strings unescaped, names without % @ and suffix.
  std::string Value;
  unsigned Line, Column;

  bool is(const char *Spelling) const {
    return (Kind == TokenKind::Word || Kind == TokenKind::Punct) &&
           Text == Spelling;
  }
};

/// All tokens of Text, ended by an End or a Bad one.
std::vector<Token> lex(llvm::StringRef Text);

/// A C++ number at the start of Text, in its parts; Length 0 if there is none.
struct NumberParts {
  size_t Length = 0; ///< Suffix included.
  llvm::StringRef Digits, Suffix;
  bool Real = false; ///< Has a point or an exponent.
};
NumberParts scanNumber(llvm::StringRef Text);
/// The value of an integer's digits; false if it does not fit.
bool valueOfDigits(llvm::StringRef Digits, uint64_t &Value);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_LEXER_H
