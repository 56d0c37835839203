// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warnings: what can be differentiated but is probably not what the user
// meant. What is certain to be harmless is not warned about: a conversion to an
// integer in 'x - (int)x', or one that no result depends on.

#ifndef NABLA_TRANSFORM_ANALYSIS_WARNINGS_H
#define NABLA_TRANSFORM_ANALYSIS_WARNINGS_H

#include "Analysis/Activity.h"
#include "IR/Module.h"
#include "Support/Diagnostics.h"

namespace nabla::analysis {

/// Steps in the way of a derivative in Body, F's after Normalize: conversions
/// to integers and equality. IsWhole: Body is that of the function that was
/// asked for, so that parameters without influence are told too.
void warn(const ir::Function &F, ir::Block Body, const ParamMask &Wanted,
          const Activity &A, bool IsWhole, Diagnostics &Diags);

} // namespace nabla::analysis

#endif // NABLA_TRANSFORM_ANALYSIS_WARNINGS_H
