// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remarks: what a plan stores and recomputes, told at the user's lines.

#ifndef NABLA_TRANSFORM_REMARKS_H
#define NABLA_TRANSFORM_REMARKS_H

#include "Plan/Plan.h"
#include "Support/Diagnostics.h"

namespace nabla {

void remark(const plan::Plan &P, Diagnostics &Diags);

} // namespace nabla

#endif // NABLA_TRANSFORM_REMARKS_H
