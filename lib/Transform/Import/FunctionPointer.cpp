// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function named as a value is a FunctionRef; a call through a pointer is a
// Call of the function that stands for all pointers of that type, which takes
// the pointer first.

#include "Import/FunctionPointer.h"
#include "Import/Callee.h"
#include "Import/Effects.h"
#include "Import/Function.h"
#include "Import/Names.h"
#include "Import/RuleFunction.h"
#include "Import/Text.h"
#include "Import/Verbatim.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace nabla::import {

//===--- Addresses --------------------------------------------------------===//

/// Another function of that name may be meant where the name alone stands.
static bool isAmbiguous(const FunctionDecl &F) {
  if (F.isTemplateInstantiation())
    return true;
  const auto *C = F.getDeclContext()->getRedeclContext();
  for (const NamedDecl *D : C->lookup(F.getDeclName()))
    if (D->getUnderlyingDecl()->getCanonicalDecl() != F.getCanonicalDecl())
      return true;
  return false;
}

static std::string spelled(Body &B, const DeclRefExpr &E,
                           const FunctionDecl &F) {
  std::string Name = qualifiedName(*E.getFoundDecl(), B.F);
  if (auto *Args = F.getTemplateSpecializationArgs()) {
    llvm::raw_string_ostream OS(Name);
    printTemplateArgumentList(OS, Args->asArray(), textPolicy(B.I.Ctx));
  }
  if (!isAmbiguous(F) && isa<FunctionDecl>(E.getFoundDecl()))
    return Name;
  std::string Type = typeName(B.I.Ctx.getPointerType(F.getType()), B.I.Ctx);
  return "static_cast<" + Type + ">(" + Name + ")";
}

static const ir::Expr *addressOf(Body &B, const DeclRefExpr &E,
                                 const FunctionDecl &F) {
  ir::Function *Target = ruled(B.I, F);
  if (!Target)
    Target = mention(B.I, F);
  return B.make<ir::FunctionRef>(
      Target, B.module().save(spelled(B, E, F)),
      valueType(B.I, B.I.Ctx.getPointerType(F.getType())), loc(E.getExprLoc()));
}

const ir::Expr *functionAddress(Body &B, const Expr *E, Stmts &Out) {
  E = E->IgnoreParens();
  if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return value(B, U->getSubExpr(), Out);
  auto *D = dyn_cast<DeclRefExpr>(E);
  auto *F = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
  if (F && whyNoFunction(*F).empty())
    return addressOf(B, *D, *F);
  // A reference to a function, or one that is only called as it stands.
  Pieces Text;
  appendText(B, E, Text);
  return B.make<ir::Verbatim>(
      B.module().copy(llvm::ArrayRef<ir::TextPiece>(Text)), "",
      valueType(B.I, B.I.Ctx.getPointerType(E->getType())),
      loc(E->getExprLoc()));
}

//===--- Calls ------------------------------------------------------------===//

/// The function that stands for calls through pointers of the type of E's
/// callee.
static const ir::Function *pointee(Body &B, const CallExpr &E) {
  ir::Module &M = B.module();
  const FunctionProtoType &T = *calledType(E);
  QualType Pointer = E.getCallee()->getType().getUnqualifiedType();
  std::string Key = "call " + typeName(Pointer, B.I.Ctx);
  if (const ir::Function *Known = M.function(Key))
    return Known;
  auto Param = [&](llvm::StringRef Name, QualType Ty) {
    return M.makeVariable(Name, importType(B.I, Ty), ir::VariableKind::Param,
                          loc(E.getExprLoc()));
  };
  llvm::SmallVector<const ir::Variable *, 8> Params{
      Param(names::Function, Pointer)};
  for (unsigned N = 0; N != T.getNumParams(); ++N)
    Params.push_back(
        Param(names::param(N), T.getParamType(N).getUnqualifiedType()));
  ir::Declarator D;
  D.Name = names::PointerCall;
  ir::Function *F = M.makeFunction(
      Key, D, Params, importType(B.I, T.getReturnType()), loc(E.getExprLoc()));
  M.setIndirect(F);
  return F;
}

const ir::Expr *pointerCall(Body &B, const CallExpr &E, bool Used, Stmts &Out) {
  const FunctionProtoType &T = *calledType(E);
  llvm::SmallVector<Operand, 4> Operands{{E.getCallee()}};
  for (unsigned N = 0; N != E.getNumArgs(); ++N)
    Operands.push_back({E.getArg(N), T.getParamType(N)->isReferenceType()});
  auto Args = inOrder(B, Operands, Out);
  const ir::Function *F = pointee(B, E);
  ir::SourceLoc L = loc(E.getBeginLoc());
  const ir::Variable *Result = nullptr;
  if (Used && !F->result()->isVoid())
    Result = B.module().makeLocal(names::resultOf(nullptr),
                                  F->result()->unqualified(), L);
  Out.push_back(B.make<ir::Call>(Result, F, B.module().list(Args), L));
  behindCall(B, E, Out);
  return Result ? ref(B, Result, L) : nullptr;
}

} // namespace nabla::import
