// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types have reals in them, or lead to some.

#ifndef NABLA_TRANSFORM_ANALYSIS_REALS_H
#define NABLA_TRANSFORM_ANALYSIS_REALS_H

#include "IR/Module.h"

namespace nabla::analysis {

/// A real, or a record or array that has reals in it (not behind pointers).
/// What cannot be looked into may have them.
bool storesReal(const ir::Type *T);

/// As storesReal, for what a pointer leads to: a void pointer to anything.
bool mayStoreReal(const ir::Type *There);

/// A pointer to what may be, or may lead to, a real.
bool leadsToReal(const ir::Type *T);

/// Where T leads, there is a pointer to void, behind which may be reals.
bool leadsToVoid(const ir::Type *T);

} // namespace nabla::analysis

#endif // NABLA_TRANSFORM_ANALYSIS_REALS_H
