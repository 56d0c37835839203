// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer to void of which it is known what it leads to:
//
//   void *data = &c;                    ==>   C *data = &c;
//   y = ((C *)data)->a;                       y = data->a;
//
// That is what a callback's context is, once the callback has been inlined.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

namespace {

class Retyper {
public:
  Retyper(ir::Module &M, ir::Block Whole) : M(M), B(M), Rewrite{M} {
    collect(Whole);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto &[V, Values] : Sources)
        if (!Known.contains(V))
          if (const ir::Type *T = common(Values)) {
            Known[V] = M.makeLocal(V->name(), T, V->loc());
            Changed = true;
          }
    }
    Rewrite.OnExpr = [&](const ir::Expr *E) { return converted(E); };
    Rewrite.OnStmt = [&](const ir::Stmt *S,
                         llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      return set(S, Out);
    };
  }

  ir::Block run(ir::Block Body) {
    return Known.empty() ? Body : ir::rewriteBlock(Rewrite, Body);
  }

private:
  /// What each local pointer to void is set to, if that can be told.
  void collect(ir::Block Whole) {
    VariableSet Exposed = exposedVariables(Whole);
    ir::walk(Whole, [&](const ir::Stmt *S) {
      if (auto *P = dyn_cast<ir::PassThrough>(S))
        Exposed.insert(P->Writes.begin(), P->Writes.end());
    });
    ir::walk(Whole, [&](const ir::Stmt *S) {
      if (auto *L = dyn_cast<ir::Let>(S))
        if (isVoidPointer(L->Var->type()) && !Exposed.contains(L->Var)) {
          Sources.try_emplace(L->Var);
          if (L->Init)
            Sources[L->Var].push_back(L->Init);
        }
    });
    ir::walk(Whole, [&](const ir::Stmt *S) {
      if (auto *A = dyn_cast<ir::Assign>(S))
        if (auto *V = dyn_cast<ir::VarRef>(A->Place))
          if (auto It = Sources.find(V->Var); It != Sources.end())
            It->second.push_back(A->Value);
    });
  }

  /// What E leads to, as a type of pointers; null if that is not known.
  const ir::Type *type(const ir::Expr *E) const {
    if (!isVoidPointer(E->Ty))
      return E->Ty->isPointer() ? E->Ty->unqualified() : nullptr;
    if (auto *C = dyn_cast<ir::Cast>(E))
      return type(C->Operand);
    if (auto *S = dyn_cast<ir::Select>(E))
      return common({S->Then, S->Else});
    auto *V = dyn_cast<ir::VarRef>(E);
    const ir::Variable *T = V ? Known.lookup(V->Var) : nullptr;
    return T ? T->type() : nullptr;
  }

  const ir::Type *common(llvm::ArrayRef<const ir::Expr *> Values) const {
    const ir::Type *Result = nullptr;
    for (const ir::Expr *E : Values) {
      if (isNull(E))
        continue;
      const ir::Type *T = type(E);
      if (!T || (Result && T != Result))
        return nullptr;
      Result = T;
    }
    return Result;
  }

  static bool isNull(const ir::Expr *E) {
    if (auto *C = dyn_cast<ir::Cast>(E))
      return isNull(C->Operand);
    return llvm::isa<ir::NullLiteral>(E);
  }

  /// E, a pointer to void, as the pointer of type T that it is.
  const ir::Expr *as(const ir::Type *T, const ir::Expr *E) {
    if (isNull(E))
      return M.make<ir::NullLiteral>(T, E->Loc);
    if (!isVoidPointer(E->Ty))
      return ir::rewriteExpr(Rewrite, E);
    if (auto *C = dyn_cast<ir::Cast>(E))
      return as(T, C->Operand);
    if (auto *S = dyn_cast<ir::Select>(E))
      return B.select(ir::rewriteExpr(Rewrite, S->Cond), as(T, S->Then),
                      as(T, S->Else));
    return B.ref(Known.lookup(llvm::cast<ir::VarRef>(E)->Var));
  }

  /// E if it is one of the variables, or a conversion of one.
  const ir::Expr *converted(const ir::Expr *E) {
    const ir::Expr *From = E;
    while (auto *C = dyn_cast<ir::Cast>(From))
      From = C->Operand;
    auto *V = dyn_cast<ir::VarRef>(From);
    const ir::Variable *T = V ? Known.lookup(V->Var) : nullptr;
    if (!T || !E->Ty->isPointer())
      return nullptr;
    B.Loc = E->Loc;
    bool LosesConst =
        T->type()->element()->isConst() && !E->Ty->element()->isConst();
    bool Implicit = isVoidPointer(E->Ty) || ir::sameType(T->type(), E->Ty);
    return B.cast(B.ref(T), E->Ty, Implicit && !LosesConst);
  }

  /// Sets the variable under its new type, or gives back the block that it
  /// leads to, if S does.
  bool set(const ir::Stmt *S, llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    B.Loc = S->Loc;
    if (auto *L = dyn_cast<ir::Let>(S))
      if (const ir::Variable *V = Known.lookup(L->Var)) {
        const ir::Expr *Init = L->Init ? as(V->type(), L->Init) : nullptr;
        return Out.push_back(M.make<ir::Let>(V, Init, L->Loc)), true;
      }
    if (auto *R = dyn_cast<ir::Release>(S)) {
      const ir::Type *T =
          isVoidPointer(R->Pointer->Ty) ? type(R->Pointer) : nullptr;
      if (T)
        Out.push_back(
            M.make<ir::Release>(R->How, as(T, R->Pointer), R->Late, R->Loc));
      return T != nullptr;
    }
    auto *A = dyn_cast<ir::Assign>(S);
    auto *To = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    const ir::Variable *V = To ? Known.lookup(To->Var) : nullptr;
    if (!V)
      return false;
    Out.push_back(
        M.make<ir::Assign>(B.ref(V), A->Op, as(V->type(), A->Value), A->Loc));
    return true;
  }

  ir::Module &M;
  ir::Build B;
  ir::Rewrite Rewrite;
  llvm::MapVector<const ir::Variable *, llvm::SmallVector<const ir::Expr *, 2>>
      Sources;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Known;
};

} // namespace

ir::Block normalize::typeVoidPointers(ir::Module &M, ir::Block B) {
  return Retyper(M, B).run(B);
}
