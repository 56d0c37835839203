// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout: where each statement stands: its place in the order of the text, the
// loops and the statement list around it, and which writes may come after it.

#ifndef NABLA_TRANSFORM_PLAN_LAYOUT_H
#define NABLA_TRANSFORM_PLAN_LAYOUT_H

#include "Analysis/Memory.h"
#include "IR/Walk.h"
#include "Linearize/Linearize.h"
#include "llvm/ADT/DenseSet.h"

namespace nabla::plan {

using LoopSet = llvm::DenseSet<const ir::Stmt *>;

struct Position {
  unsigned Order = 0; ///< Of the statement itself.
  unsigned End = 0;   ///< Of the last statement nested in it.
  unsigned List = 0;  ///< Number of the statement list it stands in.
  llvm::SmallVector<const ir::Stmt *, 4> Loops; ///< Around it, outermost first.
};

class Layout {
public:
  Layout(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
         const linearize::Shadows &S, const LoopSet &Replayed,
         bool ComesLater = false);

  const analysis::Memory &memory() const { return Mem; }
  const Position &of(const ir::Stmt *S) const { return Positions.at(S); }
  /// The statement that declares V; null for parameters and globals.
  const ir::Stmt *declarationOf(const ir::Variable *V) const {
    return Declarations.lookup(V);
  }

  /// Declared once, as a scalar with its value, and never changed or pointed
  /// to: may be computed again or stored under its name.
  bool isValue(const ir::Variable *V) const { return Values.contains(V); }
  /// A parameter that keeps its value, as all do but references.
  static bool isConstantParam(const ir::Variable *V) {
    return V->isParam() && !V->type()->isReference();
  }

  //===--- Levels ---------------------------------------------------------===//
  bool replaysAny() const { return !Replayed.empty(); }
  /// Number of replayed loops around S.
  unsigned level(const ir::Stmt *S) const;
  /// Of the statement that declares V; 0 for parameters and globals.
  unsigned level(const ir::Variable *V) const;
  /// Level of the storage that a place denotes.
  /// A choice of two places is asked about place by place, and is of no level.
  unsigned levelOfPlace(const ir::Expr *Place) const {
    return llvm::isa<ir::Select>(Place) ? ~0u
                                        : levelOfRegion(Mem.ofPlace(Place));
  }
  unsigned levelOfRegion(analysis::Region R) const;
  /// Level of the block that S allocates, reserves or releases.
  unsigned levelOfBlock(const ir::Stmt *S) const;
  analysis::Region blockOf(const ir::Stmt *S) const;
  /// Declared directly in the statement list of its level.
  bool isAlive(const ir::Variable *V) const;
  /// S stands directly in the statement list of its level.
  bool isInLevelList(const ir::Stmt *S) const;
  /// The loops around S inside its level L's list, outermost first.
  llvm::ArrayRef<const ir::Stmt *> loopsWithin(const ir::Stmt *S,
                                               unsigned L) const;

  //===--- Changes --------------------------------------------------------===//
  /// The value of Place just before S (After: just after) may not be there any
  /// more at the end of the forward sweep of the level of its storage.
  bool isLost(const ir::Expr *Place, const ir::Stmt *S,
              bool After = false) const {
    return isLost(Place, S, After, nullptr);
  }
  /// The same, for what the call S reads behind Pointer: what it is handed does
  /// not overlap, or whoever wrote a rule for it could say nothing.
  bool isLostBehind(const ir::Expr *Pointer, const ir::Stmt *S,
                    bool After) const;
  /// The value of E, places and all, is the same just before From and just
  /// before To, which From's list encloses.
  bool isUnchanged(const ir::Expr *E, const ir::Stmt *From,
                   const ir::Stmt *To) const;
  /// Nothing in Loop writes what E reads.
  bool isInvariant(const ir::Expr *E, const ir::Stmt *Loop) const;
  /// E, in Loop, has the same value in all of its iterations, given what the
  /// counters of the loops between them are.
  bool isSame(const ir::Expr *E, const ir::Stmt *Loop) const {
    return isSame(E, Loop, /*Furthest=*/4);
  }
  /// From's list is To's or encloses it, and From comes first.
  bool dominates(const ir::Stmt *From, const ir::Stmt *To) const;

private:
  struct WriteAt {
    analysis::Write W;
    const ir::Stmt *S;
    unsigned Order; ///< Of S.
  };
  bool isLost(const ir::Expr *Place, const ir::Stmt *S, bool After,
              const ir::Stmt *Harmless) const;
  void number(ir::Block B, unsigned List);
  void findValues(ir::Block Body);
  unsigned lowestLevel(analysis::Region R,
                       llvm::SmallVectorImpl<analysis::Region> &Seen) const;
  unsigned depthOfLevel(const Position &P, unsigned L) const;
  bool followsOrRepeats(const ir::Stmt *W, const ir::Stmt *S, unsigned L,
                        bool After) const;
  template <class Fn> void forEachPlaceIn(const ir::Expr *E, Fn F) const;
  template <class Fn>
  bool anyWriteOf(const ir::Expr *Place, Fn F, unsigned First = 0,
                  unsigned End = ~0u) const;

  bool isForeign(const ir::Expr *Place) const;
  bool isWithin(const ir::Stmt *S, const ir::Stmt *Loop) const;
  bool isSame(const ir::Expr *E, const ir::Stmt *Loop, unsigned Furthest) const;

  analysis::Memory Mem;
  bool ComesLater;
  llvm::DenseSet<analysis::Region> CallersShadows;
  const LoopSet &Replayed;
  unsigned Next = 0;
  llvm::SmallVector<const ir::Stmt *, 4> Around;
  std::vector<unsigned> ParentList;
  /// The loop whose body a list is; null for the function and for branches.
  std::vector<const ir::Stmt *> OwnerLoop;
  llvm::DenseMap<const ir::Stmt *, Position> Positions;
  llvm::DenseMap<const ir::Variable *, const ir::Stmt *> Declarations;
  llvm::DenseSet<const ir::Variable *> Values;
  std::vector<WriteAt> Writes;
};

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_LAYOUT_H
