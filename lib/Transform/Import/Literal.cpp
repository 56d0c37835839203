// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reals keep the user's digits, which no printing of the value could better.

#include "Import/Literal.h"
#include "Import/Names.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace nabla::import {

/// "1'000.5e3f" without separators and suffix.
static std::string digits(llvm::StringRef Spelling) {
  std::string Result;
  for (char C : Spelling)
    if (C != '\'')
      Result += C;
  llvm::StringRef Digits = Result;
  bool Hex = Digits.starts_with_insensitive("0x");
  if (!Hex || Digits.contains_insensitive("p"))
    Digits = Digits.rtrim("fFlL");
  return Digits.str();
}

static bool means(llvm::StringRef Digits, const llvm::APFloat &Value) {
  llvm::APFloat Read(Value.getSemantics());
  auto Status =
      Read.convertFromString(Digits, llvm::APFloat::rmNearestTiesToEven);
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return false;
  }
  return Read.bitwiseIsEqual(Value);
}

const ir::Expr *realLiteral(Body &B, const FloatingLiteral &E) {
  SourceManager &SM = B.I.Ctx.getSourceManager();
  llvm::SmallString<32> Buffer;
  std::string Text = digits(Lexer::getSpelling(
      SM.getSpellingLoc(E.getLocation()), Buffer, SM, B.I.Ctx.getLangOpts()));
  if (!means(Text, E.getValue())) {
    llvm::SmallString<32> Printed;
    E.getValue().toString(Printed);
    Text = Printed.str().str();
  }
  return B.make<ir::RealLiteral>(
      B.module().save(Text), valueType(B.I, E.getType()), loc(E.getLocation()));
}

const ir::Expr *literal(Body &B, const llvm::APSInt &Value, const ir::Type *T,
                        ir::SourceLoc L) {
  if (T->is(ir::TypeKind::Bool))
    return B.make<ir::BoolLiteral>(!Value.isZero(), T, L);
  return B.make<ir::IntLiteral>(int64_t(Value.extOrTrunc(64).getZExtValue()), T,
                                L);
}

const ir::Expr *constant(Body &B, const Expr *E) {
  const ir::Type *T = valueType(B.I, E->getType());
  Expr::EvalResult R;
  if (!T->isInteger() && !T->is(ir::TypeKind::Bool))
    return nullptr;
  if (T->bits() > 64 || !E->EvaluateAsInt(R, B.I.Ctx))
    return nullptr;
  return literal(B, R.Val.getInt(), T, loc(E->getExprLoc()));
}

const ir::Expr *enumerator(Body &B, const EnumConstantDecl &D,
                           SourceLocation At) {
  const ir::Type *T = valueType(B.I, D.getType());
  if (!isNameable(D))
    return literal(B, D.getInitVal(), T, loc(At));
  const ir::Variable *V = B.module().global(
      qualifiedName(D, B.F), B.module().constOf(T), loc(D.getLocation()));
  return B.make<ir::VarRef>(V, T, loc(At));
}

} // namespace nabla::import
