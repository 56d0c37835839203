// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (c) { A; in: B }   becomes   top: if (!c) goto end; A; in: B; goto top;
// end:   where something leads to "in" from outside.

#include "Normalize/BasicBlocks.h"
#include "Normalize/ExitsOf.h"
#include "Normalize/Spans.h"
#include <tuple>

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Takes a region apart.
class Flattener {
public:
  Flattener(ir::Module &M, ir::Block Region, llvm::StringRef Name)
      : M(M), B(M), Region(Region), Name(Name) {
    Blocks.emplace_back();
    list(Region, "", "");
    join();
  }

  BasicBlocks Made;

private:
  void list(ir::Block Body, llvm::StringRef Break, llvm::StringRef Next) {
    for (const ir::Stmt *S : Body)
      statement(S, Break, Next);
  }

  void statement(const ir::Stmt *S, llvm::StringRef Break,
                 llvm::StringRef Next) {
    if (auto *L = dyn_cast<ir::Label>(S))
      return label(L->Name);
    if (auto *E = dyn_cast<ir::Exit>(S)) {
      llvm::StringRef To = target(E, Break, Next);
      return To.empty() ? plain(S) : jump(nullptr, To);
    }
    if (auto *I = dyn_cast<ir::If>(S); I && isBranch(I))
      return jump(I->Cond, llvm::cast<ir::Exit>(I->Then.front())->Label);
    if (!isEntered(S))
      return plain(Break.empty() ? S : withGotos(S, Break, Next));
    if (auto *I = dyn_cast<ir::If>(S))
      return branch(I, Break, Next);
    loop(llvm::cast<ir::Loop>(S));
  }

  static llvm::StringRef target(const ir::Exit *E, llvm::StringRef Break,
                                llvm::StringRef Next) {
    switch (E->To) {
    case ir::ExitKind::Goto:
      return E->Label;
    case ir::ExitKind::Break:
      return Break;
    case ir::ExitKind::Continue:
      return Next;
    case ir::ExitKind::Return:
      return "";
    }
    llvm_unreachable("all kinds of exits are above");
  }

  static bool isBranch(const ir::If *I) {
    if (I->Then.size() != 1 || !I->Else.empty())
      return false;
    auto *E = dyn_cast<ir::Exit>(I->Then.front());
    return E && E->To == ir::ExitKind::Goto;
  }

  /// Something in the region leads into S.
  bool isEntered(const ir::Stmt *S) const {
    llvm::StringSet<> Names = nestedLabels(S);
    llvm::StringMap<int> Outside;
    forEachGoto(Region, [&](const ir::Exit *E) { ++Outside[E->Label]; });
    forEachGoto(S, [&](const ir::Exit *E) { --Outside[E->Label]; });
    return armsEnterEachOther(S) || llvm::any_of(Names, [&](const auto &Each) {
             return Outside.lookup(Each.getKey()) > 0;
           });
  }

  //===--- Pieces ---------------------------------------------------------===//

  BasicBlock &open() {
    if (Blocks.back().Ended)
      Blocks.emplace_back();
    return Blocks.back();
  }
  void plain(const ir::Stmt *S) { open().Body.push_back(S); }
  void label(llvm::StringRef L) {
    if (!Blocks.back().Body.empty() || Blocks.back().Ended)
      Blocks.emplace_back();
    Made.At[L] = Blocks.size() - 1;
  }
  void jump(const ir::Expr *Cond, llvm::StringRef To) {
    BasicBlock &Last = open();
    Last.Cond = Cond;
    Last.Then = To;
    Last.Ended = true;
  }
  llvm::StringRef fresh() {
    return M.save((Name + ":" + llvm::Twine(Labels++)).str());
  }

  /// Blocks that nothing jumps to become the end of those before.
  void join() {
    llvm::StringSet<> Used;
    for (const BasicBlock &Each : Blocks) {
      Used.insert(Each.Then);
      forEachGoto(M.block(Each.Body),
                  [&](const ir::Exit *E) { Used.insert(E->Label); });
    }
    std::vector<bool> Begins(Blocks.size() + 1);
    for (const auto &Each : Made.At)
      if (Used.contains(Each.getKey()))
        Begins[Each.getValue()] = true;
    std::vector<BasicBlock> New;
    llvm::SmallVector<size_t, 8> Position;
    for (size_t K = 0; K != Blocks.size(); ++K) {
      if (K == 0 || Begins[K] || New.back().Ended) {
        New.push_back(Blocks[K]);
      } else {
        BasicBlock &Last = New.back();
        Last.Body.append(Blocks[K].Body);
        std::tie(Last.Cond, Last.Then, Last.Ended) =
            std::tie(Blocks[K].Cond, Blocks[K].Then, Blocks[K].Ended);
      }
      Position.push_back(New.size() - 1);
    }
    for (auto &Each : Made.At)
      Each.second = Position[Each.second];
    Blocks = std::move(New);
  }

  void branch(const ir::If *I, llvm::StringRef Break, llvm::StringRef Next) {
    llvm::StringRef Else = fresh(), End = fresh();
    jump(B.logicalNot(I->Cond), Else);
    list(I->Then, Break, Next);
    jump(nullptr, End);
    label(Else);
    list(I->Else, Break, Next);
    label(End);
  }

  void loop(const ir::Loop *L) {
    llvm::StringRef Top = fresh(), Next = fresh(), End = fresh();
    label(Top);
    if (L->TestFirst) {
      list(L->CondBlock, "", "");
      if (L->Cond)
        jump(B.logicalNot(L->Cond), End);
    }
    list(L->Body, End, Next);
    label(Next);
    list(L->Step, "", "");
    if (!L->TestFirst)
      list(L->CondBlock, "", "");
    jump(L->TestFirst ? nullptr : L->Cond, Top);
    label(End);
  }

  /// S with breaks and continues of the loop around it, which is taken apart.
  const ir::Stmt *withGotos(const ir::Stmt *S, llvm::StringRef Break,
                            llvm::StringRef Next) {
    if (isa<ir::Loop, ir::CountedLoop>(S))
      return S;
    ir::Rewrite R{M};
    R.OnStmt = [&](const ir::Stmt *Inner,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      if (isa<ir::Loop, ir::CountedLoop>(Inner)) {
        Out.push_back(Inner);
        return true;
      }
      auto *E = dyn_cast<ir::Exit>(Inner);
      llvm::StringRef To = E ? target(E, Break, Next) : "";
      if (To.empty())
        return false;
      Out.push_back(M.make<ir::Exit>(ir::ExitKind::Goto, nullptr, To, E->Loc));
      return true;
    };
    return ir::rewriteParts(R, S);
  }

  ir::Module &M;
  ir::Build B;
  ir::Block Region;
  llvm::StringRef Name;
  std::vector<BasicBlock> &Blocks = Made.List;
  unsigned Labels = 0;
};

} // namespace

BasicBlocks normalize::takeApart(ir::Module &M, ir::Block Region,
                                 llvm::StringRef Name) {
  return std::move(Flattener(M, Region, Name).Made);
}
