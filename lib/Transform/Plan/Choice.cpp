// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan/Choice.h"
#include "IR/Build.h"
#include "Plan/MinimumCut.h"

using namespace nabla;
using namespace nabla::plan;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

unsigned plan::costOf(const ir::Expr *E) {
  unsigned Cost = 0;
  ir::walk(E, [&](const ir::Expr *Sub) {
    switch (Sub->Kind) {
    case ir::ExprKind::Unary:
    case ir::ExprKind::Select:
    case ir::ExprKind::Index:
    case ir::ExprKind::Deref:
      Cost += 1;
      break;
    case ir::ExprKind::Binary: {
      auto Op = cast<ir::Binary>(Sub)->Op;
      Cost += Op == ir::BinaryOp::Div || Op == ir::BinaryOp::Rem ? 8 : 1;
      break;
    }
    case ir::ExprKind::RuleCall:
      Cost += 30;
      break;
    case ir::ExprKind::Verbatim:
      Cost += 1000;
      break;
    default:
      break;
    }
  });
  return Cost;
}

namespace {

/// What it costs to store 8 bytes and load them: usually, and in a loop whose
/// memory is to be kept small.
constexpr unsigned UsualStore = 12, DearStore = 48;

class Chooser {
public:
  Chooser(const Plan &P, const Layout &Where) : P(P), Where(Where) {}

  using Result = llvm::DenseSet<const ir::Variable *>;

  Result run(llvm::ArrayRef<const ir::Variable *> Needed) {
    for (const ir::Variable *V : Needed)
      if (addNode(V))
        Sinks.push_back(Number[V]);
    for (unsigned K = 0; K < Nodes.size(); ++K)
      addOperands(K);
    std::vector<Fate> Usual = cut({});
    Loops Least = bytesPerIteration(cut(allLoops()));
    LoopSet Tight;
    for (auto &[Loop, Bytes] : bytesPerIteration(Usual))
      if (isTooMuch(Bytes, Least.lookup(Loop)))
        Tight.insert(Loop);
    if (!Tight.empty())
      Usual = cut(Tight);
    Result R;
    for (unsigned K = 0; K < Nodes.size(); ++K)
      if (Usual[K] == Recomputed)
        R.insert(Nodes[K].Var);
    return R;
  }

private:
  enum Fate { Absent, Stored, Recomputed };
  using Loops = llvm::DenseMap<const ir::Stmt *, unsigned>;

  struct Node {
    const ir::Variable *Var;
    const ir::Expr *Formula; ///< Null if there is none.
    const ir::Stmt *Loop;    ///< The innermost around it.
    llvm::SmallVector<unsigned, 4> Operands;
  };

  /// A loop may keep a quarter more, or one real, than it has to.
  static bool isTooMuch(unsigned Bytes, unsigned Least) {
    return Least > 0 && Bytes > std::max(Least + 8, Least + Least / 4);
  }

  /// False for what is at hand anyway.
  bool addNode(const ir::Variable *V) {
    if (Number.count(V))
      return true;
    const ir::Stmt *D = Where.declarationOf(V);
    if (!D || isa<ir::CountedLoop>(D) || !Where.isValue(V) ||
        Where.isAlive(V) || Where.of(D).Loops.empty())
      return false;
    Number[V] = Nodes.size();
    Nodes.push_back({V, P.Formulas.lookup(V), Where.of(D).Loops.back(), {}});
    return true;
  }

  void addOperands(unsigned K) {
    if (!Nodes[K].Formula)
      return;
    bool ReadsReal = false;
    llvm::SmallVector<unsigned, 4> Operands;
    ir::walk(Nodes[K].Formula, [&](const ir::Expr *E) {
      ReadsReal |= E->Ty->isReal();
      auto *V = dyn_cast<ir::VarRef>(E);
      if (V && addNode(V->Var))
        Operands.push_back(Number[V->Var]);
    });
    // Rounding may differ when a real is computed again in another context.
    // A condition or an index must not.
    if (ReadsReal && !Nodes[K].Var->type()->isReal())
      Nodes[K].Formula = nullptr;
    else
      Nodes[K].Operands = Operands;
  }

  LoopSet allLoops() const {
    LoopSet All;
    for (const Node &N : Nodes)
      All.insert(N.Loop);
    return All;
  }

  static unsigned bytesOf(const Node &N) {
    const ir::Type *T = N.Var->type();
    return T->isReal() || T->isInteger() || T->isPointer() ? 8 : 1;
  }

  std::vector<Fate> cut(const LoopSet &Tight) const {
    unsigned Source = 2 * Nodes.size(), Sink = Source + 1;
    MinimumCut G(Sink + 1);
    for (unsigned K = 0; K < Nodes.size(); ++K) {
      const Node &N = Nodes[K];
      unsigned Store = Tight.contains(N.Loop) ? DearStore : UsualStore;
      G.connect(Source, 2 * K,
                N.Formula ? costOf(N.Formula) : MinimumCut::Unlimited);
      G.connect(2 * K, 2 * K + 1, std::max(1u, Store * bytesOf(N) / 8));
      for (unsigned O : N.Operands)
        G.connect(2 * O + 1, 2 * K, MinimumCut::Unlimited);
    }
    for (unsigned K : Sinks)
      G.connect(2 * K + 1, Sink, MinimumCut::Unlimited);
    std::vector<bool> Side = G.sourceSide(Source, Sink);
    std::vector<Fate> Fates;
    for (unsigned K = 0; K < Nodes.size(); ++K)
      Fates.push_back(!Side[2 * K]      ? Recomputed
                      : Side[2 * K + 1] ? Absent
                                        : Stored);
    return Fates;
  }

  Loops bytesPerIteration(llvm::ArrayRef<Fate> Fates) const {
    Loops Bytes;
    for (unsigned K = 0; K < Nodes.size(); ++K)
      if (Fates[K] == Stored)
        Bytes[Nodes[K].Loop] += bytesOf(Nodes[K]);
    return Bytes;
  }

  const Plan &P;
  const Layout &Where;
  std::vector<Node> Nodes;
  llvm::DenseMap<const ir::Variable *, unsigned> Number;
  std::vector<unsigned> Sinks;
};

} // namespace

llvm::DenseSet<const ir::Variable *>
plan::chooseRecomputed(const Plan &P, const Layout &Where,
                       llvm::ArrayRef<const ir::Variable *> Needed) {
  return Chooser(P, Where).run(Needed);
}
