// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of the IR: immutable, free of side effects, allocated by a
// Module, shared at will. Every expression has a type and a source location.
// A place (VarRef, Index, Deref, Member) read as an operand means its value.

#ifndef NABLA_TRANSFORM_IR_EXPR_H
#define NABLA_TRANSFORM_IR_EXPR_H

#include "IR/Type.h"
#include "llvm/Support/Casting.h"
#include <variant>

namespace nabla::ir {

class Function;
class Variable;
struct Rule;

/// Where a node came from: an opaque number that the front end can turn back
/// into file, line and column (Clang's raw encoding); 0 is "nowhere".
struct SourceLoc {
  uint32_t Raw = 0;
  explicit operator bool() const { return Raw != 0; }
};

enum class ExprKind : uint8_t {
#define NABLA_EXPR(Kind) Kind,
#include "IR/Nodes.def"
};

struct Expr {
  ExprKind Kind;
  const Type *Ty;
  SourceLoc Loc;

protected:
  Expr(ExprKind K, const Type *Ty, SourceLoc Loc) : Kind(K), Ty(Ty), Loc(Loc) {}
};

/// Gives a node its kind and its classof.
template <ExprKind K> struct ExprBase : Expr {
  ExprBase(const Type *Ty, SourceLoc Loc) : Expr(K, Ty, Loc) {}
  static bool classof(const Expr *E) { return E->Kind == K; }
};

using ExprList = llvm::ArrayRef<const Expr *>;

struct IntLiteral : ExprBase<ExprKind::IntLiteral> {
  int64_t Value; ///< Bits of the value; read as unsigned if the type is.
  IntLiteral(int64_t V, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Value(V) {}
};

struct RealLiteral : ExprBase<ExprKind::RealLiteral> {
  /// As the user wrote it, without suffix ("0.5", "1e-3"): exact in every
  /// precision. The type says which suffix it is printed with.
  llvm::StringRef Digits;
  RealLiteral(llvm::StringRef D, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Digits(D) {}
  /// The value, rounded to double; for folding zeros and ones only.
  double approximate() const;
};

struct BoolLiteral : ExprBase<ExprKind::BoolLiteral> {
  bool Value;
  BoolLiteral(bool V, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Value(V) {}
};

struct NullLiteral : ExprBase<ExprKind::NullLiteral> {
  using ExprBase::ExprBase;
};

/// A variable. Its type is the variable's value type: a reference is seen
/// through.
struct VarRef : ExprBase<ExprKind::VarRef> {
  const Variable *Var;
  VarRef(const Variable *V, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Var(V) {}
};

enum class UnaryOp : uint8_t { Neg, Not, BitNot };

struct Unary : ExprBase<ExprKind::Unary> {
  UnaryOp Op;
  const Expr *Operand;
  Unary(UnaryOp Op, const Expr *E, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Op(Op), Operand(E) {}
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Rem, // Add, Sub: pointer and integer too
  Shl,
  Shr,
  BitAnd,
  BitOr,
  BitXor,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne, // bool
  And,
  Or // bool; the right operand is only
     // evaluated where C++ would
};
inline bool isComparison(BinaryOp Op) {
  return Op >= BinaryOp::Lt && Op <= BinaryOp::Ne;
}

/// Both operands have the same type (conversions are explicit Casts), except
/// pointer +/- integer and shifts.
struct Binary : ExprBase<ExprKind::Binary> {
  BinaryOp Op;
  const Expr *Lhs, *Rhs;
  Binary(BinaryOp Op, const Expr *L, const Expr *R, const Type *Ty,
         SourceLoc Loc)
      : ExprBase(Ty, Loc), Op(Op), Lhs(L), Rhs(R) {}
};

/// Cond ? Then : Else; only the chosen one is evaluated. A place if both are.
struct Select : ExprBase<ExprKind::Select> {
  const Expr *Cond, *Then, *Else;
  Select(const Expr *C, const Expr *T, const Expr *E, const Type *Ty,
         SourceLoc L)
      : ExprBase(Ty, L), Cond(C), Then(T), Else(E) {}
};

struct Cast : ExprBase<ExprKind::Cast> {
  const Expr *Operand;
  bool Implicit; ///< The user did not write it; Emit may leave it out.
  Cast(const Expr *E, bool Implicit, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Operand(E), Implicit(Implicit) {}
};

/// Base[Subscript]: Base is an array place or a pointer value.
struct Index : ExprBase<ExprKind::Index> {
  const Expr *Base, *Subscript;
  Index(const Expr *B, const Expr *S, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Base(B), Subscript(S) {}
};

struct Deref : ExprBase<ExprKind::Deref> {
  const Expr *Pointer;
  Deref(const Expr *P, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Pointer(P) {}
};

/// Base.Field: Base is a place (or value) of Record type. p->x is Member of
/// Deref.
struct Member : ExprBase<ExprKind::Member> {
  const Expr *Base;
  unsigned Field; ///< Index into Base->Ty->fields().
  Member(const Expr *B, unsigned F, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Base(B), Field(F) {}
  const RecordField &field() const { return Base->Ty->fields()[Field]; }
  llvm::StringRef name() const { return field().Name; }
};

/// &Place; also array-to-pointer decay, as the address of element 0 of an
/// array place (Decay).
struct AddressOf : ExprBase<ExprKind::AddressOf> {
  const Expr *Place;
  bool Decay; ///< Place is an array; printed without anything.
  AddressOf(const Expr *P, bool Decay, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Place(P), Decay(Decay) {}
};

/// The number of objects in the block that begins at Pointer, 0 for a null
/// pointer: a long. Only of blocks that an Allocate by Allocator::C made, all
/// of which are made so that they know it where this is asked of any.
struct BlockLength : ExprBase<ExprKind::BlockLength> {
  const Expr *Pointer;
  BlockLength(const Expr *P, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Pointer(P) {}
};

/// A pure call that a rule of the registry differentiates.
struct RuleCall : ExprBase<ExprKind::RuleCall> {
  const Rule *Callee;
  llvm::StringRef Spelling; ///< As it is printed: "std::exp", "expf".
  ExprList Args;
  RuleCall(const Rule *R, llvm::StringRef S, ExprList A, const Type *Ty,
           SourceLoc L)
      : ExprBase(Ty, L), Callee(R), Spelling(S), Args(A) {}
};

/// {a, b, c}: initialises an array or a record; missing elements are zero.
struct Aggregate : ExprBase<ExprKind::Aggregate> {
  ExprList Elements;
  Aggregate(ExprList E, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Elements(E) {}
};

/// The address of a function, as it is printed: "ns::f", or with a cast where f
/// is overloaded.
struct FunctionRef : ExprBase<ExprKind::FunctionRef> {
  const Function *Target;
  llvm::StringRef Spelling;
  FunctionRef(const Function *F, llvm::StringRef S, const Type *Ty, SourceLoc L)
      : ExprBase(Ty, L), Target(F), Spelling(S) {}
};

/// A piece of the user's text: literal characters, or an operand to print.
using TextPiece = std::variant<llvm::StringRef, const Expr *>;

/// An expression that Nabla does not look into; inactive and free of side
/// effects. Why tells, in words for a diagnostic, what it could not model;
/// empty if it may simply be copied (a call of a pure inactive function).
struct Verbatim : ExprBase<ExprKind::Verbatim> {
  llvm::ArrayRef<TextPiece> Pieces;
  llvm::StringRef Why;
  Verbatim(llvm::ArrayRef<TextPiece> P, llvm::StringRef Why, const Type *Ty,
           SourceLoc L)
      : ExprBase(Ty, L), Pieces(P), Why(Why) {}
  /// What it reads is not known, so it may say something else later.
  bool mayChange() const { return !Why.empty(); }
};

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_EXPR_H
