// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text to tokens. Nothing here depends on what may follow what.

#include "IR/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace nabla::ir;
using llvm::StringRef;

static bool startsWord(char C) { return llvm::isAlpha(C) || C == '_'; }
static bool inWord(char C) { return llvm::isAlnum(C) || C == '_'; }

//===--- Numbers ----------------------------------------------------------===//

static size_t digitsAt(StringRef T, size_t I, bool Hex) {
  auto Ok = [&](char C) {
    return Hex ? llvm::isHexDigit(C) : llvm::isDigit(C);
  };
  size_t Start = I;
  while (I < T.size() && (Ok(T[I]) || (T[I] == '\'' && I > Start &&
                                       I + 1 < T.size() && Ok(T[I + 1]))))
    ++I;
  return I;
}

/// Past an exponent at I, or I if there is none.
static size_t exponentAt(StringRef T, size_t I, bool Hex) {
  if (I >= T.size() || llvm::toLower(T[I]) != (Hex ? 'p' : 'e'))
    return I;
  size_t J = I + 1;
  if (J < T.size() && (T[J] == '+' || T[J] == '-'))
    ++J;
  size_t End = digitsAt(T, J, false);
  return End == J ? I : End;
}

NumberParts nabla::ir::scanNumber(StringRef T) {
  NumberParts N;
  bool Hex = T.starts_with_insensitive("0x");
  size_t Start = Hex ? 2 : 0;
  size_t I = digitsAt(T, Start, Hex);
  bool Any = I > Start, Point = I < T.size() && T[I] == '.';
  if (Point) {
    size_t J = digitsAt(T, I + 1, Hex);
    Any |= J > I + 1;
    I = J;
  }
  if (!Any)
    return N;
  size_t E = exponentAt(T, I, Hex);
  N.Real = E > I || (Point && !Hex);
  N.Digits = T.take_front(E);
  while (E < T.size() && StringRef("fFlLuU").contains(T[E]))
    ++E;
  N.Suffix = T.substr(N.Digits.size(), E - N.Digits.size());
  N.Length = E;
  return N;
}

bool nabla::ir::valueOfDigits(StringRef Digits, uint64_t &Value) {
  std::string Plain;
  for (char C : Digits)
    if (C != '\'')
      Plain += C;
  return !StringRef(Plain).getAsInteger(0, Value);
}

//===--- The lexer --------------------------------------------------------===//

namespace {

class Lexer {
public:
  explicit Lexer(StringRef Text) : Rest(Text) {}

  Token next() {
    skipBlanks();
    Token T{TokenKind::End, Rest.take_front(0), "", Line, Column};
    if (Rest.empty())
      return T;
    size_t Length = lexInto(T);
    T.Text = Rest.take_front(Length);
    if (T.Kind == TokenKind::Word || T.Kind == TokenKind::Number ||
        T.Kind == TokenKind::Punct)
      T.Value = T.Text.str();
    advance(Length);
    return T;
  }

private:
  void advance(size_t N) {
    for (char C : Rest.take_front(N)) {
      Column = C == '\n' ? 1 : Column + 1;
      Line += C == '\n';
    }
    Rest = Rest.drop_front(N);
  }

  void skipBlanks() {
    while (!Rest.empty()) {
      if (llvm::isSpace(Rest[0]))
        advance(1);
      else if (Rest.starts_with("//"))
        advance(std::min(Rest.find('\n'), Rest.size()));
      else
        return;
    }
  }

  size_t bad(Token &T, const char *Why) {
    T.Kind = TokenKind::Bad;
    T.Value = Why;
    return 1;
  }

  size_t lexInto(Token &T);
  size_t string(Token &T, size_t I);
  size_t name(Token &T, TokenKind K);
  size_t punct(Token &T);

  StringRef Rest;
  unsigned Line = 1, Column = 1;
};

} // namespace

size_t Lexer::lexInto(Token &T) {
  char C = Rest[0];
  if (C == '"') {
    T.Kind = TokenKind::String;
    return string(T, 0);
  }
  if (C == '%' && Rest.size() > 1 && (startsWord(Rest[1]) || Rest[1] == '"'))
    return name(T, TokenKind::Variable);
  if (C == '@')
    return name(T, TokenKind::Symbol);
  if (startsWord(C)) {
    T.Kind = TokenKind::Word;
    return Rest.take_while(inWord).size();
  }
  if (llvm::isDigit(C) ||
      (C == '.' && Rest.size() > 1 && llvm::isDigit(Rest[1]))) {
    T.Kind = TokenKind::Number;
    size_t Length = scanNumber(Rest).Length;
    return Length ? Length : bad(T, "this number has no digits");
  }
  return punct(T);
}

/// A string whose opening quote is at I. Escapes: \n, \\, \" and \HH.
size_t Lexer::string(Token &T, size_t I) {
  for (++I; I < Rest.size() && Rest[I] != '\n'; ++I) {
    if (Rest[I] == '"')
      return I + 1;
    if (Rest[I] != '\\') {
      T.Value += Rest[I];
      continue;
    }
    char Next = I + 1 < Rest.size() ? Rest[I + 1] : '\0';
    if (Next == 'n' || Next == '\\' || Next == '"') {
      T.Value += Next == 'n' ? '\n' : Next;
      I += 1;
    } else if (I + 2 < Rest.size() && llvm::isHexDigit(Next) &&
               llvm::isHexDigit(Rest[I + 2])) {
      T.Value += char(llvm::hexFromNibbles(Next, Rest[I + 2]));
      I += 2;
    } else {
      return bad(T, "unknown escape in a string");
    }
  }
  return bad(T, "a string does not end on its line");
}

/// "::x"
static bool startsPath(StringRef T) {
  return T.starts_with("::") && T.size() > 2 && startsWord(T[2]);
}

/// %name, @name or their quoted forms. Variables may have a suffix .N, which
/// tells them apart and is not part of the name; symbols may hold dots and $.
size_t Lexer::name(Token &T, TokenKind K) {
  T.Kind = K;
  bool IsVariable = K == TokenKind::Variable;
  size_t I = 1;
  if (I < Rest.size() && Rest[I] == '"') {
    I = string(T, I);
    if (T.Kind == TokenKind::Bad)
      return I;
  } else {
    auto In = [&](char C) {
      return inWord(C) || (!IsVariable && (C == '.' || C == '$'));
    };
    StringRef Name = Rest.drop_front().take_while(In);
    while (IsVariable && startsPath(Rest.substr(I + Name.size()))) {
      StringRef Part = Rest.substr(I + Name.size() + 2).take_while(inWord);
      Name = Rest.substr(I, Name.size() + 2 + Part.size());
    }
    if (Name.empty())
      return bad(T, "a name is missing after '@'");
    T.Value = Name.str();
    I += Name.size();
  }
  if (IsVariable && I + 1 < Rest.size() && Rest[I] == '.' &&
      llvm::isDigit(Rest[I + 1]))
    I += 1 + Rest.substr(I + 1).take_while(llvm::isDigit).size();
  return I;
}

size_t Lexer::punct(Token &T) {
  static const char *const Two[] = {"->", "<<", ">>", "<=", ">=", "==", "!=",
                                    "&&", "||", "+=", "-=", "*=", "/="};
  T.Kind = TokenKind::Punct;
  for (const char *P : Two)
    if (Rest.starts_with(P))
      return 2;
  if (StringRef("+-*/%&|^~!<>=?:;,.#(){}[]").contains(Rest[0]))
    return 1;
  return bad(T, "this character means nothing in IR text");
}

std::vector<Token> nabla::ir::lex(StringRef Text) {
  std::vector<Token> Tokens;
  Lexer L(Text);
  do
    Tokens.push_back(L.next());
  while (Tokens.back().Kind != TokenKind::End &&
         Tokens.back().Kind != TokenKind::Bad);
  return Tokens;
}
