// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build: makes expressions and statements, finds their types, and does the
// trivial algebra on the way (x * 1 is x, x + 0 is x, *&x is x), so that
// derivative code is made without clutter. Zero times anything is zero here:
// a zero adjoint contributes zero, whatever the partial is. So it is for code
// that Nabla adds; the user's own expressions are made by Module::make.

#ifndef NABLA_TRANSFORM_IR_BUILD_H
#define NABLA_TRANSFORM_IR_BUILD_H

#include "IR/Module.h"
#include "IR/Place.h"
#include <optional>

namespace nabla::ir {

/// Literals of value 0 or 1 of any arithmetic type, seen through casts.
bool isZero(const Expr *E);
bool isOne(const Expr *E);
/// The integer literal's value, seen through casts between integer types.
std::optional<int64_t> integerValue(const Expr *E);

class Build {
public:
  explicit Build(Module &M, SourceLoc Loc = {}) : Loc(Loc), M(M) {}

  /// Where the nodes made from now on come from.
  SourceLoc Loc;
  Module &module() const { return M; }

  //===--- Literals and variables -----------------------------------------===//
  /// Digits as in RealLiteral.
  const Expr *real(llvm::StringRef Digits, const Type *Real);
  /// The shortest digits that give Value back; negative ones are a Neg.
  const Expr *real(double Value, const Type *Real);
  const Expr *integer(int64_t Value, const Type *Integer);
  const Expr *integer(int64_t Value) { return integer(Value, M.intType()); }
  const Expr *boolean(bool Value);
  /// 0, 0.0, false or nullptr; an empty Aggregate for arrays and records.
  const Expr *zero(const Type *T);
  const Expr *one(const Type *Arithmetic);
  const Expr *ref(const Variable *V);

  //===--- Arithmetic: both operands of one type, but pointer +- integer --===//
  const Expr *add(const Expr *L, const Expr *R);
  const Expr *sub(const Expr *L, const Expr *R);
  const Expr *mul(const Expr *L, const Expr *R);
  const Expr *div(const Expr *L, const Expr *R);
  const Expr *neg(const Expr *E);
  /// Any operator; goes to the folding functions for those that have one.
  const Expr *binary(BinaryOp Op, const Expr *L, const Expr *R);

  //===--- Conditions -----------------------------------------------------===//
  const Expr *cmp(BinaryOp Op, const Expr *L, const Expr *R);
  const Expr *logicalAnd(const Expr *L, const Expr *R);
  const Expr *logicalOr(const Expr *L, const Expr *R);
  const Expr *logicalNot(const Expr *E);
  const Expr *select(const Expr *Cond, const Expr *Then, const Expr *Else);

  //===--- Places ---------------------------------------------------------===//
  /// base[sub]: Base is an array place or a pointer; a decayed array is taken
  /// as the array.
  const Expr *index(const Expr *Base, const Expr *Subscript);
  const Expr *elementOf(const Expr *Base, int64_t Subscript) {
    return index(Base, integer(Subscript));
  }
  const Expr *deref(const Expr *Pointer);
  const Expr *member(const Expr *Base, unsigned Field);
  /// The field of that name, which must exist.
  const Expr *member(const Expr *Base, llvm::StringRef Field);
  /// A pointer to the place, to const where the place is const.
  const Expr *addressOf(const Expr *Place);
  /// The pointer to element 0 that an array place decays to; other
  /// expressions are returned as they are.
  const Expr *decay(const Expr *Array);

  //===--- The rest -------------------------------------------------------===//
  /// E itself where it has the type already.
  const Expr *cast(const Expr *E, const Type *To, bool Implicit = false);
  const Expr *ruleCall(const Rule *R, llvm::StringRef Spelling, ExprList Args,
                       const Type *Result);
  const Expr *aggregate(ExprList Elements, const Type *T);

  //===--- Statements -----------------------------------------------------===//
  const Stmt *let(const Variable *V, const Expr *Init);
  const Stmt *set(const Expr *Place, const Expr *Value);
  /// a = "x" for an array, which C++ has only as an initialiser:
  /// char text[9] = "x"; for (k...) a[k] = text[k];
  void setToLiteral(const Expr *Array, const Expr *Literal,
                    llvm::SmallVectorImpl<const Stmt *> &Out);
  /// Place += Value, or -= where Value is a negation; null where it is zero.
  const Stmt *accumulate(const Expr *Place, const Expr *Value);

private:
  const Expr *makeBinary(BinaryOp Op, const Expr *L, const Expr *R,
                         const Type *T);
  const Expr *foldIntegers(BinaryOp Op, const Expr *L, const Expr *R);

  Module &M;
};

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_BUILD_H
