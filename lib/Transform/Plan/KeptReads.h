// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KeptReads: what rules that are written by hand read behind pointers. If it
// may be gone when the reverse sweep comes to it, a copy is made of it:
//
//   x_read = x;   ==>   size = extent; x_read = room for size; copy x there

#ifndef NABLA_TRANSFORM_PLAN_KEPTREADS_H
#define NABLA_TRANSFORM_PLAN_KEPTREADS_H

#include "Plan/Recording.h"

namespace nabla::plan {

/// Completes R, or says in P what is in the way.
void keepReads(ir::Module &M, const linearize::Linear &L, const Layout &Where,
               Recording &R, Plan &P);

} // namespace nabla::plan

#endif // NABLA_TRANSFORM_PLAN_KEPTREADS_H
