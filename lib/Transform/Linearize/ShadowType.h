// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of shadows: those of the primals, without const.

#ifndef NABLA_TRANSFORM_LINEARIZE_SHADOWTYPE_H
#define NABLA_TRANSFORM_LINEARIZE_SHADOWTYPE_H

#include "IR/Constness.h"

namespace nabla::linearize {

using ir::withoutConst;

/// The type of the shadow of a parameter of type T: a pointer, without const.
const ir::Type *shadowParamType(ir::Module &M, const ir::Type *T);

/// A T may hold a pointer: it is one, or one is among its fields or elements.
bool holdsPointer(const ir::Type *T);

} // namespace nabla::linearize

#endif // NABLA_TRANSFORM_LINEARIZE_SHADOWTYPE_H
