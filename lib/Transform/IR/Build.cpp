// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build: arithmetic and conditions. BuildPlace.cpp has places, calls and
// statements. What is folded is exact in every real type, except that zero
// times anything is zero.

#include "IR/Build.h"
#include "IR/Walk.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <charconv>
#include <cmath>

using namespace nabla::ir;
using llvm::APInt;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

//===--- Literals ---------------------------------------------------------===//

static const llvm::fltSemantics &semantics(const Type *T) {
  switch (T->precision()) {
  case Precision::Float:
    return llvm::APFloat::IEEEsingle();
  case Precision::Double:
    return llvm::APFloat::IEEEdouble();
  case Precision::LongDouble:
    return llvm::APFloat::x87DoubleExtended();
  }
  llvm_unreachable("a real of no precision");
}

/// In its own precision: 1e-400 is zero as a double but not as a long double.
static bool isExactly(const RealLiteral *L, double Value) {
  std::string Plain;
  for (char C : L->Digits)
    if (C != '\'')
      Plain += C;
  llvm::APFloat F(semantics(L->Ty));
  auto Status = F.convertFromString(Plain, llvm::APFloat::rmNearestTiesToEven);
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return false;
  }
  bool LosesInfo;
  llvm::APFloat Wanted(Value);
  Wanted.convert(semantics(L->Ty), llvm::APFloat::rmNearestTiesToEven,
                 &LosesInfo);
  return F.compare(Wanted) == llvm::APFloat::cmpEqual;
}

static const Expr *throughCasts(const Expr *E) {
  while (auto *C = dyn_cast<Cast>(E)) {
    if (!C->Ty->isArithmetic() || !C->Operand->Ty->isArithmetic())
      break;
    E = C->Operand;
  }
  return E;
}

static bool isLiteral(const Expr *E, int Value) {
  E = throughCasts(E);
  if (auto *I = dyn_cast<IntLiteral>(E))
    return I->Value == Value;
  if (auto *R = dyn_cast<RealLiteral>(E))
    return isExactly(R, Value);
  if (auto *B = dyn_cast<BoolLiteral>(E))
    return B->Value == (Value != 0);
  return false;
}

bool nabla::ir::isZero(const Expr *E) { return isLiteral(E, 0); }
bool nabla::ir::isOne(const Expr *E) { return isLiteral(E, 1); }

/// Through casts that keep a sign only: (double)(unsigned)-1 is something else.
static bool isMinusOne(const Expr *E) {
  auto KeepsSign = [](const Type *T) {
    return T->isReal() || (T->isInteger() && T->isSigned());
  };
  while (auto *C = dyn_cast<Cast>(E)) {
    if (!KeepsSign(C->Ty) || !KeepsSign(C->Operand->Ty))
      return false;
    E = C->Operand;
  }
  if (!KeepsSign(E->Ty))
    return false;
  auto *U = dyn_cast<Unary>(E);
  return U ? U->Op == UnaryOp::Neg && isOne(U->Operand) : isLiteral(E, -1);
}

std::optional<int64_t> nabla::ir::integerValue(const Expr *E) {
  while (auto *C = dyn_cast<Cast>(E)) {
    if (!C->Ty->isInteger() || !C->Operand->Ty->isInteger())
      return std::nullopt;
    E = C->Operand;
  }
  if (auto *I = dyn_cast<IntLiteral>(E))
    return I->Value;
  return std::nullopt;
}

const Expr *Build::real(StringRef Digits, const Type *Real) {
  assert(Real->isReal());
  return M.make<RealLiteral>(M.save(Digits), Real->unqualified(), Loc);
}

const Expr *Build::real(double Value, const Type *Real) {
  assert(std::isfinite(Value) && "a literal is finite");
  if (std::signbit(Value))
    return neg(real(-Value, Real));
  char Buffer[32];
  char *End = std::to_chars(std::begin(Buffer), std::end(Buffer), Value).ptr;
  std::string Digits(Buffer, End);
  if (Digits.find_first_of(".e") == std::string::npos)
    Digits += ".0";
  return real(StringRef(Digits), Real);
}

const Expr *Build::integer(int64_t Value, const Type *Integer) {
  assert(Integer->isInteger());
  return M.make<IntLiteral>(Value, Integer->unqualified(), Loc);
}

const Expr *Build::boolean(bool Value) {
  return M.make<BoolLiteral>(Value, M.boolType(), Loc);
}

static bool holdsRecord(const Type *T) {
  T = T->innermost();
  return T->is(TypeKind::Record);
}

/// Zero of an array or a record. The fields of records are listed, since the
/// class may have other initialisers for them.
static const Expr *emptyOrListed(Build &B, const Type *T) {
  llvm::SmallVector<const Expr *, 8> Parts;
  if (T->is(TypeKind::Record))
    for (const RecordField &F : T->fields())
      Parts.push_back(B.zero(F.Ty));
  else if (T->isArray() && holdsRecord(T))
    Parts.assign(T->extent(), B.zero(T->element()));
  return B.aggregate(B.module().list(Parts), T);
}

const Expr *Build::zero(const Type *T) {
  T = T->value();
  if (T->isReal())
    return real("0.0", T);
  if (T->isInteger())
    return integer(0, T);
  if (T->is(TypeKind::Bool))
    return boolean(false);
  if (T->isPointer() || T->isFunctionPointer())
    return M.make<NullLiteral>(T, Loc);
  return emptyOrListed(*this, T);
}

const Expr *Build::one(const Type *T) {
  T = T->value();
  assert(T->isArithmetic());
  if (T->isReal())
    return real("1.0", T);
  return T->isInteger() ? integer(1, T) : boolean(true);
}

//===--- Arithmetic -------------------------------------------------------===//

static bool isInteger(const Expr *E) { return isa<IntLiteral>(E); }

static const Unary *asNeg(const Expr *E) {
  auto *U = dyn_cast<Unary>(E);
  return U && U->Op == UnaryOp::Neg ? U : nullptr;
}

/// -e where e is more than a literal.
static const Unary *asOuterNeg(const Expr *E) {
  const Unary *U = asNeg(E);
  return U && E->Ty->isReal() && !isa<RealLiteral>(U->Operand) ? U : nullptr;
}

/// Value cut to T's width, as an IntLiteral holds it.
static int64_t held(const APInt &V, const Type *T) {
  return T->isSigned() ? V.getSExtValue() : int64_t(V.getZExtValue());
}

/// Null where the result is not defined, or not representable in a signed T.
const Expr *Build::foldIntegers(BinaryOp Op, const Expr *L, const Expr *R) {
  if (!isInteger(L) || !isInteger(R) || L->Ty != R->Ty || L->Ty->bits() > 64)
    return nullptr;
  const Type *T = L->Ty;
  APInt A = APInt(64, llvm::cast<IntLiteral>(L)->Value).trunc(T->bits());
  APInt B = APInt(64, llvm::cast<IntLiteral>(R)->Value).trunc(T->bits());
  bool Signed = T->isSigned(), Overflow = false;
  APInt V = A;
  if (Op == BinaryOp::Add)
    V = Signed ? A.sadd_ov(B, Overflow) : A + B;
  else if (Op == BinaryOp::Sub)
    V = Signed ? A.ssub_ov(B, Overflow) : A - B;
  else if (Op == BinaryOp::Mul)
    V = Signed ? A.smul_ov(B, Overflow) : A * B;
  else if ((Op == BinaryOp::Div || Op == BinaryOp::Rem) && !B.isZero()) {
    V = Signed ? A.sdiv_ov(B, Overflow) : A.udiv(B);
    if (Op == BinaryOp::Rem)
      V = Signed ? A.srem(B) : A.urem(B);
  } else
    return nullptr;
  return Overflow ? nullptr : integer(held(V, T), T);
}

const Expr *Build::makeBinary(BinaryOp Op, const Expr *L, const Expr *R,
                              const Type *T) {
  return M.make<Binary>(Op, L, R, T, Loc);
}

const Expr *Build::add(const Expr *L, const Expr *R) {
  if (isZero(R))
    return L;
  if (isZero(L))
    return R;
  if (const Expr *Folded = foldIntegers(BinaryOp::Add, L, R))
    return Folded;
  if (const Unary *N = asNeg(R); N && !L->Ty->isPointer())
    return sub(L, N->Operand);
  return makeBinary(BinaryOp::Add, L, R, R->Ty->isPointer() ? R->Ty : L->Ty);
}

const Expr *Build::sub(const Expr *L, const Expr *R) {
  bool Pointers = L->Ty->isPointer() && R->Ty->isPointer();
  if (isZero(R))
    return L;
  if (isZero(L))
    return neg(R);
  if (const Expr *Folded = foldIntegers(BinaryOp::Sub, L, R))
    return Folded;
  if (const Unary *N = asNeg(R); N && !L->Ty->isPointer())
    return add(L, N->Operand);
  return makeBinary(BinaryOp::Sub, L, R, Pointers ? M.longType() : L->Ty);
}

const Expr *Build::mul(const Expr *L, const Expr *R) {
  if (isZero(L) || isOne(R))
    return L;
  if (isZero(R) || isOne(L))
    return R;
  if (const Expr *Folded = foldIntegers(BinaryOp::Mul, L, R))
    return Folded;
  if (isMinusOne(R))
    return neg(L);
  if (isMinusOne(L))
    return neg(R);
  if (const Unary *N = asOuterNeg(R))
    return neg(mul(L, N->Operand));
  if (const Unary *N = asOuterNeg(L))
    return neg(mul(N->Operand, R));
  return makeBinary(BinaryOp::Mul, L, R, L->Ty);
}

const Expr *Build::div(const Expr *L, const Expr *R) {
  if (isOne(R) || (isZero(L) && L->Ty->isReal()))
    return L;
  if (const Expr *Folded = foldIntegers(BinaryOp::Div, L, R))
    return Folded;
  if (isMinusOne(R))
    return neg(L);
  if (const Unary *N = asOuterNeg(L))
    return neg(div(N->Operand, R));
  return makeBinary(BinaryOp::Div, L, R, L->Ty);
}

const Expr *Build::neg(const Expr *E) {
  if (isZero(E))
    return E;
  if (const Unary *N = asNeg(E))
    return N->Operand;
  if (isInteger(E))
    if (const Expr *Folded = foldIntegers(BinaryOp::Sub, integer(0, E->Ty), E))
      return Folded;
  return M.make<Unary>(UnaryOp::Neg, E, E->Ty, Loc);
}

const Expr *Build::binary(BinaryOp Op, const Expr *L, const Expr *R) {
  switch (Op) {
  case BinaryOp::Add:
    return add(L, R);
  case BinaryOp::Sub:
    return sub(L, R);
  case BinaryOp::Mul:
    return mul(L, R);
  case BinaryOp::Div:
    return div(L, R);
  case BinaryOp::And:
    return logicalAnd(L, R);
  case BinaryOp::Or:
    return logicalOr(L, R);
  case BinaryOp::Rem:
    if (const Expr *Folded = foldIntegers(Op, L, R))
      return Folded;
    [[fallthrough]];
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    return makeBinary(Op, L, R, L->Ty);
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return cmp(Op, L, R);
  }
  llvm_unreachable("no such operator");
}

//===--- Conditions -------------------------------------------------------===//

static bool holds(BinaryOp Op, int Order) {
  switch (Op) {
  case BinaryOp::Lt:
    return Order < 0;
  case BinaryOp::Le:
    return Order <= 0;
  case BinaryOp::Gt:
    return Order > 0;
  case BinaryOp::Ge:
    return Order >= 0;
  case BinaryOp::Eq:
    return Order == 0;
  default:
    return Order != 0;
  }
}

const Expr *Build::cmp(BinaryOp Op, const Expr *L, const Expr *R) {
  assert(isComparison(Op));
  auto *A = dyn_cast<IntLiteral>(L), *B = dyn_cast<IntLiteral>(R);
  if (!A || !B || A->Ty != B->Ty)
    return makeBinary(Op, L, R, M.boolType());
  bool Less = A->Ty->isSigned() ? A->Value < B->Value
                                : uint64_t(A->Value) < uint64_t(B->Value);
  return boolean(holds(Op, A->Value == B->Value ? 0 : Less ? -1 : 1));
}

const Expr *Build::logicalAnd(const Expr *L, const Expr *R) {
  if (auto *B = dyn_cast<BoolLiteral>(L))
    return B->Value ? R : L;
  if (auto *B = dyn_cast<BoolLiteral>(R))
    return B->Value ? L : R;
  return makeBinary(BinaryOp::And, L, R, M.boolType());
}

const Expr *Build::logicalOr(const Expr *L, const Expr *R) {
  if (auto *B = dyn_cast<BoolLiteral>(L))
    return B->Value ? L : R;
  if (auto *B = dyn_cast<BoolLiteral>(R))
    return B->Value ? R : L;
  return makeBinary(BinaryOp::Or, L, R, M.boolType());
}

const Expr *Build::logicalNot(const Expr *E) {
  if (auto *B = dyn_cast<BoolLiteral>(E))
    return boolean(!B->Value);
  if (auto *U = dyn_cast<Unary>(E); U && U->Op == UnaryOp::Not)
    return U->Operand;
  return M.make<Unary>(UnaryOp::Not, E, M.boolType(), Loc);
}

const Expr *Build::select(const Expr *Cond, const Expr *Then,
                          const Expr *Else) {
  if (auto *B = dyn_cast<BoolLiteral>(Cond))
    return B->Value ? Then : Else;
  if (structurallyEqual(Then, Else))
    return Then;
  return M.make<Select>(Cond, Then, Else, Then->Ty, Loc);
}
