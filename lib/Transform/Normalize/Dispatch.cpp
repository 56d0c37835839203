// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Basic blocks get numbers, and a loop runs the one whose turn it is:
//
//   if (c) goto in;              int next = 0;
//   do {                         while (next != 3) {
//     A;                           int block = next;
//   in:                            if (block == 0) next = c ? 2 : 1;
//     B;                  ==>      else if (block == 1) { A; next = 2; }
//   } while (d);                   else { B; next = d ? 1 : 3; }
//                                }
//
// Only statements that are entered in their midst are taken apart. It is an
// ordinary loop: which block ran in which iteration is recorded as the
// branches of any loop are.

#include "Normalize/Dispatch.h"
#include "Normalize/BasicBlocks.h"
#include "Normalize/ExitsOf.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;

namespace {

class Dispatcher {
public:
  Dispatcher(ir::Module &M, Outlive &O, ir::Block Region,
             const VariableSet &UsedBehind, llvm::StringRef Label)
      : M(M), B(M, Region.front()->Loc), O(O), Label(Label),
        Flat(takeApart(M, Region, Label)), UsedBehind(UsedBehind),
        Next(M.makeLocal(names::NextBlock, M.intType(), B.Loc)),
        This(M.makeLocal(names::ThisBlock, M.intType(), B.Loc)) {}

  void run(StmtList &Out) {
    number();
    if (Order.empty())
      return;
    llvm::SmallVector<ir::Block, 8> Bodies;
    for (size_t N : Order)
      Bodies.push_back(body(N, Out));
    Out.push_back(M.make<ir::Let>(Next, literal(entry()), B.Loc));
    StmtList Body;
    Body.push_back(M.make<ir::Let>(This, B.ref(Next), B.Loc));
    ir::Block Chain = Bodies.back();
    for (size_t K = Bodies.size() - 1; K-- > 0;)
      Chain = M.block(
          {M.make<ir::If>(B.cmp(ir::BinaryOp::Eq, B.ref(This), literal(K)),
                          Bodies[K], Chain, B.Loc)});
    Body.append(Chain.begin(), Chain.end());
    if (JumpsInside)
      Body.push_back(M.make<ir::Label>(Label, B.Loc));
    Out.push_back(M.make<ir::Loop>(
        true, ir::Block(),
        B.cmp(ir::BinaryOp::Ne, B.ref(Next), literal(Order.size())),
        M.block(Body), ir::Block(), B.Loc));
  }

private:
  /// Where control goes on from block N, through those that do nothing.
  size_t followed(size_t N) const {
    for (size_t Steps = 0; N < Flat.List.size() && Steps <= N; ++Steps) {
      const BasicBlock &Each = Flat.List[N];
      if (!Each.Body.empty() || Each.Cond || leaves(Each))
        return N;
      size_t To = then(N);
      if (To == N || To < N)
        return To;
      N = To;
    }
    return N;
  }

  /// The block that N ends with a jump to, or the one that follows it.
  size_t then(size_t N) const {
    const BasicBlock &Each = Flat.List[N];
    auto It = Flat.At.find(Each.Then);
    return It != Flat.At.end() ? It->second : N + 1;
  }

  /// It ends with a jump out of the region.
  bool leaves(const BasicBlock &Each) const {
    return Each.Ended && !Flat.At.count(Each.Then);
  }

  /// Those that can be reached, in order.
  void number() {
    llvm::SmallVector<size_t, 8> Work{followed(0)};
    std::vector<bool> Seen(Flat.List.size() + 1);
    while (!Work.empty()) {
      size_t N = Work.pop_back_val();
      if (N >= Flat.List.size() || Seen[N])
        continue;
      Seen[N] = true;
      const BasicBlock &Each = Flat.List[N];
      Work.push_back(followed(then(N)));
      if (Each.Cond)
        Work.push_back(followed(N + 1));
      forEachGoto(M.block(Each.Body), [&](const ir::Exit *E) {
        if (auto It = Flat.At.find(E->Label); It != Flat.At.end())
          Work.push_back(followed(It->second));
      });
    }
    for (size_t N = 0; N != Flat.List.size(); ++N)
      if (Seen[N])
        Order.push_back(N);
  }

  size_t entry() const { return position(0); }
  /// The number that block N has in the loop; one past the last: the end.
  size_t position(size_t N) const {
    return llvm::find(Order, followed(N)) - Order.begin();
  }
  const ir::Expr *literal(size_t N) { return B.integer(int64_t(N)); }
  const ir::Stmt *goTo(const ir::Expr *Number) {
    return M.make<ir::Assign>(B.ref(Next), ir::AssignOp::Set, Number, B.Loc);
  }

  const ir::Expr *either(const ir::Expr *Cond, const ir::Expr *Then,
                         const ir::Expr *Else) {
    auto *Not = dyn_cast<ir::Unary>(Cond);
    if (Not && Not->Op == ir::UnaryOp::Not)
      return B.select(Not->Operand, Else, Then);
    return B.select(Cond, Then, Else);
  }

  ir::Block body(size_t N, StmtList &Before) {
    const BasicBlock &Each = Flat.List[N];
    StmtList Out(Each.Body);
    bool Leaves = leaves(Each);
    const ir::Stmt *Away =
        M.make<ir::Exit>(ir::ExitKind::Goto, nullptr, Each.Then, B.Loc);
    if (Leaves && Each.Cond) {
      Out.push_back(
          M.make<ir::If>(Each.Cond, M.block({Away}), ir::Block(), B.Loc));
      Out.push_back(goTo(literal(position(N + 1))));
    } else if (Leaves) {
      Out.push_back(Away);
    } else if (Each.Cond) {
      Out.push_back(goTo(either(Each.Cond, literal(position(then(N))),
                                literal(position(N + 1)))));
    } else if (exitsOf(M.block(Out)).FallsThrough) {
      Out.push_back(goTo(literal(position(then(N)))));
    }
    ir::Block Moved = O.moveDeclarations(M.block(Out), usedOutside(N), Before);
    return numbered(Moved);
  }

  VariableSet usedOutside(size_t N) {
    VariableSet Used = UsedBehind;
    for (size_t K : Order) {
      if (K == N)
        continue;
      addMentioned(M.block(Flat.List[K].Body), Used);
      if (const ir::Expr *Cond = Flat.List[K].Cond)
        ir::walk(Cond, [&](const ir::Expr *E) {
          if (auto *V = dyn_cast<ir::VarRef>(E))
            Used.insert(V->Var);
        });
    }
    return Used;
  }

  /// Body with gotos between the blocks as numbers.
  ir::Block numbered(ir::Block Body) {
    ir::Rewrite R{M};
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *E = dyn_cast<ir::Exit>(S);
      if (!E || E->To != ir::ExitKind::Goto)
        return false;
      auto It = Flat.At.find(E->Label);
      if (It == Flat.At.end())
        return false;
      Out.push_back(goTo(literal(position(It->second))));
      Out.push_back(
          M.make<ir::Exit>(ir::ExitKind::Goto, nullptr, Label, E->Loc));
      return JumpsInside = true;
    };
    return ir::rewriteBlock(R, Body);
  }

  ir::Module &M;
  ir::Build B;
  Outlive &O;
  llvm::StringRef Label;
  BasicBlocks Flat;
  const VariableSet &UsedBehind;
  const ir::Variable *Next, *This;
  std::vector<size_t> Order;
  bool JumpsInside = false;
};

} // namespace

void normalize::dispatch(ir::Module &M, Outlive &O, ir::Block Region,
                         const VariableSet &UsedBehind, llvm::StringRef Label,
                         StmtList &Out) {
  Dispatcher(M, O, Region, UsedBehind, Label).run(Out);
}
