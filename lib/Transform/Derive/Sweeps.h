// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sweeps: the forward and the reverse code of a statement list.

#ifndef NABLA_TRANSFORM_DERIVE_SWEEPS_H
#define NABLA_TRANSFORM_DERIVE_SWEEPS_H

#include "Derive/Slots.h"

namespace nabla::derive {

/// F's declarator under another name.
ir::Declarator renamed(const ir::Function &F, std::string Name);

class Sweeps {
public:
  Sweeps(ir::Module &M, const plan::Plan &P) : M(M), B(M), P(P), S(M, P) {}

  /// Declarations for level 0.
  void prologue(StmtList &Out, bool &UsesArena) {
    S.declare(0, P.Body, Out, UsesArena);
  }
  /// The primal, storing what level Level stores. Replay: run again for the
  /// reverse of one iteration of the loop that opens Level.
  void forward(ir::Block Body, unsigned Level, bool Replay, StmtList &Out);
  /// Adjoints of Body, last statement first.
  void reverse(ir::Block Body, unsigned Level, StmtList &Out);

private:
  bool forwardLet(const ir::Let *L, unsigned Level, bool Replay, StmtList &Out);
  void forwardLoop(const ir::Stmt *L, unsigned Level, bool Replay,
                   StmtList &Out);
  bool isEarly(const ir::Variable *V) const;
  void earlyShadow(const ir::Variable *V, ir::SourceLoc L, StmtList &Out);
  void allocate(const ir::Allocate *A, unsigned Level, bool Replay,
                StmtList &Out);
  void release(const ir::Release *R, unsigned Level, StmtList &Out);
  bool isReplayed(const ir::Stmt *St, unsigned Level) const;

  void reverseStmt(const ir::Stmt *St, unsigned Level, StmtList &Out);
  void reverseIf(const ir::If *I, unsigned Level, StmtList &Out);
  void reverseCounted(const ir::CountedLoop *L, unsigned Level, StmtList &Out);
  const ir::Stmt *downward(const ir::CountedLoop *L, ir::Block Body);
  const ir::Stmt *byNumber(const ir::CountedLoop *L, const StmtList &Body);
  void reverseUncounted(const ir::Stmt *L, unsigned Level, StmtList &Out);
  void iteration(const ir::Stmt *Loop, ir::Block Body, unsigned Level,
                 StmtList &Out);
  ir::Block arm(ir::Block Body, unsigned Level);
  void provide(ir::Block Body, unsigned Level, StmtList &Out);
  const ir::Stmt *recomputed(const ir::Stmt *Declaration);
  void declareShadows(ir::Block Body, StmtList &Out);
  const ir::Expr *wayTaken(const ir::If *I);

  ir::Module &M;
  ir::Build B;
  const plan::Plan &P;
  Slots S;
  /// The loops being reversed that are not counted, innermost last.
  struct Running {
    const ir::Variable *Iteration;
    plan::LoopRecord Record;
  };
  llvm::SmallVector<Running, 4> Open;
  /// Depth of loops being run forward inside the replayed one.
  unsigned Depth = 0;
};

} // namespace nabla::derive

#endif // NABLA_TRANSFORM_DERIVE_SWEEPS_H
