// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// z.real()           ==>   apply(z), of the body for std::complex::real
// complex(1.0, x)    ==>   complex t; apply(t, 1.0, x);   and t

#include "Import/Substitute.h"
#include "IR/Place.h"
#include "Import/Bodies.h"
#include "Import/Effects.h"
#include "Import/Function.h"
#include "Import/Names.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

const ir::Expr *objectBehind(Body &B, const ir::Expr *Pointer) {
  if (auto *A = dyn_cast<ir::AddressOf>(Pointer); A && !A->Decay)
    return A->Place;
  return B.make<ir::Deref>(Pointer, Pointer->Ty->element()->value(),
                           Pointer->Loc);
}

/// E as a value for a parameter of type T, which may be another one than the
/// function that was called has.
static const ir::Expr *fitted(Body &B, const ir::Expr *E, const ir::Type *T) {
  if (T->isReference() || ir::sameType(E->Ty, T))
    return E;
  if (T->isPointer() && isa<ir::IntLiteral>(E))
    return B.make<ir::NullLiteral>(T->unqualified(), E->Loc);
  return B.make<ir::Cast>(E, /*Implicit=*/true, T->unqualified(), E->Loc);
}

/// The operands of the call E, for the parameters of Callee from First on.
static llvm::SmallVector<const ir::Expr *, 4>
arguments(Body &B, const Expr &E, llvm::ArrayRef<Argument> Given,
          const ir::Function &Callee, unsigned First, Stmts &Out) {
  llvm::SmallVector<Operand, 4> Operands;
  for (unsigned N = 0; N != Given.size(); ++N)
    Operands.push_back(
        {Given[N].E, Given[N].How != Passed::Behind &&
                         Callee.params()[First + N]->type()->isReference()});
  auto Args = inOrderOfCall(B, E, Operands, Out);
  for (unsigned N = 0; N != Args.size(); ++N)
    Args[N] = Given[N].How == Passed::Behind
                  ? objectBehind(B, Args[N])
                  : fitted(B, Args[N], Callee.params()[First + N]->type());
  return Args;
}

const ir::Expr *substituted(Body &B, const CallExpr &E, const FunctionDecl &F,
                            bool Used, Stmts &Out) {
  const ir::Function *Callee = mention(B.I, F);
  auto Args = arguments(B, E, operandsOf(E), *Callee, 0, Out);
  ir::SourceLoc L = loc(E.getBeginLoc());
  const ir::Variable *Result = nullptr;
  if (Used && !Callee->result()->isVoid())
    Result = B.module().makeLocal(names::resultOf(E.getDirectCallee()),
                                  Callee->result()->unqualified(), L);
  Out.push_back(B.make<ir::Call>(Result, Callee, B.module().list(Args), L));
  return Result ? fitted(B, ref(B, Result, L), valueType(B.I, E.getType()))
                : nullptr;
}

const ir::Expr *constructedBySubstitute(Body &B, const CXXConstructExpr &E,
                                        Stmts &Out) {
  llvm::SmallVector<Argument, 4> Operands;
  for (const Expr *A : E.arguments())
    Operands.push_back({A, Passed::Value});
  const FunctionDecl *F = substituteFor(B, *E.getConstructor(), Operands, E);
  if (!F)
    return nullptr;
  const ir::Function *Callee = mention(B.I, *F);
  auto Args = arguments(B, E, Operands, *Callee, 1, Out);
  ir::SourceLoc L = loc(E.getBeginLoc());
  const ir::Expr *Object =
      ref(B,
          letLocal(B, names::Temporary, valueType(B.I, E.getType()), nullptr, L,
                   Out),
          L);
  Args.insert(Args.begin(), Object);
  Out.push_back(B.make<ir::Call>(nullptr, Callee, B.module().list(Args), L));
  return Object;
}

} // namespace nabla::import
