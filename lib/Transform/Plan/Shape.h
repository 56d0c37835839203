// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shape of loops as storage sees it: how many iterations, which one is
// running, and whether a nest of loops is rectangular, so that one array can
// hold a value of all its iterations.

#ifndef NABLA_TRANSFORM_PLAN_SHAPE_H
#define NABLA_TRANSFORM_PLAN_SHAPE_H

#include "IR/Build.h"
#include "Plan/Layout.h"

namespace nabla::plan {

/// A Break leaves this loop somewhere.
bool hasBreak(ir::Block LoopBody);

/// The number of iterations of L, if positive; an expression of type long or
/// of the counter's type.
const ir::Expr *tripCount(ir::Build &B, const ir::CountedLoop *L);

/// The number of the iteration that is running, from 0.
const ir::Expr *iteration(ir::Build &B, const ir::CountedLoop *L);

/// Loops, outermost first, are counted, without breaks, and the bounds of each
/// are the same for every iteration of those around it.
bool isRectangular(llvm::ArrayRef<const ir::Stmt *> Loops, const Layout &Where);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_SHAPE_H
