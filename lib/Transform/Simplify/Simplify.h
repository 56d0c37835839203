// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplify: derivative code without what deriving it mechanically leaves
// behind: accumulations into fresh zeros, copies of copies, values nobody
// reads.

#ifndef NABLA_TRANSFORM_SIMPLIFY_SIMPLIFY_H
#define NABLA_TRANSFORM_SIMPLIFY_SIMPLIFY_H

#include "IR/Module.h"

namespace nabla::simplify {

/// Before: what has run when Body runs, and may have left pointers to variables
/// that Body mentions.
ir::Block simplify(ir::Module &M, ir::Block Body, ir::Block Before = {});

} // namespace nabla::simplify

#endif // NABLA_TRANSFORM_SIMPLIFY_SIMPLIFY_H
