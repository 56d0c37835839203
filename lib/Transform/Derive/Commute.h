// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commute: whether the iterations of a reversed loop may run in any order, so
// that it can run as the user's loop does: upward, which vectorizes.

#ifndef NABLA_TRANSFORM_DERIVE_COMMUTE_H
#define NABLA_TRANSFORM_DERIVE_COMMUTE_H

#include "Linearize/Linearize.h"

namespace nabla::derive {

/// The reversed Body of a loop only adds to shadows, and reads none that it, or
/// another iteration, adds to: then sums are all that iterations share.
bool iterationsCommute(ir::Block Body, const linearize::Shadows &S);

} // namespace nabla::derive

#endif // NABLA_TRANSFORM_DERIVE_COMMUTE_H
