// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: as few parentheses and written conversions as C++ and its
// compilers' warnings allow. How much may be left to C++ depends on where the
// expression stands; so there is one function for each such place.

#ifndef NABLA_TRANSFORM_EMIT_EXPR_H
#define NABLA_TRANSFORM_EMIT_EXPR_H

#include "Emit/Conversion.h"
#include "Emit/Names.h"
#include <string>

namespace nabla::emit {

/// How strongly the outermost operator of a text binds. Between Or and Unary
/// are the levels of IR/Operators.def.
enum Level : int {
  Any = 0,
  OrLevel = 1,
  Unary = 11,
  Postfix = 12,
  Primary = 13
};

int binaryLevel(ir::BinaryOp Op);
llvm::StringRef binarySpelling(ir::BinaryOp Op);
/// ">=" for "<".
ir::BinaryOp opposite(ir::BinaryOp Comparison);

class ExprPrinter {
public:
  explicit ExprPrinter(const Names &N) : N(N) {}

  /// Of exactly its own type.
  std::string value(const ir::Expr *E) const { return full(E).Text; }
  /// Where its value goes to a variable, parameter or result of its type.
  std::string converted(const ir::Expr *E) const;
  /// What stands after "T x = ": braces without their type, too.
  std::string initializer(const ir::Expr *E) const;
  /// In if (...), while (...), and as operand of &&, || and !.
  std::string condition(const ir::Expr *E) const { return truth(E).Text; }
  /// The same, negated.
  std::string negated(const ir::Expr *E) const;
  /// As a subscript or a number of elements.
  std::string offset(const ir::Expr *E) const;
  /// As a number of elements that something is multiplied with.
  std::string factor(const ir::Expr *E) const {
    return atLeast(print(E, bareAsOffset(E) ? As::Bare : As::Full),
                   binaryLevel(ir::BinaryOp::Mul));
  }
  /// On the left side of an assignment.
  std::string place(const ir::Expr *E) const { return atLeast(full(E), Unary); }
  /// The place itself, to be bound to a reference.
  std::string bound(const ir::Expr *E) const { return full(E).Text; }
  /// "i < n", where C++ converts both.
  std::string comparison(ir::BinaryOp Op, const ir::Expr *Lhs,
                         const ir::Expr *Rhs) const {
    return binary(Op, Lhs, Rhs).Text;
  }
  /// The user's text with its operands.
  std::string pieces(llvm::ArrayRef<ir::TextPiece> Pieces) const;
  /// "name(a, b)"
  std::string call(llvm::StringRef Name,
                   llvm::ArrayRef<std::string> Args) const;

private:
  struct Piece {
    std::string Text;
    int Level = Primary;
  };
  static std::string atLeast(const Piece &P, int Level) {
    return P.Level < Level ? "(" + P.Text + ")" : P.Text;
  }

  Piece full(const ir::Expr *E) const;
  Piece bare(const ir::Expr *E) const;
  Piece print(const ir::Expr *E, As How) const {
    return How == As::Bare ? bare(E) : full(E);
  }
  Piece truth(const ir::Expr *E) const;

  // One for each kind
  Piece integer(const ir::IntLiteral &L) const;
  Piece real(const ir::RealLiteral &L) const;
  Piece unary(const ir::Unary &U) const;
  Piece binary(ir::BinaryOp Op, const ir::Expr *Lhs, const ir::Expr *Rhs) const;
  Piece select(const ir::Select &S) const;
  Piece cast(const ir::Cast &C) const;
  Piece index(const ir::Index &I) const;
  Piece deref(const ir::Deref &D) const;
  Piece member(const ir::Member &M) const;
  Piece addressOf(const ir::AddressOf &A) const;
  Piece ruleCall(const ir::RuleCall &C) const;
  Piece verbatim(const ir::Verbatim &V) const;
  /// "{a, b}"
  std::string braces(const ir::Aggregate &A) const;
  std::string inBraces(const ir::Expr *E) const;

  std::string operand(ir::BinaryOp Op, const Piece &P, bool Right) const;
  Piece toBool(const ir::Expr *E) const;

  const Names &N;
};

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_EXPR_H
