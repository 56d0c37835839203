// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code is broken greedily. Of the spaces after a comma or an operator where the
// line could end, the one with the fewest brackets around it is taken, then the
// last one; but not one that leaves the line mostly empty. The next line begins
// under what follows the innermost open bracket, or 4 columns further in.

#include "Emit/Wrap.h"
#include "Emit/UserText.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace nabla;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

/// A space at which Code may be broken.
struct Break {
  size_t At;
  unsigned Depth; ///< Brackets around it.
};

struct Bracket {
  size_t At;
  unsigned Column = 0; ///< Of the bracket, once its line is done.
};

class Wrapper {
public:
  Wrapper(StringRef Code, unsigned Indent) : Code(Code), Indent(Indent) {}
  std::string run();

private:
  void findBreaks();
  const Break *choose(unsigned Column) const;
  void emit(size_t End, unsigned Column);
  unsigned nextColumn() const;

  StringRef Code;
  unsigned Indent;
  SmallVector<Break, 32> Breaks;
  SmallVector<Bracket, 8> Open; ///< Brackets that are open at Start.
  size_t Start = 0;
  std::string Out;
};

} // namespace

static bool endsBreakably(StringRef Before) {
  if (Before.ends_with(",") || Before.ends_with(";"))
    return true;
  StringRef Word = Before.take_back(Before.size() - (Before.rfind(' ') + 1));
  static const llvm::StringSet<> Operators = {
      "+", "-", "*", "/",  "%",  "<<", ">>", "<",  "<=", ">",  ">=", "==", "!=",
      "&", "|", "^", "&&", "||", "=",  "+=", "-=", "*=", "/=", "?",  ":"};
  return Operators.contains(Word);
}

void Wrapper::findBreaks() {
  unsigned Depth = 0;
  for (size_t At = 0; At < Code.size();) {
    if (size_t End = emit::skipQuoted(Code, At); End != At) {
      At = End;
      continue;
    }
    char C = Code[At];
    Depth += C == '(' || C == '[' || C == '{';
    Depth -= Depth && (C == ')' || C == ']' || C == '}');
    bool Comment = Code.drop_front(At).starts_with(" /*");
    if (C == ' ' && !Comment && endsBreakably(Code.take_front(At)))
      Breaks.push_back({At, Depth});
    ++At;
  }
}

const Break *Wrapper::choose(unsigned Column) const {
  size_t Limit = Start + emit::LineWidth - Column;
  size_t Enough = Start + (emit::LineWidth - Column) * 2 / 5;
  const Break *Best = nullptr;
  for (const Break &B : Breaks) {
    if (B.At <= Start)
      continue;
    if (B.At > Limit)
      return Best ? Best : &B;
    bool Far = B.At >= Enough, BestFar = Best && Best->At >= Enough;
    if (!Best || (Far && !BestFar) ||
        (Far == BestFar && B.Depth <= Best->Depth))
      Best = &B;
  }
  return Best;
}

/// Appends Code up to End and notes the brackets that stay open.
void Wrapper::emit(size_t End, unsigned Column) {
  for (size_t At = Start; At < End;) {
    if (size_t Behind = emit::skipQuoted(Code, At); Behind != At) {
      At = Behind;
      continue;
    }
    char C = Code[At];
    if (C == '(' || C == '[' || C == '{')
      Open.push_back({At, unsigned(Column + At - Start)});
    else if ((C == ')' || C == ']' || C == '}') && !Open.empty())
      Open.pop_back();
    ++At;
  }
  Out += std::string(Column, ' ') + Code.slice(Start, End).str();
}

unsigned Wrapper::nextColumn() const {
  if (Open.empty() || Open.back().Column >= emit::LineWidth * 3 / 4)
    return Indent + 4;
  return Open.back().Column + 1;
}

std::string Wrapper::run() {
  findBreaks();
  unsigned Column = Indent;
  while (Code.size() - Start + Column > emit::LineWidth) {
    const Break *B = choose(Column);
    if (!B)
      break;
    emit(B->At, Column);
    Out += '\n';
    Start = B->At + 1;
    Column = nextColumn();
  }
  emit(Code.size(), Column);
  return Out;
}

std::string emit::wrapCode(StringRef Code, unsigned Indent) {
  if (Code.contains('\n'))
    return std::string(Indent, ' ') + Code.str();
  return Wrapper(Code, Indent).run();
}

std::string emit::wrapComment(StringRef Text, unsigned Indent) {
  std::string Out, Head = std::string(Indent, ' ') + "//";
  unsigned Column = LineWidth; // the first word begins a line
  StringRef Rest = Text;
  while (!(Rest = Rest.ltrim()).empty()) {
    StringRef Word = Rest.take_until([](char C) { return isspace(C); });
    Rest = Rest.drop_front(Word.size());
    if (Column + 1 + Word.size() > LineWidth) {
      Out += (Out.empty() ? "" : "\n") + Head;
      Column = unsigned(Head.size());
    }
    Out += " " + Word.str();
    Column += 1 + Word.size();
  }
  // A backslash at the end of a line would continue the comment.
  for (size_t At; (At = Out.find("\\\n")) != std::string::npos;)
    Out.replace(At, 2, "\n");
  while (!Out.empty() && Out.back() == '\\')
    Out.pop_back();
  return Out.empty() ? Head : Out;
}

std::string emit::shorten(StringRef Text, unsigned Width) {
  std::string Out;
  for (StringRef Rest = Text.trim(); !Rest.empty();) {
    StringRef Word = Rest.take_until([](char C) { return isspace(C); });
    Out += (Out.empty() ? "" : " ") + Word.str();
    Rest = Rest.drop_front(Word.size()).ltrim();
  }
  if (Out.size() > Width && Width > 3)
    Out = StringRef(Out).take_front(Width - 3).rtrim().str() + "...";
  return Out;
}
