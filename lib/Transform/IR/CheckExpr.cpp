// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One check for each kind of expression. A problem is a sentence about the
// operands; no problem is the empty string.

#include "IR/CheckExpr.h"
#include "IR/NaturalType.h"
#include "IR/Place.h"
#include "IR/Text.h"
#include "IR/Visit.h"

using namespace nabla::ir;
using Problem = std::string;

static bool isBool(const Type *T) { return T->is(TypeKind::Bool); }
static bool isNumber(const Type *T) { return T->isInteger() || T->isReal(); }

std::string nabla::ir::typePair(const Type *A, const Type *B) {
  return "'" + brief(A) + "' and '" + brief(B) + "'";
}

static Problem check(const Unary &U) {
  const Type *T = U.Operand->Ty;
  if (U.Op == UnaryOp::Neg && !isNumber(T))
    return "'-' wants a number";
  if (U.Op == UnaryOp::Not && !isBool(T))
    return "'!' wants a bool";
  if (U.Op == UnaryOp::BitNot && !T->isInteger())
    return "'~' wants an integer";
  return "";
}

static Problem wantsSame(const Type *L, const Type *R, bool Ok) {
  if (!sameType(L, R))
    return "operands have the types " + typePair(L, R);
  return Ok ? "" : "no such operation on '" + brief(L) + "'";
}

static Problem check(const Binary &B) {
  const Type *L = B.Lhs->Ty, *R = B.Rhs->Ty;
  switch (B.Op) {
  case BinaryOp::Add:
    if ((L->isPointer() && R->isInteger()) ||
        (L->isInteger() && R->isPointer()))
      return "";
    return wantsSame(L, R, isNumber(L));
  case BinaryOp::Sub:
    if (L->isPointer() && R->isInteger())
      return "";
    return wantsSame(L, R, isNumber(L) || L->isPointer());
  case BinaryOp::Mul:
  case BinaryOp::Div:
    return wantsSame(L, R, isNumber(L));
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return L->isInteger() && R->isInteger() ? "" : "a shift wants integers";
  case BinaryOp::Rem:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    return wantsSame(L, R, L->isInteger());
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return wantsSame(L, R, L->isScalar());
  case BinaryOp::And:
  case BinaryOp::Or:
    return wantsSame(L, R, isBool(L));
  }
  llvm_unreachable("no such operator");
}

static Problem check(const Select &S) {
  if (!isBool(S.Cond->Ty))
    return "the condition is not a bool";
  if (!sameType(S.Then->Ty, S.Else->Ty))
    return "alternatives have the types " + typePair(S.Then->Ty, S.Else->Ty);
  return "";
}

static Problem check(const Cast &C) {
  const Type *From = C.Operand->Ty;
  bool Bad = (C.Ty->isReal() && !From->isArithmetic()) ||
             (From->isReal() && !C.Ty->isArithmetic() && !C.Ty->isVoid()) ||
             C.Ty->isReference() || C.Ty->isArray();
  return Bad ? "no conversion between " + typePair(From, C.Ty) : "";
}

static Problem check(const Index &I) {
  const Type *T = I.Base->Ty;
  if (!T->isPointer() && !(T->isArray() && isPlace(I.Base)))
    return "what is indexed is neither an array place nor a pointer";
  return I.Subscript->Ty->isInteger() ? "" : "the subscript is no integer";
}

static Problem check(const Member &M) {
  if (!M.Base->Ty->is(TypeKind::Record))
    return "the base is no record";
  return M.Field < M.Base->Ty->fields().size() ? "" : "there is no such field";
}

static Problem check(const AddressOf &A) {
  if (!isPlace(A.Place))
    return "the address is taken of something that is no place";
  return A.Decay && !A.Place->Ty->isArray() ? "only an array decays" : "";
}

static Problem check(const RuleCall &C) {
  if (C.Args.size() != C.Callee->Params.size())
    return "the rule has " + std::to_string(C.Callee->Params.size()) +
           " parameters, the call " + std::to_string(C.Args.size()) +
           " arguments";
  for (size_t I = 0; I != C.Args.size(); ++I) {
    const Type *P = C.Callee->Params[I]->type(), *A = C.Args[I]->Ty;
    bool Ok = P->isArithmetic() ? A->isArithmetic() : sameType(P, A);
    if (!Ok)
      return "argument " + std::to_string(I) +
             " and its parameter have the types " + typePair(A, P);
  }
  return "";
}

/// The type of element N of an aggregate of type T, or null.
static const Type *elementType(const Type *T, size_t N) {
  if (T->isArray())
    return N < T->extent() ? T->element()->value() : nullptr;
  return N < T->fields().size() ? T->fields()[N].Ty : nullptr;
}

static Problem check(const Aggregate &A) {
  for (size_t I = 0; I != A.Elements.size(); ++I) {
    const Type *Want = elementType(A.Ty, I), *Have = A.Elements[I]->Ty;
    if (!Want)
      return "'" + brief(A.Ty) + "' has no element " + std::to_string(I);
    if (!sameType(Want->value(), Have))
      return "element " + std::to_string(I) + " and its value have the types " +
             typePair(Want, Have);
  }
  return "";
}

std::string nabla::ir::exprProblem(const Expr *E) {
  Problem P = visit(
      E, Overloads{[](const IntLiteral &) { return Problem(); },
                   [](const RealLiteral &) { return Problem(); },
                   [](const BoolLiteral &) { return Problem(); },
                   [](const NullLiteral &L) {
                     return L.Ty->isPointer() || L.Ty->isFunctionPointer()
                                ? Problem()
                                : "this is no pointer";
                   },
                   [](const VarRef &) { return Problem(); },
                   [](const Unary &U) { return check(U); },
                   [](const Binary &B) { return check(B); },
                   [](const Select &S) { return check(S); },
                   [](const Cast &C) { return check(C); },
                   [](const Index &I) { return check(I); },
                   [](const Deref &D) {
                     return D.Pointer->Ty->isPointer() ? Problem()
                                                       : "this is no pointer";
                   },
                   [](const Member &M) { return check(M); },
                   [](const AddressOf &A) { return check(A); },
                   [](const BlockLength &L) {
                     return L.Pointer->Ty->isPointer() ? Problem()
                                                       : "this is no pointer";
                   },
                   [](const RuleCall &C) { return check(C); },
                   [](const Aggregate &A) { return check(A); },
                   [](const FunctionRef &) { return Problem(); },
                   [](const Verbatim &) { return Problem(); }});
  if (P.empty() && !hasNaturalType(E, /*IgnoreConst=*/true))
    P = "its type does not follow from its operands";
  return P.empty() ? P : "'" + brief(E) + "': " + P;
}
