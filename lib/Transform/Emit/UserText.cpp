// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/UserText.h"
#include "Support/FlatName.h"
#include "llvm/ADT/StringExtras.h"

using namespace nabla;
using llvm::StringRef;

static bool isWordChar(char C) { return names::inIdentifier(C); }

static size_t skipRaw(StringRef Text, size_t At) {
  size_t Open = Text.find('(', At);
  if (Open == StringRef::npos)
    return Text.size();
  std::string Close = (")" + Text.slice(At + 2, Open) + "\"").str();
  size_t End = Text.find(Close, Open);
  return End == StringRef::npos ? Text.size() : End + Close.size();
}

size_t emit::skipQuoted(StringRef Text, size_t At) {
  StringRef Rest = Text.drop_front(At);
  if (Rest.starts_with("//"))
    return std::min(Text.find('\n', At), Text.size());
  if (Rest.starts_with("/*"))
    return std::min(Text.find("*/", At + 2), Text.size() - 2) + 2;
  if (Rest.starts_with("R\"") && (At == 0 || !isWordChar(Text[At - 1])))
    return skipRaw(Text, At);
  char Quote = Rest.empty() ? 0 : Rest[0];
  bool Separator = Quote == '\'' && At > 0 && llvm::isHexDigit(Text[At - 1]);
  if ((Quote != '"' && Quote != '\'') || Separator)
    return At;
  size_t End = At + 1;
  while (End < Text.size() && Text[End] != Quote)
    End += Text[End] == '\\' ? 2 : 1;
  return std::min(End + 1, Text.size());
}

void emit::forEachName(StringRef Text, llvm::function_ref<void(StringRef)> Fn) {
  for (size_t At = 0; At < Text.size();) {
    if (size_t End = skipQuoted(Text, At); End != At) {
      At = End;
      continue;
    }
    if (!isWordChar(Text[At])) {
      ++At;
      continue;
    }
    StringRef Word = Text.drop_front(At).take_while(isWordChar);
    StringRef Before = Text.take_front(At).rtrim();
    At += Word.size();
    bool Qualified = Before.ends_with("::") || Before.ends_with("->") ||
                     (Before.ends_with(".") && !Before.ends_with("..."));
    bool Qualifies = Text.drop_front(At).ltrim().starts_with("::");
    if (!Qualified && !Qualifies && !llvm::isDigit(Word[0]))
      Fn(Word);
  }
}

/// The index behind the bracket that closes the one at At.
static size_t skipBrackets(StringRef Text, size_t At) {
  unsigned Depth = 0;
  while (At < Text.size()) {
    if (size_t End = emit::skipQuoted(Text, At); End != At) {
      At = End;
      continue;
    }
    char C = Text[At++];
    Depth += C == '(' || C == '[' || C == '{';
    Depth -= C == ')' || C == ']' || C == '}';
    if (Depth == 0)
      break;
  }
  return At;
}

bool emit::isPrimary(StringRef Text) {
  for (size_t At = 0; At < Text.size();) {
    char C = Text[At];
    if (size_t End = skipQuoted(Text, At); End != At)
      At = End;
    else if (C == '(' || (C == '[' && At > 0))
      At = skipBrackets(Text, At);
    else if (isWordChar(C) || C == '.' || C == ':' || C == '\'')
      ++At;
    else if (Text.drop_front(At).starts_with("->"))
      At += 2;
    else
      return false;
    // "(double)x" is a cast, which binds less.
    if (C == '(' && At < Text.size() && isWordChar(Text[At]))
      return false;
  }
  return !Text.empty();
}
