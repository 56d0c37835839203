// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits: reals that are in memory of integers, as text or bit by bit.

#ifndef NABLA_TRANSFORM_ANALYSIS_BITS_H
#define NABLA_TRANSFORM_ANALYSIS_BITS_H

#include "IR/Module.h"

namespace nabla::analysis {

/// Memory of integers, or a pointer to it: reals may be in it as text or as
/// bits, once a function that is not seen has put them there.
bool leadsToBits(const ir::Type *T);

/// An integer that may be a piece of a real: no member, which is what it is.
bool mayHoldBits(const ir::Expr *E);

} // namespace nabla::analysis

#endif // NABLA_TRANSFORM_ANALYSIS_BITS_H
