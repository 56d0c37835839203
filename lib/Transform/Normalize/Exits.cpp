// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exits become structure. What follows a statement that may leave moves into
// the arms that do not:
//
//   if (c) { A; continue; }            if (c) { A }
//   B;                          ==>    else { B }
//
// Where several arms fall through, or the exit crosses a loop, a flag says
// which exit is under way:
//
//   for (...) { if (c) return x; }     int left = 0;
//   B;                          ==>    for (...)
//                                        if (c) { result = x; left = 1; break;
//                                        }
//                                      if (left == 0) { B }

#include "Normalize/ExitsOf.h"
#include "Normalize/LeadToEnd.h"
#include "Normalize/Passes.h"

using namespace nabla;
using llvm::cast;
using llvm::dyn_cast;
using normalize::Exits;
using normalize::exitsOf;
using normalize::StmtList;

namespace {

class Structurer {
public:
  /// ByReference: ResultVar is a pointer to what the function refers to.
  Structurer(ir::Module &M, const ir::Variable *ResultVar,
             bool ByReference = false)
      : M(M), B(M), ResultVar(ResultVar), ByReference(ByReference) {}

  /// B with every exit in tail position, or gone where the tail is where it
  /// leads anyway.
  ir::Block run(ir::Block Body, bool InLoop) {
    StmtList Out;
    list(Body, InLoop, Out);
    return M.block(Out);
  }

private:
  void list(ir::Block Body, bool InLoop, StmtList &Out) {
    for (unsigned K = 0; K < Body.size(); ++K) {
      const ir::Stmt *S = Body[K];
      if (auto *E = dyn_cast<ir::Exit>(S))
        return exit(E, InLoop, Out);
      ir::Block Rest = Body.drop_front(K + 1);
      Exits X = exitsOf(S);
      auto *I = dyn_cast<ir::If>(S);
      if (I && X.any()) {
        branch(I, Rest, InLoop, Out);
        return;
      }
      if (X.Return) {
        viaFlag(S, Rest, InLoop, Out);
        return;
      }
      Out.push_back(inner(S));
      if (!X.FallsThrough)
        return; // the rest is unreachable
    }
  }

  void exit(const ir::Exit *E, bool InLoop, StmtList &Out) {
    switch (E->To) {
    case ir::ExitKind::Continue:
      return;
    case ir::ExitKind::Break:
      Out.push_back(E);
      return;
    case ir::ExitKind::Return:
      if (E->Value)
        Out.push_back(result(E));
      if (InLoop) {
        setFlag(2, E->Loc, Out);
        Out.push_back(
            M.make<ir::Exit>(ir::ExitKind::Break, nullptr, "", E->Loc));
      }
      return;
    case ir::ExitKind::Goto:
      llvm_unreachable("gotos are structure by now");
    }
  }

  void branch(const ir::If *I, ir::Block Rest, bool InLoop, StmtList &Out) {
    Exits T = exitsOf(I->Then), E = exitsOf(I->Else);
    if (T.FallsThrough && E.FallsThrough && !Rest.empty()) {
      viaFlag(I, Rest, InLoop, Out);
      return;
    }
    auto Arm = [&](ir::Block Body, bool Falls) {
      StmtList Joined(Body.begin(), Body.end());
      if (Falls)
        Joined.append(Rest.begin(), Rest.end());
      return run(M.block(Joined), InLoop);
    };
    Out.push_back(M.make<ir::If>(I->Cond, Arm(I->Then, T.FallsThrough),
                                 Arm(I->Else, E.FallsThrough), I->Loc));
  }

  /// S leaves in some ways and falls through in others: remember which, then
  /// branch on it.
  void viaFlag(const ir::Stmt *S, ir::Block Rest, bool InLoop, StmtList &Out) {
    Exits X = exitsOf(S);
    const ir::Variable *Saved = Flag;
    const ir::Variable *Mine = M.makeLocal("left", M.intType(), S->Loc);
    Out.push_back(M.make<ir::Let>(Mine, B.integer(0, M.intType()), S->Loc));
    Flag = Mine;
    Out.push_back(flagged(S));
    Flag = Saved;
    StmtList Fall;
    list(Rest, InLoop, Fall);
    StmtList Leave;
    if (X.Return && InLoop) {
      setFlag(2, S->Loc, Leave);
      Leave.push_back(breakAt(S->Loc));
    }
    // 1: the exit was a break, or a continue, which leads past Rest; 2: return.
    const ir::Expr *Ref = B.ref(Mine);
    auto Equals = [&](int N) {
      return B.cmp(ir::BinaryOp::Eq, Ref, B.integer(N, M.intType()));
    };
    const ir::Stmt *Tail =
        M.make<ir::If>(Equals(0), M.block(Fall), ir::Block(), S->Loc);
    StmtList Else;
    if (X.Break && !llvm::isa<ir::Loop, ir::CountedLoop>(S))
      Else.push_back(M.make<ir::If>(
          Equals(1), M.block({breakAt(S->Loc)}),
          Leave.empty() ? ir::Block() : ifReturning(Equals(2), Leave, S->Loc),
          S->Loc));
    else if (!Leave.empty())
      Else.push_back(ifReturning(Equals(2), Leave, S->Loc)[0]);
    if (!Else.empty())
      Tail = M.make<ir::If>(Equals(0), M.block(Fall), M.block(Else), S->Loc);
    else if (Fall.empty())
      return;
    Out.push_back(Tail);
  }

  ir::Block ifReturning(const ir::Expr *Cond, const StmtList &Leave,
                        ir::SourceLoc L) {
    return M.block({M.make<ir::If>(Cond, M.block(Leave), ir::Block(), L)});
  }

  const ir::Stmt *breakAt(ir::SourceLoc L) {
    return M.make<ir::Exit>(ir::ExitKind::Break, nullptr, "", L);
  }

  void setFlag(int Value, ir::SourceLoc L, StmtList &Out) {
    if (!Flag)
      return;
    Out.push_back(M.make<ir::Assign>(B.ref(Flag), ir::AssignOp::Set,
                                     B.integer(Value, M.intType()), L));
  }

  /// S with its exits turned into assignments to the flag. A loop that is
  /// returned from is broken out of.
  const ir::Stmt *flagged(const ir::Stmt *S) {
    if (auto *L = dyn_cast<ir::CountedLoop>(S))
      return ir::withBody(M, L, run(L->Body, true));
    if (auto *L = dyn_cast<ir::Loop>(S))
      return loop(L);
    auto *I = cast<ir::If>(S);
    return M.make<ir::If>(I->Cond, flaggedList(I->Then), flaggedList(I->Else),
                          I->Loc);
  }

  ir::Block flaggedList(ir::Block Body) {
    StmtList Out;
    for (unsigned K = 0; K < Body.size(); ++K) {
      const ir::Stmt *S = Body[K];
      ir::Block Rest = Body.drop_front(K + 1);
      if (auto *E = dyn_cast<ir::Exit>(S)) {
        if (E->To == ir::ExitKind::Return && E->Value)
          Out.push_back(result(E));
        setFlag(E->To == ir::ExitKind::Return     ? 2
                : E->To == ir::ExitKind::Continue ? 3
                                                  : 1,
                E->Loc, Out);
        break;
      }
      Exits X = exitsOf(S);
      if (!X.any()) {
        Out.push_back(inner(S));
        continue;
      }
      Out.push_back(flagged(S));
      if (!Rest.empty() && X.FallsThrough) {
        ir::Block Tail = flaggedList(Rest);
        Out.push_back(M.make<ir::If>(
            B.cmp(ir::BinaryOp::Eq, B.ref(Flag), B.integer(0, M.intType())),
            Tail, ir::Block(), S->Loc));
      }
      break;
    }
    return M.block(Out);
  }

  /// A statement without exits of its own to the outside: its parts.
  const ir::Stmt *inner(const ir::Stmt *S) {
    if (auto *I = dyn_cast<ir::If>(S))
      return M.make<ir::If>(I->Cond, run(I->Then, false), run(I->Else, false),
                            I->Loc);
    if (auto *L = dyn_cast<ir::CountedLoop>(S))
      return ir::withBody(M, L, run(L->Body, true));
    if (auto *L = dyn_cast<ir::Loop>(S))
      return loop(L);
    return S;
  }

  /// while (c) { Body; Step }, or for (;;) { ... if (c) ... else break; }.
  const ir::Stmt *loop(const ir::Loop *L) {
    // A continue ends Body, not what follows it: structure Body first.
    bool Followed = !L->Step.empty() || !L->TestFirst;
    StmtList Body;
    if (exitsOf(L->Body).Continue && Followed)
      normalize::leadContinuesToEnd(M, L->Body, Body);
    else
      Body.append(L->Body.begin(), L->Body.end());
    if (L->TestFirst && L->CondBlock.empty()) {
      Body.append(L->Step.begin(), L->Step.end());
      return M.make<ir::Loop>(true, ir::Block(), L->Cond,
                              run(M.block(Body), true), ir::Block(), L->Loc);
    }
    const ir::Stmt *Leave = breakAt(L->Loc);
    StmtList All;
    if (L->TestFirst) {
      All.append(L->CondBlock.begin(), L->CondBlock.end());
      Body.append(L->Step.begin(), L->Step.end());
      if (L->Cond)
        All.push_back(
            M.make<ir::If>(L->Cond, M.block(Body), M.block({Leave}), L->Loc));
      else
        All.append(Body);
    } else {
      All.append(Body);
      All.append(L->Step.begin(), L->Step.end());
      All.append(L->CondBlock.begin(), L->CondBlock.end());
      if (L->Cond)
        All.push_back(M.make<ir::If>(B.logicalNot(L->Cond), M.block({Leave}),
                                     ir::Block(), L->Loc));
    }
    return M.make<ir::Loop>(true, ir::Block(), nullptr, run(M.block(All), true),
                            ir::Block(), L->Loc);
  }

  /// result = E's value.
  const ir::Stmt *result(const ir::Exit *E) {
    B.Loc = E->Loc;
    const ir::Expr *Value = ByReference ? B.addressOf(E->Value) : E->Value;
    return M.make<ir::Assign>(B.ref(ResultVar), ir::AssignOp::Set, Value,
                              E->Loc);
  }

  ir::Module &M;
  ir::Build B;
  const ir::Variable *ResultVar;
  bool ByReference;
  const ir::Variable *Flag = nullptr;
};

} // namespace

ir::Block normalize::structureExits(ir::Module &M, const ir::Function &F,
                                    ir::Block Body) {
  Exits X = exitsOf(Body);
  bool OnlyTail = !Body.empty() && llvm::isa<ir::Exit>(Body.back()) &&
                  !exitsOf(Body.drop_back()).Return;
  ir::Build B(M);
  if (OnlyTail || !X.Return) {
    Structurer S(M, nullptr);
    StmtList Out;
    ir::Block Inner = OnlyTail ? Body.drop_back() : Body;
    Inner = S.run(Inner, false);
    Out.append(Inner.begin(), Inner.end());
    if (OnlyTail)
      Out.push_back(Body.back());
    return M.block(Out);
  }
  const ir::Type *T = F.result();
  if (T->isVoid()) {
    Structurer S(M, nullptr);
    return S.run(Body, false);
  }
  bool ByReference = T->isReference();
  const ir::Variable *Result = M.makeLocal(
      "result", ByReference ? M.pointerTo(T->element()) : T->value(), F.loc());
  Structurer S(M, Result, ByReference);
  StmtList Out;
  Out.push_back(M.make<ir::Let>(Result, nullptr, F.loc()));
  ir::Block Inner = S.run(Body, false);
  Out.append(Inner.begin(), Inner.end());
  Out.push_back(M.make<ir::Exit>(
      ir::ExitKind::Return,
      ByReference ? B.deref(B.ref(Result)) : B.ref(Result), "", F.loc()));
  return M.block(Out);
}
