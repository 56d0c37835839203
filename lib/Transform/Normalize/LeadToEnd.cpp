// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What follows an exit moves into the arm that does not leave:
//
//   A;                                 A;
//   if (c) goto end;            ==>    if (c) {}
//   B;                                 else { B }
//   end:
//
// Where both arms may come to their ends, or a loop is left, a flag tells:
//
//   while (c) {                        bool to_end = false;
//     if (d) goto end;                 while (c) {
//     A;                                 if (d) { to_end = true; break; }
//   }                           ==>      A;
//   B;                                 }
//   end:                               if (!to_end) { B }

#include "Normalize/LeadToEnd.h"
#include "Normalize/ExitsOf.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Leader {
public:
  /// Without a Label it is about continues.
  Leader(ir::Module &M, llvm::StringRef Label) : M(M), B(M), Label(Label) {}

  void run(ir::Block Body, StmtList &Out) {
    StmtList New;
    lead(Body, At::End, New);
    if (Flag)
      Out.push_back(M.make<ir::Let>(Flag, B.boolean(false), Body.front()->Loc));
    Out.append(New);
  }

private:
  bool isTarget(const ir::Stmt *S) const {
    auto *E = dyn_cast<ir::Exit>(S);
    if (!E)
      return false;
    return Label.empty() ? E->To == ir::ExitKind::Continue
                         : E->To == ir::ExitKind::Goto && E->Label == Label;
  }

  bool leads(const ir::Stmt *S) const {
    if (Label.empty() && isa<ir::Loop, ir::CountedLoop>(S))
      return false;
    bool Found = isTarget(S);
    ir::forEachBlock(S, [&](ir::Block Inner) {
      Found = Found || llvm::any_of(Inner, [&](const ir::Stmt *Each) {
                return leads(Each);
              });
    });
    return Found;
  }

  /// Whether a target is where nothing follows but the end, or where the flag
  /// is to be set, in a loop that is to be left or not.
  enum class At { End, Flag, FlagInLoop };

  void lead(ir::Block Body, At Where, StmtList &Out) {
    bool InLoop = Where == At::FlagInLoop;
    auto Go = [&](ir::Block Part, StmtList &To) { lead(Part, Where, To); };
    for (size_t K = 0; K != Body.size(); ++K) {
      const ir::Stmt *S = Body[K];
      if (isTarget(S)) {
        if (Where != At::End)
          raise(S->Loc, InLoop, Out);
        return;
      }
      if (!leads(S)) {
        Out.push_back(S);
        if (isa<ir::Exit>(S))
          return;
        continue;
      }
      ir::Block Rest = Body.drop_front(K + 1);
      auto *I = dyn_cast<ir::If>(S);
      if (I && !InLoop && canTake(I, Rest)) {
        Out.push_back(joined(I, Rest, Go));
        return;
      }
      flagged(S, InLoop, Out);
      if (!InLoop)
        return afterFlagged(S, Rest, Out, Go);
      if (!I)
        Out.push_back(M.make<ir::If>(B.ref(flag(S->Loc)), leave(S->Loc),
                                     ir::Block(), S->Loc));
      if (!exitsOf(S).FallsThrough)
        return;
    }
  }

  /// S with the flag set where it leaves.
  void flagged(const ir::Stmt *S, bool InLoop, StmtList &Out) {
    auto Inner = [&](ir::Block Body, bool Loop) {
      StmtList New;
      lead(Body, Loop ? At::FlagInLoop : At::Flag, New);
      return M.block(New);
    };
    if (auto *I = dyn_cast<ir::If>(S)) {
      ir::Block Then = Inner(I->Then, InLoop);
      Out.push_back(
          M.make<ir::If>(I->Cond, Then, Inner(I->Else, InLoop), S->Loc));
    } else {
      Out.push_back(ir::withBody(M, S, Inner(ir::bodyOf(S), true)));
    }
  }

  using Continuation = llvm::function_ref<void(ir::Block, StmtList &)>;

  void afterFlagged(const ir::Stmt *S, ir::Block Rest, StmtList &Out,
                    Continuation Continue) {
    StmtList Falling;
    Continue(Rest, Falling);
    if (!Falling.empty())
      Out.push_back(M.make<ir::If>(B.logicalNot(B.ref(flag(S->Loc))),
                                   M.block(Falling), ir::Block(), S->Loc));
  }

  /// Rest may move into an arm of I: it comes after one of them at most.
  static bool canTake(const ir::If *I, ir::Block Rest) {
    return Rest.empty() || !exitsOf(I->Then).FallsThrough ||
           !exitsOf(I->Else).FallsThrough;
  }

  const ir::Stmt *joined(const ir::If *I, ir::Block Rest,
                         Continuation Continue) {
    auto Arm = [&](ir::Block Part) {
      StmtList All(Part.begin(), Part.end()), New;
      if (exitsOf(Part).FallsThrough)
        All.append(Rest.begin(), Rest.end());
      Continue(M.block(All), New);
      return M.block(New);
    };
    ir::Block Then = Arm(I->Then);
    return M.make<ir::If>(I->Cond, Then, Arm(I->Else), I->Loc);
  }

  void raise(ir::SourceLoc L, bool InLoop, StmtList &Out) {
    Out.push_back(M.make<ir::Assign>(B.ref(flag(L)), ir::AssignOp::Set,
                                     B.boolean(true), L));
    if (InLoop)
      Out.push_back(leave(L).front());
  }

  ir::Block leave(ir::SourceLoc L) {
    return M.block({M.make<ir::Exit>(ir::ExitKind::Break, nullptr, "", L)});
  }

  const ir::Variable *flag(ir::SourceLoc L) {
    if (!Flag)
      Flag = M.makeLocal(M.save(names::jump(Label.empty() ? "next" : Label)),
                         M.boolType(), L);
    return Flag;
  }

  ir::Module &M;
  ir::Build B;
  llvm::StringRef Label;
  const ir::Variable *Flag = nullptr;
};

} // namespace

void normalize::leadGotosToEnd(ir::Module &M, ir::Block Body,
                               llvm::StringRef Label, StmtList &Out) {
  Leader(M, Label).run(Body, Out);
}

void normalize::leadContinuesToEnd(ir::Module &M, ir::Block Body,
                                   StmtList &Out) {
  Leader(M, "").run(Body, Out);
}
