// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR/Build.h"
#include "Simplify/Passes.h"

using namespace nabla;
using namespace nabla::simplify;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_if_present;
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
    List L;
    for (const ir::Stmt *S : Body)
      append(L, ir::mapBlocks(M, S,
                              [&](ir::Block Inner) { return block(Inner); }));
    for (unsigned I = 0; I < L.Stmts.size(); ++I) {
      auto *D = dyn_cast_if_present<ir::Let>(L.Stmts[I]);
      if (D && D->Init && !D->Var->type()->isReference() &&
          !intoStore(L, I, D) && !copied(L, I, D))
        while (overwritten(L, I, D))
          ;
    }
    llvm::erase(L.Stmts, nullptr);
    return M.block(L.Stmts);
  }

private:
  /// A statement list, in which null is what has gone, and where its variables
  /// are: in order, and still there after a statement has gone.
  struct List {
    StmtList Stmts;
    using Places = llvm::SmallVector<unsigned, 4>;
    llvm::DenseMap<const ir::Variable *, Places> Used, Assigned;
    llvm::DenseMap<const ir::Variable *, unsigned> Declared;
    std::optional<unsigned> LastOpaque; ///< Nobody sees what it assigns to.
  };

  void append(List &L, const ir::Stmt *S) {
    unsigned I = L.Stmts.size();
    L.Stmts.push_back(S);
    const Uses::Use &In = Known.of(S);
    for (const ir::Variable *V : In.Mentioned)
      L.Used[V].push_back(I);
    for (const ir::Variable *V : In.Assigned)
      L.Assigned[V].push_back(I);
    if (const ir::Variable *V = ir::declared(S))
      L.Declared.try_emplace(V, I);
    if (In.Opaque)
      L.LastOpaque = I;
  }

  /// The last statement of L that mentions V, or null.
  const ir::Stmt *lastUse(List &L, const ir::Variable *V, unsigned &I) {
    auto It = L.Used.find(V);
    if (It == L.Used.end())
      return nullptr;
    for (List::Places &At = It->second; !At.empty(); At.pop_back()) {
      const ir::Stmt *S = L.Stmts[I = At.back()];
      if (S && Known.of(S).Mentioned.contains(V))
        return S;
    }
    return nullptr;
  }

  /// Whether V is mentioned in L from I on.
  bool usedFrom(List &L, unsigned I, const ir::Variable *V) {
    unsigned Last;
    return lastUse(L, V, Last) && Last >= I;
  }

  static unsigned next(const List &L, unsigned I) {
    do
      ++I;
    while (I < L.Stmts.size() && !L.Stmts[I]);
    return I;
  }

  /// v = e; v_saved[i] = v: v has no other use in this list.
  bool intoStore(List &L, unsigned I, const ir::Let *D) {
    unsigned Next = next(L, I);
    const ir::Stmt *Store =
        Next < L.Stmts.size() ? storing(L.Stmts[Next], D) : nullptr;
    if (!Store || Assigned.contains(D->Var) || usedFrom(L, Next + 1, D->Var))
      return false;
    L.Stmts[I] = nullptr;
    replace(L, Next, Store);
    return true;
  }

  /// New for L[I]; it may mention others than that.
  void replace(List &L, unsigned I, const ir::Stmt *New) {
    L.Stmts[I] = New;
    for (const ir::Variable *V : Known.of(New).Mentioned) {
      List::Places &At = L.Used[V];
      auto It = llvm::lower_bound(At, I);
      if (It == At.end() || *It != I)
        At.insert(It, I);
    }
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

  /// Nothing in L assigns to V from I on.
  bool staysFrom(const List &L, unsigned I, const ir::Variable *V) {
    if (!Assigned.contains(V))
      return true;
    if (Shared.contains(V) || (L.LastOpaque && *L.LastOpaque >= I))
      return false;
    auto It = L.Assigned.find(V);
    return It == L.Assigned.end() ||
           std::none_of(llvm::lower_bound(It->second, I), It->second.end(),
                        [&](unsigned K) { return L.Stmts[K] != nullptr; });
  }

  /// a = d, where a keeps its value, and so does d, or d is a local of this
  /// list that is not used any more.
  bool copied(List &L, unsigned I, const ir::Let *D) {
    auto *R = dyn_cast<ir::VarRef>(D->Init);
    if (!R || R->Var->kind() != ir::VariableKind::Local || !R->Ty->isReal() ||
        !ir::sameType(R->Ty, D->Var->type()->unqualified()))
      return false;
    auto At = L.Declared.find(R->Var);
    bool Last = Declared[D->Var] == 1 && At != L.Declared.end() &&
                At->second < I && !usedFrom(L, I + 1, R->Var);
    if (Assigned.contains(D->Var) || !(Last || staysFrom(L, I + 1, R->Var)))
      return false;
    rename(L, I, D->Var, R->Var);
    return true;
  }

  /// The declaration of From at L[I] goes, and all after it means To.
  void rename(List &L, unsigned I, const ir::Variable *From,
              const ir::Variable *To) {
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *V) { return V == From ? To : V; };
    L.Stmts[I] = nullptr;
    List::Places At;
    std::swap(At, L.Used[From]);
    for (unsigned K : At)
      if (K > I && L.Stmts[K])
        replace(L, K, ir::rewriteBlock(R, ir::Block(L.Stmts[K])).front());
  }

  /// A local of this list set and never looked at again: the setting goes.
  bool overwritten(List &L, unsigned I, const ir::Let *D) {
    if (!D->Var->type()->isReal() || Shared.contains(D->Var))
      return false;
    unsigned K;
    auto *A = dyn_cast_if_present<ir::Assign>(lastUse(L, D->Var, K));
    auto *R = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    if (!R || K <= I || R->Var != D->Var || A->Op != ir::AssignOp::Set)
      return false;
    L.Stmts[K] = nullptr;
    return true;
  }

  ir::Module &M;
  Uses Known;
  llvm::DenseMap<const ir::Variable *, unsigned> Declared;
  llvm::DenseSet<const ir::Variable *> Assigned, Shared;
};

} // namespace

ir::Block simplify::forwardCopies(ir::Module &M, ir::Block B,
                                  const VariableSet &Exposed) {
  return Forwarder(M, B, Exposed).block(B);
}
