// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judges calls. A rule comes before a body: what is written by hand knows
// better.

#include "Import/Callee.h"
#include "Import/Bodies.h"
#include "Import/Bytes.h"
#include "Import/Heap.h"
#include "Import/Layouts.h"
#include "Import/Names.h"
#include "Import/Rulable.h"
#include "Import/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace nabla::import {

//===--- Functions --------------------------------------------------------===//

static std::string quoted(const NamedDecl &D) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  D.printQualifiedName(OS, textPolicy(D.getASTContext()));
  return "'" + Name + "'";
}

static bool takesRvalueReference(const FunctionDecl &F) {
  return llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
    return P->getType()->isRValueReferenceType();
  });
}

/// A member function that is called like a function with its object as first
/// argument.
static bool isPlainCall(const FunctionDecl &F) {
  auto *M = dyn_cast<CXXMethodDecl>(&F);
  return M &&
         !isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(M) &&
         !M->isVirtual() && M->getRefQualifier() == RQ_None &&
         M->isImplicitObjectMemberFunction();
}

/// A member function that a rule can be for.
static bool mayHaveRule(const FunctionDecl &F) {
  return isPlainCall(F) && whyNoRuleFor(F).empty();
}

/// One of a record of the user's.
static bool isPlainMethod(const CXXMethodDecl &M) {
  const SourceManager &SM = M.getASTContext().getSourceManager();
  return isPlainCall(M) && !SM.isInSystemHeader(M.getLocation()) &&
         whyOpaque(*M.getParent()).empty();
}

/// A function of nabla/nabla.h.
static bool isDerivative(const FunctionDecl &F) {
  auto *N = dyn_cast<NamespaceDecl>(F.getDeclContext()->getRedeclContext());
  const IdentifierInfo *Name = F.getIdentifier();
  return N && Name && N->getName() == "nabla" &&
         N->getParent()->getRedeclContext()->isTranslationUnit() &&
         (Name->isStr("gradient") || Name->isStr("value_and_gradient") ||
          Name->isStr("vjp") || Name->isStr("check_gradient"));
}

/// What about its class is in the way of a member function.
static std::string whyNoMethod(const CXXMethodDecl &M) {
  std::string Why = whyOpaque(*M.getParent());
  if (Why.empty() || M.isVirtual())
    return "";
  return ", and " + quoted(*M.getParent()) + " " + Why;
}

std::string whyNoFunction(const FunctionDecl &F) {
  if (isDerivative(F))
    return quoted(F) + " is a derivative itself, and those of higher order are "
                       "not supported yet";
  if (auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && Method->isInstance() && !isPlainMethod(*Method))
    return quoted(F) + " is a " + (Method->isVirtual() ? "virtual " : "") +
           "member function" + whyNoMethod(*Method);
  else if (Method && Method->isStatic() && F.isOverloadedOperator())
    return quoted(F) + " is a static operator";
  if (F.isDependentContext())
    return quoted(F) + " is a template";
  if (F.isVariadic())
    return quoted(F) + " takes a variable number of arguments";
  if (F.isConsteval())
    return quoted(F) + " is evaluated by the compiler";
  if (F.isDeleted())
    return quoted(F) + " is deleted";
  if (takesRvalueReference(F))
    return quoted(F) + " takes an rvalue reference";
  if (F.getReturnType()->isRValueReferenceType())
    return quoted(F) + " returns an rvalue reference";
  if (F.getLiteralIdentifier())
    return quoted(F) + " is a literal operator";
  return "";
}

// Library functions on classes are part of what the IR has no word for.
static std::string whyNoLibrary(Body &B, const FunctionDecl &F) {
  if (!B.I.Ctx.getSourceManager().isInSystemHeader(F.getLocation()))
    return "";
  std::string Why = whyOpaque(F.getReturnType(), B.I.Ctx);
  for (const ParmVarDecl *P : F.parameters())
    if (Why.empty())
      Why = whyOpaque(P->getType(), B.I.Ctx);
  return Why;
}

llvm::SmallVector<Argument, 4> argumentsOf(const FunctionDecl &F,
                                           const CallExpr &E) {
  llvm::SmallVector<Argument, 4> Args;
  bool HasObject = hasObject(F);
  if (auto *M = dyn_cast<CXXMemberCallExpr>(&E)) {
    const Expr *Object = M->getImplicitObjectArgument();
    Args.push_back(Object->getType()->isPointerType()
                       ? Argument{Object, Passed::Behind}
                       : Argument{Object, Passed::Place});
  } else if (HasObject) {
    Args.push_back({E.getArg(0), Passed::Place});
  }
  unsigned First = HasObject && !isa<CXXMemberCallExpr>(E) ? 1 : 0;
  unsigned End = std::min(E.getNumArgs(), F.getNumParams() + First);
  for (unsigned N = First; N < End; ++N) {
    QualType T = F.getParamDecl(N - First)->getType();
    Args.push_back(
        {E.getArg(N), T->isReferenceType() ? Passed::Place : Passed::Value});
  }
  return Args;
}

/// A parameter by which the callee may change what the caller has.
static bool isWritable(QualType T) {
  return (T->isReferenceType() || T->isPointerType()) &&
         !T->getPointeeType().isConstQualified();
}

bool isOnlyValue(Body &B, const Expr *E) {
  auto *C = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  if (!C || !C->isGLValue())
    return false;
  Callee Found = calleeOf(B, *C);
  return Found.Kind == CallKind::Rule && !Found.Substitute;
}

/// An argument is bound to a reference, but is no place.
static std::string whyNoArguments(Body &B, const FunctionDecl &F,
                                  const CallExpr &E) {
  for (const Argument &A : argumentsOf(F, E)) {
    if (A.How != Passed::Place)
      continue;
    if (std::string Why = whyNoPlace(B, A.E); !Why.empty())
      return Why;
    // Which object it is does not matter where nothing can change.
    if (llvm::any_of(takenBy(F), isWritable) && isOnlyValue(B, A.E))
      return ValueOfRule;
  }
  return "";
}

/// The derivative of F is the user's own, or he says that there is none.
static bool isByHand(Body &B, const FunctionDecl &F) {
  return B.I.ByHand.isInactive(F) || B.I.ByHand.of(F);
}

static Callee functionOrText(Body &B, const FunctionDecl &F,
                             const CallExpr &E) {
  bool ByHand = isByHand(B, F);
  std::string Why = ByHand && mayHaveRule(F) ? "" : whyNoFunction(F);
  if (Why.empty() && !ByHand)
    Why = B.I.ByHand.whyNone(F);
  if (Why.empty() && F.getNameAsString().substr(0, 10) == "__builtin_" &&
      !ByHand)
    Why = quoted(F) + " has no rule";
  if (Why.empty() && !ByHand)
    Why = whyNoLibrary(B, F);
  if (Why.empty())
    Why = whyNoArguments(B, F, E);
  CallKind Kind = Why.empty() ? CallKind::Function : CallKind::Text;
  return {Kind, nullptr, Why};
}

/// A call with a substitute body, where the arguments can be given to it. A
/// derivative by hand comes before it.
static const FunctionDecl *usableSubstitute(Body &B, const FunctionDecl &Called,
                                            const CallExpr &E) {
  if (isByHand(B, Called))
    return nullptr;
  const FunctionDecl *F = substituteFor(B, Called, operandsOf(E), E);
  return F && whyNoFunction(*F).empty() ? F : nullptr;
}

//===--- The other kinds --------------------------------------------------===//

static bool isForward(const FunctionDecl &F) {
  switch (F.getBuiltinID()) {
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIforward:
  case Builtin::BIas_const:
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
    return true;
  default:
    return false;
  }
}

/// Text that says where control can't come; nothing to differentiate.
static bool isHint(const FunctionDecl &F) {
  switch (F.getBuiltinID()) {
  case Builtin::BI__builtin_unreachable:
  case Builtin::BI__builtin_trap:
  case Builtin::BI__builtin_assume:
  case Builtin::BI__builtin_prefetch:
    return true;
  default:
    return false;
  }
}

static bool isRecordAssignment(const CallExpr &E) {
  auto *M = dyn_cast<CXXMethodDecl>(E.getDirectCallee());
  return isa<CXXOperatorCallExpr>(E) && M && M->isTrivial() &&
         (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator());
}

static bool isArithmetic(QualType T) {
  if (T->isLValueReferenceType() && T->getPointeeType().isConstQualified())
    T = T->getPointeeType();
  return T->isArithmeticType() && !T->isAnyComplexType();
}

const ir::Rule *ruleOf(Body &B, const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (F && isByHand(B, *F))
    return nullptr;
  bool Ok = F && isArithmetic(F->getReturnType()) && !isa<CXXMethodDecl>(F);
  for (const Expr *A : E.arguments())
    Ok = Ok && isArithmetic(A->getType());
  for (unsigned N = 0; Ok && N != F->getNumParams(); ++N)
    Ok = isArithmetic(F->getParamDecl(N)->getType());
  return Ok ? ruleFor(*F, B.module()) : nullptr;
}

const InitListExpr *listArgument(const CallExpr &E) {
  if (E.getNumArgs() != 1 && E.getNumArgs() != 2)
    return nullptr;
  auto *List =
      dyn_cast<CXXStdInitializerListExpr>(E.getArg(0)->IgnoreImplicit());
  return List ? dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit())
              : nullptr;
}

static const ir::Rule *foldingRule(Body &B, const FunctionDecl &F,
                                   const CallExpr &E) {
  const InitListExpr *List = listArgument(E);
  bool Ok = List && List->getNumInits() && E.getNumArgs() == 1 &&
            isArithmetic(F.getReturnType());
  for (unsigned N = 0; Ok && N != List->getNumInits(); ++N)
    Ok = isArithmetic(List->getInit(N)->getType());
  return Ok ? foldingRuleFor(F, B.module()) : nullptr;
}

/// What is folded over the list in f({a, b, c}, less).
static const FunctionDecl *foldingBody(Body &B, const FunctionDecl &F,
                                       const CallExpr &E) {
  const InitListExpr *List = listArgument(E);
  if (!List || !List->getNumInits() || E.getNumArgs() != 2 || isByHand(B, F))
    return nullptr;
  const Expr *First = List->getInit(0);
  const FunctionDecl *Found = substituteFor(B, {"fold:" + plainName(F)},
                                            {{First, Passed::Value},
                                             {First, Passed::Value},
                                             {E.getArg(1), Passed::Value}},
                                            E);
  return Found && whyNoFunction(*Found).empty() ? Found : nullptr;
}

/// A rule's call refers to one of its arguments; of a rule of the user's only
/// the value is known.
static const FunctionDecl *chooserOf(Body &B, const ir::Rule &R,
                                     const CallExpr &E) {
  return E.isGLValue() && isNablas(R, B.I.Ctx)
             ? usableSubstitute(B, *E.getDirectCallee(), E)
             : nullptr;
}

static bool isConstant(Body &B, const FunctionDecl &F, const CallExpr &E) {
  bool May = F.isConstexpr() || F.getBuiltinID();
  Expr::EvalResult R;
  return May && E.isPRValue() && E.getType()->isArithmeticType() &&
         E.EvaluateAsRValue(R, B.I.Ctx) && !R.HasSideEffects;
}

//===--- Calls through pointers -------------------------------------------===//

const FunctionProtoType *calledType(const CallExpr &E) {
  auto *P = E.getCallee()->getType()->getAs<PointerType>();
  return P ? P->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
}

static std::string whyNoType(Body &B, const FunctionProtoType &T) {
  if (T.isVariadic())
    return "a call through a pointer with a variable number of arguments "
           "cannot be followed";
  QualType R = T.getReturnType();
  if (R->isReferenceType() ||
      (R->isPointerType() && !R->isFunctionPointerType()))
    return "a call through a pointer to a function that returns a pointer or "
           "a reference cannot be followed";
  std::string Why = whyOpaque(R, B.I.Ctx);
  for (QualType P : T.param_types()) {
    if (P->isRValueReferenceType())
      return "a call through a pointer to a function that takes an rvalue "
             "reference cannot be followed";
    if (Why.empty())
      Why = whyOpaque(P, B.I.Ctx);
  }
  return Why;
}

/// Why the call of a value E can't be followed, as a clause; empty if it can.
static std::string whyNoPointerCall(Body &B, const CallExpr &E) {
  const FunctionProtoType *T = calledType(E);
  if (!T)
    return "a call through a pointer to a member cannot be followed";
  std::string Why = whyNoType(B, *T);
  for (unsigned N = 0; N != E.getNumArgs() && Why.empty(); ++N)
    if (T->getParamType(N)->isReferenceType())
      Why = whyNoPlace(B, E.getArg(N));
  return Why;
}

//===--- All kinds --------------------------------------------------------===//

Callee calleeOf(Body &B, const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F) {
    std::string Why = whyNoPointerCall(B, E);
    return {Why.empty() ? CallKind::Pointer : CallKind::Text, nullptr, Why};
  }
  if (isForward(*F)) {
    std::string Why = whyNoPlace(B, E.getArg(0));
    return {Why.empty() ? CallKind::Forward : CallKind::Text, nullptr, Why};
  }
  if (isHint(*F))
    return {CallKind::Text};
  if (std::optional<unsigned> Field = fieldOf(E)) {
    std::string Why = whyNoPlace(B, E.getArg(0));
    return {Why.empty() ? CallKind::Field : CallKind::Text, nullptr, Why,
            nullptr, *Field};
  }
  if (heapCall(E) == HeapCall::Free)
    return {CallKind::Free};
  if (isRecordAssignment(E)) {
    std::string Why = whyOpaque(E.getType(), B.I.Ctx);
    if (Why.empty())
      Why = whyNoPlace(B, E.getArg(0));
    return {Why.empty() ? CallKind::Assign : CallKind::Text, nullptr, Why};
  }
  if (const ir::Rule *R = ruleOf(B, E))
    return {CallKind::Rule, R, "", chooserOf(B, *R, E)};
  if (const ir::Rule *R = foldingRule(B, *F, E))
    return {CallKind::List, R};
  if (const FunctionDecl *Folded = foldingBody(B, *F, E))
    return {CallKind::List, nullptr, "", Folded};
  if (isConstant(B, *F, E))
    return {CallKind::Constant};
  if (const FunctionDecl *Substitute = usableSubstitute(B, *F, E)) {
    std::string Why = whyNoWholeElements(B, E, *Substitute);
    return {Why.empty() ? CallKind::Function : CallKind::Text, nullptr, Why,
            Substitute};
  }
  return functionOrText(B, *F, E);
}

} // namespace nabla::import
