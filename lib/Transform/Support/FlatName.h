// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A word for the name of any function: "power_3" for power<3>, "operator_plus"
// for operator+, "Model_square" for Model::square.

#ifndef NABLA_TRANSFORM_SUPPORT_FLATNAME_H
#define NABLA_TRANSFORM_SUPPORT_FLATNAME_H

#include "llvm/ADT/StringExtras.h"
#include <string>

namespace nabla::names {

/// What an operator's sign is called; "" for what only separates.
inline llvm::StringRef wordFor(char Sign, bool InOperator) {
  switch (Sign) {
  case '+':
    return "plus";
  case '-':
    return "minus";
  case '*':
    return "star";
  case '/':
    return "slash";
  case '%':
    return "percent";
  case '=':
    return "equal";
  case '!':
    return "not";
  case '&':
    return "and";
  case '|':
    return "or";
  case '^':
    return "xor";
  case '~':
    return "tilde";
  case '<':
    return InOperator ? "less" : "";
  case '>':
    return InOperator ? "greater" : "";
  case '(':
    return InOperator ? "call" : "";
  case '[':
    return InOperator ? "at" : "";
  default:
    return "";
  }
}

/// C, a byte of UTF-8, may stand in an identifier.
inline bool inIdentifier(char C) {
  return llvm::isAlnum(C) || C == '_' || (C & 0x80);
}

/// Name with an underscore for whatever no identifier has in it, and words for
/// signs. Different names may become the same word.
inline std::string flat(llvm::StringRef Name) {
  std::string Flat;
  bool Gap = false, InOperator = false;
  auto Append = [&](llvm::StringRef Text) {
    if (Gap && !Flat.empty())
      Flat += '_';
    Gap = false;
    Flat += Text;
  };
  for (size_t I = 0; I != Name.size(); ++I) {
    if (inIdentifier(Name[I])) {
      InOperator = false;
      Append(Name.substr(I, 1));
      continue;
    }
    InOperator |= Name.take_front(I).ends_with("operator");
    Gap = true;
    if (llvm::StringRef Word = wordFor(Name[I], InOperator); !Word.empty()) {
      Append(Word);
      Gap = true;
    }
  }
  return Flat;
}

} // namespace nabla::names

#endif // NABLA_TRANSFORM_SUPPORT_FLATNAME_H
