// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk. Whole kinds are judged by Kinds; here is what depends on more than
// the kind: types, storage, conversions, callees.

#include "Import/Fence.h"
#include "Import/AstVisitor.h"
#include "Import/Depth.h"
#include "Import/Heap.h"
#include "Import/Kinds.h"
#include "Import/Lambda.h"
#include "Import/Lifetimes.h"
#include "Import/Loop.h"
#include "Import/Names.h"
#include "Import/Type.h"
#include "Import/Variable.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <tuple>
#include <utility>

using namespace clang;

namespace nabla::import {

namespace {

class FenceWalk : public AstVisitor {
public:
  FenceWalk(const FunctionDecl &F, CallsObjects Calls)
      : Ctx(F.getASTContext()), Calls(Calls) {
    WalksImplicitCode = true;
    WalksTypes = false; // what is not evaluated does not matter
    HasObject = hasObject(F);
  }
  std::vector<Objection> Found;

  bool enters(Stmt &S) override;
  bool enters(Decl &D) override;

  bool VisitStmt(Stmt *S) override;
  bool VisitVarDecl(VarDecl *V) override;
  bool VisitFunctionDecl(FunctionDecl *F) override;
  bool VisitDecompositionDecl(DecompositionDecl *D) override;
  bool VisitDeclRefExpr(DeclRefExpr *E) override;
  bool VisitMemberExpr(MemberExpr *E) override;
  bool VisitCastExpr(CastExpr *E) override;
  bool VisitCallExpr(CallExpr *E) override;
  bool VisitInitListExpr(InitListExpr *E) override;
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override;

private:
  void visitOwnInitialisers(QualType T);
  void visitOwn(Expr *Init);
  void checkLifetimes(const Stmt &Block);
  void lambdas(const CallExpr &E);
  void object(SourceLocation At, const llvm::Twine &What,
              const llvm::Twine &Remedy);

  const ASTContext &Ctx;
  bool HasObject;                     ///< "this" is the object of the function.
  llvm::DenseSet<const Expr *> Reads; ///< Of "this" by way of a member.
  llvm::DenseSet<const Expr *> Freed; ///< Conversions of what is given back.
  CallsObjects Calls;
  llvm::DenseSet<const Stmt *>
      Copied;             ///< Lambdas that are, or why not is said.
  llvm::StringSet<> Said; ///< Lists are walked as written and as meant.
};

} // namespace

void FenceWalk::object(SourceLocation At, const llvm::Twine &What,
                       const llvm::Twine &Remedy) {
  std::string Text = (What + " cannot be differentiated; " + Remedy).str();
  if (Said.insert(std::to_string(At.getRawEncoding()) + Text).second)
    Found.push_back({At, Text});
}

/// "this" in "this->a" or "a" in a member's own initialiser, where it is read.
static const CXXThisExpr *readOfThis(const Expr *E) {
  E = E->IgnoreParens();
  if (auto *M = dyn_cast<MemberExpr>(E)) {
    auto *This = dyn_cast<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
    return This || M->isArrow() ? This : readOfThis(M->getBase());
  }
  auto *A = dyn_cast<ArraySubscriptExpr>(E);
  const auto *Decay =
      A ? dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens()) : nullptr;
  return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay
             ? readOfThis(Decay->getSubExpr())
             : nullptr;
}

/// Blocks of their own are dissolved: what is declared there would live longer.
void FenceWalk::checkLifetimes(const Stmt &Declaration) {
  forEachGuard(Declaration, [&](const VarDecl &V) {
    object(V.getLocation(),
           "'" + V.getName() +
               "', whose destructor runs at the end of this block,",
           "make the block a function of its own");
  });
}

bool FenceWalk::VisitStmt(Stmt *S) {
  if (auto *Outer = dyn_cast<CompoundStmt>(S))
    for (const Stmt *Child : Outer->body())
      if (auto *Inner = dyn_cast<CompoundStmt>(Child))
        for (const Stmt *InBlock : Inner->body())
          checkLifetimes(*InBlock);
  if (auto *L = dyn_cast<ForStmt>(S); L && L->getInit())
    checkLifetimes(*L->getInit());
  if (auto *I = dyn_cast<IfStmt>(S); I && I->getInit())
    checkLifetimes(*I->getInit());
  if (isa<CXXThisExpr>(S) && HasObject)
    return true;
  Kind K = kindOf(*S);
  if (auto *This = dyn_cast<CXXThisExpr>(S); This && Reads.contains(This))
    return true;
  if (K.V == Verdict::Rejected)
    object(S->getBeginLoc(), K.What, K.Remedy);
  return true;
}

//===--- Declarations -----------------------------------------------------===//

static std::string quoted(const NamedDecl &D) {
  return "'" + D.getNameAsString() + "'";
}

bool FenceWalk::enters(Stmt &S) {
  if (auto *Own = dyn_cast<CXXDefaultInitExpr>(&S)) {
    visitOwn(Own->getExpr());
    return false;
  }
  // One objection is enough for all that is in these.
  if (isa<LambdaExpr, StmtExpr, CXXTryStmt, OMPExecutableDirective>(S)) {
    if (!Copied.contains(&S))
      VisitStmt(&S);
    return false;
  }
  return !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr,
              ConceptSpecializationExpr>(S); // not evaluated
}

bool FenceWalk::enters(Decl &Entered) {
  auto *D = dyn_cast<CXXRecordDecl>(&Entered);
  if (!D)
    return !isa<StaticAssertDecl>(Entered);
  if (!D->isImplicit() && !D->isLambda())
    object(D->getLocation(),
           (D->getIdentifier() ? "class " + quoted(*D) : "a class") +
               ", declared inside of the function,",
           "declare it at namespace scope");
  return false;
}

static bool isOfLocalClass(const VarDecl &V) {
  const RecordDecl *R =
      V.getType()->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return R && R->getParentFunctionOrMethod();
}

/// What to do about an object of a type that is rejected because of Why.
static llvm::StringRef otherwise(llvm::StringRef Why) {
  if (Why == "a variable-length array")
    return "use 'new', or an array of fixed size";
  return Why == "volatile" ? "remove 'volatile'"
                           : "keep it in a function of its own";
}

bool FenceWalk::VisitVarDecl(VarDecl *V) {
  if (V->isImplicit() || isOfLocalClass(*V)) // said at the class
    return true;
  if (std::string What = whyRejected(V->getType(), Ctx); !What.empty())
    object(V->getLocation(), quoted(*V) + ", " + What + ",", otherwise(What));
  if (V->isStaticLocal() && !isConstantStatic(*V))
    object(V->getLocation(), "static local " + quoted(*V),
           "make it a variable at namespace scope");
  if (V->hasAttr<CleanupAttr>())
    object(V->getLocation(), quoted(*V) + ", which has a cleanup function,",
           "call that function at the end of the block");
  if (V->isLocalExternDecl() && !V->getPreviousDecl())
    object(V->getLocation(),
           quoted(*V) + ", declared extern inside of the function,",
           "declare it at namespace scope");
  return true;
}

bool FenceWalk::VisitFunctionDecl(FunctionDecl *F) {
  if (F->isLocalExternDecl() && !F->getPreviousDecl())
    object(F->getLocation(), quoted(*F) + ", declared inside of the function,",
           "declare it at namespace scope");
  return true;
}

bool FenceWalk::VisitDecompositionDecl(DecompositionDecl *D) {
  for (const BindingDecl *B : D->bindings())
    if (B->getHoldingVar())
      object(D->getLocation(), "a structured binding of a class like a tuple",
             "use 'std::get'");
  return true;
}

//===--- Expressions ------------------------------------------------------===//

bool FenceWalk::VisitDeclRefExpr(DeclRefExpr *E) {
  auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || V->isLocalVarDeclOrParm()) // said at the declaration
    return true;
  if (std::string What = whyRejected(V->getType(), Ctx); !What.empty())
    object(E->getLocation(), quoted(*V) + ", " + What + ",",
           "pass its value as a parameter");
  return true;
}

bool FenceWalk::VisitMemberExpr(MemberExpr *E) {
  auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!F || !F->getIdentifier()) // of an unnamed union, whose member follows
    return true;
  std::string What = whyRejected(F->getType(), Ctx);
  if (F->getParent()->isUnion() &&
      llvm::any_of(F->getParent()->fields(), [](const FieldDecl *Member) {
        return containsReal(Member->getType());
      }))
    object(E->getMemberLoc(),
           quoted(*F) + ", a member of a union that holds a real,",
           "use a struct, and std::memcpy in a function of its own for bits");
  else if (!What.empty())
    object(E->getMemberLoc(), quoted(*F) + ", " + What + ",", otherwise(What));
  return true;
}

/// What T points or refers to, or T.
static QualType target(QualType T) {
  if (T->isPointerType() || T->isReferenceType())
    T = T->getPointeeType();
  return T.getCanonicalType();
}

static bool isPlain(QualType T) {
  return T->isArithmeticType() || T->isEnumeralType() || T->isPointerType();
}

/// Storage of reals is looked at as if it were of something else, or the
/// other way round. (Rows as one array, and an array as rows, are no such
/// thing.)
static bool reinterprets(QualType From, QualType To, const ASTContext &Ctx) {
  From = target(From);
  To = target(To);
  if (From->isVoidType() || To->isVoidType() || From->isFunctionType() ||
      Ctx.hasSameUnqualifiedType(Ctx.getBaseElementType(From),
                                 Ctx.getBaseElementType(To)))
    return false;
  bool HoldsReal = containsReal(From) || containsReal(To);
  return HoldsReal && (isPlain(From) || isPlain(To));
}

bool FenceWalk::VisitCastExpr(CastExpr *E) {
  CastKind K = E->getCastKind();
  if (K == CK_LValueToRValue)
    Reads.insert(readOfThis(E->getSubExpr()));
  bool Bits =
      K == CK_BitCast || K == CK_LValueBitCast || K == CK_LValueToRValueBitCast;
  if (Bits && !Freed.contains(E) &&
      reinterprets(E->getSubExpr()->getType(), E->getType(), Ctx))
    object(E->getExprLoc(), "the storage of a real used as another type",
           "convert the value, or use std::memcpy in a function of its own, "
           "which has a rule or carries no derivative");
  if (isa<ExplicitCastExpr>(E))
    if (std::string What = whyRejected(E->getType(), Ctx); !What.empty())
      object(E->getExprLoc(), "a conversion to " + What,
             "move it into a function of its own");
  return true;
}

/// Lambdas that E hands to what calls them are copied.
void FenceWalk::lambdas(const CallExpr &E) {
  for (unsigned N = 0; N != E.getNumArgs(); ++N) {
    const LambdaExpr *L = lambdaArgument(E, N);
    if (!L || !Calls(*E.getDirectCallee()))
      continue;
    Copied.insert(L);
    if (std::string Why = whyNoCopy(*L); !Why.empty())
      object(L->getBeginLoc(), "a lambda that " + Why,
             "make it a function, or a struct with an operator (), at "
             "namespace scope");
  }
}

bool FenceWalk::VisitCallExpr(CallExpr *E) {
  lambdas(*E);
  if (heapCall(*E) == HeapCall::Free) // free((char *)p) reads nothing there
    for (const Expr *P = E->getArg(0)->IgnoreParens(); isa<CastExpr>(P);
         P = cast<CastExpr>(P)->getSubExpr()->IgnoreParens())
      Freed.insert(P);
  const FunctionDecl *F = E->getDirectCallee();
  const IdentifierInfo *Name = F ? F->getIdentifier() : nullptr;
  if (!Name)
    return true;
  bool Jumps = F->hasAttr<ReturnsTwiceAttr>() ||
               Name->getName().contains("setjmp") ||
               Name->getName().contains("longjmp");
  if (Jumps)
    object(E->getExprLoc(), quoted(*F),
           "return an error code, or throw an exception");
  return true;
}

/// An initialiser of a class's own, where "this" is the object that is made.
void FenceWalk::visitOwn(Expr *Init) {
  bool Around = std::exchange(HasObject, false);
  TraverseStmt(Init);
  HasObject = Around;
}

/// What the class itself initialises its members with, which Import writes out.
void FenceWalk::visitOwnInitialisers(QualType T) {
  auto *D = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!D || !D->hasDefinition() || D->hasTrivialDefaultConstructor())
    return;
  for (const FieldDecl *F : D->getDefinition()->fields())
    if (Expr *Own = F->getInClassInitializer())
      visitOwn(Own);
    else
      visitOwnInitialisers(F->getType());
}

/// As written, without the conversions by which a value is read.
bool FenceWalk::VisitInitListExpr(InitListExpr *E) {
  for (const Expr *Init : E->inits())
    if (!Init->getType()->isArrayType())
      Reads.insert(readOfThis(Init));
  return true;
}

bool FenceWalk::VisitCXXConstructExpr(CXXConstructExpr *E) {
  if (E->getConstructor()->isCopyOrMoveConstructor() &&
      E->getConstructor()->isTrivial())
    Reads.insert(readOfThis(E->getArg(0)->IgnoreImpCasts()));
  if (E->getConstructor()->isDefaultConstructor() &&
      whyOpaque(E->getType(), Ctx).empty())
    visitOwnInitialisers(E->getType());
  return true;
}

//===--- All --------------------------------------------------------------===//

namespace {
/// Looks for what Clang has already complained about.
struct Errors : AstVisitor {
  bool Found = false;
  bool VisitExpr(Expr *E) override { return !(Found = E->containsErrors()); }
  bool VisitVarDecl(VarDecl *V) override {
    return !(Found = V->isInvalidDecl());
  }
  bool in(Stmt &S) { return TraverseStmt(&S), Found; }
};
} // namespace

/// What leaves nothing to say about the rest.
static std::optional<Objection> objectionToAll(const FunctionDecl &F) {
  if (const Stmt *S = tooDeep(F.getBody()))
    return Objection{S->getBeginLoc(),
                     "an expression that is nested so deeply cannot be "
                     "differentiated; compute parts of it into locals"};
  if (F.isInvalidDecl() || Errors().in(*F.getBody()))
    return Objection{F.getLocation(),
                     "'" + F.getNameAsString() +
                         "' has errors and cannot be differentiated; correct "
                         "them first"};
  return std::nullopt;
}

std::vector<Objection> objectionsTo(const FunctionDecl &F, CallsObjects Calls) {
  if (std::optional<Objection> All = objectionToAll(F))
    return {*All};
  FenceWalk W(F, Calls);
  for (ParmVarDecl *P : F.parameters())
    W.VisitVarDecl(P);
  W.TraverseStmt(F.getBody());
  std::vector<Objection> Found = std::move(W.Found);
  llvm::sort(Found, [](const Objection &A, const Objection &B) {
    return std::tuple(A.Loc.getRawEncoding(), A.Text) <
           std::tuple(B.Loc.getRawEncoding(), B.Text);
  });
  return Found;
}

} // namespace nabla::import
