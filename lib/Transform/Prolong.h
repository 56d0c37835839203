// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prolong: what an iteration has made lives until both sweeps are over, since
// frames and memory hold pointers to it.

#ifndef NABLA_TRANSFORM_PROLONG_H
#define NABLA_TRANSFORM_PROLONG_H

#include "Analysis/Memory.h"
#include <optional>

namespace nabla {

/// Body, in normal form, with V's storage, or the block whose address V is,
/// kept. Nothing if it is not this function's alone, or of a kind that cannot
/// be kept. Mem is of Body.
std::optional<ir::Block> prolong(ir::Module &M, ir::Block Body,
                                 const ir::Variable *V,
                                 const analysis::Memory &Mem);

} // namespace nabla

#endif // NABLA_TRANSFORM_PROLONG_H
