// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a nest of loops is rectangular, so that one array can hold a value of
// all its iterations.

#ifndef NABLA_TRANSFORM_PLAN_SHAPE_H
#define NABLA_TRANSFORM_PLAN_SHAPE_H

#include "Plan/Layout.h"

namespace nabla::plan {

/// Loops, outermost first, are counted, without breaks (unless MayBreak, at the
/// price of room for what is not run), and their bounds are known before Entry,
/// which is the first of them or a loop around it.
bool isRectangular(llvm::ArrayRef<const ir::Stmt *> Loops,
                   const ir::Stmt *Entry, const Layout &Where,
                   bool MayBreak = false);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_SHAPE_H
