// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initialisers. Clang has already matched the braces with the members and
// elements; what the user left out is zero, or the member's own initialiser.

#include "Import/Init.h"
#include "IR/Build.h"
#include "Import/Effects.h"
#include "Import/Layouts.h"
#include "Import/Names.h"
#include "Import/Verbatim.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include <utility>

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
  case ir::TypeKind::FunctionPointer:
    return B.make<ir::NullLiteral>(T, L);
  default:
    return B.make<ir::Aggregate>(ir::ExprList(), T, L);
  }
}

static bool isAllZero(const ir::Expr *E) {
  if (auto *I = dyn_cast<ir::IntLiteral>(E))
    return I->Value == 0;
  if (auto *R = dyn_cast<ir::RealLiteral>(E))
    return R->approximate() == 0;
  if (auto *T = dyn_cast<ir::BoolLiteral>(E))
    return !T->Value;
  if (auto *A = dyn_cast<ir::Aggregate>(E))
    return llvm::all_of(A->Elements, isAllZero);
  return isa<ir::NullLiteral>(E);
}

/// An aggregate of these elements, then as many of Rest as T's extent leaves.
static const ir::Expr *
aggregate(Body &B, llvm::SmallVectorImpl<const ir::Expr *> &Elements,
          const ir::Expr *Rest, const ir::Type *T, ir::SourceLoc L) {
  if (Rest && !isAllZero(Rest))
    Elements.resize(size_t(T->extent()), Rest);
  return B.make<ir::Aggregate>(B.module().list(Elements), T, L);
}

//===--- Members that others are initialised by ---------------------------===//

static bool mentionsThis(const Stmt *S) {
  if (!S || isa<CXXThisExpr>(S))
    return S;
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return mentionsThis(D->getExpr());
  return llvm::any_of(S->children(), mentionsThis);
}

/// V, where the initialiser of a later member may read it.
static const ir::Expr *named(Body &B, const ir::Expr *V, Stmts &Out) {
  return V->Ty->isScalar()
             ? hold(B, V, Out)
             : ref(B, letLocal(B, names::before(V), V->Ty, V, V->Loc, Out),
                   V->Loc);
}

/// The elements of the array Place.
static void elementsOf(Body &B, const ir::Expr *Place,
                       llvm::SmallVectorImpl<const ir::Expr *> &Elements) {
  for (int64_t N = 0; N != int64_t(Place->Ty->extent()); ++N)
    Elements.push_back(B.make<ir::Index>(
        Place, B.make<ir::IntLiteral>(N, B.module().intType(), Place->Loc),
        Place->Ty->element()->value(), Place->Loc));
}

/// An array can't be copied as a whole.
static const ir::Expr *copy(Body &B, const ir::Expr *Named) {
  if (!Named->Ty->isArray())
    return Named;
  llvm::SmallVector<const ir::Expr *, 8> Elements, Copies;
  elementsOf(B, Named, Elements);
  for (const ir::Expr *E : Elements)
    Copies.push_back(copy(B, E));
  return B.make<ir::Aggregate>(B.module().list(Copies), Named->Ty, Named->Loc);
}

namespace {
/// An object that is made member by member, since the class initialises some
/// of them by others: "double a = 2, b = a * 3;".
struct Memberwise {
  Body &B;
  Stmts &Out;
  llvm::SmallVector<const ir::Expr *, 8> Known = {}, Elements = {};

  void add(const ir::Expr *V) {
    Known.push_back(named(B, V, Out));
    Elements.push_back(copy(B, Known.back()));
  }
  /// By an initialiser of the class's.
  void addOwn(const Expr *Init) {
    auto *Around = std::exchange(B.Members, &Known);
    const ir::Expr *V = initialiser(B, Init, Out);
    B.Members = Around;
    add(V);
  }
  const ir::Expr *done(const ir::Type *T, ir::SourceLoc L) {
    return B.make<ir::Aggregate>(B.module().list(Elements), T, L);
  }
};
} // namespace

//===--- Default ----------------------------------------------------------===//

static const ir::Expr *defaultMemberwise(Body &B, const CXXRecordDecl &D,
                                         const ir::Type *T, ir::SourceLoc L,
                                         Stmts &Out) {
  Memberwise Object{B, Out};
  for (const FieldDecl *F : D.fields())
    if (F->hasInClassInitializer())
      Object.addOwn(F->getInClassInitializer());
    else
      Object.add(defaultValue(B, F->getType(), L, Out));
  return Object.done(T, L);
}

const ir::Expr *defaultValue(Body &B, QualType T, ir::SourceLoc L, Stmts &Out) {
  const ir::Type *Ty = valueType(B.I, T);
  auto *D = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!D || D->hasTrivialDefaultConstructor() || hasLayout(*D))
    return zero(B, Ty, L);
  llvm::SmallVector<const ir::Expr *, 8> Elements;
  if (const ArrayType *A = B.I.Ctx.getAsArrayType(T))
    return aggregate(B, Elements, defaultValue(B, A->getElementType(), L, Out),
                     Ty, L);
  if (llvm::any_of(D->getDefinition()->fields(), [](const FieldDecl *F) {
        return F->hasInClassInitializer() &&
               mentionsThis(F->getInClassInitializer());
      }))
    return defaultMemberwise(B, *D->getDefinition(), Ty, L, Out);
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
  if (E.getType()->isArrayType()) // no element of it has arguments
    return defaultValue(B, E.getType(), loc(E.getExprLoc()), Out);
  if (const ir::Expr *Object = constructedBySubstitute(B, E, Out))
    return Object;
  if (hasLayout(*D->getParent()) && E.getNumArgs())
    return unmodelled(B, &E, "this constructor is not modelled", Out);
  if (D->isDefaultConstructor())
    return defaultValue(B, E.getType(), loc(E.getExprLoc()), Out);
  return unmodelled(B, &E, "this constructor is not modelled", Out);
}

//===--- Lists ------------------------------------------------------------===//

static const ir::Expr *listedMemberwise(Body &B, llvm::ArrayRef<Expr *> Inits,
                                        const ir::Type *T, ir::SourceLoc L,
                                        Stmts &Out) {
  Memberwise Object{B, Out};
  for (const Expr *E : Inits)
    if (auto *Own = dyn_cast<CXXDefaultInitExpr>(E))
      Object.addOwn(Own->getExpr());
    else
      Object.add(initialiser(B, E, Out));
  return Object.done(T, L);
}

static const ir::Expr *listed(Body &B, llvm::ArrayRef<Expr *> Inits,
                              const Expr *Filler, QualType T, ir::SourceLoc L,
                              Stmts &Out) {
  if (llvm::any_of(Inits, [](const Expr *E) {
        return isa<CXXDefaultInitExpr>(E) && mentionsThis(E);
      }))
    return listedMemberwise(B, Inits, valueType(B.I, T), L, Out);
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
  llvm::SmallVector<const ir::Expr *, 8> Elements;
  elementsOf(B, place(B, E.getCommonExpr()->getSourceExpr(), Out), Elements);
  return aggregate(B, Elements, nullptr, T, L);
}

const ir::Expr *initialiser(Body &B, const Expr *E, Stmts &Out) {
  E = E->IgnoreParens();
  if (auto *F = dyn_cast<FullExpr>(E))
    return initialiser(B, F->getSubExpr(), Out);
  if (auto *L = dyn_cast<InitListExpr>(E))
    return list(B, *L, Out);
  if (auto *C = dyn_cast<CompoundLiteralExpr>(E))
    return initialiser(B, C->getInitializer(), Out);
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

//===--- Into a place -----------------------------------------------------===//

static size_t partsOf(const ir::Type *T) {
  return T->isArray() ? T->extent() : T->fields().size();
}

static const ir::Expr *part(Body &B, const ir::Expr *Place, size_t N) {
  const ir::Type *T = Place->Ty;
  if (!T->isArray())
    return B.make<ir::Member>(Place, unsigned(N), T->fields()[N].Ty->value(),
                              Place->Loc);
  auto *Subscript =
      B.make<ir::IntLiteral>(int64_t(N), B.module().intType(), Place->Loc);
  return B.make<ir::Index>(Place, Subscript, T->element()->value(), Place->Loc);
}

void store(Body &B, const ir::Expr *Place, const ir::Expr *Value, Stmts &Out) {
  auto *List = dyn_cast<ir::Aggregate>(Value);
  if (!List && Place->Ty->isArray()) { // a string literal
    ir::Build Build(B.module());
    Build.Loc = Value->Loc;
    return Build.setToLiteral(Place, Value, Out);
  }
  if (!List) {
    Out.push_back(
        B.make<ir::Assign>(Place, ir::AssignOp::Set, Value, Value->Loc));
    return;
  }
  for (size_t N = 0; N != partsOf(Place->Ty); ++N) {
    const ir::Expr *Part = part(B, Place, N);
    store(B, Part,
          N < List->Elements.size() ? List->Elements[N]
                                    : zero(B, Part->Ty, Place->Loc),
          Out);
  }
}

/// The list that E is, of parts of an object that is looked into; or null.
static const InitListExpr *listOfParts(const Expr *E, const ir::Type *T) {
  auto *L = dyn_cast<InitListExpr>(E);
  if (L && !L->isSemanticForm())
    L = L->getSemanticForm();
  bool Parts = L && !L->isTransparent() &&
               (T->isArray() || T->is(ir::TypeKind::Record)) &&
               llvm::none_of(L->inits(), [](const Expr *Part) {
                 return isa<CXXDefaultInitExpr>(Part);
               });
  return Parts ? L : nullptr;
}

void storeInOrder(Body &B, const ir::Expr *Place, const Expr *E, Stmts &Out) {
  E = E->IgnoreParens();
  if (auto *F = dyn_cast<FullExpr>(E))
    E = F->getSubExpr()->IgnoreParens();
  const InitListExpr *L = listOfParts(E, Place->Ty);
  if (!L)
    return store(B, Place, initialiser(B, E, Out), Out);
  for (size_t N = 0; N != partsOf(Place->Ty); ++N) {
    const ir::Expr *Part = part(B, Place, N);
    const Expr *Given =
        N < L->getNumInits() ? L->getInit(N) : L->getArrayFiller();
    if (Given)
      storeInOrder(B, Part, Given, Out);
    else
      store(B, Part, zero(B, Part->Ty, Place->Loc), Out);
  }
}

} // namespace nabla::import
