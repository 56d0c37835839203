// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SetParts: an initialiser as assignments.

#ifndef NABLA_TRANSFORM_NORMALIZE_SETPARTS_H
#define NABLA_TRANSFORM_NORMALIZE_SETPARTS_H

#include "Normalize/Passes.h"

namespace nabla::normalize {

/// Appends Place = Value, element by element where Value is a list in braces.
void setParts(ir::Build &B, const ir::Expr *Place, const ir::Expr *Value,
              StmtList &Out);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_SETPARTS_H
