// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplify: derivative code without what deriving it mechanically leaves
// behind: accumulations into fresh zeros, copies of copies, values nobody
// reads.

#ifndef NABLA_TRANSFORM_SIMPLIFY_SIMPLIFY_H
#define NABLA_TRANSFORM_SIMPLIFY_SIMPLIFY_H

#include "IR/Module.h"

namespace nabla::simplify {

ir::Block simplify(ir::Module &M, ir::Block Body);

} // namespace nabla::simplify

#endif // NABLA_TRANSFORM_SIMPLIFY_SIMPLIFY_H
