// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars get as many variables as they have values:
//
//   double t;                          double t = a * b;
//   t = a * b;              ==>        double t_1 = t * t;
//   t = t * t;
//
// within the statement list that declares them. What branches or loops assign
// stays one variable from there on.

#include "Normalize/Effects.h"
#include "Normalize/Passes.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Splitter {
public:
  Splitter(ir::Module &M, ir::Block Whole)
      : M(M), Exposed(exposedVariables(Whole)) {
    ir::walk(Whole, [&](const ir::Stmt *S) {
      auto *P = dyn_cast<ir::PassThrough>(S);
      if (P)
        Exposed.insert(P->Writes.begin(), P->Writes.end());
    });
  }

  ir::Block block(ir::Block Body) {
    StmtList List;
    Scope Here;
    for (const ir::Stmt *S : Body) {
      if (const ir::Variable *V = ir::declared(S))
        Newest.erase(V); // another block may have declared it, too
      S = ir::mapBlocks(M, S, [&](ir::Block Inner) { return block(Inner); });
      S = declareLate(renamed(S), List, Here);
      S = split(S, Here);
      auto *L = dyn_cast<ir::Let>(S);
      if (L && isSplittable(L->Var)) {
        if (L->Init)
          Here.Set.insert(L->Var);
        else
          Here.Unset[L->Var] = List.size();
      }
      List.push_back(S);
    }
    llvm::erase(List, nullptr);
    return M.block(List);
  }

private:
  /// S is "V = e".
  static const ir::Assign *setting(const ir::Stmt *S, const ir::Variable *V) {
    auto *A = dyn_cast<ir::Assign>(S);
    auto *R = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    return R && R->Var == V && A->Op == ir::AssignOp::Set ? A : nullptr;
  }

  /// What a variable is after A, which assigns to it, or null.
  const ir::Expr *newValue(const ir::Assign *A) {
    if (A->Op == ir::AssignOp::Set)
      return A->Value;
    bool Adds = A->Op == ir::AssignOp::Add;
    if (!Adds && A->Op != ir::AssignOp::Sub)
      return nullptr;
    auto Op = Adds ? ir::BinaryOp::Add : ir::BinaryOp::Sub;
    return M.make<ir::Binary>(Op, A->Place, A->Value, A->Place->Ty, A->Loc);
  }

  bool isSplittable(const ir::Variable *V) const {
    return V->type()->unqualified()->isScalar() && !Exposed.contains(V);
  }

  /// The scalars that a statement list has declared.
  struct Scope {
    VariableSet Set; ///< With a value: the newest variable of each.
    /// Without one and not mentioned yet; the place of the declaration.
    llvm::DenseMap<const ir::Variable *, unsigned> Unset;
  };

  /// S, without the blocks in it, over the newest variables.
  const ir::Stmt *renamed(const ir::Stmt *S) {
    bool Old = false;
    ir::forEachUse(S,
                   [&](const ir::Variable *V) { Old |= Newest.contains(V); });
    if (!Old)
      return S;
    ir::Rewrite R{M};
    R.OnStmt = [](const ir::Stmt *Inner,
                  llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      return Out.push_back(Inner), true;
    };
    R.OnVariable = [&](const ir::Variable *V) {
      const ir::Variable *New = Newest.lookup(V);
      return New ? New : V;
    };
    return ir::rewriteParts(R, S);
  }

  /// A declaration without value moves down to S, if S is the first to mention
  /// the variable and sets it.
  const ir::Stmt *declareLate(const ir::Stmt *S, StmtList &List, Scope &Here) {
    if (Here.Unset.empty())
      return S;
    VariableSet First;
    ir::walk(ir::Block(S), [&](const ir::Stmt *Inner) {
      ir::forEachUse(Inner, [&](const ir::Variable *V) {
        if (Here.Unset.contains(V))
          First.insert(V);
      });
    });
    const ir::Stmt *Result = S;
    for (const ir::Variable *V : First) {
      const ir::Assign *A = setting(S, V);
      if (A && !ir::mentions(A->Value, V)) {
        List[Here.Unset[V]] = nullptr;
        Result = M.make<ir::Let>(V, A->Value, A->Loc);
      }
      Here.Unset.erase(V);
    }
    return Result;
  }

  /// An assignment to what this list has declared begins a new variable.
  const ir::Stmt *split(const ir::Stmt *S, Scope &Here) {
    auto *A = dyn_cast<ir::Assign>(S);
    auto *R = A ? dyn_cast<ir::VarRef>(A->Place) : nullptr;
    if (!R || !Here.Set.contains(R->Var))
      return S;
    const ir::Expr *Value = newValue(A);
    if (!Value)
      return S;
    const ir::Variable *V = R->Var;
    const ir::Variable *New =
        M.makeLocal(V->name(), V->type()->unqualified(), S->Loc);
    const ir::Variable *Origin = Origins.contains(V) ? Origins[V] : V;
    Newest[Origin] = New;
    Origins[New] = Origin;
    Here.Set.erase(V);
    return M.make<ir::Let>(New, Value, S->Loc);
  }

  ir::Module &M;
  VariableSet Exposed;
  /// What a variable of the text that is read has become, if anything.
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Newest;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> Origins;
};

} // namespace

ir::Block normalize::splitDeclarations(ir::Module &M, ir::Block B) {
  return Splitter(M, B).block(B);
}
