// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initialisers. Clang has already matched the braces with the members and
// elements; what the user left out is zero, or the member's own initialiser.

#include "Import/Init.h"
#include "Import/Effects.h"
#include "Import/Verbatim.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

//===--- Zero -------------------------------------------------------------===//

const ir::Expr *zero(Body &B, const ir::Type *T, ir::SourceLoc L) {
  switch (T->kind()) {
  case ir::TypeKind::Bool:
    return B.make<ir::BoolLiteral>(false, T, L);
  case ir::TypeKind::Integer:
    return B.make<ir::IntLiteral>(0, T, L);
  case ir::TypeKind::Real:
    return B.make<ir::RealLiteral>("0.0", T, L);
  case ir::TypeKind::Pointer:
    return B.make<ir::NullLiteral>(T, L);
  default:
    return B.make<ir::Aggregate>(ir::ExprList(), T, L);
  }
}

static bool isZero(const ir::Expr *E) {
  if (auto *I = dyn_cast<ir::IntLiteral>(E))
    return I->Value == 0;
  if (auto *R = dyn_cast<ir::RealLiteral>(E))
    return R->approximate() == 0;
  if (auto *T = dyn_cast<ir::BoolLiteral>(E))
    return !T->Value;
  if (auto *A = dyn_cast<ir::Aggregate>(E))
    return llvm::all_of(A->Elements, isZero);
  return isa<ir::NullLiteral>(E);
}

/// An aggregate of these elements, then as many of Rest as T's extent leaves.
static const ir::Expr *
aggregate(Body &B, llvm::SmallVectorImpl<const ir::Expr *> &Elements,
          const ir::Expr *Rest, const ir::Type *T, ir::SourceLoc L) {
  if (Rest && !isZero(Rest))
    Elements.resize(size_t(T->extent()), Rest);
  return B.make<ir::Aggregate>(B.module().list(Elements), T, L);
}

//===--- Default ----------------------------------------------------------===//

const ir::Expr *defaultValue(Body &B, QualType T, ir::SourceLoc L, Stmts &Out) {
  const ir::Type *Ty = valueType(B.I, T);
  auto *D = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!D || D->hasTrivialDefaultConstructor())
    return zero(B, Ty, L);
  llvm::SmallVector<const ir::Expr *, 8> Elements;
  if (const ArrayType *A = B.I.Ctx.getAsArrayType(T))
    return aggregate(B, Elements, defaultValue(B, A->getElementType(), L, Out),
                     Ty, L);
  for (const FieldDecl *F : D->getDefinition()->fields())
    Elements.push_back(F->hasInClassInitializer()
                           ? initialiser(B, F->getInClassInitializer(), Out)
                           : defaultValue(B, F->getType(), L, Out));
  return aggregate(B, Elements, nullptr, Ty, L);
}

bool leavesUninitialised(const Expr *E) {
  auto *C = dyn_cast<CXXConstructExpr>(E->IgnoreImplicit());
  return C && C->getConstructor()->isDefaultConstructor() &&
         C->getConstructor()->isTrivial() && !C->requiresZeroInitialization() &&
         !C->isListInitialization();
}

static const ir::Expr *constructed(Body &B, const CXXConstructExpr &E,
                                   Stmts &Out) {
  const CXXConstructorDecl *D = E.getConstructor();
  std::string Why = whyOpaque(E.getType(), B.I.Ctx);
  if (!Why.empty())
    return unmodelled(B, &E, Why, Out);
  if (D->isCopyOrMoveConstructor())
    return value(B, E.getArg(0), Out);
  if (D->isDefaultConstructor())
    return defaultValue(B, E.getType(), loc(E.getExprLoc()), Out);
  return unmodelled(B, &E, "this constructor is not modelled", Out);
}

//===--- Lists ------------------------------------------------------------===//

static const ir::Expr *listed(Body &B, llvm::ArrayRef<Expr *> Inits,
                              const Expr *Filler, QualType T, ir::SourceLoc L,
                              Stmts &Out) {
  llvm::SmallVector<Operand, 8> Operands;
  for (const Expr *E : Inits)
    Operands.push_back({E});
  auto Elements = inOrder(B, Operands, Out);
  const ir::Expr *Rest = Filler ? value(B, Filler, Out) : nullptr;
  return aggregate(B, Elements, Rest, valueType(B.I, T), L);
}

static const ir::Expr *list(Body &B, const InitListExpr &E, Stmts &Out) {
  const InitListExpr &S = E.isSemanticForm() ? E : *E.getSemanticForm();
  const ir::Type *T = valueType(B.I, S.getType());
  ir::SourceLoc L = loc(S.getBeginLoc());
  if (T->is(ir::TypeKind::Opaque))
    return unmodelled(B, &E, whyOpaque(S.getType(), B.I.Ctx), Out);
  if (S.isTransparent() || (T->isScalar() && S.getNumInits() == 1))
    return initialiser(B, S.getInit(0), Out);
  if (T->isScalar())
    return zero(B, T, L);
  return listed(B, S.inits(), S.getArrayFiller(), S.getType(), L, Out);
}

/// An array copied element by element, by a structured binding.
static const ir::Expr *copiedArray(Body &B, const ArrayInitLoopExpr &E,
                                   Stmts &Out) {
  const ir::Type *T = valueType(B.I, E.getType());
  ir::SourceLoc L = loc(E.getExprLoc());
  const ir::Expr *From = place(B, E.getCommonExpr()->getSourceExpr(), Out);
  llvm::SmallVector<const ir::Expr *, 8> Elements;
  for (uint64_t N = 0; N != T->extent(); ++N)
    Elements.push_back(B.make<ir::Index>(
        From, B.make<ir::IntLiteral>(int64_t(N), B.module().intType(), L),
        T->element()->value(), L));
  return aggregate(B, Elements, nullptr, T, L);
}

const ir::Expr *initialiser(Body &B, const Expr *E, Stmts &Out) {
  E = E->IgnoreParens();
  if (auto *F = dyn_cast<FullExpr>(E))
    return initialiser(B, F->getSubExpr(), Out);
  if (auto *L = dyn_cast<InitListExpr>(E))
    return list(B, *L, Out);
  if (auto *P = dyn_cast<CXXParenListInitExpr>(E))
    return listed(B, P->getInitExprs(), P->getArrayFiller(), P->getType(),
                  loc(P->getBeginLoc()), Out);
  if (auto *C = dyn_cast<CXXConstructExpr>(E))
    return constructed(B, *C, Out);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return zero(B, valueType(B.I, E->getType()), loc(E->getExprLoc()));
  if (auto *A = dyn_cast<ArrayInitLoopExpr>(E))
    return copiedArray(B, *A, Out);
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return initialiser(B, D->getExpr(), Out);
  if (isa<StringLiteral>(E)) // of an array of characters
    return verbatim(B, E, "");
  return value(B, E, Out);
}

} // namespace nabla::import
