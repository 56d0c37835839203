// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choice: which values of loops to store and which to compute again from what
// is stored, at the least cost in all: a minimum cut. Each value is two nodes,
// for "not computed again" and "not there at all":
//
//   source --cost of its formula--> in --cost of storing--> out --> sink
//                                                            (if it is needed)
// and an operand that is not there keeps its users from being computed:
// operand's out --unlimited--> user's in.

#ifndef NABLA_TRANSFORM_PLAN_CHOICE_H
#define NABLA_TRANSFORM_PLAN_CHOICE_H

#include "Plan/AdjointPlan.h"
#include "Plan/Layout.h"

namespace nabla::plan {

/// What it costs to compute E again, in units of an addition.
unsigned costOf(const ir::Expr *E);

/// Of Needed, which the reverse sweep reads, and what leads to it: the values
/// to compute again.
llvm::DenseSet<const ir::Variable *>
chooseRecomputed(const Plan &P, const Layout &Where,
                 llvm::ArrayRef<const ir::Variable *> Needed);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_CHOICE_H
