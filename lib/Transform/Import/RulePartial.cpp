// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RulePartial: partials are one return of arithmetic, comparisons, ?:, literals
// and calls of functions that have rules themselves; nothing else is read.
// Literals are taken as they are written, T(0.5L) for one of full precision.

#include "Import/RulePartial.h"
#include "IR/Build.h"
#include "IR/Rules.h"
#include "Import/Importer.h"
#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <optional>

using namespace nabla;
using namespace nabla::import;
using namespace llvm;

namespace {
class PartialReader {
public:
  PartialReader(const clang::CXXMethodDecl &Partial, const ir::Rule &R,
                unsigned Param, clang::ASTContext &Ctx, ir::Module &M,
                Diagnostics &Diags)
      : Partial(Partial), R(R), Param(Param), Ctx(Ctx), M(M), Diags(Diags),
        B(M) {}

  /// Null after an error.
  const ir::Expr *read();

private:
  const clang::CXXMethodDecl &Partial;
  const ir::Rule &R;
  unsigned Param;
  clang::ASTContext &Ctx;
  ir::Module &M;
  Diagnostics &Diags;
  ir::Build B;

  const ir::Expr *error(const clang::Stmt *At, const Twine &What);
  const ir::Type *type(clang::QualType T);
  const ir::Expr *convert(const ir::Expr *E, const ir::Type *To);
  const ir::Expr *expr(const clang::Expr *E);
  const ir::Expr *cast(const clang::CastExpr *E);
  const ir::Expr *literal(const clang::FloatingLiteral *E);
  const ir::Expr *variable(const clang::DeclRefExpr *E);
  const ir::Expr *unary(const clang::UnaryOperator *E);
  const ir::Expr *binary(const clang::BinaryOperator *E);
  const ir::Expr *select(const clang::ConditionalOperator *E);
  const ir::Expr *unknown();
  const ir::Expr *call(const clang::CallExpr *E);
  const ir::Rule *callee(const clang::FunctionDecl &F);
};
} // namespace

const ir::Expr *PartialReader::error(const clang::Stmt *At, const Twine &What) {
  Diags.error(loc(At->getBeginLoc()),
              "rule '" + R.Name + "': " + What +
                  "; a partial is one expression of arithmetic, comparisons, "
                  "'?:', literals and calls of functions that have rules");
  return nullptr;
}

const ir::Type *PartialReader::type(clang::QualType T) {
  T = T.getNonReferenceType().getUnqualifiedType();
  if (T->isBooleanType())
    return M.boolType();
  if (auto *Builtin = T->getAs<clang::BuiltinType>()) {
    switch (Builtin->getKind()) {
    case clang::BuiltinType::Float:
      return M.realType(ir::Precision::Float);
    case clang::BuiltinType::Double:
      return M.realType(ir::Precision::Double);
    case clang::BuiltinType::LongDouble:
      return M.realType(ir::Precision::LongDouble);
    case clang::BuiltinType::Int:
      return M.intType();
    case clang::BuiltinType::UInt:
      return M.integerType("unsigned int", 32, false);
    default:
      break;
    }
  }
  return nullptr;
}

/// Literals take the type they are converted to: (double)1 is 1.0.
const ir::Expr *PartialReader::convert(const ir::Expr *E, const ir::Type *To) {
  if (!To->isReal())
    return B.cast(E, To, /*Implicit=*/true);
  if (auto *I = dyn_cast<ir::IntLiteral>(E))
    return B.real((Twine(I->Value) + ".0").str(), To);
  if (auto *L = dyn_cast<ir::RealLiteral>(E))
    return B.real(L->Digits, To);
  if (auto *U = dyn_cast<ir::Unary>(E); U && U->Op == ir::UnaryOp::Neg)
    return B.neg(convert(U->Operand, To));
  if (auto *S = dyn_cast<ir::Select>(E))
    return B.select(S->Cond, convert(S->Then, To), convert(S->Else, To));
  return B.cast(E, To, /*Implicit=*/true);
}

const ir::Expr *PartialReader::cast(const clang::CastExpr *E) {
  const ir::Expr *Operand = expr(E->getSubExpr());
  if (!Operand)
    return nullptr;
  switch (E->getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
    return Operand;
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralCast:
    if (const ir::Type *To = type(E->getType()))
      return convert(Operand, To);
    [[fallthrough]];
  default:
    return error(E, "a conversion to '" +
                        E->getType().getAsString(Ctx.getPrintingPolicy()) +
                        "' cannot be read");
  }
}

const ir::Expr *PartialReader::literal(const clang::FloatingLiteral *E) {
  const clang::SourceManager &SM = Ctx.getSourceManager();
  SmallString<40> Buffer;
  StringRef Digits = clang::Lexer::getSpelling(
      SM.getSpellingLoc(E->getLocation()), Buffer, SM, Ctx.getLangOpts());
  Digits = Digits.rtrim(Digits.starts_with_insensitive("0x") ? "lL" : "fFlL");
  return B.real(Digits, type(E->getType()));
}

const ir::Expr *PartialReader::variable(const clang::DeclRefExpr *E) {
  if (auto *Param = dyn_cast<clang::ParmVarDecl>(E->getDecl())) {
    unsigned I = Param->getFunctionScopeIndex();
    return B.ref(I < R.Params.size() ? R.Params[I] : R.ResultVar);
  }
  if (auto *Enumerator = dyn_cast<clang::EnumConstantDecl>(E->getDecl()))
    return B.integer(Enumerator->getInitVal().getExtValue());
  clang::Expr::EvalResult Value;
  const ir::Type *T = type(E->getType());
  if (!T || !E->EvaluateAsRValue(Value, Ctx))
    return error(E, "'" + E->getDecl()->getName() +
                        "' is neither an operand nor a constant");
  return B.ref(M.global(E->getDecl()->getQualifiedNameAsString(), M.constOf(T),
                        loc(E->getDecl()->getLocation())));
}

const ir::Expr *PartialReader::unary(const clang::UnaryOperator *E) {
  const ir::Expr *Operand = expr(E->getSubExpr());
  if (!Operand)
    return nullptr;
  switch (E->getOpcode()) {
  case clang::UO_Plus:
    return Operand;
  case clang::UO_Minus:
    return M.make<ir::Unary>(ir::UnaryOp::Neg, Operand, Operand->Ty, B.Loc);
  case clang::UO_LNot:
    return B.logicalNot(Operand);
  default:
    return error(E, "'" + clang::UnaryOperator::getOpcodeStr(E->getOpcode()) +
                        "' cannot be read");
  }
}

static std::optional<ir::BinaryOp> opcode(clang::BinaryOperatorKind K) {
  switch (K) {
  case clang::BO_Add:
    return ir::BinaryOp::Add;
  case clang::BO_Sub:
    return ir::BinaryOp::Sub;
  case clang::BO_Mul:
    return ir::BinaryOp::Mul;
  case clang::BO_Div:
    return ir::BinaryOp::Div;
  case clang::BO_Rem:
    return ir::BinaryOp::Rem;
  case clang::BO_LT:
    return ir::BinaryOp::Lt;
  case clang::BO_LE:
    return ir::BinaryOp::Le;
  case clang::BO_GT:
    return ir::BinaryOp::Gt;
  case clang::BO_GE:
    return ir::BinaryOp::Ge;
  case clang::BO_EQ:
    return ir::BinaryOp::Eq;
  case clang::BO_NE:
    return ir::BinaryOp::Ne;
  case clang::BO_LAnd:
    return ir::BinaryOp::And;
  case clang::BO_LOr:
    return ir::BinaryOp::Or;
  default:
    return std::nullopt;
  }
}

const ir::Expr *PartialReader::binary(const clang::BinaryOperator *E) {
  std::optional<ir::BinaryOp> Op = opcode(E->getOpcode());
  if (!Op)
    return error(E, "'" + E->getOpcodeStr() + "' cannot be read");
  const ir::Expr *L = expr(E->getLHS());
  const ir::Expr *R = L ? expr(E->getRHS()) : nullptr;
  const ir::Type *Ty = type(E->getType());
  return R && Ty ? M.make<ir::Binary>(*Op, L, R, Ty, B.Loc) : nullptr;
}

const ir::Expr *PartialReader::select(const clang::ConditionalOperator *E) {
  const ir::Expr *Cond = expr(E->getCond());
  const ir::Expr *Then = Cond ? expr(E->getTrueExpr()) : nullptr;
  const ir::Expr *Else = Then ? expr(E->getFalseExpr()) : nullptr;
  return Else ? M.make<ir::Select>(Cond, Then, Else, Then->Ty, B.Loc) : nullptr;
}

/// The functions a partial finds without qualification are members of
/// nabla::rules::functions, called as their rules are.
const ir::Rule *PartialReader::callee(const clang::FunctionDecl &F) {
  auto *Method = dyn_cast<clang::CXXMethodDecl>(&F);
  if (!Method)
    return ruleFor(F, M);
  return F.getName() == "known" ? ir::knownRule(M) : M.rule(F.getName());
}

const ir::Expr *PartialReader::unknown() {
  std::string Why = "the derivative of '" + R.Name.str() +
                    "' in its argument " + std::to_string(Param + 1) +
                    " has no known form; keep that argument inactive, or write "
                    "a rule of your own";
  return M.make<ir::Verbatim>(ArrayRef<ir::TextPiece>(), M.save(Why),
                              M.doubleType(), B.Loc);
}

const ir::Expr *PartialReader::call(const clang::CallExpr *E) {
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier())
    return error(E, "this call cannot be read");
  if (isa<clang::CXXMethodDecl>(F) && F->getName() == "unknown")
    return unknown();
  const ir::Rule *Callee = callee(*F);
  if (!Callee)
    return error(E, "'" + F->getName() + "' has no rule");
  SmallVector<const ir::Expr *, 4> Args;
  for (const clang::Expr *A : E->arguments())
    Args.push_back(expr(A));
  if (is_contained(Args, nullptr))
    return nullptr;
  if (Callee->Name == ir::KnownRule)
    return B.ruleCall(Callee, ir::KnownRule, Args, M.boolType());
  const ir::Type *Ty = type(E->getType());
  return B.ruleCall(Callee, ir::spelling(*Callee, ir::Precision::Double), Args,
                    Ty ? Ty : M.doubleType());
}

const ir::Expr *PartialReader::expr(const clang::Expr *E) {
  E = E->IgnoreParens();
  B.Loc = loc(E->getExprLoc());
  if (auto *L = dyn_cast<clang::FloatingLiteral>(E))
    return literal(L);
  if (auto *L = dyn_cast<clang::IntegerLiteral>(E))
    return B.integer(L->getValue().getSExtValue());
  if (auto *L = dyn_cast<clang::CXXBoolLiteralExpr>(E))
    return B.boolean(L->getValue());
  if (auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return variable(D);
  if (auto *C = dyn_cast<clang::CastExpr>(E))
    return cast(C);
  if (auto *U = dyn_cast<clang::UnaryOperator>(E))
    return unary(U);
  if (auto *O = dyn_cast<clang::BinaryOperator>(E))
    return binary(O);
  if (auto *S = dyn_cast<clang::ConditionalOperator>(E))
    return select(S);
  if (auto *C = dyn_cast<clang::CallExpr>(E))
    return call(C);
  if (auto *T = dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return expr(T->getSubExpr());
  if (auto *W = dyn_cast<clang::ExprWithCleanups>(E))
    return expr(W->getSubExpr());
  return error(E, "this cannot be read");
}

const ir::Expr *PartialReader::read() {
  auto *Body = dyn_cast_or_null<clang::CompoundStmt>(Partial.getBody());
  auto *Return = Body && Body->size() == 1
                     ? dyn_cast<clang::ReturnStmt>(Body->body_front())
                     : nullptr;
  if (Return && Return->getRetValue())
    return expr(Return->getRetValue());
  Diags.error(loc(Partial.getLocation()),
              "rule '" + R.Name + "': '" + Partial.getName() +
                  "' is not a single return; write it as one expression");
  return nullptr;
}

const ir::Expr *import::importPartial(const clang::CXXMethodDecl &Partial,
                                      const ir::Rule &R, unsigned Param,
                                      clang::ASTContext &Ctx, ir::Module &M,
                                      Diagnostics &Diags) {
  const ir::Expr *E = PartialReader(Partial, R, Param, Ctx, M, Diags).read();
  return E && !ir::isZero(E) ? E : nullptr;
}
