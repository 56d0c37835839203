// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ declarators, made from the inside out: the name, then '*', '&' and
// extents around it, and the base type in front at last.

#include "Emit/Emit.h"

using namespace nabla;
using ir::Type;
using llvm::StringRef;

/// '*', '*const ' or '&' in front of Declarator.
static void addPointer(const Type *T, std::string &Declarator) {
  bool Const = T->isPointer() && T->isConst();
  // Not "*/", where the name is a comment.
  bool Space = Const || StringRef(Declarator).starts_with("/");
  Declarator = (T->isPointer() ? "*" : "&") +
               std::string(Const ? "const" : "") +
               (Space && !Declarator.empty() ? " " : "") + Declarator;
}

static void addExtent(const Type *T, std::string &Declarator) {
  StringRef D = Declarator;
  if (D.starts_with("*") || D.starts_with("&"))
    Declarator = "(" + Declarator + ")";
  Declarator += "[" + std::to_string(T->extent()) + "]";
}

/// The base type and the finished declarator. A pointer to function declares
/// what stands in its own parentheses.
static std::string join(const Type *Base, bool Const,
                        const std::string &Declarator) {
  StringRef Spelling = Base->spelling();
  if (size_t At = Spelling.find("(*)");
      At != StringRef::npos && Base->isFunctionPointer())
    return Spelling.take_front(At + 2).str() + (Const ? "const " : "") +
           Declarator + Spelling.drop_front(At + 2).str();
  std::string Text = Const ? "const " : "";
  Text += Spelling;
  if (!Declarator.empty() && Declarator[0] != '[')
    Text += ' ';
  return Text + Declarator;
}

std::string emit::declare(const Type *T, StringRef Name) {
  std::string Declarator = Name.str();
  bool Const = false;
  for (;; T = T->element()) {
    if (T->isArray()) {
      addExtent(T, Declarator);
    } else if (T->isPointer() || T->isReference()) {
      addPointer(T, Declarator);
    } else {
      Const = T->isConst();
      break;
    }
  }
  return join(T, Const, Declarator);
}
