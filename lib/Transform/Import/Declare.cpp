// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locals become Lets. Typedefs, using-declarations and the like are gone: what
// they made short is spelled in full wherever it is used.

#include "Import/Declare.h"
#include "Import/Effects.h"
#include "Import/Init.h"
#include "Import/Names.h"
#include "Import/Variable.h"
#include "Import/Verbatim.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

static std::string nameOf(const VarDecl &V) {
  return isa<DecompositionDecl>(V) ? std::string(names::Parts)
                                   : V.getNameAsString();
}

/// Makes the variable before its initialiser is imported, which may mention it.
static const ir::Variable *made(Body &B, const VarDecl &V, const ir::Type *T) {
  return declareLocal(B, V, nameOf(V), T);
}

static void let(Body &B, const ir::Variable *V, const ir::Expr *Init,
                Stmts &Out) {
  Out.push_back(B.make<ir::Let>(V, Init, V->loc()));
}

/// The last statement is the call whose result Init is.
static const ir::Call *freshCall(const ir::Expr *Init, Stmts &Out) {
  auto *Result = dyn_cast<ir::VarRef>(Init);
  auto *Call = Out.empty() ? nullptr : dyn_cast<ir::Call>(Out.back());
  return Result && Call && Call->Result == Result->Var ? Call : nullptr;
}

/// The last statement allocates the block whose address Init is.
static const ir::Allocate *freshBlock(const ir::Expr *Init, Stmts &Out) {
  auto *Result = dyn_cast<ir::VarRef>(Init);
  auto *Block = Out.empty() ? nullptr : dyn_cast<ir::Allocate>(Out.back());
  return Result && Block && Block->Var == Result->Var ? Block : nullptr;
}

//   double f_result = f(x);  double y = f_result;     before
//   double y = f(x);                                  after
static void letValue(Body &B, const VarDecl &V, const ir::Type *T,
                     const Expr *E, Stmts &Out) {
  const ir::Variable *Made = made(B, V, T);
  const ir::Expr *Init = initialiser(B, E, Out);
  const ir::Call *Call = freshCall(Init, Out);
  if (Call && Call->Result->type() == T->unqualified())
    Out.back() = B.make<ir::Call>(Made, Call->Callee, Call->Args, Call->Loc);
  else if (const ir::Allocate *Block = freshBlock(Init, Out);
           Block && !B.ExposedDecls.count(&V) &&
           Block->Var->type() == T->unqualified())
    Out.back() = B.make<ir::Allocate>(Made, Block->How, Block->Count,
                                      Block->Zero, Block->Loc);
  else
    let(B, Made, Init, Out);
}

/// The temporary that a reference keeps alive, or null.
static const Expr *keptAlive(const Expr *Init) {
  if (auto *F = dyn_cast<FullExpr>(Init))
    Init = F->getSubExpr();
  auto *T = dyn_cast<MaterializeTemporaryExpr>(Init->IgnoreParens());
  return T ? T->getSubExpr() : nullptr;
}

// "const double &r = x * y" is the same as "const double r = x * y".
static void letReference(Body &B, const VarDecl &V, Stmts &Out) {
  QualType T = V.getType();
  if (const Expr *Value = keptAlive(V.getInit()))
    return letValue(B, V, importType(B.I, T->getPointeeType()), Value, Out);
  const ir::Variable *Made = made(B, V, importType(B.I, T));
  std::string Why = whyNoPlace(B, V.getInit());
  let(B, Made,
      Why.empty() ? place(B, V.getInit(), Out) : verbatim(B, V.getInit(), Why),
      Out);
}

/// V is of a type that Nabla does not look into.
static void letOpaque(Body &B, const VarDecl &V, const ir::Type *T,
                      Stmts &Out) {
  std::string Why = whyOpaque(V.getType(), B.I.Ctx);
  const ir::Variable *Made = made(B, V, T);
  auto *C = dyn_cast<CXXConstructExpr>(V.getInit()->IgnoreImplicit());
  bool Default = C && llvm::all_of(C->arguments(), [](const Expr *A) {
                   return isa<CXXDefaultArgExpr>(A);
                 });
  let(B, Made, Default ? nullptr : construction(B, V, Why), Out);
}

void declare(Body &B, const VarDecl &V, Stmts &Out) {
  if (V.hasExternalStorage() || (V.isStaticLocal() && !isConstantStatic(V)))
    return; // a global; of other static locals the Fence has spoken
  if (V.getType()->isReferenceType())
    return letReference(B, V, Out);
  const ir::Type *T = importType(B.I, V.getType());
  if (!V.getInit() || leavesUninitialised(V.getInit()))
    return let(B, made(B, V, T), nullptr, Out);
  const ir::Type *Element = T;
  while (Element->isArray())
    Element = Element->element();
  if (Element->is(ir::TypeKind::Opaque))
    return letOpaque(B, V, T, Out);
  letValue(B, V, T, V.getInit(), Out);
}

void declare(Body &B, const DeclStmt &S, Stmts &Out) {
  for (const Decl *D : S.decls())
    if (auto *V = dyn_cast<VarDecl>(D))
      declare(B, *V, Out);
}

} // namespace nabla::import
