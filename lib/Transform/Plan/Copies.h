// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies: what the reverse sweep, or a replay, reads of the primal and would
// not find any more gets a variable of its own, set where it is still there.

#ifndef NABLA_TRANSFORM_PLAN_COPIES_H
#define NABLA_TRANSFORM_PLAN_COPIES_H

#include "IR/Build.h"
#include "Plan/Recording.h"

namespace nabla::plan {

/// The conditions that what is being rewritten is under, from outside in.
class Guards {
public:
  struct Guard {
    const ir::Expr *Cond;
    bool Holds; ///< It is only evaluated if Cond is true; or else, false.
  };

  /// What Do returns, which rewrites what is under the condition.
  template <class Fn> auto under(const ir::Expr *Cond, bool Holds, Fn Do) {
    All.push_back({Cond, Holds});
    auto Result = Do();
    All.pop_back();
    return Result;
  }
  llvm::ArrayRef<Guard> list() const { return All; }

private:
  llvm::SmallVector<Guard, 2> All;
};

class Copies {
public:
  Copies(ir::Module &M, const linearize::Linear &L, const Layout &Where,
         Recording &R, Plan &P)
      : M(M), B(M), L(L), Where(Where), R(R), P(P) {}

  /// Null if E's value at S can still be read in the reverse sweep; a copy of
  /// it otherwise, made just before S or (After) just after it.
  const ir::Expr *keep(const ir::Expr *E, const ir::Stmt *S, bool After);

  /// The one who rewrites says here what it is under.
  Guards Around;

  /// Text in E names an object, of one of the Levels outermost levels, that
  /// the reverse sweep has no variable for.
  bool namesDead(const ir::Expr *E, unsigned Levels = ~0u) const;
  /// E is the address of what the reverse sweep has no variable for: t in
  /// "t < p", with an array t of an iteration.
  bool isAddressOfDead(const ir::Expr *E) const;
  /// E is a value, or a parameter that keeps its own.
  bool isNamed(const ir::Expr *E) const;
  bool isValueLet(const ir::Stmt *S) const;

  //===--- Formulas -------------------------------------------------------===//
  // How a stored value could be computed again:
  //   x = x + h * v;          x_0 = x;
  //   f(x);            ==>    x = x_0 + h * v;
  //                           x_1 = x;           x_1 is x_0 + h * v
  //                           f(x_1);

  /// S, which Next follows, is a statement of the lists around.
  void noteSet(const ir::Stmt *S, const ir::Stmt *Next);
  size_t setsNoted() const { return Sets.size(); }
  /// A list ends: only the first Count statements noted are still around.
  void forgetSets(size_t Count) { Sets.resize(Count); }
  void giveFormula(const ir::Let *D);

private:
  struct Copy {
    const ir::Expr *Of;
    const ir::Variable *Var;
    const ir::Stmt *Before; ///< It stands just before this statement.
    unsigned Order;         ///< Of that.
  };

  bool isLost(const ir::Expr *E, const ir::Stmt *S, bool After) const;
  const ir::Expr *copyOf(const ir::Expr *E, const ir::Stmt *S, bool After);
  const ir::Expr *underGuards(const ir::Expr *E, const ir::Stmt *S);
  const Copy *lastCopy(const ir::Expr *E, const ir::Variable *Base,
                       const ir::Stmt *S);
  const ir::Stmt *hoisted(const ir::Expr *E, const ir::Stmt *S);
  const ir::Expr *asOf(const ir::Expr *E, const ir::Stmt *S);
  const ir::Expr *formulaOf(const ir::Expr *Place, const ir::Stmt *At);
  const ir::Expr *setBy(const ir::Assign *A);

  ir::Module &M;
  ir::Build B;
  const linearize::Linear &L;
  const Layout &Where;
  Recording &R;
  Plan &P;
  /// By the first variable that they mention.
  llvm::DenseMap<const ir::Variable *, std::vector<Copy>> Made;
  /// Statements of the lists around that set a scalar place, and what follows
  /// each.
  std::vector<std::pair<const ir::Stmt *, const ir::Stmt *>> Sets;
};

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_COPIES_H
