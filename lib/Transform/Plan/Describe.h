// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describe: what Derive asks of each statement and variable once the values
// have their places: where a statement's effect is at home, how blocks are
// used, and whether frames would keep pointers for longer than what they lead
// to lives.

#ifndef NABLA_TRANSFORM_PLAN_DESCRIBE_H
#define NABLA_TRANSFORM_PLAN_DESCRIBE_H

#include "Plan/AdjointPlan.h"
#include "Plan/Layout.h"

namespace nabla::plan {

/// P is stuck: pointers to V cannot be followed, as it does not live long
/// enough.
void stickOn(ir::Module &M, Plan &P, const ir::Variable &V);

/// Fills P's Values, Blocks and HomeLevel in; P may be stuck afterwards.
void describe(ir::Module &M, const Layout &Where, Plan &P);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_DESCRIBE_H
