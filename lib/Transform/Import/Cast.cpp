// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions. Those between scalars are Casts, one for each that Clang sees;
// reading a variable is none.

#include "Import/Cast.h"
#include "IR/Build.h"
#include "Import/Allocate.h"
#include "Import/FunctionPointer.h"
#include "Import/Verbatim.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

const ir::Expr *implicitCast(Body &B, const ir::Expr *E, const ir::Type *T,
                             ir::SourceLoc L) {
  return E->Ty == T ? E : B.make<ir::Cast>(E, true, T, L);
}

// "2" before, "2.0" after, where a double is taken; "double(i)" of an int i;
// "3u" where unsigned is.
const ir::Expr *writtenOut(Body &B, const ir::Expr *E) {
  if (isa<ir::IntLiteral>(E))
    return B.make<ir::Cast>(E, false, E->Ty, E->Loc);
  auto *C = dyn_cast<ir::Cast>(E);
  if (!C || !C->Implicit || !(C->Ty->isReal() || C->Ty->isInteger()))
    return E;
  auto *L = dyn_cast<ir::IntLiteral>(C->Operand);
  if (L && L->Value >= 0 && C->Ty->isReal())
    return B.make<ir::RealLiteral>(
        B.module().save(std::to_string(L->Value) + ".0"), C->Ty, C->Loc);
  return B.make<ir::Cast>(C->Operand, false, C->Ty, C->Loc);
}

static bool isWritten(const CastExpr &E) {
  auto *Implicit = dyn_cast<ImplicitCastExpr>(&E);
  return !Implicit || Implicit->isPartOfExplicitCast();
}

/// Between scalars; E itself where nothing changes.
static const ir::Expr *scalar(Body &B, const CastExpr &E, Stmts &Out) {
  const ir::Type *To = valueType(B.I, E.getType());
  const ir::Type *From = valueType(B.I, E.getSubExpr()->getType());
  if (!To->isScalar() || !From->isScalar()) {
    std::string Why = whyOpaque(E.getSubExpr()->getType(), B.I.Ctx);
    if (Why.empty())
      Why = whyOpaque(E.getType(), B.I.Ctx);
    return unmodelled(B, &E, Why, Out);
  }
  const ir::Expr *V = value(B, E.getSubExpr(), Out);
  if (V->Ty == To)
    return V;
  return B.make<ir::Cast>(V, !isWritten(E), To, loc(E.getExprLoc()));
}

/// "(double *)m" of rows m points to the first element of the first row. (The
/// other way round, rows of what a pointer leads to, is a Cast.)
static const ir::Expr *pointer(Body &B, const CastExpr &E, Stmts &Out) {
  const ir::Type *To = valueType(B.I, E.getType());
  const ir::Type *From = valueType(B.I, E.getSubExpr()->getType());
  if (!To->isPointer() || !From->isPointer() || !From->element()->isArray() ||
      To->element()->isArray() ||
      From->element()->innermost() != To->element()->unqualified())
    return scalar(B, E, Out);
  ir::Build Make(B.module(), loc(E.getExprLoc()));
  const ir::Expr *P = value(B, E.getSubExpr(), Out);
  while (P->Ty->element()->isArray())
    P = Make.decay(Make.deref(P));
  return Make.cast(P, To);
}

static const ir::Expr *read(Body &B, const CastExpr &E, Stmts &Out) {
  std::string Why = whyNoPlace(B, E.getSubExpr());
  if (!Why.empty())
    return unmodelled(B, &E, Why, Out);
  return value(B, E.getSubExpr(), Out);
}

static bool isText(const ir::Expr *Place) {
  auto *C = llvm::dyn_cast<ir::Select>(Place);
  return C ? isText(C->Then) || isText(C->Else)
           : llvm::isa<ir::Verbatim>(Place);
}

/// The array Place as the pointer that it decays to. A literal is text, which
/// is a pointer from the start, in either arm of a choice, too.
static const ir::Expr *decayed(Body &B, const ir::Expr *Place,
                               const ir::Type *To, ir::SourceLoc L) {
  if (auto *V = llvm::dyn_cast<ir::Verbatim>(Place))
    return B.make<ir::Verbatim>(V->Pieces, V->Why, To, L);
  auto *C = llvm::dyn_cast<ir::Select>(Place);
  if (!C || !isText(C))
    return B.make<ir::AddressOf>(Place, true, To, L);
  const ir::Expr *Then = decayed(B, C->Then, To, L);
  return B.make<ir::Select>(C->Cond, Then, decayed(B, C->Else, To, L), To, L);
}

static const ir::Expr *decay(Body &B, const CastExpr &E, Stmts &Out) {
  const Expr *Array = E.getSubExpr()->IgnoreParens();
  if (isa<StringLiteral, PredefinedExpr>(Array))
    return verbatim(B, &E, "");
  if (std::string Why = whyNoPlace(B, Array); !Why.empty())
    return unmodelled(B, &E, Why, Out);
  return decayed(B, place(B, Array, Out), valueType(B.I, E.getType()),
                 loc(E.getExprLoc()));
}

/// A conversion that changes no more than const, or a class that is copied.
static const ir::Expr *noOp(Body &B, const CastExpr &E, Stmts &Out) {
  const ir::Type *To = valueType(B.I, E.getType());
  if (To->isScalar())
    return scalar(B, E, Out);
  if (!To->is(ir::TypeKind::Opaque) && !whyOpaque(E.getType(), B.I.Ctx).size())
    return value(B, E.getSubExpr(), Out);
  return unmodelled(B, &E, whyOpaque(E.getType(), B.I.Ctx), Out);
}

const ir::Expr *castValue(Body &B, const CastExpr &E, Stmts &Out) {
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
    return read(B, E, Out);
  case CK_ArrayToPointerDecay:
    return decay(B, E, Out);
  case CK_NullToPointer:
    if (const ir::Type *T = valueType(B.I, E.getType());
        T->isPointer() || T->isFunctionPointer())
      return B.make<ir::NullLiteral>(T, loc(E.getExprLoc()));
    return verbatim(B, &E, "");
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return noOp(B, E, Out);
  case CK_BitCast:
    return allocation(B, E) ? allocated(B, E, Out) : pointer(B, E, Out);
  case CK_PointerToBoolean:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
    return scalar(B, E, Out);
  case CK_ToVoid:
    effect(B, E.getSubExpr(), Out);
    return nullptr;
  case CK_FunctionToPointerDecay:
    return functionAddress(B, E.getSubExpr(), Out);
  case CK_BuiltinFnToFnPtr:
    return verbatim(B, &E, "a pointer to a function cannot be followed");
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    return unmodelled(B, &E,
                      "pointers and integers are converted into each "
                      "other",
                      Out);
  default: {
    std::string Why = whyOpaque(E.getSubExpr()->getType(), B.I.Ctx);
    return unmodelled(
        B, &E, Why.empty() ? "this conversion is not modelled" : Why, Out);
  }
  }
}

} // namespace nabla::import
