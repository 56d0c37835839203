// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linearize/Shadows.h"
#include "IR/Walk.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::linearize;
using llvm::cast;
using llvm::dyn_cast;

void linearize::addForward(Shadows &S, const ir::Stmt *Setter,
                           llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
  ir::forEachExpr(Setter, [&](const ir::Expr *E) {
    ir::walk(E, [&](const ir::Expr *Sub) {
      if (auto *V = dyn_cast<ir::VarRef>(Sub))
        if (S.Adjoints.contains(V->Var))
          S.Early.insert(V->Var);
    });
  });
  Out.push_back(Setter);
}

void ShadowMaker::makeParams(const ir::Function &F,
                             const analysis::ParamMask &Wanted) {
  for (unsigned I = 0; I < F.params().size(); ++I) {
    if (!Wanted[I])
      continue;
    const ir::Variable *P = F.params()[I];
    const ir::Variable *D = M.makeVariable(M.save(names::shadow(P->name())),
                                           shadowParamType(M, P->type()),
                                           ir::VariableKind::Param, P->loc());
    S.Of[P] = D;
    S.Params.push_back(D);
  }
}

/// What of V can carry a derivative is V itself, not what it points to.
static bool isSelfContained(const ir::Type *T) {
  T = T->value()->innermost();
  if (T->is(ir::TypeKind::Record))
    return llvm::all_of(T->fields(), [](const ir::RecordField &F) {
      return isSelfContained(F.Ty);
    });
  return T->isArithmetic() || T->isFunctionPointer();
}

const ir::Variable *ShadowMaker::global(const ir::Variable *V,
                                        ir::SourceLoc Use) {
  if (V->isUnseen()) {
    Diags.error(Use, "what is called here may use storage that is not visible "
                     "here, which carries a derivative; hand the number on as "
                     "a value");
    return nullptr;
  }
  if (!isSelfContained(V->type()) || V->type()->isReference()) {
    Diags.error(Use, "global variable '" + V->name() +
                         "' carries a derivative here, and has no shadow; "
                         "pass it as a parameter");
    return nullptr;
  }
  const ir::Variable *D = M.global(names::globalShadow(V->name(), V->id()),
                                   withoutConst(M, V->type()));
  S.Of[V] = D;
  S.Adjoints.insert(D);
  S.Globals.insert(D);
  return D;
}

const ir::Variable *ShadowMaker::variable(const ir::Variable *V,
                                          ir::SourceLoc Use) {
  auto It = S.Of.find(V);
  if (It != S.Of.end())
    return It->second;
  if (!Use)
    Use = V->loc();
  if (V->isGlobal())
    return global(V, Use);
  if (V->isParam()) {
    Diags.error(Use, "parameter '" + V->name() +
                         "' carries a derivative here, but is not "
                         "differentiated; name it in '[[grad(...)]]'");
    return nullptr;
  }
  const ir::Variable *D = M.makeLocal(M.save(names::shadow(V->name())),
                                      withoutConst(M, V->type()), V->loc());
  S.Of[V] = D;
  const ir::Type *T = V->type()->innermost();
  if (T->isReal() || T->is(ir::TypeKind::Record))
    S.Adjoints.insert(D);
  return D;
}

std::string linearize::because(llvm::StringRef Why) {
  if (Why.empty())
    return "";
  llvm::StringRef Remedy = Why.contains(';') ? "" : InsteadOfText;
  return (": " + Why + Remedy).str();
}

/// The shadow of one of two, by that of each. A constant has none.
const ir::Expr *
ShadowMaker::chosen(const ir::Select *S,
                    llvm::function_ref<const ir::Expr *(const ir::Expr *)> Of) {
  unsigned Errors = Diags.numErrors();
  const ir::Expr *T = Of(S->Then), *F = Of(S->Else);
  if (T && F)
    return B.select(S->Cond, T, F);
  if ((T || F) && Diags.numErrors() == Errors)
    Diags.error(S->Loc, "one of the two that are chosen from is a constant, "
                        "which has no shadow, and the other one has a "
                        "derivative; copy the constant to a local variable");
  return nullptr;
}

const ir::Expr *ShadowMaker::place(const ir::Expr *E) {
  switch (E->Kind) {
  case ir::ExprKind::VarRef: {
    const ir::Variable *V = cast<ir::VarRef>(E)->Var;
    const ir::Variable *D = variable(V, E->Loc);
    if (!D)
      return nullptr;
    bool ByPointer =
        V->isParam() && !(V->type()->isPointer() && !V->type()->isReference());
    return ByPointer ? B.deref(B.ref(D)) : B.ref(D);
  }
  case ir::ExprKind::Index: {
    auto *I = cast<ir::Index>(E);
    const ir::Expr *Base =
        I->Base->Ty->isPointer() ? pointer(I->Base) : place(I->Base);
    return Base ? B.index(Base, I->Subscript) : nullptr;
  }
  case ir::ExprKind::Deref: {
    const ir::Expr *P = pointer(cast<ir::Deref>(E)->Pointer);
    return P ? B.deref(P) : nullptr;
  }
  case ir::ExprKind::Member: {
    auto *Mem = cast<ir::Member>(E);
    const ir::Expr *Base = place(Mem->Base);
    return Base ? B.member(Base, Mem->Field) : nullptr;
  }
  case ir::ExprKind::Select: {
    auto *Sel = cast<ir::Select>(E);
    return chosen(Sel, [&](const ir::Expr *Arm) { return place(Arm); });
  }
  case ir::ExprKind::Verbatim: {
    Diags.error(E->Loc, "cannot differentiate this expression" +
                            because(cast<ir::Verbatim>(E)->Why));
    return nullptr;
  }
  default:
    Diags.error(E->Loc, "cannot find where the derivative of this is kept; "
                        "assign it to a variable first");
    return nullptr;
  }
}

const ir::Expr *ShadowMaker::pointer(const ir::Expr *E) {
  switch (E->Kind) {
  case ir::ExprKind::VarRef: {
    const ir::Variable *V = cast<ir::VarRef>(E)->Var;
    const ir::Variable *D = variable(V, E->Loc);
    if (!D)
      return nullptr;
    return V->isParam() && V->type()->isReference() ? B.deref(B.ref(D))
                                                    : B.ref(D);
  }
  case ir::ExprKind::Index:
  case ir::ExprKind::Deref:
  case ir::ExprKind::Member: {
    // The shadow of a record is one of the same type: its pointers may say
    // const, but what they lead to holds adjoints.
    const ir::Expr *P = place(E);
    return P ? B.cast(P, withoutConst(M, P->Ty)) : nullptr;
  }
  case ir::ExprKind::Cast: {
    const ir::Expr *From = cast<ir::Cast>(E)->Operand;
    if (From->Ty->isPointer() && ir::sameType(From->Ty, E->Ty))
      return pointer(From);
    if (From->Ty->isPointer() && E->Ty->isPointer() &&
        From->Ty->element()->innermost() == E->Ty->element()->innermost()) {
      const ir::Expr *P = pointer(From);
      return P ? B.cast(P, withoutConst(M, E->Ty)) : nullptr;
    }
    Diags.error(E->Loc, "cannot follow a derivative through a pointer that is "
                        "converted to another type; use it as it was declared");
    return nullptr;
  }
  case ir::ExprKind::Binary: {
    auto *Bin = cast<ir::Binary>(E);
    bool Left = Bin->Lhs->Ty->isPointer();
    const ir::Expr *P = pointer(Left ? Bin->Lhs : Bin->Rhs);
    return P ? B.binary(Bin->Op, P, Left ? Bin->Rhs : Bin->Lhs) : nullptr;
  }
  case ir::ExprKind::Select: {
    auto *Sel = cast<ir::Select>(E);
    return chosen(Sel, [&](const ir::Expr *Arm) { return pointer(Arm); });
  }
  case ir::ExprKind::AddressOf: {
    auto *Addr = cast<ir::AddressOf>(E);
    const ir::Expr *P = place(Addr->Place);
    if (!P)
      return nullptr;
    return Addr->Decay ? B.decay(P) : B.addressOf(P);
  }
  case ir::ExprKind::NullLiteral:
    return M.make<ir::NullLiteral>(withoutConst(M, E->Ty), E->Loc);
  case ir::ExprKind::Verbatim:
    if (llvm::StringRef Why = cast<ir::Verbatim>(E)->Why; !Why.empty()) {
      Diags.error(E->Loc,
                  "cannot differentiate this expression" + because(Why));
      return nullptr;
    }
    [[fallthrough]];
  default:
    Diags.error(E->Loc, "cannot find the shadow of this pointer; assign it to "
                        "a pointer variable first");
    return nullptr;
  }
}
