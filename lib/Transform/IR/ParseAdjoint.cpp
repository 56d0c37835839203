// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules written by hand, in IR text:
//
//   adjoint @gemv by @gemv_vjp reads %m reads %n reads %A size @size_of_A;
//
// They are parsed last: they name functions and their parameters.

#include "IR/Parser.h"

using namespace nabla::ir;
using llvm::ArrayRef;

bool Parser::skipTo(const char *End) {
  while (!at(End)) {
    if (at(TokenKind::End) || at(TokenKind::Bad))
      return expected("';'");
    take();
  }
  take();
  return true;
}

/// The function of that symbol; null after an error.
Function *Parser::declared() {
  const Token &T = peek();
  if (!at(TokenKind::Symbol)) {
    expected("a function's name after '@'");
    return nullptr;
  }
  take();
  Function *F = M.function(T.Value);
  if (!F)
    fail(T, "function '" + T.Text + "' is not declared");
  return F;
}

/// The position of the parameter of F that stands here.
std::optional<unsigned> Parser::position(const Function &F) {
  const Token &T = peek();
  const Variable *V = mentioned();
  if (!V)
    return std::nullopt;
  const auto *At = llvm::find(F.params(), V);
  if (At != F.params().end())
    return At - F.params().begin();
  fail(T, "'" + T.Text + "' is no parameter of the function");
  return std::nullopt;
}

/// reads %x [size @f] [for %y]*, after %x ..., optional %x
bool Parser::use(const Function &F, llvm::MutableArrayRef<RuledParam> Uses) {
  const Token &What = take();
  std::optional<unsigned> At = position(F);
  if (!At)
    return false;
  RuledParam &P = Uses[*At];
  if (What.is("optional")) {
    P.MayLackShadow = true;
    return true;
  }
  P.Read = What.is("after") ? RuledParam::After : RuledParam::Before;
  if (accept("size") && !(P.Extent = declared()))
    return false;
  llvm::SmallVector<unsigned, 4> For;
  while (accept("for")) {
    std::optional<unsigned> Needs = position(F);
    if (!Needs)
      return false;
    For.push_back(*Needs);
  }
  P.For = M.copy(ArrayRef<unsigned>(For));
  return true;
}

bool Parser::adjoint() {
  const Token &T = peek();
  Function *F = declared();
  if (!F || !expect("by"))
    return false;
  AdjointRule R;
  std::vector<RuledParam> Uses(F->params().size());
  Locals.clear();
  for (const Variable *V : F->params()) // as the text may spell them
    Locals[("%" + V->name()).str()] = Locals[("%\"" + V->name() + "\"").str()] =
        V;
  if (!(R.Reverse = declared()))
    return false;
  std::string Name;
  if (accept("named") && !string(Name, "the rule's name"))
    return false;
  R.Name = Name;
  R.TakesResult = accept("result");
  if (accept("frame") &&
      (!(R.Frame = type()) || !expect("from") || !(R.Forward = declared())))
    return false;
  while (at("reads") || at("after") || at("optional"))
    if (!use(*F, Uses))
      return false;
  if (!expect(";"))
    return false;
  size_t Shadows = llvm::count_if(
      F->params(), [](const Variable *V) { return V->type()->holdsReal(); });
  size_t Wanted = F->params().size() + (R.TakesResult || R.Forward) +
                  !F->result()->isVoid() + Shadows;
  if (R.Forward && R.Reverse->params().size() == Wanted - F->params().size())
    Wanted -= F->params().size(); // it goes by its frame alone
  if (R.Reverse->params().size() != Wanted)
    return fail(T, "the rule of '" + T.Text + "' takes " +
                       llvm::Twine(R.Reverse->params().size()) +
                       " arguments, not " + llvm::Twine(Wanted));
  R.Params = Uses;
  M.setRule(F, R);
  return true;
}
