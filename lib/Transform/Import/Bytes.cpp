// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "n * sizeof(double)" is a multiple of 8 whatever n is. How much is known of a
// number is one number: the largest that surely divides it.

#include "Import/Bytes.h"
#include "Import/AstVisitor.h"
#include "Import/Names.h"
#include "clang/AST/DeclTemplate.h"
#include <numeric>

using namespace clang;

namespace nabla::import {

namespace {

/// Counts how often a variable is named, and how often only its value is read.
class Uses : public AstVisitor {
public:
  explicit Uses(const VarDecl *V) : V(V) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Named += E->getDecl() == V;
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      if (auto *Ref = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens()))
        Read += Ref->getDecl() == V;
    return true;
  }

  unsigned Named = 0, Read = 0;

private:
  const VarDecl *V;
};

/// The largest number that is known to divide an integer; 0 divides only 0.
class Divisor {
public:
  explicit Divisor(Body &B) : B(B) {}

  uint64_t of(const Expr *E) const {
    E = E->IgnoreParens();
    Expr::EvalResult R;
    if (!E->isValueDependent() && E->EvaluateAsInt(R, B.I.Ctx) &&
        R.Val.getInt().getSignificantBits() <= 64)
      return R.Val.getInt().abs().getZExtValue();
    if (auto *C = dyn_cast<CastExpr>(E))
      return ofCast(*C);
    if (auto *Op = dyn_cast<BinaryOperator>(E))
      return ofOperator(*Op);
    if (auto *C = dyn_cast<ConditionalOperator>(E))
      return std::gcd(of(C->getTrueExpr()), of(C->getFalseExpr()));
    return 1;
  }

private:
  uint64_t ofCast(const CastExpr &E) const {
    if (E.getCastKind() == CK_LValueToRValue)
      if (auto *Ref = dyn_cast<DeclRefExpr>(E.getSubExpr()->IgnoreParens()))
        return ofVariable(dyn_cast<VarDecl>(Ref->getDecl()));
    if (E.getCastKind() == CK_IntegralCast || E.getCastKind() == CK_NoOp)
      return of(E.getSubExpr());
    return 1;
  }

  uint64_t ofOperator(const BinaryOperator &E) const {
    switch (E.getOpcode()) {
    case BO_Mul:
      return of(E.getLHS()) * of(E.getRHS());
    case BO_Add:
    case BO_Sub:
    case BO_Rem:
      return std::gcd(of(E.getLHS()), of(E.getRHS()));
    case BO_Comma:
      return of(E.getRHS());
    default:
      return 1;
    }
  }

  /// What its initialiser says of a variable that nothing else sets.
  uint64_t ofVariable(const VarDecl *V) const {
    if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() || !V->getInit() ||
        !V->getType()->isIntegerType())
      return 1;
    Uses U(V);
    U.TraverseStmt(B.F.getBody());
    return U.Named == U.Read ? of(V->getInit()) : 1;
  }

  Body &B;
};

} // namespace

/// T of a parameter of type nabla::rules::bytes_of<T>; otherwise a null type.
static QualType elementCounted(const ParmVarDecl &P) {
  auto *T = P.getType()->getAs<TemplateSpecializationType>();
  if (!T || !T->isTypeAlias())
    return QualType();
  const TemplateDecl *D = T->getTemplateName().getAsTemplateDecl();
  return D && D->getName() == "bytes_of"
             ? T->template_arguments()[0].getAsType()
             : QualType();
}

std::string whyNoWholeElements(Body &B, const CallExpr &E,
                               const FunctionDecl &Substitute) {
  for (unsigned N = 0; N != E.getNumArgs(); ++N) {
    QualType T = elementCounted(*Substitute.getParamDecl(N));
    if (T.isNull())
      continue;
    T = B.I.Ctx.getBaseElementType(T).getUnqualifiedType();
    uint64_t Size = B.I.Ctx.getTypeSizeInChars(T).getQuantity();
    if (Divisor(B).of(E.getArg(N)) % Size == 0)
      continue;
    return "the number of bytes is not known to be that of whole elements; "
           "write it as n * sizeof(" +
           T.getAsString(textPolicy(B.I.Ctx)) + ")";
  }
  return "";
}

} // namespace nabla::import
