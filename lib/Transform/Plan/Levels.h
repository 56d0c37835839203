// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels: how deep in replayed loops a value can be computed at all. A replay
// runs an iteration again with what is older than it as later iterations have
// left it.

#ifndef NABLA_TRANSFORM_PLAN_LEVELS_H
#define NABLA_TRANSFORM_PLAN_LEVELS_H

#include "Plan/Layout.h"

namespace nabla::plan {

/// The call S yields V, or fills the frame V.
bool concerns(const ir::Stmt *S, const ir::Variable *V);

class Levels {
public:
  Levels(ir::Block Body, const Layout &Where) : Body(Body), Where(Where) {}

  /// The deepest level, Own at most, whose forward code can compute E at D: in
  /// deeper replays something that it reads from outside would be lost.
  unsigned firstLevel(const ir::Expr *E, const ir::Stmt *D, unsigned Own) const;
  /// As firstLevel, for the result or the frame of a call.
  unsigned levelOfCall(const ir::Variable *V, unsigned Own) const;
  /// The level of the storage that argument I of C leads to, if what is there
  /// is lost to the replay of a deeper one, down to Level; otherwise Level.
  unsigned lostLevel(const ir::Call *C, unsigned I, unsigned Level) const;
  /// Everything E reads at D is still there in the reverse sweep.
  bool isAtHand(const ir::Expr *E, const ir::Stmt *D) const;

private:
  bool isNamed(const ir::Expr *E) const;

  ir::Block Body;
  const Layout &Where;
};

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_LEVELS_H
