// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Simplify/Simplify.h"
#include "Simplify/Passes.h"

using namespace nabla;

ir::Block simplify::simplify(ir::Module &M, ir::Block Body) {
  Body = separateInstances(M, Body);
  // Each pass may open the way for another; they only ever remove.
  for (int Round = 0; Round < 3; ++Round) {
    Body = foldFreshZeros(M, Body);
    Body = forwardCopies(M, Body);
    Body = dropDead(M, Body);
    Body = dropUnusedLets(M, Body);
  }
  return hoistGuards(M, dropIdleRemarks(M, Body));
}
