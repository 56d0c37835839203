// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gotos become loops and branches. One that leads back is a loop:
//
//   again:                             for (;;) {
//     A;                                 A;
//     if (c) goto again;        ==>      if (!c) break;
//     B;                               }
//                                      B;
//
// One that leads on skips what is between (LeadToEnd), out of loops too. What
// leads into a block, or into the midst of a loop, makes a loop over numbered
// blocks (Dispatch).

#include "Normalize/Dispatch.h"
#include "Normalize/ExitsOf.h"
#include "Normalize/LeadToEnd.h"
#include "Normalize/Spans.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

namespace {

/// Labels for the break and the continue of a loop, where they stand inside of
/// another one that has come in between.
struct Around {
  StringRef Break, Continue;
  bool Breaks = false, Continues = false;
};

class Gotos {
public:
  explicit Gotos(ir::Module &M) : M(M), O(M) {}

  ir::Block run(ir::Block Body) {
    Around None;
    return O.finish(block(Body, None));
  }

private:
  ir::Block block(ir::Block Body, Around &A) {
    while (std::optional<Span> S = enteredFromOutside(Body))
      Body = dispatched(Body, *S, A);
    StmtList Out;
    for (const ir::Stmt *S : Body)
      inner(S, A, Out);
    return labels(M.block(Out), A);
  }

  void inner(const ir::Stmt *S, Around &A, StmtList &Out) {
    if (auto *I = dyn_cast<ir::If>(S)) {
      ir::Block Then = block(I->Then, A);
      Out.push_back(M.make<ir::If>(I->Cond, Then, block(I->Else, A), S->Loc));
    } else if (isa<ir::Loop, ir::CountedLoop>(S)) {
      loop(S, Out);
    } else {
      Out.push_back(S);
    }
  }

  StringRef fresh(StringRef Stem) {
    return M.save((Stem + "." + llvm::Twine(Made++)).str());
  }

  Around newAround() { return {fresh("out"), fresh("next")}; }

  void loop(const ir::Stmt *S, StmtList &Out) {
    Around A = newAround();
    ir::Block Body = loopBody(block(ir::bodyOf(S), A), A);
    Out.push_back(ir::withBody(M, S, Body));
    if (A.Breaks)
      Out.push_back(M.make<ir::Label>(A.Break, S->Loc));
  }

  ir::Block loopBody(ir::Block Body, const Around &A) {
    if (!A.Continues)
      return Body;
    StmtList Out;
    leadGotosToEnd(M, Body, A.Continue, Out);
    return M.block(Out);
  }

  //===--- The labels of a list -------------------------------------------===//

  ir::Block labels(ir::Block Body, Around &A) {
    for (size_t At = 0; At != Body.size(); ++At) {
      auto *L = dyn_cast<ir::Label>(Body[At]);
      std::optional<Span> From = L ? gotosTo(Body, L->Name) : std::nullopt;
      if (!From || From->Last < At)
        continue;
      Span Loop = whole(Body, {At, From->Last});
      Span All = grown(Body, Loop);
      if (entersMidst(Body, Loop))
        return block(dispatched(Body, All, A), A);
      Body = looped(Body, Loop, A);
    }
    auto IsLabel = [](const ir::Stmt *S) { return isa<ir::Label>(S); };
    for (auto *It = llvm::find_if(Body, IsLabel); It != Body.end();
         It = llvm::find_if(Body, IsLabel))
      Body = led(Body, It - Body.begin());
    return Body;
  }

  /// S, which begins with a label, up to the last goto back to a label in it.
  Span whole(ir::Block Body, Span S) {
    for (size_t K = S.First; K <= S.Last; ++K)
      if (auto *L = dyn_cast<ir::Label>(Body[K]))
        if (std::optional<Span> From = gotosTo(Body, L->Name))
          S.Last = std::max(S.Last, From->Last);
    return S;
  }

  /// A goto before S leads to a label of S other than its first statement.
  bool entersMidst(ir::Block Body, Span S) {
    for (size_t K = S.First + 1; K <= S.Last; ++K)
      if (auto *L = dyn_cast<ir::Label>(Body[K]))
        if (std::optional<Span> From = gotosTo(Body, L->Name))
          if (From->First < S.First)
            return true;
    return false;
  }

  static void append(ir::Block B, StmtList &Out) {
    Out.append(B.begin(), B.end());
  }

  static VariableSet mentioned(ir::Block B) {
    VariableSet Result;
    addMentioned(B, Result);
    return Result;
  }

  /// The statements S become a loop, behind their label.
  ir::Block looped(ir::Block Body, Span S, Around &A) {
    ir::Block Behind = Body.drop_front(S.Last + 1);
    auto *L = llvm::cast<ir::Label>(Body[S.First]);
    StringRef Again = fresh("again");
    StmtList Out, Inner;
    append(Body.take_front(S.First + 1), Out);
    ir::Block Region = leaving(S.of(Body).drop_front(), A, L->Name, Again);
    Region = O.moveDeclarations(Region, mentioned(Behind), Out);
    append(Region, Inner);
    if (exitsOf(Region).FallsThrough)
      Inner.push_back(
          M.make<ir::Exit>(ir::ExitKind::Break, nullptr, "", L->Loc));
    Inner.push_back(M.make<ir::Label>(Again, L->Loc));
    Around Mine = newAround();
    ir::Block New = loopBody(labels(M.block(Inner), Mine), Mine);
    Out.push_back(
        M.make<ir::Loop>(true, ir::Block(), nullptr, New, ir::Block(), L->Loc));
    if (Mine.Breaks)
      Out.push_back(M.make<ir::Label>(Mine.Break, L->Loc));
    append(Behind, Out);
    return M.block(Out);
  }

  /// Gotos from before the label At lead to the end of what is between.
  ir::Block led(ir::Block Body, size_t At) {
    auto *L = llvm::cast<ir::Label>(Body[At]);
    ir::Block Behind = Body.drop_front(At + 1);
    std::optional<Span> From = gotosTo(Body, L->Name);
    size_t First = From ? From->First : At;
    StmtList Out;
    append(Body.take_front(First), Out);
    ir::Block Region = O.moveDeclarations(Body.slice(First, At - First),
                                          mentioned(Behind), Out);
    if (From)
      leadGotosToEnd(M, Region, L->Name, Out);
    append(Behind, Out);
    return M.block(Out);
  }

  ir::Block dispatched(ir::Block Body, Span S, Around &A) {
    S = grown(Body, S);
    StmtList Out;
    append(Body.take_front(S.First), Out);
    ir::Block Behind = Body.drop_front(S.Last + 1);
    dispatch(M, O, leaving(S.of(Body), A, "", ""), mentioned(Behind),
             fresh("next"), Out);
    append(Behind, Out);
    return M.block(Out);
  }

  //===--- Exits of what becomes the body of a loop -----------------------===//

  /// Body, with gotos for the breaks and continues of the loop around it, and
  /// with To for From.
  ir::Block leaving(ir::Block Body, Around &A, StringRef From, StringRef To) {
    return ir::rewriteBlock(leavingRewrite(true, A, From, To), Body);
  }

  /// Own: breaks and continues are those of the loop around.
  ir::Rewrite leavingRewrite(bool Own, Around &A, StringRef From,
                             StringRef To) {
    ir::Rewrite R{M};
    R.OnStmt = [=, this, &A](const ir::Stmt *S,
                             llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      if (auto *E = dyn_cast<ir::Exit>(S))
        Out.push_back(exit(E, Own, A, From, To));
      else if (Own && isa<ir::Loop, ir::CountedLoop>(S))
        Out.push_back(ir::rewriteParts(leavingRewrite(false, A, From, To), S));
      else
        return false;
      return true;
    };
    return R;
  }

  const ir::Stmt *exit(const ir::Exit *E, bool Own, Around &A, StringRef From,
                       StringRef To) {
    StringRef Label;
    if (E->To == ir::ExitKind::Goto && E->Label == From)
      Label = To;
    if (Own && E->To == ir::ExitKind::Break) {
      Label = A.Break;
      A.Breaks = true;
    }
    if (Own && E->To == ir::ExitKind::Continue) {
      Label = A.Continue;
      A.Continues = true;
    }
    return Label.empty()
               ? E
               : M.make<ir::Exit>(ir::ExitKind::Goto, nullptr, Label, E->Loc);
  }

  ir::Module &M;
  Outlive O;
  unsigned Made = 0;
};

} // namespace

ir::Block normalize::structureGotos(ir::Module &M, ir::Block B) {
  bool Any = false;
  forEachLabel(B, [&](const ir::Label *) { Any = true; });
  return Any ? Gotos(M).run(B) : B;
}
