// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LocalSums: what loops add to the shadow of a parameter passed by value is
// summed up in a local. Behind the pointer, every addition would have to be
// stored before the next one is made:
//
//   for (...) { *d_k += a; }   ==>   double d_k_sum = 0;
//                                    for (...) { d_k_sum += a; }
//                                    *d_k += d_k_sum;

#ifndef NABLA_TRANSFORM_DERIVE_LOCALSUMS_H
#define NABLA_TRANSFORM_DERIVE_LOCALSUMS_H

#include "Derive/Slots.h"
#include "Linearize/Linearize.h"

namespace nabla::derive {

/// Reverse, the list of a reverse sweep, with such sums.
void sumLocally(ir::Module &M, const linearize::Shadows &S, StmtList &Reverse);

} // namespace nabla::derive

#endif // NABLA_TRANSFORM_DERIVE_LOCALSUMS_H
