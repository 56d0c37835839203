// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: from the class of an expression to the file that knows it.
// value() is for what is computed, effect() for what is only done.

#include "Import/Allocate.h"
#include "Import/Assign.h"
#include "Import/Body.h"
#include "Import/Call.h"
#include "Import/Cast.h"
#include "Import/Conditional.h"
#include "Import/Effects.h"
#include "Import/Literal.h"
#include "Import/Operator.h"
#include "Import/Verbatim.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"

using namespace clang;

namespace nabla::import {

/// What E stands for, where E only wraps it or the compiler has chosen it; E
/// itself for others.
static const Expr *unwrap(const Expr *E) {
  if (auto *P = dyn_cast<ParenExpr>(E))
    return P->getSubExpr();
  if (auto *F = dyn_cast<FullExpr>(E))
    return F->getSubExpr();
  if (auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return S->getReplacement();
  if (auto *G = dyn_cast<GenericSelectionExpr>(E); G && !G->isResultDependent())
    return G->getResultExpr();
  if (auto *C = dyn_cast<ChooseExpr>(E))
    return C->getChosenSubExpr();
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return D->getExpr();
  if (auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return T->getSubExpr();
  if (auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return R->getSemanticForm();
  return E;
}

static const Expr *unwrapAll(const Expr *E) {
  for (const Expr *Inner = unwrap(E); Inner != E; Inner = unwrap(E))
    E = Inner;
  return E;
}

/// Why operators are copied as text for which the IR has no word.
static std::string whyText(Body &B, const Expr *E) {
  if (isa<CXXNewExpr, CXXDeleteExpr>(E))
    return whyNoBlock(B, E);
  std::string Why = whyOpaque(E->getType(), B.I.Ctx);
  return Why.empty() ? "this expression is not modelled" : Why;
}

//===--- Values -----------------------------------------------------------===//

/// The value of the object that a glvalue denotes. Of a conditional it is read
/// in the branch that chooses it: no address is needed.
static const ir::Expr *readObject(Body &B, const Expr *E, Stmts &Out) {
  std::string Why = whyNoPlace(B, E);
  if (!Why.empty())
    return unmodelled(B, E, Why, Out);
  if (auto *C = dyn_cast<CallExpr>(E))
    return call(B, *C, Out);
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditionalValue(B, *C, Out);
  return place(B, E, Out);
}

static const ir::Expr *unaryOrIncrement(Body &B, const UnaryOperator &E,
                                        Stmts &Out) {
  if (!E.isIncrementDecrementOp())
    return unaryValue(B, E, Out);
  std::string Why = whyNoPlace(B, E.getSubExpr());
  return Why.empty() ? increment(B, E, true, Out) : unmodelled(B, &E, Why, Out);
}

static const ir::Expr *thrown(Body &B, const Expr *E, Stmts &Out) {
  passThrough(B, E, "", Out);
  return nullptr;
}

static const ir::Expr *prvalue(Body &B, const Expr *E, Stmts &Out) {
  if (auto *C = dyn_cast<CastExpr>(E))
    return castValue(B, *C, Out);
  if (auto *O = dyn_cast<BinaryOperator>(E))
    return O->isLogicalOp() ? logicalValue(B, *O, Out)
                            : binaryValue(B, *O, Out);
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return unaryOrIncrement(B, *U, Out);
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditionalValue(B, *C, Out);
  if (auto *C = dyn_cast<CallExpr>(E))
    return call(B, *C, Out);
  if (auto *F = dyn_cast<FloatingLiteral>(E))
    return valueType(B.I, F->getType())->isReal() ? realLiteral(B, *F)
                                                  : verbatim(B, E, "");
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    if (auto *C = dyn_cast<EnumConstantDecl>(D->getDecl()))
      return enumerator(B, *C, D->getLocation());
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return B.make<ir::NullLiteral>(B.module().pointerTo(B.module().voidType()),
                                   loc(E->getExprLoc()));
  if (isa<CXXThrowExpr>(E))
    return thrown(B, E, Out);
  if (isa<LambdaExpr>(E)) // Fence lets others not pass
    return verbatim(B, E, "");
  if (auto *N = dyn_cast<CXXNewExpr>(E); N && whyNoBlock(B, E).empty())
    return newBlock(B, *N, Out);
  if (isa<CXXThisExpr>(E) && B.Self && !B.Members)
    return thisPointer(B, E->getExprLoc());
  return unmodelled(B, E, whyText(B, E), Out);
}

/// Constants that the compiler computes and the user did not.
static bool isComputed(const Expr *E) {
  return isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
             UnaryExprOrTypeTraitExpr, TypeTraitExpr, ArrayTypeTraitExpr,
             ExpressionTraitExpr, OffsetOfExpr, SizeOfPackExpr, CXXNoexceptExpr,
             RequiresExpr, ConceptSpecializationExpr, SourceLocExpr>(E);
}

const ir::Expr *value(Body &B, const Expr *E, Stmts &Out) {
  E = unwrapAll(E);
  if (const ir::Expr *Known = B.Held.lookup(E))
    return Known;
  if (isComputed(E))
    if (const ir::Expr *C = constant(B, E))
      return C;
  if (isa<InitListExpr, CXXParenListInitExpr, CXXConstructExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr, ArrayInitLoopExpr,
          CXXDefaultInitExpr, CompoundLiteralExpr>(E))
    return initialiser(B, E, Out);
  if (E->isGLValue())
    return readObject(B, E, Out);
  if (auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    return value(B, T->getSubExpr(), Out);
  return prvalue(B, E, Out);
}

//===--- Effects ----------------------------------------------------------===//

static void binaryEffect(Body &B, const BinaryOperator &E, Stmts &Out) {
  if (E.isLogicalOp())
    return logicalEffect(B, E, Out);
  if (!E.isAssignmentOp()) {
    effect(B, E.getLHS(), Out);
    return effect(B, E.getRHS(), Out);
  }
  if (std::string Why = whyNoPlace(B, E.getLHS()); !Why.empty())
    passThrough(B, &E, Why, Out);
  else
    assignment(B, E, false, Out);
}

static void unaryEffect(Body &B, const UnaryOperator &E, Stmts &Out) {
  if (!E.isIncrementDecrementOp())
    return effect(B, E.getSubExpr(), Out);
  if (std::string Why = whyNoPlace(B, E.getSubExpr()); !Why.empty())
    passThrough(B, &E, Why, Out);
  else
    increment(B, E, false, Out);
}

void effect(Body &B, const Expr *E, Stmts &Out) {
  E = unwrapAll(E);
  if (auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    return effect(B, T->getSubExpr(), Out);
  if (isa<CXXThrowExpr>(E))
    return passThrough(B, E, "", Out);
  if (!hasEffects(B, E))
    return;
  if (auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_ToVoid)
    return effect(B, C->getSubExpr(), Out);
  if (auto *O = dyn_cast<BinaryOperator>(E))
    return binaryEffect(B, *O, Out);
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return unaryEffect(B, *U, Out);
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditionalEffect(B, *C, Out);
  if (auto *C = dyn_cast<CallExpr>(E))
    return callEffect(B, *C, Out);
  if (auto *D = dyn_cast<CXXDeleteExpr>(E); D && whyNoBlock(B, E).empty())
    return deleteBlock(B, *D, Out);
  if (isa<CXXConstructExpr>(E) ||
      (isa<CXXNewExpr, CXXDeleteExpr>(E) && !whyNoBlock(B, E).empty()))
    return passThrough(B, E, whyText(B, E), Out);
  value(B, E, Out);
}

} // namespace nabla::import
