// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body with its copies in it, and with its loops counted where the trip
// count is not known at their entry:
//
//   while (c) { A; if (d) break; B }
//   ==>
//   trips = 0; left = 0;
//   while (c) { ++trips; A; if (d) { left = 1; break; } B }
//   trips_saved = trips; left_saved = left;

#include "IR/Build.h"
#include "IR/LoopShape.h"
#include "Plan/Recording.h"
#include "Support/GeneratedNames.h"
#include <deque>

using namespace nabla;
using namespace nabla::plan;
using llvm::dyn_cast;
using llvm::isa;

using StmtList = Recording::Stmts;

namespace {

class Rebuilder {
public:
  Rebuilder(ir::Module &M, const Recording &R, const LoopSet &Replayed, Plan &P)
      : M(M), B(M), R(R), Replayed(Replayed), P(P) {}

  ir::Block run(ir::Block Body) {
    StmtList Out;
    for (const ir::Stmt *S : Body) {
      if (auto It = R.Preceding.find(S); It != R.Preceding.end())
        Out.append(It->second);
      B.Loc = S->Loc;
      if (auto It = R.Instead.find(S); It != R.Instead.end()) {
        Out.append(It->second);
        continue;
      }
      if (auto *E = dyn_cast<ir::Exit>(S);
          E && E->To == ir::ExitKind::Break && !Open.empty())
        numberBreak(E, Out);
      bool Counts = isCounted(S);
      if (Counts)
        open(S, Out);
      const ir::Stmt *New = remade(S);
      Out.push_back(New);
      if (Counts)
        close(New, Out);
      if (auto It = R.Adjoints.find(S); It != R.Adjoints.end())
        P.AdjointOf[New] = It->second;
      if (R.Reversed.contains(S))
        P.Reversed.insert(New);
      if (Replayed.contains(S))
        P.Replayed.insert(New);
      if (auto It = R.Following.find(S); It != R.Following.end())
        Out.append(It->second);
    }
    return M.block(Out);
  }

  const ir::Stmt *remade(const ir::Stmt *S) {
    auto Cond =
        [&](const ir::Expr *Old,
            const llvm::DenseMap<const ir::Stmt *, const ir::Expr *> &Map) {
          const ir::Expr *New = Map.lookup(S);
          return New ? New : Old;
        };
    if (auto *I = dyn_cast<ir::If>(S))
      return branch(I, Cond(I->Cond, R.Conditions));
    if (auto *C = dyn_cast<ir::CountedLoop>(S))
      return M.make<ir::CountedLoop>(C->Counter, Cond(C->Begin, R.Conditions),
                                     C->Relation, Cond(C->End, R.Ends), C->Step,
                                     loopBody(S, C->Body), S->Loc);
    if (auto *W = dyn_cast<ir::Loop>(S))
      return M.make<ir::Loop>(W->TestFirst, W->CondBlock, W->Cond,
                              loopBody(S, W->Body), W->Step, S->Loc);
    const ir::Stmt *New = R.Replacement.lookup(S);
    return New ? New : S;
  }

private:
  const ir::Stmt *branch(const ir::If *I, const ir::Expr *Cond) {
    bool Outer = std::exchange(IsAsked, R.Reversed.contains(I));
    ir::Block Then = run(I->Then), Else = run(I->Else);
    IsAsked = Outer;
    return M.make<ir::If>(Cond, Then, Else, I->Loc);
  }

  //===--- Loops that must be counted while they run ----------------------===//

  struct Count {
    const ir::Variable *Trips, *Left;
    int Breaks = 0;
  };

  bool isCounted(const ir::Stmt *S) const {
    auto *C = dyn_cast<ir::CountedLoop>(S);
    return R.Reversed.contains(S) &&
           (isa<ir::Loop>(S) || (C && ir::hasBreak(C->Body)));
  }

  void open(const ir::Stmt *S, StmtList &Out) {
    Count C{M.makeLocal(names::Trips, M.longType(), S->Loc),
            M.makeLocal(names::Left, M.intType(), S->Loc)};
    Out.push_back(M.make<ir::Let>(C.Trips, B.integer(0, M.longType()), S->Loc));
    Out.push_back(M.make<ir::Let>(C.Left, B.integer(0, M.intType()), S->Loc));
    Counting.push_back(C);
  }

  ir::Block loopBody(const ir::Stmt *Loop, ir::Block Body) {
    Count *C = isCounted(Loop) ? &Counting.back() : nullptr;
    Open.push_back(C);
    bool Outer = std::exchange(IsAsked, false);
    ir::Block New = run(Body);
    IsAsked = Outer;
    Open.pop_back();
    if (!C)
      return New;
    StmtList Out;
    Out.push_back(M.make<ir::Assign>(B.ref(C->Trips), ir::AssignOp::Add,
                                     B.integer(1, M.longType()), B.Loc));
    Out.append(New.begin(), New.end());
    return M.block(Out);
  }

  /// Which break it was matters where a branch around it is to be reversed.
  void numberBreak(const ir::Exit *E, StmtList &Out) {
    if (!Open.back() || !IsAsked)
      return;
    int N = ++Open.back()->Breaks;
    P.BreakNumber[E] = N;
    Out.push_back(M.make<ir::Assign>(B.ref(Open.back()->Left),
                                     ir::AssignOp::Set,
                                     B.integer(N, M.intType()), E->Loc));
  }

  void close(const ir::Stmt *New, StmtList &Out) {
    Count C = Counting.back();
    Counting.pop_back();
    auto Final = [&](const ir::Variable *V) {
      const ir::Variable *F =
          M.makeLocal(M.save(names::saved(V->name())), V->type(), New->Loc);
      Out.push_back(M.make<ir::Let>(F, B.ref(V), New->Loc));
      return F;
    };
    LoopRecord Record;
    Record.Trips = Final(C.Trips);
    if (C.Breaks)
      Record.Left = Final(C.Left);
    P.Records[New] = Record;
  }

  ir::Module &M;
  ir::Build B;
  const Recording &R;
  const LoopSet &Replayed;
  Plan &P;
  std::deque<Count> Counting; // Open points into it
  std::vector<Count *> Open;
  bool IsAsked = false; ///< The reverse sweep asks which arm of the If ran.
};

} // namespace

void plan::rebuild(ir::Module &M, ir::Block Body, const Recording &R,
                   const LoopSet &Replayed, Plan &P) {
  P.Body = Rebuilder(M, R, Replayed, P).run(Body);
}
