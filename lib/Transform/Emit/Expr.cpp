// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emit/Expr.h"
#include "Emit/Emit.h"
#include "Emit/Literal.h"
#include "Emit/UserText.h"
#include "IR/Place.h"
#include "IR/Visit.h"
#include "Support/FlatName.h"
#include "llvm/ADT/StringExtras.h"

using namespace nabla;
using namespace nabla::emit;
using ir::BinaryOp;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

//===--- Dispatch ---------------------------------------------------------===//

ExprPrinter::Piece ExprPrinter::full(const ir::Expr *E) const {
  return ir::visit(
      E,
      ir::Overloads{
          [&](const ir::IntLiteral &L) { return integer(L); },
          [&](const ir::RealLiteral &L) { return real(L); },
          [](const ir::BoolLiteral &L) {
            return Piece{L.Value ? "true" : "false"};
          },
          [](const ir::NullLiteral &) { return Piece{"nullptr"}; },
          [&](const ir::VarRef &V) {
            bool Hidden = V.Var->isGlobal() && N.isHidden(V.Var->name());
            return Piece{((Hidden ? "::" : "") + N.of(V.Var)).str()};
          },
          [&](const ir::Unary &U) { return unary(U); },
          [&](const ir::Binary &B) { return binary(B.Op, B.Lhs, B.Rhs); },
          [&](const ir::Select &S) { return select(S); },
          [&](const ir::Cast &C) { return cast(C); },
          [&](const ir::Index &I) { return index(I); },
          [&](const ir::Deref &D) { return deref(D); },
          [&](const ir::Member &M) { return member(M); },
          [&](const ir::AddressOf &A) { return addressOf(A); },
          [&](const ir::BlockLength &L) {
            return Piece{"::nabla::measured::length(" + value(L.Pointer) + ")",
                         Postfix};
          },
          [&](const ir::RuleCall &C) { return ruleCall(C); },
          [&](const ir::Aggregate &A) {
            return Piece{declare(A.Ty->unqualified(), "") + braces(A), Postfix};
          },
          [&](const ir::FunctionRef &F) {
            StringRef Global = N.isHidden(F.Spelling) ? "::" : "";
            return Piece{(Global + F.Spelling).str(), Postfix};
          },
          [&](const ir::Verbatim &V) { return verbatim(V); }});
}

ExprPrinter::Piece ExprPrinter::bare(const ir::Expr *E) const {
  if (auto *C = dyn_cast<ir::Cast>(E))
    return full(C->Operand);
  int64_t Value = llvm::cast<ir::IntLiteral>(E)->Value;
  return {std::to_string(Value), Value < 0 ? Unary : Primary};
}

//===--- Where expressions stand ------------------------------------------===//

std::string ExprPrinter::converted(const ir::Expr *E) const {
  return print(E, bareAsValue(E) ? As::Bare : As::Full).Text;
}

std::string ExprPrinter::initializer(const ir::Expr *E) const {
  auto *A = dyn_cast<ir::Aggregate>(E);
  return A ? braces(*A) : converted(E);
}

std::string ExprPrinter::offset(const ir::Expr *E) const {
  return print(E, bareAsOffset(E) ? As::Bare : As::Full).Text;
}

/// A condition: what C++ converts to bool as the user would write it.
ExprPrinter::Piece ExprPrinter::truth(const ir::Expr *E) const {
  auto *C = dyn_cast<ir::Cast>(E);
  if (!C || C->Ty->kind() != ir::TypeKind::Bool)
    return full(E);
  bool Plain = isa<ir::VarRef, ir::Index, ir::Deref, ir::Member>(C->Operand);
  if (Plain && !C->Operand->Ty->isReal())
    return full(C->Operand);
  return toBool(C->Operand);
}

/// "n != 0"
ExprPrinter::Piece ExprPrinter::toBool(const ir::Expr *E) const {
  if (E->Ty->kind() == ir::TypeKind::Bool)
    return full(E);
  bool Pointer = E->Ty->isPointer() || E->Ty->isFunctionPointer();
  std::string Zero = Pointer           ? "nullptr"
                     : E->Ty->isReal() ? realLiteral("0", E->Ty)
                                       : "0";
  return {operand(BinaryOp::Ne, full(E), false) + " != " + Zero,
          binaryLevel(BinaryOp::Ne)};
}

std::string ExprPrinter::negated(const ir::Expr *E) const {
  if (auto *U = dyn_cast<ir::Unary>(E); U && U->Op == ir::UnaryOp::Not)
    return condition(U->Operand);
  auto *B = dyn_cast<ir::Binary>(E);
  // Not for reals: a comparison with a NaN and its opposite are both false.
  if (B && ir::isComparison(B->Op) && !B->Lhs->Ty->isReal())
    return comparison(opposite(B->Op), B->Lhs, B->Rhs);
  return "!" + atLeast(truth(E), Unary);
}

//===--- Literals and operators -------------------------------------------===//

ExprPrinter::Piece ExprPrinter::integer(const ir::IntLiteral &L) const {
  std::string Text = integerLiteral(L.Value, L.Ty);
  if (isDifference(L.Value, L.Ty))
    return {Text, binaryLevel(BinaryOp::Sub)};
  return {Text, Text[0] == '-' ? Unary : Primary};
}

ExprPrinter::Piece ExprPrinter::real(const ir::RealLiteral &L) const {
  std::string Text = realLiteral(L.Digits, L.Ty);
  return {Text, Text[0] == '-' ? Unary : Primary};
}

ExprPrinter::Piece ExprPrinter::unary(const ir::Unary &U) const {
  if (U.Op == ir::UnaryOp::Not)
    return {"!" + atLeast(truth(U.Operand), Unary), Unary};
  As How = bareAsPromoted(U.Operand) ? As::Bare : As::Full;
  std::string Text = atLeast(print(U.Operand, How), Unary);
  if (U.Op == ir::UnaryOp::Neg && Text[0] == '-')
    Text = "(" + Text + ")";
  return {(U.Op == ir::UnaryOp::Neg ? "-" : "~") + Text, Unary};
}

int emit::binaryLevel(BinaryOp Op) {
  switch (Op) {
#define NABLA_BINARY(Name, Spelling, Binding)                                  \
  case BinaryOp::Name:                                                         \
    return Binding;
#include "IR/Operators.def"
  }
  llvm_unreachable("no such operator");
}

StringRef emit::binarySpelling(BinaryOp Op) {
  switch (Op) {
#define NABLA_BINARY(Name, Spelling, Binding)                                  \
  case BinaryOp::Name:                                                         \
    return Spelling;
#include "IR/Operators.def"
  }
  llvm_unreachable("no such operator");
}

BinaryOp emit::opposite(BinaryOp Comparison) {
  switch (Comparison) {
  case BinaryOp::Lt:
    return BinaryOp::Ge;
  case BinaryOp::Le:
    return BinaryOp::Gt;
  case BinaryOp::Gt:
    return BinaryOp::Le;
  case BinaryOp::Ge:
    return BinaryOp::Lt;
  case BinaryOp::Eq:
    return BinaryOp::Ne;
  default:
    return BinaryOp::Eq;
  }
}

/// Mixtures that are legal without parentheses, but misread: shifts, bit
/// operations and comparisons with anything but themselves inside, && in ||.
static bool isMisread(BinaryOp Op, int Inner) {
  bool Operator = Inner >= OrLevel && Inner < Unary;
  switch (Op) {
  case BinaryOp::Or:
    return Inner == binaryLevel(BinaryOp::And);
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    return Operator && Inner != binaryLevel(Op);
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return Operator;
  default:
    return ir::isComparison(Op) && Operator &&
           Inner <= binaryLevel(BinaryOp::Shl);
  }
}

static bool isAssociative(BinaryOp Op) {
  return Op == BinaryOp::And || Op == BinaryOp::Or;
}

std::string ExprPrinter::operand(BinaryOp Op, const Piece &P,
                                 bool Right) const {
  int Level = binaryLevel(Op);
  bool Sum = Op == BinaryOp::Add || Op == BinaryOp::Sub;
  bool Parens = P.Level < Level ||
                (Right && P.Level == Level && !isAssociative(Op)) ||
                isMisread(Op, P.Level) || (Right && Sum && P.Text[0] == '-');
  return Parens ? "(" + P.Text + ")" : P.Text;
}

static bool isShift(BinaryOp Op) {
  return Op == BinaryOp::Shl || Op == BinaryOp::Shr;
}

/// How the operands are printed: each by itself, for shifts and what is added
/// to a pointer; otherwise together.
static Operands howOperands(BinaryOp Op, const ir::Expr *Lhs,
                            const ir::Expr *Rhs) {
  auto Own = [](bool Bare) { return Bare ? As::Bare : As::Full; };
  if (isShift(Op))
    return {Own(bareAsPromoted(Lhs)),
            Own(bareAsPromoted(Rhs) || isa<ir::IntLiteral>(Rhs))};
  if (Lhs->Ty->isPointer() || Rhs->Ty->isPointer())
    return {Own(Lhs->Ty->isInteger() && bareAsOffset(Lhs)),
            Own(Rhs->Ty->isInteger() && bareAsOffset(Rhs))};
  return operands(Lhs, Rhs, ir::isComparison(Op));
}

ExprPrinter::Piece ExprPrinter::binary(BinaryOp Op, const ir::Expr *Lhs,
                                       const ir::Expr *Rhs) const {
  bool Logical = Op == BinaryOp::And || Op == BinaryOp::Or;
  Operands How = howOperands(Op, Lhs, Rhs);
  Piece L = Logical ? truth(Lhs) : print(Lhs, How.Lhs);
  Piece R = Logical ? truth(Rhs) : print(Rhs, How.Rhs);
  return {operand(Op, L, false) + " " + binarySpelling(Op).str() + " " +
              operand(Op, R, true),
          binaryLevel(Op)};
}

ExprPrinter::Piece ExprPrinter::select(const ir::Select &S) const {
  Operands How = operands(S.Then, S.Else, false);
  return {atLeast(truth(S.Cond), OrLevel) + " ? " +
              atLeast(print(S.Then, How.Lhs), OrLevel) + " : " +
              print(S.Else, How.Rhs).Text,
          Any};
}

//===--- Casts ------------------------------------------------------------===//

/// A type that can be called: "double(x)".
static bool isOneWord(StringRef Spelling) {
  return llvm::all_of(Spelling, [](char C) {
    return names::inIdentifier(C) || C == ':';
  });
}

static bool isVoidPointer(const ir::Type *T) {
  return T->isPointer() && T->element()->isVoid();
}

/// From a pointer to what is const to one that may change it.
static bool losesConst(const ir::Cast &C) {
  const ir::Type *From = C.Operand->Ty, *To = C.Ty;
  return From->isPointer() && To->isPointer() && From->element()->isConst() &&
         !To->element()->isConst();
}

/// An implicit cast of a literal: the literal of the other type, if there is
/// one.
static std::string literalOf(const ir::Cast &C) {
  auto *L = dyn_cast<ir::IntLiteral>(C.Operand);
  if (!C.Implicit || !L)
    return "";
  if (C.Ty->isReal())
    return realLiteral(*L, C.Ty);
  bool Fits = L->Value >= 0 && L->Value <= INT32_MAX;
  return Fits && C.Ty->isInteger() && literalSuffix(arith(C.Ty))
             ? integerLiteral(L->Value, C.Ty)
             : "";
}

ExprPrinter::Piece ExprPrinter::cast(const ir::Cast &C) const {
  const ir::Type *To = C.Ty->unqualified();
  if (isQualification(&C) || To == C.Operand->Ty->unqualified())
    return full(C.Operand);
  if (To->kind() == ir::TypeKind::Bool && C.Operand->Ty->isScalar())
    return toBool(C.Operand);
  if (std::string Literal = literalOf(C); !Literal.empty())
    return {Literal, Literal[0] == '-' ? Unary : Primary};
  std::string Name = declare(To, "");
  bool FromFunction = C.Operand->Ty->isFunctionPointer();
  if (To->isPointer() ? FromFunction
                      : To->isFunctionPointer() && C.Operand->Ty->isPointer())
    return {"reinterpret_cast<" + Name + ">(" + value(C.Operand) + ")",
            Postfix};
  if ((isVoidPointer(To) || isVoidPointer(C.Operand->Ty)) && !losesConst(C))
    return {"static_cast<" + Name + ">(" + value(C.Operand) + ")", Postfix};
  if (To->isPointer() && ir::sameType(To, C.Operand->Ty))
    return {"const_cast<" + Name + ">(" + value(C.Operand) + ")", Postfix};
  if (isOneWord(Name))
    return {Name + "(" + value(C.Operand) + ")", Postfix};
  return {"(" + Name + ")" + atLeast(full(C.Operand), Unary), Unary};
}

//===--- Places -----------------------------------------------------------===//

ExprPrinter::Piece ExprPrinter::index(const ir::Index &I) const {
  return {atLeast(full(I.Base), Postfix) + "[" + offset(I.Subscript) + "]",
          Postfix};
}

ExprPrinter::Piece ExprPrinter::deref(const ir::Deref &D) const {
  if (auto *A = dyn_cast<ir::AddressOf>(D.Pointer); A && !A->Decay)
    return full(A->Place);
  return {"*" + atLeast(full(D.Pointer), Unary), Unary};
}

ExprPrinter::Piece ExprPrinter::member(const ir::Member &M) const {
  if (llvm::StringRef By = M.field().Accessor; !By.empty()) {
    llvm::StringRef Global = N.isHidden(By) ? "::" : "";
    return {call((Global + By).str(), {value(M.Base)}), Postfix};
  }
  auto *D = dyn_cast<ir::Deref>(M.Base);
  auto *A = D ? dyn_cast<ir::AddressOf>(D->Pointer) : nullptr;
  bool Arrow = D && (!A || A->Decay);
  std::string Base = atLeast(full(Arrow ? D->Pointer : M.Base), Postfix);
  return {Base + (Arrow ? "->" : ".") + M.name().str(), Postfix};
}

ExprPrinter::Piece ExprPrinter::addressOf(const ir::AddressOf &A) const {
  if (A.Decay)
    return full(A.Place);
  if (auto *D = dyn_cast<ir::Deref>(A.Place))
    return full(D->Pointer);
  return {"&" + atLeast(full(A.Place), Unary), Unary};
}

//===--- Calls, lists, the user's text ------------------------------------===//

std::string ExprPrinter::call(StringRef Name,
                              ArrayRef<std::string> Args) const {
  return (Name + "(" + llvm::join(Args, ", ") + ")").str();
}

// Casts of arguments are written: another one of overloaded functions would be
// called without them.
ExprPrinter::Piece ExprPrinter::ruleCall(const ir::RuleCall &C) const {
  std::vector<std::string> Args;
  for (const ir::Expr *A : C.Args)
    Args.push_back(value(A));
  StringRef Global = N.isHidden(C.Spelling) ? "::" : "";
  return {call((Global + C.Spelling).str(), Args), Postfix};
}

std::string ExprPrinter::inBraces(const ir::Expr *E) const {
  if (auto *A = dyn_cast<ir::Aggregate>(E))
    return braces(*A);
  return print(E, bareInBraces(E) ? As::Bare : As::Full).Text;
}

/// What a member without initialiser is, written out: compilers warn of it.
static std::string zeroOf(const ir::Type *T) {
  if (T->isReal())
    return realLiteral("0", T);
  if (T->isPointer() || T->isFunctionPointer())
    return "nullptr";
  return T->is(ir::TypeKind::Bool) ? "false"
         : arith(T) != Arith::None ? "0"
                                   : "{}";
}

std::string ExprPrinter::braces(const ir::Aggregate &A) const {
  std::vector<std::string> Elements;
  for (const ir::Expr *E : A.Elements)
    Elements.push_back(inBraces(E));
  for (size_t I = Elements.size(); I != 0 && I < A.Ty->fields().size(); ++I)
    Elements.push_back(zeroOf(A.Ty->fields()[I].Ty));
  return "{" + llvm::join(Elements, ", ") + "}";
}

/// Text of the user's before or after an operand that needs no parentheses
/// around it.
static bool opens(StringRef Before) {
  Before = Before.rtrim();
  return Before.empty() || Before.ends_with("(") || Before.ends_with(",");
}
static bool closes(StringRef After) {
  After = After.ltrim();
  return After.empty() || After.starts_with(")") || After.starts_with(",") ||
         After.starts_with(";");
}

std::string ExprPrinter::pieces(ArrayRef<ir::TextPiece> Pieces) const {
  auto text = [&](size_t I) {
    auto *Text =
        I < Pieces.size() ? std::get_if<StringRef>(&Pieces[I]) : nullptr;
    return Text ? *Text : StringRef();
  };
  std::string Out;
  for (size_t I = 0; I != Pieces.size(); ++I) {
    auto *E = std::get_if<const ir::Expr *>(&Pieces[I]);
    if (!E) {
      Out += text(I);
      continue;
    }
    bool Alone = opens(I ? text(I - 1) : "") && closes(text(I + 1));
    Out += Alone ? value(*E) : atLeast(full(*E), Postfix);
  }
  return Out;
}

ExprPrinter::Piece ExprPrinter::verbatim(const ir::Verbatim &V) const {
  std::string Text = pieces(V.Pieces);
  return {Text, isPrimary(Text) ? Postfix : Any};
}
