// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopForms: the same loop, written so that its counter is easy to find.

#ifndef NABLA_TRANSFORM_NORMALIZE_LOOPFORMS_H
#define NABLA_TRANSFORM_NORMALIZE_LOOPFORMS_H

#include "Normalize/Passes.h"

namespace nabla::normalize {

/// L with a Step that changes I by a constant and does nothing else; null if
/// that cannot be.
const ir::Loop *withStep(ir::Module &M, const ir::Loop *L,
                         const ir::Variable *I);

/// A loop of which Before is to be executed first.
struct Started {
  const ir::Let *Before;
  const ir::Loop *Loop;
};

/// while (i-- > 0) B, where nothing else changes i or uses it afterwards, as
/// int i' = i; while (i' > 0) { int i = i' - 1; B } with the step i' -= 1.
std::optional<Started> withoutCondBlock(ir::Module &M, const ir::Loop *L);

/// The variable that withoutCondBlock takes for the counter.
const ir::Variable *changedInTest(const ir::Loop *L);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_LOOPFORMS_H
