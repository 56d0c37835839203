// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mentions. A glvalue argument that is still a glvalue is bound to a reference;
// a pointer to non-const given to a call lets the call write. The fields of an
// object are like the arguments of a constructor.

#include "Import/Mentions.h"
#include "Import/AstVisitor.h"
#include "Import/Exposure.h"
#include "Import/Lifetimes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using nabla::import::AstVisitor;
using nabla::import::Mentions;

//===--- What is written --------------------------------------------------===//

namespace {
void insertName(const Stmt *E, llvm::SmallSetVector<const VarDecl *, 4> &To) {
  auto *Name = dyn_cast<DeclRefExpr>(E);
  if (!Name)
    return;
  if (auto *V = dyn_cast<VarDecl>(Name->getDecl()))
    To.insert(V);
  if (auto *B = dyn_cast<BindingDecl>(Name->getDecl()))
    To.insert(cast<VarDecl>(B->getDecomposedDecl()));
}

struct AllNames : AstVisitor {
  llvm::SmallSetVector<const VarDecl *, 4> Found;
  bool This = false;
  AllNames() { WalksImplicitCode = true; }
  bool VisitCXXThisExpr(CXXThisExpr *) override { return This = true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    insertName(E, Found);
    return true;
  }
};

/// Names in S through which what it refers to may be reached.
void leadingNames(const Stmt *S,
                  llvm::SmallSetVector<const VarDecl *, 4> &Found) {
  insertName(S, Found);
  auto *Call = dyn_cast<CallExpr>(S);
  for (const Stmt *Child : S->children())
    if (auto *Operand = dyn_cast_or_null<Expr>(Child);
        Child &&
        (!Call || !Operand || nabla::import::mayLeadTo(*Operand, *Call)))
      leadingNames(Child, Found);
}

struct Visitor : AstVisitor {
  Mentions &M;
  explicit Visitor(Mentions &M) : M(M) { WalksImplicitCode = true; }

  void writeAll(const Expr *E) {
    llvm::SmallSetVector<const VarDecl *, 4> Names;
    leadingNames(E, Names);
    for (const VarDecl *V : Names)
      if (V->getType()->isPointerType() || V->getType()->isArrayType() ||
          V->getType()->isReferenceType() || V->getType()->isRecordType())
        M.Writes.insert(V);
  }
  /// E is assigned to, or may be.
  void write(const Expr *E) {
    nabla::import::forEachRoot(E,
                               [&](const VarDecl *V) { M.Writes.insert(V); });
    writeAll(E);
  }
  void handOut(const Expr *E) {
    QualType T = E->getType();
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    bool Mutable = R && R->hasDefinition() && R->hasMutableFields();
    if (E->isGLValue() && (!T.isConstQualified() || Mutable))
      return write(E);
    if (nabla::import::objectLeadsElsewhere(*E))
      writeAll(E);
  }

  bool VisitBinaryOperator(BinaryOperator *O) override {
    if (O->isAssignmentOp())
      write(O->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      write(U->getSubExpr());
    if (U->getOpcode() == UO_AddrOf)
      handOut(U->getSubExpr());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *D) override {
    writeAll(D->getArgument());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    for (const Expr *A : C->arguments())
      handOut(A);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    CXXMethodDecl *D = C->getMethodDecl();
    if (const Expr *Object = C->getImplicitObjectArgument();
        Object && !(D && D->isConst() && !D->getParent()->hasMutableFields()))
      Object->getType()->isPointerType() ? writeAll(Object) : write(Object);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    for (const Expr *A : C->arguments())
      handOut(A);
    return true;
  }
  bool VisitInitListExpr(InitListExpr *L) override {
    if (L->isSemanticForm()) // as written, values are glvalues still
      for (const Expr *Field : L->inits())
        handOut(Field);
    return true;
  }
  bool VisitCXXParenListInitExpr(CXXParenListInitExpr *L) override {
    for (const Expr *Field : L->getInitExprs())
      handOut(Field);
    return true;
  }
};
} // namespace

Mentions nabla::import::mentionsOf(const Expr *E) {
  Mentions M;
  AllNames Names;
  Names.TraverseStmt(const_cast<Expr *>(E));
  M.Reads = std::move(Names.Found);
  M.This = Names.This;
  Visitor(M).TraverseStmt(const_cast<Expr *>(E));
  return M;
}

//===--- Pure calls -------------------------------------------------------===//

/// Calling it runs what the library knows nothing of.
static bool isCallable(const CXXRecordDecl &R) {
  if (R.isInStdNamespace())
    return R.getIdentifier() && R.getName().contains("function");
  return llvm::any_of(R.methods(), [](const CXXMethodDecl *M) {
    return M->getOverloadedOperator() == OO_Call;
  });
}

static bool isCallable(QualType T) {
  T = T.getNonReferenceType();
  if (T->isFunctionPointerType() || T->isFunctionType())
    return true;
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() && isCallable(*R);
}

/// An iterator, or another object of the library like a pointer, through which
/// what it leads to can be changed.
static bool leadsToMutable(const CXXRecordDecl &R) {
  if (R.getIdentifier() &&
      llvm::is_contained({"span", "reference_wrapper"}, R.getName()))
    return true;
  auto Yields = [](const CXXMethodDecl *M) {
    QualType T = M->getReturnType();
    return M->getOverloadedOperator() == OO_Star && T->isReferenceType() &&
           !T->getPointeeType().isConstQualified();
  };
  return llvm::any_of(R.methods(), Yields) ||
         llvm::any_of(R.bases(), [](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
           return B && B->hasDefinition() && leadsToMutable(*B);
         });
}

static bool isPureParameter(QualType T) {
  if (isCallable(T))
    return false;
  if (T->isPointerType() || T->isReferenceType())
    return T->getPointeeType().isConstQualified();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return !R || !R->hasDefinition() || !leadsToMutable(*R);
}

/// Accessors that are not const only since they hand out a reference.
static bool isAccessor(const CXXMethodDecl &M) {
  llvm::StringRef Class = M.getParent()->getName();
  if (M.getOverloadedOperator() == OO_Subscript)
    return !Class.contains("map"); // theirs inserts
  if (M.getOverloadedOperator() == OO_Star ||
      M.getOverloadedOperator() == OO_Arrow)
    return true;
  const IdentifierInfo *Name = M.getIdentifier();
  return Name &&
         llvm::is_contained({"at", "data", "begin", "end", "front", "back",
                             "rbegin", "rend", "get", "find", "lower_bound",
                             "upper_bound", "top", "value"},
                            Name->getName());
}

static bool isPureMethod(const CXXMethodDecl &M) {
  if (auto *C = dyn_cast<CXXConstructorDecl>(&M))
    return C->isTrivial() ||
           !llvm::StringRef(C->getParent()->getName()).contains("lock");
  if (M.getOverloadedOperator() == OO_Call && isCallable(*M.getParent()))
    return false;
  if (nabla::import::asksForOwners(
          M)) // it changes with pointers that nobody mentions
    return false;
  return M.isConst() || isAccessor(M);
}

static bool isInLibrary(const FunctionDecl &F) {
  auto *N = dyn_cast<NamespaceDecl>(
      F.getDeclContext()->getEnclosingNamespaceContext());
  return N && (N->isStdNamespace() || N->getName() == "__gnu_cxx");
}

bool nabla::import::isPure(const FunctionDecl &F) {
  if (F.hasAttr<ConstAttr>() || F.hasAttr<PureAttr>())
    return true;
  auto *C = dyn_cast<CXXConstructorDecl>(&F);
  if (C && C->isTrivial())
    return true;
  if (!isInLibrary(F) || F.isVariadic())
    return false;
  for (const ParmVarDecl *P : F.parameters())
    if (!isPureParameter(P->getType()))
      return false;
  if (auto *M = dyn_cast<CXXMethodDecl>(&F))
    return !M->isStatic() && isPureMethod(*M);
  return F.getNumParams() && !F.getReturnType()->isVoidType();
}
