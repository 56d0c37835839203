// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch: what gotos make of a list of statements where no nesting of loops
// and branches has it.

#ifndef NABLA_TRANSFORM_NORMALIZE_DISPATCH_H
#define NABLA_TRANSFORM_NORMALIZE_DISPATCH_H

#include "Normalize/Outlive.h"

namespace nabla::normalize {

/// Appends Region as a loop over its basic blocks. UsedBehind: what is
/// mentioned in the statements after it; Label: a name that is new.
void dispatch(ir::Module &M, Outlive &O, ir::Block Region,
              const VariableSet &UsedBehind, llvm::StringRef Label,
              StmtList &Out);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_DISPATCH_H
