// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: a table from the kind of a call to what it becomes. Callee.cpp tells
// the kinds apart.

#include "Import/Call.h"
#include "IR/Place.h"
#include "Import/Allocate.h"
#include "Import/Assign.h"
#include "Import/Callee.h"
#include "Import/Cast.h"
#include "Import/Effects.h"
#include "Import/Function.h"
#include "Import/FunctionPointer.h"
#include "Import/Names.h"
#include "Import/Substitute.h"
#include "Import/Verbatim.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

std::string whyNotCalled(Body &B, const CallExpr &E) {
  return calleeOf(B, E).Why;
}

//===--- Arguments --------------------------------------------------------===//

/// Parameter N of F has a type that a call deduces.
static bool isDeduced(const FunctionDecl &F, unsigned N) {
  const FunctionTemplateDecl *T = F.getPrimaryTemplate();
  if (!T || N < hasObject(F))
    return false;
  const FunctionDecl &Pattern = *T->getTemplatedDecl();
  N -= hasObject(F);
  return N >= Pattern.getNumParams() ||
         Pattern.getParamDecl(N)->getType()->isDependentType();
}

/// Where the types of arguments decide what is called, of functions or of the
/// members of a rule, they are those of the parameters.
static void writeOut(Body &B, const FunctionDecl &F, bool HasMembers,
                     llvm::MutableArrayRef<const ir::Expr *> Args) {
  const bool Overloaded = isOverloaded(F);
  for (unsigned N = 0; N != Args.size(); ++N)
    if (Overloaded || isDeduced(F, N) || (HasMembers && Args[N]->Ty->isReal()))
      Args[N] = writtenOut(B, Args[N]);
}

//===--- Rules ------------------------------------------------------------===//

/// What the user called: std::exp, even where <cmath> only has it by a
/// using-declaration.
static std::string calleeName(Body &B, const CallExpr &E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E.getCallee()->IgnoreParenImpCasts());
  const NamedDecl *Found = Ref ? Ref->getFoundDecl() : nullptr;
  return qualifiedName(Found ? *Found : *E.getDirectCallee(), B.F) +
         (Ref ? writtenArguments(*Ref) : "");
}

// "std::pow(x, 2)" converts 2 inside of the library.
static const ir::Expr *promoted(Body &B, const ir::Expr *Arg,
                                const ir::Variable *Param,
                                const ir::Type *Result) {
  bool Promotes = Param->type()->isReal() && Result->isReal();
  return Promotes ? implicitCast(B, Arg, Result, Arg->Loc) : Arg;
}

static const ir::Expr *ruleCall(Body &B, const CallExpr &E, const ir::Rule &R,
                                Stmts &Out) {
  llvm::SmallVector<Operand, 4> Operands;
  for (const Expr *A : E.arguments())
    Operands.push_back({A});
  auto Args = inOrder(B, Operands, Out);
  const ir::Type *T = valueType(B.I, E.getType());
  for (size_t N = 0; N != Args.size() && N != R.Params.size(); ++N)
    Args[N] = promoted(B, Args[N], R.Params[N], T);
  const FunctionDecl &F = *E.getDirectCallee();
  if (!B.I.Ctx.getSourceManager().isInSystemHeader(F.getLocation()))
    writeOut(B, F, /*HasMembers=*/false, Args);
  ir::Module &M = B.module();
  return B.make<ir::RuleCall>(&R, M.save(calleeName(B, E)), M.list(Args), T,
                              loc(E.getExprLoc()));
}

/// max({a, b, c}) is max(max(a, b), c).
static const ir::Expr *listCall(Body &B, const CallExpr &E, const ir::Rule &R,
                                Stmts &Out) {
  llvm::SmallVector<Operand, 4> Operands;
  for (const Expr *Init : listArgument(E)->inits())
    Operands.push_back({Init});
  ir::Module &M = B.module();
  const ir::Type *T = valueType(B.I, E.getType());
  const ir::Expr *Result = nullptr;
  for (const ir::Expr *Arg : inOrder(B, Operands, Out))
    Result = Result ? B.make<ir::RuleCall>(&R, M.save(calleeName(B, E)),
                                           M.list({Result, Arg}), T,
                                           loc(E.getExprLoc()))
                    : Arg;
  return Result;
}

/// max({a, b, c}, less) is apply(apply(a, b, less), c, less), of the body that
/// is folded.
static const ir::Expr *listCall(Body &B, const CallExpr &E,
                                const FunctionDecl &Folded, Stmts &Out) {
  llvm::SmallVector<Operand, 4> Operands;
  for (const Expr *Init : listArgument(E)->inits())
    Operands.push_back({Init, /*AsPlace=*/true});
  Operands.push_back({E.getArg(1)});
  auto Args = inOrder(B, Operands, Out);
  const ir::Expr *Other = Args.pop_back_val(), *Result = nullptr;
  const ir::Function *Callee = mention(B.I, Folded);
  ir::SourceLoc L = loc(E.getExprLoc());
  for (const ir::Expr *Arg : Args) {
    if (!Result) {
      Result = Arg;
      continue;
    }
    const ir::Variable *R =
        B.module().makeLocal(names::resultOf(E.getDirectCallee()),
                             Callee->result()->unqualified(), L);
    Out.push_back(
        B.make<ir::Call>(R, Callee, B.module().list({Result, Arg, Other}), L));
    Result = ref(B, R, L);
  }
  return Result;
}

//===--- Functions --------------------------------------------------------===//

static llvm::SmallVector<const ir::Expr *, 4>
arguments(Body &B, const FunctionDecl &F, const CallExpr &E, Stmts &Out) {
  llvm::SmallVector<Operand, 4> Operands;
  auto Given = argumentsOf(F, E);
  for (const Argument &A : Given)
    Operands.push_back({A.E, A.How == Passed::Place});
  auto Args = inOrderOfCall(B, E, Operands, Out);
  for (unsigned N = 0; N != Args.size(); ++N)
    if (Given[N].How == Passed::Behind)
      Args[N] = objectBehind(B, Args[N]);
  return Args;
}

/// Appends the call; its result, where it has one and it is Used.
static const ir::Expr *functionCall(Body &B, const CallExpr &E,
                                    const FunctionDecl *Substitute, bool Used,
                                    Stmts &Out) {
  if (Substitute)
    return substituted(B, E, *Substitute, Used, Out);
  const FunctionDecl &F = *E.getDirectCallee();
  const ir::Function *Callee = mention(B.I, F);
  auto Args = arguments(B, F, E, Out);
  writeOut(B, F, Callee->rule() != nullptr, Args);
  ir::SourceLoc L = loc(E.getBeginLoc());
  const ir::Variable *Result = nullptr;
  if (Used && !Callee->result()->isVoid())
    Result = B.module().makeLocal(names::resultOf(&F),
                                  Callee->result()->unqualified(), L);
  Out.push_back(B.make<ir::Call>(Result, Callee, B.module().list(Args), L));
  behindCall(B, E, Out);
  return Result ? ref(B, Result, L) : nullptr;
}

//===--- All kinds --------------------------------------------------------===//

static const ir::Expr *forward(Body &B, const CallExpr &E, Stmts &Out) {
  for (unsigned N = 1; N != E.getNumArgs(); ++N)
    effect(B, E.getArg(N), Out);
  return E.isGLValue() ? place(B, E.getArg(0), Out)
                       : value(B, E.getArg(0), Out);
}

const ir::Expr *call(Body &B, const CallExpr &E, Stmts &Out) {
  Callee C = calleeOf(B, E);
  switch (C.Kind) {
  case CallKind::Forward:
    return forward(B, E, Out);
  case CallKind::Field:
    return B.make<ir::Member>(place(B, E.getArg(0), Out), C.Field,
                              valueType(B.I, E.getType()), loc(E.getExprLoc()));
  case CallKind::Assign:
    return assign(B, E.getArg(0), E.getArg(1), E.getExprLoc(), true, Out);
  case CallKind::Rule:
    return ruleCall(B, E, *C.Rule, Out);
  case CallKind::List:
    return C.Rule ? listCall(B, E, *C.Rule, Out)
                  : listCall(B, E, *C.Substitute, Out);
  case CallKind::Constant:
    return verbatim(B, &E, "");
  case CallKind::Free:
    freeBlock(B, E, Out);
    return nullptr;
  case CallKind::Function:
    return functionCall(B, E, C.Substitute, true, Out);
  case CallKind::Pointer:
    return pointerCall(B, E, true, Out);
  case CallKind::Text:
    return unmodelled(B, &E, C.Why, Out);
  }
  llvm_unreachable("a call of no kind");
}

void callEffect(Body &B, const CallExpr &E, Stmts &Out) {
  Callee C = calleeOf(B, E);
  switch (C.Kind) {
  case CallKind::Assign:
    assign(B, E.getArg(0), E.getArg(1), E.getExprLoc(), false, Out);
    return;
  case CallKind::Free:
    return freeBlock(B, E, Out);
  case CallKind::Function:
    functionCall(B, E, C.Substitute, false, Out);
    return;
  case CallKind::Pointer:
    pointerCall(B, E, false, Out);
    return;
  case CallKind::Text:
    if (hasEffects(B, &E))
      passThrough(B, &E, C.Why, Out);
    return;
  case CallKind::Forward:
  case CallKind::Field:
  case CallKind::Rule:
    for (const Expr *A : E.arguments())
      effect(B, A, Out);
    return;
  case CallKind::List:
    for (const Expr *Init : listArgument(E)->inits())
      effect(B, Init, Out);
    for (unsigned N = 1; N != E.getNumArgs(); ++N)
      effect(B, E.getArg(N), Out);
    return;
  case CallKind::Constant:
    return;
  }
}

} // namespace nabla::import
