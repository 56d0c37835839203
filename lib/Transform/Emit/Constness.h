// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which variables keep the value they are initialised with, so that they are
// declared const.

#ifndef NABLA_TRANSFORM_EMIT_CONSTNESS_H
#define NABLA_TRANSFORM_EMIT_CONSTNESS_H

#include "IR/Module.h"
#include "llvm/ADT/DenseSet.h"

namespace nabla::emit {

/// The variables that B may change after their initialisation, by name, through
/// a reference or through a pointer.
llvm::DenseSet<const ir::Variable *> changedVariables(ir::Block B);

} // namespace nabla::emit

#endif // NABLA_TRANSFORM_EMIT_CONSTNESS_H
