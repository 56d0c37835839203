// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable of an iteration gets storage that outlives the iteration:
//
//   for (...) { Node n = {x, p}; f(&n); }
//   for (...) { Node *n = <a block of one>; n->x = x; n->p = p; f(n); }

#include "Normalize/Normalize.h"
#include "Normalize/Outlive.h"
#include "Normalize/Passes.h"
#include "Normalize/SetParts.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

namespace {

class GiveBlock {
public:
  GiveBlock(ir::Module &M, const ir::Variable *V)
      : M(M), B(M), V(V), IsArray(V->type()->isArray()),
        Held(IsArray ? V->type()->element()->unqualified()
                     : V->type()->unqualified()),
        Block(M.makeLocal(V->name(), M.pointerTo(Held), V->loc())) {
    B.Loc = V->loc();
    R.OnExpr = [this](const ir::Expr *E) { return replaced(E); };
    R.OnStmt = [this](const ir::Stmt *S,
                      llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      return ir::declared(S) == this->V && declare(S, Out);
    };
  }

  ir::Block run(ir::Block Body) { return ir::rewriteBlock(R, Body); }

private:
  bool isV(const ir::Expr *E) const {
    auto *Ref = dyn_cast<ir::VarRef>(E);
    return Ref && Ref->Var == V;
  }

  const ir::Expr *element(const ir::Expr *Subscript) {
    return B.index(B.ref(Block), Subscript);
  }

  /// Array is V, or a choice of arrays with V among them.
  bool mayBeV(const ir::Expr *Array) const {
    auto *S = dyn_cast<ir::Select>(Array);
    return S ? mayBeV(S->Then) || mayBeV(S->Else) : isV(Array);
  }

  /// The pointer to element 0 of Array, where that is V or a choice.
  const ir::Expr *first(const ir::Expr *Array, const ir::Type *Pointer) {
    if (isV(Array))
      return B.cast(B.ref(Block), Pointer, /*Implicit=*/true);
    if (auto *S = dyn_cast<ir::Select>(Array))
      return B.select(ir::rewriteExpr(R, S->Cond), first(S->Then, Pointer),
                      first(S->Else, Pointer));
    return B.cast(B.decay(ir::rewriteExpr(R, Array)), Pointer,
                  /*Implicit=*/true);
  }

  const ir::Expr *replaced(const ir::Expr *E) {
    if (!IsArray)
      return isV(E) ? B.deref(B.ref(Block)) : nullptr;
    if (auto *I = dyn_cast<ir::Index>(E); I && mayBeV(I->Base))
      return B.index(first(I->Base, B.decay(I->Base)->Ty),
                     ir::rewriteExpr(R, I->Subscript));
    if (auto *A = dyn_cast<ir::AddressOf>(E); A && A->Decay && mayBeV(A->Place))
      return first(A->Place, A->Ty);
    return nullptr;
  }

  bool declare(const ir::Stmt *S, llvm::SmallVectorImpl<const ir::Stmt *> &To) {
    int64_t N = IsArray ? int64_t(V->type()->extent()) : 1;
    const ir::Stmt *Parts = ir::rewriteParts(R, S);
    StmtList Out;
    Out.push_back(M.make<ir::Allocate>(Block, ir::Allocator::Reserved,
                                       B.integer(N, M.longType()),
                                       /*Zero=*/false, S->Loc));
    if (auto *C = dyn_cast<ir::Call>(Parts)) {
      const ir::Variable *Result = M.makeLocal(V->name(), Held, V->loc());
      Out.push_back(M.make<ir::Call>(Result, C->Callee, C->Args, C->Loc));
      Out.push_back(B.set(B.deref(B.ref(Block)), B.ref(Result)));
    } else if (const ir::Expr *Init = llvm::cast<ir::Let>(Parts)->Init) {
      initialise(Init, N, Out);
    }
    To.append(Out.begin(), Out.end());
    return true;
  }

  void initialise(const ir::Expr *Init, int64_t N, StmtList &Out) {
    if (!IsArray)
      return setParts(B, B.deref(B.ref(Block)), Init, Out);
    auto &Given = llvm::cast<ir::Aggregate>(Init)->Elements;
    for (int64_t I = 0; I < N; ++I) {
      const ir::Expr *Part = element(B.integer(I, M.longType()));
      setParts(B, Part, I < int64_t(Given.size()) ? Given[I] : B.zero(Part->Ty),
               Out);
    }
  }

  ir::Module &M;
  ir::Build B;
  const ir::Variable *V;
  bool IsArray;
  const ir::Type *Held;
  const ir::Variable *Block;
  ir::Rewrite R{M};
};

} // namespace

/// Something is done with V that cannot be done with a block: text changes it,
/// or an array is spoken of as a whole.
static bool staysVariable(ir::Block Before, ir::Block After,
                          const ir::Variable *V) {
  bool Stays = false;
  ir::walk(Before, [&](const ir::Stmt *S) {
    if (auto *P = dyn_cast<ir::PassThrough>(S))
      Stays |= llvm::is_contained(P->Writes, V);
  });
  VariableSet Left;
  addMentioned(After, Left);
  return Stays || Left.contains(V);
}

std::optional<ir::Block> normalize::giveBlock(ir::Module &M, ir::Block Body,
                                              const ir::Variable *V) {
  ir::Block Given = GiveBlock(M, V).run(Body);
  if (staysVariable(Body, Given, V))
    return std::nullopt;
  return takeRecordsApart(M, Given);
}

ir::Block
normalize::keepBlocks(ir::Module &M, ir::Block Body,
                      const llvm::DenseSet<const ir::Stmt *> &Blocks) {
  ir::Rewrite R{M};
  R.OnStmt = [&](const ir::Stmt *S,
                 llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
    if (!Blocks.contains(S))
      return false;
    if (auto *A = dyn_cast<ir::Allocate>(S))
      Out.push_back(M.make<ir::Allocate>(A->Var, ir::Allocator::Reserved,
                                         A->Count, A->Zero, A->Loc));
    return true;
  };
  return ir::rewriteBlock(R, Body);
}
