// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Describe.h"
#include "Analysis/Memory.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::dyn_cast;
using llvm::isa;

void plan::stickOn(ir::Module &M, Plan &P, const ir::Variable &V) {
  P.Stuck = V.loc();
  P.StuckOn = &V;
  P.WhyStuck = M.save(("cannot differentiate through pointers to '" + V.name() +
                       "', which this loop declares anew in every iteration; "
                       "declare it before the loop")
                          .str());
}

namespace {

class Describer {
public:
  Describer(ir::Module &M, const Layout &Where, Plan &P)
      : M(M), Where(Where), P(P) {}

  void run() {
    const llvm::DenseSet<analysis::Region> Led = Where.memory().led();
    ir::walk(P.Body, [&](const ir::Stmt *S) {
      if (auto *C = dyn_cast<ir::Call>(S))
        checkFrame(C);
      if (const ir::Variable *V = ir::declared(S); V && Where.isValue(V))
        P.Values.insert(V);
      if (const ir::Variable *V = ir::declared(S); V && isLedTo(V, Led))
        P.LedTo.insert(V);
      if (isa<ir::Allocate, ir::Release>(S))
        describeBlock(S);
      if (!isa<ir::Assign, ir::Call, ir::PassThrough>(S))
        return;
      unsigned Home = Where.level(S);
      auto *C = dyn_cast<ir::Call>(S);
      if (isa<ir::PassThrough>(S) ||
          (C && !analysis::isPure(C->Callee->primal())))
        Home = 0;
      if (auto *A = dyn_cast<ir::Assign>(S))
        Home = Where.levelOfPlace(A->Place);
      else
        for (const analysis::Write &W : analysis::writesOf(S, Where.memory()))
          Home = std::min(Home, Where.levelOfRegion(W.R));
      P.HomeLevel[S] = Home;
    });
  }

private:
  bool isLedTo(const ir::Variable *V,
               const llvm::DenseSet<analysis::Region> &Led) const {
    if (V->type()->isReference())
      return false;
    analysis::Region R = Where.memory().of(V);
    return Led.contains(R) ||
           llvm::any_of(Where.memory().owners(R), [](const ir::Variable *O) {
             return O->type()->isReference();
           });
  }

  void describeBlock(const ir::Stmt *S) {
    analysis::Region R = Where.blockOf(S);
    BlockUse Use{!Where.memory().isExternal(R), Where.memory().isMeasured(R)};
    P.HomeLevel[S] = Where.levelOfRegion(R);
    P.Blocks[S] = Use;
    if (!Use.Measured || Use.Own)
      return;
    P.Stuck = S->Loc;
    P.WhyStuck = "this block is not known to this function alone, so it cannot "
                 "be followed through 'realloc'; copy it into a new one";
  }

  /// V is the address of a block that stays.
  bool isReserved(const ir::Variable *V) const {
    const ir::Stmt *D = Where.declarationOf(V);
    auto *A = D ? dyn_cast<ir::Allocate>(D) : nullptr;
    return A && A->How == ir::Allocator::Reserved;
  }

  /// The sweeps of C keep pointers that they find in memory, in a frame that
  /// is older than the replay of the iteration: they must not lead to what the
  /// iteration has declared.
  void checkFrame(const ir::Call *C) {
    const ir::Function &F = C->Callee->primal();
    auto *Frame =
        &F == C->Callee ? nullptr : dyn_cast<ir::VarRef>(C->Args.back());
    auto It = Frame ? P.Slots.find(Frame->Var) : P.Slots.end();
    if (It == P.Slots.end() || It->second.Level >= Where.level(C))
      return;
    const analysis::Memory &Mem = Where.memory();
    auto Check = [&](analysis::Region R, const ir::Type *T) {
      for (const ir::Variable *V : Mem.owners(R))
        if (T->holdsReal() && !V->type()->isReference() && !P.Stuck &&
            !isReserved(V) && Where.level(V) > It->second.Level)
          stickOn(M, P, *V);
    };
    for (size_t I = 0; I < F.params().size(); ++I) {
      const ir::Expr *A = C->Args[I];
      if (A->Ty->isPointer() && !F.params()[I]->type()->isReference())
        Mem.forEachBehind(Mem.behind(A), A->Ty->element(), Check);
      else if (ir::isPlace(A))
        Mem.forEachBehind(Mem.ofPlace(A), A->Ty, Check);
      else
        Mem.forEachReached(A, A->Ty, Check);
    }
  }

  ir::Module &M;
  const Layout &Where;
  Plan &P;
};

} // namespace

void plan::describe(ir::Module &M, const Layout &Where, Plan &P) {
  Describer(M, Where, P).run();
}
