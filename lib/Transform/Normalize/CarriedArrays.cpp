// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small array that a loop carries from iteration to iteration, as the state
// of a time loop is, becomes an array of each iteration's own:
//
//   double y[2] = {1, 0};             double y[2] = {1, 0};
//   for (...) {                       for (...) {
//     k = f(y);                         double z[2];
//     y[0] += h * k[0];        ==>      for (i < 2) z[i] = y[i];
//     y[1] += h * k[1];                 k = f(z); z[0] += ...; z[1] += ...;
//   }                                   for (i < 2) y[i] = z[i];
//                                     }
//
// so that the reverse sweep keeps it once an iteration, not once for each place
// where it is read, and computes the rest again. Done where every iteration
// changes about the whole array and reads more than it has elements.

#include "IR/LoopShape.h"
#include "Normalize/CarriedUses.h"
#include "Normalize/ExitsOf.h"
#include "Normalize/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Larger arrays stay: an iteration might touch a few elements only.
static constexpr uint64_t LargestState = 16;
/// Loops with fewer iterations keep little in any case.
static constexpr int64_t FewTrips = 16;

/// The number of reals in an array of reals; 0 for other types.
static uint64_t realsIn(const ir::Type *T) {
  if (T->isConst())
    return 0;
  return T->isArray() ? T->extent() * realsIn(T->element()) : T->isReal();
}

/// A replay of Body cannot run it again, or has memory of its own to make.
static bool happensOnce(ir::Block Body) {
  bool Once = false;
  ir::walk(Body, [&](const ir::Stmt *S) {
    Once |= isa<ir::Call, ir::PassThrough, ir::Allocate, ir::Release>(S);
  });
  return Once;
}

namespace {
class Carrier {
public:
  Carrier(ir::Module &M, ir::Block Whole) : M(M), B(M), Whole(Whole) {}

  ir::Block block(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      if (auto *L = dyn_cast<ir::Let>(S);
          L && L->Var->type()->isArray() && inRange(L->Var))
        Arrays.insert(L->Var);
      Out.push_back(stmt(S));
    }
    return M.block(Out);
  }

private:
  static bool inRange(const ir::Variable *V) {
    uint64_t Size = realsIn(V->type());
    return Size > 0 && Size <= LargestState;
  }

  const ir::Stmt *stmt(const ir::Stmt *S) {
    if (!isa<ir::CountedLoop, ir::Loop>(S))
      return ir::mapBlocks(M, S, [&](ir::Block In) { return block(In); });
    auto *L = dyn_cast<ir::CountedLoop>(S);
    auto N = L ? ir::integerValue(ir::tripCount(B, L)) : std::nullopt;
    return ir::withBody(M, S, body(ir::bodyOf(S), N && *N <= FewTrips, S->Loc));
  }

  ir::Block body(ir::Block Body, bool Short, ir::SourceLoc Loc) {
    auto Around = Arrays; // without those that Body declares
    ir::Block New = block(Body);
    Arrays = Around;
    if (Short || happensOnce(New))
      return New;
    for (const ir::Variable *V : Around)
      if (isState(V, New))
        New = withOwn(V, New, Loc);
    return New;
  }

  bool isState(const ir::Variable *V, ir::Block Body) {
    std::optional<CarriedUses> U = carriedUses(V, Body, Whole, M);
    uint64_t Size = realsIn(V->type());
    return U && U->Nonlinear && U->Writes >= Size && U->Reads > Size;
  }

  //===--- Copies ---------------------------------------------------------===//

  ir::Block withOwn(const ir::Variable *V, ir::Block Body, ir::SourceLoc Loc) {
    const ir::Variable *Own = M.makeLocal(V->name(), V->type(), V->loc());
    ir::Rewrite R{M};
    R.OnVariable = [&](const ir::Variable *U) { return U == V ? Own : U; };
    B.Loc = Loc;
    StmtList Out{M.make<ir::Let>(Own, nullptr, V->loc())};
    copy(B.ref(Own), B.ref(V), Out);
    auto Back = [&](StmtList &To) { copy(B.ref(V), B.ref(Own), To); };
    ir::Block New = beforeBreaks(ir::rewriteBlock(R, Body), Back);
    Out.append(New.begin(), New.end());
    if (exitsOf(New).FallsThrough)
      Back(Out);
    return M.block(Out);
  }

  void copy(const ir::Expr *To, const ir::Expr *From, StmtList &Out) {
    if (!To->Ty->isArray())
      return Out.push_back(B.set(To, From));
    const ir::Variable *K = M.makeLocal("k", M.intType(), B.Loc);
    StmtList Inner;
    copy(B.index(To, B.ref(K)), B.index(From, B.ref(K)), Inner);
    Out.push_back(M.make<ir::CountedLoop>(K, B.integer(0), ir::BinaryOp::Lt,
                                          B.integer(To->Ty->extent()), 1,
                                          M.block(Inner), B.Loc));
  }

  /// What Back adds, anew before each Break that leaves the loop of Body.
  ir::Block beforeBreaks(ir::Block Body,
                         llvm::function_ref<void(StmtList &)> Back) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      if (isa<ir::Exit>(S))
        Back(Out);
      bool Nested = isa<ir::CountedLoop, ir::Loop>(S); // has its own breaks
      Out.push_back(Nested ? S : ir::mapBlocks(M, S, [&](ir::Block In) {
        return beforeBreaks(In, Back);
      }));
    }
    return M.block(Out);
  }

  ir::Module &M;
  ir::Build B;
  ir::Block Whole;
  llvm::SetVector<const ir::Variable *> Arrays; ///< Declared so far, around.
};
} // namespace

ir::Block normalize::separateCarriedArrays(ir::Module &M, ir::Block B) {
  return Carrier(M, B).block(B);
}
