// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable is exposed by &x, by the decay of an array that is not subscripted
// at once, and by being bound to a reference (a parameter's, a local's, a
// field's, the object of a member function's).

#include "Import/Exposure.h"
#include "Import/AstVisitor.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

/// The array that E is the decay of, or null.
static const Expr *decayed(const Expr *E) {
  auto *C = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return C && C->getCastKind() == CK_ArrayToPointerDecay ? C->getSubExpr()
                                                         : nullptr;
}

static void rootsOfName(const ValueDecl *D,
                        llvm::function_ref<void(const VarDecl *)> Fn) {
  if (auto *V = dyn_cast<VarDecl>(D))
    Fn(V);
  if (auto *B = dyn_cast<BindingDecl>(D))
    Fn(cast<VarDecl>(B->getDecomposedDecl()));
}

bool nabla::import::leadsElsewhere(QualType T) {
  if (T->isPointerType() || T->isReferenceType())
    return !T->getPointeeType().isConstQualified();
  if (T->isArrayType())
    return leadsElsewhere(QualType(T->getPointeeOrArrayElementType(), 0));
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !R->isCompleteDefinition())
    return R;
  auto *Class = dyn_cast<CXXRecordDecl>(R);
  return llvm::any_of(
             R->fields(),
             [](const FieldDecl *F) { return leadsElsewhere(F->getType()); }) ||
         (Class && llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &B) {
            return leadsElsewhere(B.getType());
          }));
}

bool nabla::import::mayLeadTo(const Expr &Operand, const Expr &Place) {
  QualType T = Operand.getType();
  if (T->isSpecificPlaceholderType(BuiltinType::BoundMember))
    return true; // with its object
  bool ToConst = Operand.isGLValue() && T.isConstQualified();
  if (Operand.isGLValue() && (!ToConst || Place.getType().isConstQualified()))
    return true;
  return objectLeadsElsewhere(Operand);
}

// A base class may reach what the class that is derived from it has.
bool nabla::import::objectLeadsElsewhere(const Expr &E) {
  return leadsElsewhere(E.getType()) ||
         (E.getType()->isRecordType() &&
          leadsElsewhere(E.IgnoreParenImpCasts()->getType()));
}

void nabla::import::forEachRoot(const Expr *E,
                                llvm::function_ref<void(const VarDecl *)> Fn) {
  E = E->IgnoreParenImpCasts();
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    return rootsOfName(D->getDecl(), Fn);
  if (auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() ? void() : forEachRoot(M->getBase(), Fn);
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Array = decayed(A->getBase());
    if (A->getBase()->isGLValue()) // of a SIMD vector
      Array = A->getBase();
    return Array ? forEachRoot(Array, Fn) : void();
  }
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    forEachRoot(C->getTrueExpr(), Fn);
    return forEachRoot(C->getFalseExpr(), Fn);
  }
  if (auto *O = dyn_cast<BinaryOperator>(E)) {
    if (O->isAssignmentOp())
      return forEachRoot(O->getLHS(), Fn);
    if (O->getOpcode() == BO_Comma)
      return forEachRoot(O->getRHS(), Fn);
    return O->getOpcode() == BO_PtrMemD ? forEachRoot(O->getLHS(), Fn) : void();
  }
  if (auto *U = dyn_cast<UnaryOperator>(E)) {
    const Expr *Object =
        U->getOpcode() == UO_Deref ? decayed(U->getSubExpr()) : nullptr;
    if (U->getOpcode() != UO_Deref)
      Object = U->getSubExpr();
    return Object ? forEachRoot(Object, Fn) : void();
  }
  if (auto *C = dyn_cast<ExplicitCastExpr>(E))
    return forEachRoot(C->getSubExpr(), Fn);
  if (auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    return forEachRoot(O->getSourceExpr(), Fn);
  for (const Stmt *Child : E->children()) // all that it may come from
    if (auto *Operand = dyn_cast_or_null<Expr>(Child);
        Operand && mayLeadTo(*Operand, *E))
      forEachRoot(Operand, Fn);
}

namespace {
struct Visitor : nabla::import::AstVisitor {
  llvm::DenseSet<const VarDecl *> Found;
  llvm::DenseSet<const Expr *> Subscripted;

  Visitor() { WalksImplicitCode = true; }

  void expose(const Expr *E) {
    if (E && E->isGLValue())
      nabla::import::forEachRoot(E, [&](const VarDecl *V) { Found.insert(V); });
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->getOpcode() == UO_AddrOf)
      expose(U->getSubExpr());
    if (U->getOpcode() == UO_Deref)
      Subscripted.insert(decayed(U->getSubExpr()));
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    Subscripted.insert(decayed(E->getBase()));
    return true;
  }
  bool VisitCastExpr(CastExpr *C) override {
    if (C->getCastKind() == CK_ArrayToPointerDecay &&
        !Subscripted.count(C->getSubExpr()))
      expose(C->getSubExpr());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getType()->isReferenceType())
      expose(V->getInit());
    return true;
  }
  // By value a glvalue is read, and that is a prvalue: what is still a glvalue
  // here is bound to a reference.
  bool VisitCallExpr(CallExpr *C) override {
    for (const Expr *A : C->arguments())
      expose(A);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    expose(C->getImplicitObjectArgument());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    bool Copies = C->getConstructor()->isCopyOrMoveConstructor() &&
                  C->getConstructor()->isTrivial();
    for (const Expr *A : C->arguments())
      if (!Copies)
        expose(A);
    return true;
  }
  bool VisitInitListExpr(InitListExpr *L) override {
    if (L->isSemanticForm()) // as written, values are glvalues still
      for (const Expr *Field : L->inits())
        expose(Field);
    return true;
  }
  bool VisitCXXParenListInitExpr(CXXParenListInitExpr *L) override {
    for (const Expr *Field : L->getInitExprs())
      expose(Field);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *R) override {
    expose(R->getRetValue());
    return true;
  }
};
} // namespace

llvm::DenseSet<const VarDecl *> nabla::import::exposed(const FunctionDecl &F) {
  Visitor V;
  V.TraverseStmt(F.getBody());
  return std::move(V.Found);
}
