// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which places may be the same storage. Storage is partitioned into regions:
// one for each variable, one for what each pointer points to; whatever flows
// into the same pointer is merged (Steensgaard's analysis, fields and elements
// together). Precise enough to tell local arrays from each other and from the
// caller's memory; the caller's own buffers may overlap unless their element
// types differ.

#ifndef NABLA_TRANSFORM_ANALYSIS_MEMORY_H
#define NABLA_TRANSFORM_ANALYSIS_MEMORY_H

#include "Analysis/Globals.h"
#include "IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace nabla::analysis {

using Region = unsigned;

class Memory {
public:
  /// Partitions the storage that Body mentions. What shadow parameters lead to
  /// is nobody else's. Globals are there though Body may not mention them.
  Memory(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
         llvm::ArrayRef<const ir::Variable *> ShadowParams = {},
         llvm::ArrayRef<const ir::Variable *> Globals = {})
      : Memory(Body, Params, ShadowParams, /*CallsKeep=*/true, Globals) {}
  /// The same, as if no callee kept or gave back what it is handed.
  static Memory withoutCallees(ir::Block Body,
                               llvm::ArrayRef<const ir::Variable *> Params) {
    return Memory(Body, Params, {}, /*CallsKeep=*/false, {});
  }

  /// The storage of a variable itself.
  Region of(const ir::Variable *V) const;
  /// The storage a place denotes.
  Region ofPlace(const ir::Expr *Place) const;
  /// The storage behind a pointer value. Every value has one; what points
  /// nowhere known, or null here, points to memory of unknown origin.
  Region behind(const ir::Expr *Pointer) const;

  using Reached = llvm::function_ref<void(Region, const ir::Type *)>;
  /// Calls Fn with every region that pointers in region R, which holds a T,
  /// lead to, at any depth, and with the type of what is there.
  void forEachBehind(Region R, const ir::Type *T, Reached Fn) const;
  /// As forEachBehind, for a value that is handed over as a T.
  void forEachReached(const ir::Expr *Value, const ir::Type *T,
                      Reached Fn) const;

  /// What the shadows lead to that a call of a pair's forward sweep is handed.
  llvm::SmallVector<Region, 8> reachedByShadows(const ir::Call &C) const;

  /// All globals of this body that can change, and what lies behind them.
  llvm::SmallVector<Region, 4> globals() const;
  /// The globals that a call of F may set, and what lies behind them: all of
  /// this body, if F's body or that of something it calls is not known; none
  /// where F has a rule.
  llvm::SmallVector<Region, 4> globalsSetBy(const ir::Function &F) const;
  /// Those that a call of F may read: all of this body, if something is called
  /// that is differentiated elsewhere.
  GlobalSet globalsUsedBy(const ir::Function &F) const;
  llvm::SmallVector<Region, 4> globalsReadBy(const ir::Function &F) const;

  /// R and what lies behind it, and behind that, whatever is stored there.
  llvm::SmallVector<Region, 4> allFrom(Region R) const;

  /// Only text leads there: to an element of a container, say, which may be
  /// gone at any time.
  bool isUnknown(Region R) const { return find(R) == find(Unknown); }
  /// The caller's memory, globals, and what cannot be told from them.
  bool isExternal(Region R) const;
  /// The variables whose own storage R may be, and those that were declared
  /// with the address of a block that R may be.
  llvm::ArrayRef<const ir::Variable *> owners(Region R) const;
  /// R may be a block that an Allocate or a Reserve makes.
  bool isBlock(Region R) const;
  /// Of what is external: there is room for pointers in it, and it outlives the
  /// function. What a callee may give back does not, by itself.
  bool isOutside(Region R) const;
  /// Storage that outlives the function may hold pointers into R.
  bool isHeldElsewhere(Region R) const;
  /// All that pointers lead to.
  llvm::DenseSet<Region> led() const;
  /// Where pointers into R are held.
  llvm::SmallVector<Region, 4> holders(Region R) const;
  /// Somebody asks how long the blocks of R are.
  bool isMeasured(Region R) const;
  /// R may be a block that nobody gives back before the sweeps are over.
  bool isReserved(Region R) const;
  /// A pointer or reference may lead to R.
  bool isShared(Region R) const;
  /// Whether writing a value of type A in region R can change what is read as
  /// type B from region S.
  bool mayOverlap(Region R, const ir::Type *A, Region S,
                  const ir::Type *B) const;
  /// Number of regions ever made; regions are below it.
  unsigned size() const { return Nodes.size(); }

private:
  struct Node {
    Region Parent;
    Region Pointee = None;
    bool External = false;
    bool Outside = false; ///< See isOutside.
    bool Shared = false;  ///< Reached through a pointer or reference.
    bool Block = false, Measured = false, Reserved = false, Returned = false;
    llvm::SmallVector<const ir::Variable *, 1> Owners = {};
  };
  static constexpr Region None = ~0u;

  Memory(ir::Block Body, llvm::ArrayRef<const ir::Variable *> Params,
         llvm::ArrayRef<const ir::Variable *> ShadowParams, bool CallsKeep,
         llvm::ArrayRef<const ir::Variable *> Globals);

  Region add();
  void setExternal(Region R, bool Outside);
  Region find(Region R) const;
  Region nodeOf(const ir::Variable *V);
  Region pointee(Region R);
  void merge(Region A, Region B);
  /// What pointers lead to, and its type.
  using Targets = llvm::SmallVector<std::pair<Region, const ir::Type *>, 8>;
  void join(llvm::ArrayRef<Region> Regions);
  void join(const Targets &All);
  Region placeNode(const ir::Expr *Place);
  Region pointerNode(const ir::Expr *Pointer);
  Region nodeOfItsOwn(const ir::Expr *E);
  void reached(const ir::Variable *V, llvm::SmallVectorImpl<Region> &Out) const;
  void visitExpr(const ir::Expr *E);
  void visitText(const ir::Verbatim *V, bool LeadsThere);
  void mergeCopies(Region To, const ir::Expr *Value);
  void visit(const ir::Stmt *S);
  void visitCall(const ir::Call *C);
  void addTargets(Region R, const ir::Type *T, Targets &To);
  void mergeNamed(Region To, const ir::Type *There, const ir::Call *C,
                  const GlobalUse &Use);
  void visitResult(const ir::Call *C, const Targets &Handed);
  void allocated(const ir::Variable *V);
  void escape(const ir::Call *C);
  void joinAliases();
  void closeExternal();

  mutable std::vector<Node> Nodes;
  llvm::DenseMap<const ir::Variable *, Region> VarNode;
  /// Nodes of addresses and null pointers, so that queries add none.
  llvm::DenseMap<const ir::Expr *, Region> ExprNode;
  Region Unknown;
};

/// A write that a statement performs.
struct Write {
  Region R;
  const ir::Type *Ty;    ///< Type written; null: of any type.
  const ir::Expr *Place; ///< The place, where it is one.
  bool Reals = true;     ///< False: whatever it is, no real is among it.
};

/// A call of F may keep a pointer that it is given in storage of its own: a
/// global, or one that nobody sees.
bool mayKeep(const ir::Function &F);

/// A call of F may give back the block that a pointer which it is given leads
/// to, or make one that it sets such a pointer to.
bool mayGiveBack(const ir::Function &F);

/// As mayGiveBack, as far as bodies are seen: what is const changes, too, where
/// a block goes or another one takes its place.
bool replacesBlocks(const ir::Function &F);

/// F has no body, and is handed more than numbers and text.
bool isUnseen(const ir::Function &F);

/// A call of F may set a pointer where its arguments lead to.
bool storesPointers(const ir::Function &F);

/// A call of F sets nothing that its arguments lead to, and no global, but for
/// integers. It may give back blocks.
bool onlyReads(const ir::Function &F);

/// Running F again does nothing but set what its arguments lead to.
bool isPure(const ir::Function &F);

/// Every write of S itself (not of the blocks nested in it). A declaration
/// writes its variable.
llvm::SmallVector<Write, 2> writesOf(const ir::Stmt *S, const Memory &Mem);

} // namespace nabla::analysis

#endif // NABLA_TRANSFORM_ANALYSIS_MEMORY_H
