// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trail: by which calls a function comes to a construct somewhere below it, for
// the notes "while differentiating this call of 'g'".

#ifndef NABLA_TRANSFORM_TRAIL_H
#define NABLA_TRANSFORM_TRAIL_H

#include "IR/Module.h"
#include "Support/Diagnostics.h"

namespace nabla {

/// The calls from Root to the function that has a node at L, the first one
/// first; the shortest way. None where Root itself has it, or nothing does.
std::vector<DiagNote> trail(const ir::Function &Root, ir::SourceLoc L);

} // namespace nabla

#endif // NABLA_TRANSFORM_TRAIL_H
