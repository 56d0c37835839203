// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plan: for every primal value that an adjoint mentions, is it still there in
// the reverse sweep, is it computed again, or is it stored? Places that are
// overwritten meanwhile get a copy (a recorded value); every value that is not
// at hand is then stored or recomputed, by cost.
//
// Where the reverse sweep finds things is told by levels. Level 0 is the
// function: its own statement list is executed once, and what it declares
// stays alive into the reverse sweep. A replayed loop opens a level: before
// the reverse of each of its iterations the iteration is run forward again, so
// what the iteration declares is alive too, and nothing of it is kept for all
// iterations.

#ifndef NABLA_TRANSFORM_PLAN_PLAN_H
#define NABLA_TRANSFORM_PLAN_PLAN_H

#include "Plan/AdjointPlan.h"

namespace nabla::plan {

/// Judges a linearized function.
Plan plan(ir::Module &M, const ir::Function &F, const linearize::Linear &L);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_PLAN_H
