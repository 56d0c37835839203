// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR/Build.h"
#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Forwarder {
public:
  Forwarder(ir::Module &M, ir::Block Whole, const VariableSet &Exposed)
      : M(M), Assigned(Exposed), Shared(Exposed) {
    ir::walk(Whole, [&](const ir::Stmt *S) {
      if (const ir::Variable *V = ir::declared(S))
        ++Declared[V];
      if (auto *A = dyn_cast<ir::Assign>(S))
        if (const ir::Variable *V = ir::placeVariable(A->Place))
          Assigned.insert(V);
    });
  }

  ir::Block block(ir::Block Body) {
    StmtList List;
    for (const ir::Stmt *S : Body)
      List.push_back(
          ir::mapBlocks(M, S, [&](ir::Block Inner) { return block(Inner); }));
    for (unsigned I = 0; I < List.size();) {
      auto *L = dyn_cast<ir::Let>(List[I]);
      if (L && L->Init && !L->Var->type()->isReference() &&
          (intoStore(List, I, L) || copied(List, I, L) ||
           overwritten(List, I, L)))
        continue;
      ++I;
    }
    return M.block(List);
  }

private:
  /// Whether V is mentioned in List from I on.
  bool usedFrom(const StmtList &List, unsigned I, const ir::Variable *V) {
    for (; I < List.size(); ++I)
      if (Uses.any(List[I], V))
        return true;
    return false;
  }

  /// v = e; v_saved[i] = v: v has no other use in this list.
  bool intoStore(StmtList &List, unsigned I, const ir::Let *L) {
    const ir::Stmt *Store =
        I + 1 < List.size() ? storing(List[I + 1], L) : nullptr;
    if (!Store || Assigned.contains(L->Var) || usedFrom(List, I + 2, L->Var))
      return false;
    List[I + 1] = Store;
    List.erase(List.begin() + I);
    return true;
  }

  /// If S does nothing but store L's variable: the same of L's initialiser.
  const ir::Stmt *storing(const ir::Stmt *S, const ir::Let *L) {
    auto IsV = [&](const ir::Expr *E) {
      auto *R = dyn_cast<ir::VarRef>(E);
      return R && R->Var == L->Var;
    };
    auto *A = dyn_cast<ir::Assign>(S);
    if (A && A->Op == ir::AssignOp::Set && IsV(A->Value) &&
        !ir::mentions(A->Place, L->Var))
      return M.make<ir::Assign>(A->Place, ir::AssignOp::Set, L->Init, A->Loc);
    auto *P = dyn_cast<ir::Push>(S);
    if (P && IsV(P->Value))
      return M.make<ir::Push>(P->Stack, L->Init, P->Loc);
    return nullptr;
  }

  /// Nothing in List assigns to V from I on.
  bool staysFrom(const StmtList &List, unsigned I, const ir::Variable *V) {
    if (!Assigned.contains(V))
      return true;
    bool Stays = !Shared.contains(V);
    ir::walk(ir::Block(List).drop_front(I), [&](const ir::Stmt *S) {
      auto *A = dyn_cast<ir::Assign>(S);
      Stays = Stays && !(A && ir::placeVariable(A->Place) == V) &&
              !isa<ir::Call, ir::PassThrough>(S);
    });
    return Stays;
  }

  /// a = d, where a keeps its value, and so does d, or d is a local of this
  /// list that is not used any more.
  bool copied(StmtList &List, unsigned I, const ir::Let *L) {
    auto *R = dyn_cast<ir::VarRef>(L->Init);
    if (!R || R->Var->kind() != ir::VariableKind::Local || !R->Ty->isReal() ||
        !ir::sameType(R->Ty, L->Var->type()->unqualified()))
      return false;
    bool Last = Declared[L->Var] == 1 && declaredIn(List, I, R->Var) &&
                !usedFrom(List, I + 1, R->Var);
    if (Assigned.contains(L->Var) || !(Last || staysFrom(List, I + 1, R->Var)))
      return false;
    ir::Rewrite Rw{M};
    Rw.OnVariable = [&](const ir::Variable *V) {
      return V == L->Var ? R->Var : V;
    };
    StmtList Rest(List.begin() + I + 1, List.end());
    ir::Block New = ir::rewriteBlock(Rw, M.block(Rest));
    List.truncate(I);
    List.append(New.begin(), New.end());
    return true;
  }

  static bool declaredIn(const StmtList &List, unsigned Before,
                         const ir::Variable *V) {
    for (unsigned I = 0; I < Before; ++I)
      if (ir::declared(List[I]) == V)
        return true;
    return false;
  }

  /// A local of this list set and never looked at again: the setting goes.
  bool overwritten(StmtList &List, unsigned I, const ir::Let *L) {
    if (!L->Var->type()->isReal())
      return false;
    for (unsigned K = I + 1; K < List.size(); ++K) {
      auto *A = dyn_cast<ir::Assign>(List[K]);
      auto *R = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
      if (R && R->Var == L->Var && A->Op == ir::AssignOp::Set &&
          !usedFrom(List, K + 1, L->Var) && !Shared.contains(L->Var)) {
        List.erase(List.begin() + K);
        return true;
      }
    }
    return false;
  }

  ir::Module &M;
  Mentions Uses;
  llvm::DenseMap<const ir::Variable *, unsigned> Declared;
  llvm::DenseSet<const ir::Variable *> Assigned, Shared;
};

} // namespace

ir::Block simplify::forwardCopies(ir::Module &M, ir::Block B,
                                  const VariableSet &Exposed) {
  return Forwarder(M, B, Exposed).block(B);
}
