// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locals become Lets. Typedefs, using-declarations and the like are gone: what
// they made short is spelled in full wherever it is used.

#include "Import/Declare.h"
#include "IR/Walk.h"
#include "Import/Callee.h"
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
  // "__range1", "__begin1" and "__end1" of a range-for.
  llvm::StringRef Name = V.getName();
  if (V.isImplicit() && Name.consume_front("__"))
    return Name.rtrim("0123456789").str();
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

/// The last statement if it is the call, or makes the block, whose result Init
/// is; null where Init has added no statement to the Before that were there:
/// then the variable is the user's.
static const ir::Stmt *freshResult(const ir::Expr *Init, const Stmts &Out,
                                   size_t Before) {
  auto *Result = dyn_cast<ir::VarRef>(Init);
  const ir::Stmt *Last = Out.size() > Before ? Out.back() : nullptr;
  bool Makes = Result && Last && isa<ir::Call, ir::Allocate>(Last) &&
               ir::declared(Last) == Result->Var;
  return Makes ? Last : nullptr;
}

//   double f_result = f(x);  double y = f_result;     before
//   double y = f(x);                                  after
static void letValue(Body &B, const VarDecl &V, const ir::Type *T,
                     const Expr *E, Stmts &Out) {
  const ir::Variable *Made = made(B, V, T);
  size_t Before = Out.size();
  const ir::Expr *Init = initialiser(B, E, Out);
  const ir::Stmt *Result = freshResult(Init, Out, Before);
  bool Same = Result && ir::declared(Result)->type() == T->unqualified();
  auto *Call = dyn_cast_or_null<ir::Call>(Result);
  auto *Block = dyn_cast_or_null<ir::Allocate>(Result);
  if (Call && Same)
    Out.back() = B.make<ir::Call>(Made, Call->Callee, Call->Args, Call->Loc);
  else if (Block && Same && !B.ExposedDecls.count(&V))
    Out.back() = B.make<ir::Allocate>(Made, Block->How, Block->Count,
                                      Block->Zero, Block->Loc);
  else
    let(B, Made, Init, Out);
}

/// S evaluates a mention of V.
static bool mentions(const Stmt *S, const VarDecl &V) {
  if (auto *R = dyn_cast_or_null<DeclRefExpr>(S))
    return R->getDecl() == &V;
  if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
    return false;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mentions(Child, V); });
}

//   Node n = {x, &n};                                 before
//   Node n; n.x = x; n.next = &n;                     after
static void letOfItself(Body &B, const VarDecl &V, const ir::Type *T,
                        Stmts &Out) {
  const ir::Variable *Made = made(B, V, T->unqualified());
  let(B, Made, nullptr, Out);
  storeInOrder(B, ref(B, Made, Made->loc()), V.getInit(), Out);
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
  size_t Before = Out.size();
  const ir::Expr *Place = Why.empty() ? place(B, V.getInit(), Out) : nullptr;
  if (Place && isOnlyValue(B, V.getInit()) &&
      isFresh(Place, llvm::ArrayRef(Out).drop_front(Before)))
    Why = ValueOfRule;
  let(B, Made, Why.empty() ? Place : verbatim(B, V.getInit(), Why), Out);
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
  writeThrough(B, *Made, *V.getInit(), Why, Out);
}

void declare(Body &B, const VarDecl &V, Stmts &Out) {
  if (V.hasExternalStorage() || (V.isStaticLocal() && !isConstantStatic(V)))
    return; // a global; of other static locals the Fence has spoken
  if (V.getType()->isReferenceType())
    return letReference(B, V, Out);
  const ir::Type *T = importType(B.I, V.getType());
  if (!V.getInit() || leavesUninitialised(V.getInit()))
    return let(B, made(B, V, T), nullptr, Out);
  if (T->innermost()->is(ir::TypeKind::Opaque))
    return letOpaque(B, V, T, Out);
  if (mentions(V.getInit(), V))
    return letOfItself(B, V, T, Out);
  letValue(B, V, T, V.getInit(), Out);
}

void declare(Body &B, const DeclStmt &S, Stmts &Out) {
  for (const Decl *D : S.decls())
    if (auto *V = dyn_cast<VarDecl>(D))
      declare(B, *V, Out);
}

} // namespace nabla::import
