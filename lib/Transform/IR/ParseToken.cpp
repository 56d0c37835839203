// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the parser of IR text takes tokens and reports what it did not expect.

#include "IR/Parser.h"

using namespace nabla::ir;
using llvm::StringRef;
using llvm::Twine;

const Token &Parser::peek(size_t Ahead) const {
  return Tokens[std::min(Position + Ahead, Tokens.size() - 1)];
}

const Token &Parser::take() {
  const Token &T = peek();
  if (Position + 1 < Tokens.size())
    ++Position;
  return T;
}

bool Parser::accept(const char *Spelling) {
  if (!at(Spelling))
    return false;
  take();
  return true;
}

Failure Parser::fail(const Token &T, const Twine &Message) {
  if (Error.empty())
    Error = std::to_string(T.Line) + ":" + std::to_string(T.Column) + ": " +
            (T.Kind == TokenKind::Bad ? T.Value : Message.str());
  return {};
}

Failure Parser::expected(const char *What) {
  if (at(TokenKind::End))
    return fail(peek(), Twine("expected ") + What + ", found the end");
  return fail(peek(),
              Twine("expected ") + What + ", found '" + peek().Text + "'");
}

bool Parser::expect(const char *Spelling) {
  if (accept(Spelling))
    return true;
  std::string Quoted = "'" + std::string(Spelling) + "'";
  return expected(Quoted.c_str());
}

SourceLoc Parser::loc(const Token &T) {
  return {T.Line << 8 | std::min(T.Column, 255u)};
}

bool Parser::string(std::string &Text, const char *What) {
  if (!at(TokenKind::String))
    return expected(What);
  Text = take().Value;
  return true;
}

bool Parser::name(std::string &Name, const char *What) {
  if (!at(TokenKind::Word) && !at(TokenKind::String))
    return expected(What);
  Name = take().Value;
  return true;
}

bool Parser::number(uint64_t &Value, uint64_t Max, const char *What) {
  if (!at(TokenKind::Number))
    return expected(What);
  const Token &T = take();
  if (!valueOfDigits(T.Text, Value) || Value > Max)
    return fail(T, Twine("'") + T.Text + "' cannot be " + What);
  return true;
}

bool Parser::signedNumber(int64_t &Value) {
  bool Negative = accept("-");
  uint64_t Magnitude;
  if (!number(Magnitude, INT64_MAX, "a step"))
    return false;
  Value = Negative ? -int64_t(Magnitude) : int64_t(Magnitude);
  return true;
}
