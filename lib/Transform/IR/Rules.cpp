// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial is rebuilt bottom-up: arguments for operands, one precision for
// another, and branches decided where literals decide them:
//   known(y) ? y * pow(x, y - 1) : ...     with y = 3.0f
//   3.0f * std::pow(x, 2.0f)

#include "IR/Rules.h"
#include "IR/Build.h"
#include "IR/Text.h"
#include "IR/Walk.h"
#include <cassert>
#include <cmath>

using namespace nabla::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;

//===--- Literals ---------------------------------------------------------===//

/// The value of a literal, seen through signs and casts between arithmetic
/// types; near enough to compare it with the small numbers of a rule.
static std::optional<double> literalValue(const Expr *E) {
  if (auto *R = dyn_cast<RealLiteral>(E))
    return R->approximate();
  if (auto *I = dyn_cast<IntLiteral>(E))
    return I->Ty->isSigned() ? double(I->Value) : double(uint64_t(I->Value));
  if (auto *U = dyn_cast<Unary>(E); U && U->Op == UnaryOp::Neg)
    if (auto V = literalValue(U->Operand);
        V && (U->Ty->isReal() || U->Ty->isSigned()))
      return -*V;
  if (auto *C = dyn_cast<Cast>(E); C && C->Ty->isReal())
    return literalValue(C->Operand);
  return std::nullopt;
}

static bool compare(BinaryOp Op, double L, double R) {
  switch (Op) {
  case BinaryOp::Lt:
    return L < R;
  case BinaryOp::Le:
    return L <= R;
  case BinaryOp::Gt:
    return L > R;
  case BinaryOp::Ge:
    return L >= R;
  case BinaryOp::Eq:
    return L == R;
  default:
    return L != R;
  }
}

/// Few enough bits for sums and differences of such to be exact in float.
static bool isSmall(double V) {
  return std::fabs(V) < 1024 && V * 1024 == std::floor(V * 1024);
}

/// A comparison, sum or difference of literals, or null.
static const Expr *foldReals(Build &B, BinaryOp Op, const Expr *L,
                             const Expr *R) {
  if (!L->Ty->isReal() || !R->Ty->isReal())
    return nullptr;
  auto X = literalValue(L), Y = literalValue(R);
  if (!X || !Y)
    return nullptr;
  if (isComparison(Op))
    return B.boolean(compare(Op, *X, *Y));
  if (!isSmall(*X) || !isSmall(*Y))
    return nullptr;
  if (Op == BinaryOp::Add)
    return B.real(*X + *Y, L->Ty);
  if (Op == BinaryOp::Sub)
    return B.real(*X - *Y, L->Ty);
  return nullptr;
}

//===--- The partial ------------------------------------------------------===//

namespace {
struct Instantiation {
  Build B;
  const RuleCall &Call;
  const Expr *Result;

  const Type *typed(const Type *T) const { return T->isReal() ? Call.Ty : T; }
  const Expr *variable(const Variable *V);
  const Expr *ruleCall(const RuleCall &C);
  const Expr *binary(const Binary &E);
  const Expr *rebuild(const Expr *E);
};
} // namespace

const Expr *Instantiation::variable(const Variable *V) {
  if (V->isGlobal()) // a constant
    return B.cast(B.ref(V), typed(V->type()->value()), /*Implicit=*/true);
  if (V == Call.Callee->ResultVar)
    return B.cast(Result, Call.Ty, /*Implicit=*/true);
  for (unsigned I = 0; I != Call.Args.size(); ++I) {
    if (V != Call.Callee->Params[I])
      continue;
    const Type *T = typed(V->type());
    if (auto Value = literalValue(Call.Args[I]); Value && T->isReal())
      if (isSmall(*Value))
        return B.real(*Value, T); // 2.0 for (double)2
    return B.cast(Call.Args[I], T, /*Implicit=*/true);
  }
  llvm_unreachable("a partial speaks of operands and constants");
}

const Expr *Instantiation::ruleCall(const RuleCall &C) {
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : C.Args)
    Args.push_back(rebuild(A));
  if (C.Callee->Name == KnownRule)
    return B.boolean(literalValue(Args[0]).has_value());
  std::string S = C.Spelling.str();
  if (C.Ty->isReal() && !C.Callee->Spellings.empty())
    S = spelling(*C.Callee, Call.Ty->precision());
  return B.ruleCall(C.Callee, S, Args, typed(C.Ty));
}

const Expr *Instantiation::binary(const Binary &E) {
  const Expr *L = rebuild(E.Lhs), *R = rebuild(E.Rhs);
  if (const Expr *Folded = foldReals(B, E.Op, L, R))
    return Folded;
  return B.binary(E.Op, L, R);
}

const Expr *Instantiation::rebuild(const Expr *E) {
  switch (E->Kind) {
  case ExprKind::VarRef:
    return variable(cast<VarRef>(E)->Var);
  case ExprKind::RealLiteral:
    return B.real(cast<RealLiteral>(E)->Digits, Call.Ty);
  case ExprKind::RuleCall:
    return ruleCall(*cast<RuleCall>(E));
  case ExprKind::Binary:
    return binary(*cast<Binary>(E));
  case ExprKind::Unary: {
    auto *U = cast<Unary>(E);
    const Expr *Operand = rebuild(U->Operand);
    if (U->Op == UnaryOp::Neg)
      return B.neg(Operand);
    if (U->Op == UnaryOp::Not)
      return B.logicalNot(Operand);
    return B.module().make<Unary>(U->Op, Operand, Operand->Ty, B.Loc);
  }
  case ExprKind::Select: {
    auto *S = cast<Select>(E);
    const Expr *Cond = rebuild(S->Cond);
    if (auto *Decided = dyn_cast<BoolLiteral>(Cond))
      return rebuild(Decided->Value ? S->Then : S->Else);
    const Expr *Then = rebuild(S->Then);
    return B.select(Cond, Then, rebuild(S->Else));
  }
  case ExprKind::Cast: {
    auto *C = cast<Cast>(E);
    return B.cast(rebuild(C->Operand), typed(C->Ty), C->Implicit);
  }
  case ExprKind::Verbatim: // unknown()
    return B.module().make<Verbatim>(
        cast<Verbatim>(E)->Pieces, cast<Verbatim>(E)->Why, typed(E->Ty), B.Loc);
  default: // Bool and int literals.
    return E;
  }
}

const Expr *nabla::ir::instantiatePartial(Module &M, const RuleCall &Call,
                                          unsigned Param, const Expr *Result) {
  assert(Call.Args.size() == Call.Callee->Params.size());
  llvm::ArrayRef<const Expr *> Partials = Call.Callee->Partials;
  const Expr *Partial = Param < Partials.size() ? Partials[Param] : nullptr;
  if (!Partial)
    return nullptr;
  assert(Call.Ty->isReal() && "a call that has a derivative is real");
  const Expr *E =
      Instantiation{Build(M, Call.Loc), Call, Result}.rebuild(Partial);
  return isZero(E) ? nullptr : E;
}

//===--- Spellings --------------------------------------------------------===//

/// The form of a C function or builtin for precision P, as it is listed; First
/// where that one is not.
static StringRef formFor(const Rule &R, StringRef First, Precision P) {
  const char *Suffix = P == Precision::Float        ? "f"
                       : P == Precision::LongDouble ? "l"
                                                    : "";
  std::string Wanted = (First + Suffix).str();
  for (StringRef S : R.Spellings)
    if (S == Wanted)
      return S;
  return First;
}

std::string nabla::ir::spelling(const Rule &R, Precision P) {
  StringRef First = R.Spellings.front();
  if (!First.starts_with("c:") && !First.starts_with("__builtin_"))
    return First.str();
  StringRef Form = formFor(R, First, P);
  return Form.consume_front("c:") ? ("::" + Form).str() : Form.str();
}

const Rule *nabla::ir::knownRule(Module &M) {
  if (const Rule *R = M.rule(KnownRule))
    return R;
  Rule R;
  R.Name = KnownRule;
  const Variable *Param =
      M.makeVariable("x", M.doubleType(), VariableKind::Operand);
  const Expr *None[] = {nullptr};
  R.Params = Param;
  R.ResultVar = M.makeVariable("r", M.boolType(), VariableKind::Operand);
  R.Partials = None;
  return M.addRule(R);
}

//===--- Copies -----------------------------------------------------------===//

const Function *nabla::ir::keepFunction(Module &M, const Type *Element) {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  OS << "nabla::keep<";
  print(Element, OS);
  OS << '>';
  if (const Function *Known = M.function(Key))
    return Known;
  auto Param = [&](StringRef Name, const Type *T) {
    return M.makeVariable(Name, T, VariableKind::Param);
  };
  const Variable *Params[] = {
      Param("to", M.pointerTo(Element)),
      Param("from", M.pointerTo(M.constOf(Element))),
      Param("n", M.integerType("unsigned long", 64, false))};
  Declarator D;
  D.Namespaces = {"nabla"};
  D.Name = "keep";
  Function *F = M.makeFunction(Key, D, Params, M.voidType());
  M.setDeclaredPure(F);
  return F;
}
