// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A switch becomes ifs over what it chooses by. Arms that are not entered from
// the one before make a chain:
//
//   switch (n) {                       if (n == 1) { A }
//   case 1: A; break;                  else if (n == 2 || n == 3) { B }
//   case 2: case 3: B; break;   ==>    else { C }
//   default: C;
//   }
//
// Where an arm falls through, control enters the next one too:
//
//   case 1: A;                         if (n == 1) { A }
//   case 2: B; break;           ==>    if (n == 1 || n == 2) { B }
//
// A break is a goto behind it all; those with nothing to skip disappear when
// gotos become structure.

#include "Normalize/Effects.h"
#include "Normalize/ExitsOf.h"
#include "Normalize/Outlive.h"
#include "Support/GeneratedNames.h"

using namespace nabla;
using namespace nabla::normalize;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Values, or all but these.
struct ValueSet {
  std::vector<int64_t> Values;
  bool Complement = false;
};

/// The values of Arms, for one of which default stands all that are not in
/// Others.
ValueSet valuesOf(llvm::ArrayRef<ir::SwitchArm> Arms,
                  llvm::ArrayRef<ir::SwitchArm> All) {
  ValueSet Result;
  auto IsIn = [&](const ir::SwitchArm &A) {
    return &A >= Arms.begin() && &A < Arms.end();
  };
  for (const ir::SwitchArm &A : Arms)
    Result.Complement |= A.IsDefault;
  for (const ir::SwitchArm &A : All)
    if (IsIn(A) != Result.Complement)
      for (const ir::Expr *V : A.Values)
        Result.Values.push_back(llvm::cast<ir::IntLiteral>(V)->Value);
  llvm::sort(Result.Values);
  return Result;
}

bool hasLabel(ir::Block B) {
  bool Found = false;
  forEachLabel(B, [&](const ir::Label *) { Found = true; });
  return Found;
}

/// Large unsigned numbers are held as negative ones, which come first.
bool follows(int64_t V, int64_t Next, const ir::Type *T) {
  return Next == V + 1 && (T->isSigned() || Next != 0);
}

class Lowerer {
public:
  Lowerer(ir::Module &M, ir::Block Whole)
      : M(M), B(M), O(M), Exposed(exposedVariables(Whole)) {}

  ir::Block run(ir::Block Body) { return O.finish(block(Body)); }

private:
  ir::Block block(ir::Block Body) {
    ir::Rewrite R{M};
    R.OnStmt = [this](const ir::Stmt *S,
                      llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      auto *W = dyn_cast<ir::Switch>(S);
      if (!W)
        return false;
      StmtList New;
      lower(W, New);
      Out.append(New.begin(), New.end());
      return true;
    };
    return ir::rewriteBlock(R, Body);
  }

  void lower(const ir::Switch *W, StmtList &Out) {
    B.Loc = W->Loc;
    llvm::StringRef End = M.save(("end." + llvm::Twine(Made++)).str());
    llvm::SmallVector<ir::SwitchArm, 8> Arms;
    bool Breaks = false;
    for (const ir::SwitchArm &A : W->Arms) {
      ir::Block Body = leaving(block(A.Body), End, Breaks);
      bool Dead = Arms.empty() && A.Values.empty() && !A.IsDefault;
      if (!Dead || hasLabel(Body)) // only a goto comes there
        Arms.push_back({A.Values, A.IsDefault, Body});
    }
    share(Arms, Out);
    if (!Arms.empty())
      chain(selector(W, Arms, Out), Arms, W->Loc, Out);
    if (Breaks)
      Out.push_back(M.make<ir::Label>(End, W->Loc));
  }

  /// Arms are one scope: what one declares others may mention.
  void share(llvm::SmallVectorImpl<ir::SwitchArm> &Arms, StmtList &Out) {
    for (ir::SwitchArm &A : Arms) {
      VariableSet Others;
      for (const ir::SwitchArm &Other : Arms)
        if (&Other != &A)
          addMentioned(Other.Body, Others);
      A.Body = O.moveDeclarations(A.Body, Others, Out);
    }
  }

  /// Gotos to End for the breaks that leave the switch.
  ir::Block leaving(ir::Block Body, llvm::StringRef End, bool &Any) {
    ir::Rewrite R{M};
    R.OnStmt = [&](const ir::Stmt *S,
                   llvm::SmallVectorImpl<const ir::Stmt *> &Out) {
      if (isa<ir::Loop, ir::CountedLoop>(S)) {
        Out.push_back(S);
        return true;
      }
      auto *E = dyn_cast<ir::Exit>(S);
      if (!E || E->To != ir::ExitKind::Break)
        return false;
      Out.push_back(M.make<ir::Exit>(ir::ExitKind::Goto, nullptr, End, E->Loc));
      return Any = true;
    };
    return ir::rewriteBlock(R, Body);
  }

  //===--- The chain ------------------------------------------------------===//

  using ArmList = llvm::ArrayRef<ir::SwitchArm>;

  /// An If for each run of arms that fall through; that with default last.
  void chain(const ir::Expr *Selector, ArmList Arms, ir::SourceLoc L,
             StmtList &Out) {
    llvm::SmallVector<std::pair<const ir::Expr *, ir::Block>, 8> Groups;
    ir::Block Else;
    for (ArmList Rest = Arms; !Rest.empty();) {
      size_t N = 1;
      while (N != Rest.size() && exitsOf(Rest[N - 1].Body).FallsThrough)
        ++N;
      ArmList Group = Rest.take_front(N);
      Rest = Rest.drop_front(N);
      ValueSet Values = valuesOf(Group, Arms);
      ir::Block Body = group(Selector, Group, Arms, L);
      if (Values.Complement)
        Else = Body;
      else
        Groups.push_back({test(Selector, Values), Body});
    }
    for (auto &[Cond, Body] : llvm::reverse(Groups))
      Else = M.block({M.make<ir::If>(Cond, Body, Else, L)});
    Out.append(Else.begin(), Else.end());
  }

  /// The statements of arms that fall through, each under the condition that
  /// control has come in so far; the last one needs none.
  ir::Block group(const ir::Expr *Selector, ArmList Group, ArmList All,
                  ir::SourceLoc L) {
    StmtList Out;
    for (size_t N = 1; N != Group.size(); ++N)
      if (ir::Block Body = Group[N - 1].Body; !Body.empty())
        Out.push_back(
            M.make<ir::If>(test(Selector, valuesOf(Group.take_front(N), All)),
                           Body, ir::Block(), L));
    ir::Block Last = Group.back().Body;
    Out.append(Last.begin(), Last.end());
    return M.block(Out);
  }

  //===--- Conditions -----------------------------------------------------===//

  /// Selector is one of Values; of three or more in a row, between the ends.
  const ir::Expr *test(const ir::Expr *Selector, const ValueSet &S) {
    const ir::Expr *Cond = nullptr;
    auto Or = [&](const ir::Expr *E) {
      Cond = Cond ? B.logicalOr(Cond, E) : E;
    };
    auto Compare = [&](ir::BinaryOp Op, int64_t V) {
      return B.cmp(Op, Selector, B.integer(V, Selector->Ty));
    };
    for (size_t K = 0; K < S.Values.size();) {
      size_t Last = K;
      while (Last + 1 < S.Values.size() &&
             follows(S.Values[Last], S.Values[Last + 1], Selector->Ty))
        ++Last;
      if (Last < K + 2)
        Last = K;
      if (Last == K)
        Or(Compare(ir::BinaryOp::Eq, S.Values[K]));
      else
        Or(B.logicalAnd(Compare(ir::BinaryOp::Ge, S.Values[K]),
                        Compare(ir::BinaryOp::Le, S.Values[Last])));
      K = Last + 1;
    }
    if (!Cond)
      Cond = B.boolean(false);
    return S.Complement ? B.logicalNot(Cond) : Cond;
  }

  /// What is switched on, under a name unless it is a variable that keeps its
  /// value.
  const ir::Expr *selector(const ir::Switch *W, ArmList Arms, StmtList &Out) {
    if (isa<ir::VarRef, ir::IntLiteral>(W->Value) &&
        llvm::all_of(Arms, [&](const ir::SwitchArm &A) {
          return Effects(A.Body).leaves(W->Value, Exposed);
        }))
      return W->Value;
    const ir::Variable *V = M.makeLocal(names::Selector, W->Value->Ty, W->Loc);
    Out.push_back(M.make<ir::Let>(V, W->Value, W->Loc));
    return B.ref(V);
  }

  ir::Module &M;
  ir::Build B;
  Outlive O;
  VariableSet Exposed;
  unsigned Made = 0;
};

} // namespace

ir::Block normalize::lowerSwitches(ir::Module &M, ir::Block B) {
  return Lowerer(M, B).run(B);
}
