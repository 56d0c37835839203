// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a call is inlined: what the decision rests on.

#ifndef NABLA_TRANSFORM_NORMALIZE_INLINE_H
#define NABLA_TRANSFORM_NORMALIZE_INLINE_H

#include "Normalize/Normalize.h"

namespace nabla::normalize {

/// A value of type T is, or has in it, a pointer or a reference.
bool handsOut(const ir::Type *T);

/// Number of statements and expressions.
unsigned sizeOf(ir::Block B);
/// F may call itself, directly or through others.
bool isRecursive(const ir::Function &F);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_INLINE_H
