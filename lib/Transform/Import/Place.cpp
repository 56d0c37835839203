// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A glvalue is a name, an element, a member, what a pointer points to, or the
// result of an operator that yields its operand. whyNoPlace and place go
// through the same cases: the first judges, the second does.

#include "IR/Place.h"
#include "Import/Assign.h"
#include "Import/Call.h"
#include "Import/Callee.h"
#include "Import/Cast.h"
#include "Import/Conditional.h"
#include "Import/Effects.h"
#include "Import/Init.h"
#include "Import/Names.h"
#include "Import/Substitute.h"
#include "Import/Variable.h"
#include "Import/Verbatim.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

/// The array that E, a pointer, is the decay of; null for other pointers, and
/// for text, which is a pointer from the start.
static const Expr *decayedArray(const Expr *E) {
  auto *C = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  if (!C || C->getCastKind() != CK_ArrayToPointerDecay ||
      isa<StringLiteral, PredefinedExpr>(C->getSubExpr()->IgnoreParens()))
    return nullptr;
  return C->getSubExpr();
}

static bool isConst(const ASTContext &Ctx, QualType T) {
  return Ctx.getBaseElementType(T).isConstQualified();
}

/// "const_cast<double &>(x)" of what is const.
static const CastExpr *constCast(const ASTContext &Ctx, const Expr *E) {
  auto *C = dyn_cast<ExplicitCastExpr>(E);
  return C && C->isGLValue() && C->getCastKind() == CK_NoOp &&
                 isConst(Ctx, C->getSubExpr()->getType()) &&
                 !isConst(Ctx, C->getType())
             ? C
             : nullptr;
}

/// E without what yields its operand and does nothing.
static const Expr *look(const ASTContext &Ctx, const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (auto *C = dyn_cast<FullExpr>(E))
      E = C->getSubExpr();
    else if (auto *C = dyn_cast<CastExpr>(E); C && C->isGLValue() &&
                                              C->getCastKind() == CK_NoOp &&
                                              !constCast(Ctx, C))
      E = C->getSubExpr();
    else if (auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else
      return E;
  }
}

//===--- Judging ----------------------------------------------------------===//

static std::string whyNotNamed(Body &B, const ValueDecl *D) {
  if (auto *P = dyn_cast<BindingDecl>(D))
    return whyNoPlace(B, P->getBinding());
  if (isa<VarDecl>(D))
    return "";
  return "'" + D->getNameAsString() + "' is not a variable";
}

static std::string whyNotMember(Body &B, const MemberExpr &M) {
  if (isa<VarDecl>(M.getMemberDecl()))
    return "";
  auto *F = dyn_cast<FieldDecl>(M.getMemberDecl());
  if (!F)
    return "'" + M.getMemberDecl()->getNameAsString() +
           "' is a member function";
  if (std::string Why = whyOpaque(*F->getParent()); !Why.empty())
    return "'" +
           typeName(B.I.Ctx.getTypeDeclType(
                        static_cast<const TypeDecl *>(F->getParent())),
                    B.I.Ctx) +
           "' " + Why;
  return M.isArrow() ? "" : whyNoPlace(B, M.getBase());
}

static std::string whyNotElement(Body &B, const ArraySubscriptExpr &E) {
  if (!E.getBase()->getType()->isPointerType())
    return whyOpaque(E.getBase()->getType(), B.I.Ctx);
  const Expr *Array = decayedArray(E.getBase());
  return Array ? whyNoPlace(B, Array) : "";
}

static std::string whyNotOperator(Body &B, const Expr *E) {
  if (auto *O = dyn_cast<BinaryOperator>(E)) {
    if (O->isAssignmentOp())
      return whyNoPlace(B, O->getLHS());
    if (O->getOpcode() == BO_Comma)
      return whyNoPlace(B, O->getRHS());
    return "'.*' and '->*' are not modelled";
  }
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    std::string Why = whyNoPlace(B, C->getTrueExpr());
    return Why.empty() ? whyNoPlace(B, C->getFalseExpr()) : Why;
  }
  auto *U = cast<UnaryOperator>(E);
  if (U->getOpcode() == UO_Deref)
    return U->getType()->isFunctionType()
               ? std::string("it is a function, not an object")
               : "";
  if (U->isIncrementDecrementOp() || U->getOpcode() == UO_Extension)
    return whyNoPlace(B, U->getSubExpr());
  return "complex numbers of the C language are not modelled";
}

std::string whyNoPlace(Body &B, const Expr *E) {
  E = look(B.I.Ctx, E);
  if (E->isPRValue() || B.Held.count(E))
    return "";
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    return whyNotNamed(B, D->getDecl());
  if (auto *M = dyn_cast<MemberExpr>(E))
    return whyNotMember(B, *M);
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return whyNotElement(B, *A);
  if (isa<BinaryOperator, AbstractConditionalOperator, UnaryOperator>(E))
    return whyNotOperator(B, E);
  if (auto *C = dyn_cast<CallExpr>(E))
    return whyNotCalled(B, *C);
  if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr, StringLiteral,
          PredefinedExpr>(E))
    return "";
  if (isa<CXXDefaultArgExpr>(E))
    return whyNoPlace(B, cast<CXXDefaultArgExpr>(E)->getExpr());
  if (auto *C = constCast(B.I.Ctx, E))
    return whyNoPlace(B, C->getSubExpr());
  return "it is an object that cannot be followed";
}

//===--- Doing ------------------------------------------------------------===//

static const ir::Expr *temporary(Body &B, const Expr *E, Stmts &Out) {
  size_t Before = Out.size();
  const ir::Expr *Init = initialiser(B, E, Out);
  if (isFresh(Init, llvm::ArrayRef(Out).drop_front(Before)))
    return Init;
  ir::SourceLoc L = loc(E->getExprLoc());
  return ref(
      B,
      letLocal(B, names::Temporary, valueType(B.I, E->getType()), Init, L, Out),
      L);
}

static const ir::Expr *named(Body &B, const DeclRefExpr &E, Stmts &Out) {
  if (auto *P = dyn_cast<BindingDecl>(E.getDecl()))
    return place(B, P->getBinding(), Out);
  return ref(B, variable(B, *cast<VarDecl>(E.getDecl())), loc(E.getExprLoc()));
}

static const ir::Expr *deref(Body &B, const Expr *Pointer, SourceLocation At,
                             Stmts &Out) {
  if (const Expr *Array = decayedArray(Pointer);
      Array && whyNoPlace(B, Array).empty()) {
    const ir::Expr *A = place(B, Array, Out);
    const ir::Expr *Zero =
        B.make<ir::IntLiteral>(0, B.module().intType(), loc(At));
    return B.make<ir::Index>(A, Zero, A->Ty->element()->value(), loc(At));
  }
  const ir::Expr *P = value(B, Pointer, Out);
  if (auto *A = dyn_cast<ir::AddressOf>(P); A && !A->Decay)
    return A->Place;
  return B.make<ir::Deref>(
      P, valueType(B.I, Pointer->getType()->getPointeeType()), loc(At));
}

/// A member of the object that is being made.
static const ir::Expr *memberOfNew(Body &B, const FieldDecl &F,
                                   ir::SourceLoc L) {
  unsigned N = F.getFieldIndex();
  return N < B.Members->size() ? (*B.Members)[N]
                               : zero(B, valueType(B.I, F.getType()), L);
}

static const ir::Expr *memberOf(Body &B, const MemberExpr &E, Stmts &Out) {
  if (auto *V = dyn_cast<VarDecl>(E.getMemberDecl())) { // static
    effect(B, E.getBase(), Out);
    return ref(B, variable(B, *V), loc(E.getMemberLoc()));
  }
  auto *F = cast<FieldDecl>(E.getMemberDecl());
  if (B.Members && isa<CXXThisExpr>(E.getBase()->IgnoreParenImpCasts()))
    return memberOfNew(B, *F, loc(E.getMemberLoc()));
  const ir::Expr *Object = E.isArrow()
                               ? deref(B, E.getBase(), E.getOperatorLoc(), Out)
                               : place(B, E.getBase(), Out);
  return B.make<ir::Member>(Object, F->getFieldIndex(),
                            valueType(B.I, F->getType()),
                            loc(E.getMemberLoc()));
}

static const ir::Expr *element(Body &B, const ArraySubscriptExpr &E,
                               Stmts &Out) {
  const Expr *Array = decayedArray(E.getBase());
  Operand Base{Array ? Array : E.getBase(), Array != nullptr};
  auto Parts = inOrder(B, {Base, {E.getIdx()}}, Out);
  const ir::Expr *Subscript = Parts[1];
  if (Subscript->Ty->is(ir::TypeKind::Bool))
    Subscript =
        implicitCast(B, Subscript, B.module().intType(), Subscript->Loc);
  return B.make<ir::Index>(Parts[0], Subscript, valueType(B.I, E.getType()),
                           loc(E.getExprLoc()));
}

static const ir::Expr *ofOperator(Body &B, const Expr *E, Stmts &Out) {
  if (auto *O = dyn_cast<BinaryOperator>(E)) {
    if (O->isAssignmentOp())
      return assignment(B, *O, true, Out);
    effect(B, O->getLHS(), Out);
    return place(B, O->getRHS(), Out);
  }
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditionalPlace(B, *C, Out);
  auto *U = cast<UnaryOperator>(E);
  if (U->getOpcode() == UO_Deref)
    return deref(B, U->getSubExpr(), U->getOperatorLoc(), Out);
  if (U->isIncrementDecrementOp())
    return increment(B, *U, true, Out);
  return place(B, U->getSubExpr(), Out);
}

// A rule makes a value of what was a reference; a body tells which it is.
static const ir::Expr *ofCall(Body &B, const CallExpr &E, Stmts &Out) {
  Callee C = calleeOf(B, E);
  const ir::Expr *Result = C.Kind == CallKind::Rule && C.Substitute
                               ? substituted(B, E, *C.Substitute, true, Out)
                               : call(B, E, Out);
  return ir::isPlace(Result) ? Result : hold(B, Result, Out);
}

/// What "*const_cast<double *>(&x)" is.
static const ir::Expr *withoutConst(Body &B, const CastExpr &E, Stmts &Out) {
  ir::Build Make(B.module(), loc(E.getExprLoc()));
  const ir::Expr *P = place(B, E.getSubExpr(), Out);
  const ir::Type *To = valueType(B.I, E.getType());
  return ir::isPlace(P) ? Make.deref(Make.cast(Make.addressOf(P),
                                               B.module().pointerTo(To)))
                        : P;
}

const ir::Expr *place(Body &B, const Expr *E, Stmts &Out) {
  E = look(B.I.Ctx, E);
  if (const ir::Expr *Known = B.Held.lookup(E))
    return Known;
  if (E->isPRValue() || isa<CompoundLiteralExpr>(E))
    return temporary(B, E, Out);
  if (auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return temporary(B, T->getSubExpr(), Out);
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    return named(B, *D, Out);
  if (auto *M = dyn_cast<MemberExpr>(E))
    return memberOf(B, *M, Out);
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return element(B, *A, Out);
  if (isa<BinaryOperator, AbstractConditionalOperator, UnaryOperator>(E))
    return ofOperator(B, E, Out);
  if (auto *C = dyn_cast<CallExpr>(E))
    return ofCall(B, *C, Out);
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return place(B, D->getExpr(), Out);
  if (auto *C = constCast(B.I.Ctx, E))
    return withoutConst(B, *C, Out);
  return verbatim(B, E, ""); // a string literal
}

} // namespace nabla::import
