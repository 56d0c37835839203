// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shape of counted loops: how many iterations, and which one is running.

#ifndef NABLA_TRANSFORM_IR_LOOPSHAPE_H
#define NABLA_TRANSFORM_IR_LOOPSHAPE_H

#include "IR/Build.h"

namespace nabla::ir {

/// A Break leaves the loop of this body somewhere.
bool hasBreak(Block LoopBody);

/// The number of iterations of L, if positive; an expression of type long or
/// of the counter's type.
const Expr *tripCount(Build &B, const CountedLoop *L);

/// The number of the iteration that is running, from 0.
const Expr *iteration(Build &B, const CountedLoop *L);

} // namespace nabla::ir

#endif // NABLA_TRANSFORM_IR_LOOPSHAPE_H
