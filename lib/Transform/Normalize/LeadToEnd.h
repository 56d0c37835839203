// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LeadToEnd: exits that lead to the end of a block become structure.

#ifndef NABLA_TRANSFORM_NORMALIZE_LEADTOEND_H
#define NABLA_TRANSFORM_NORMALIZE_LEADTOEND_H

#include "Normalize/Passes.h"

namespace nabla::normalize {

/// Appends Body, whose gotos to Label lead to its end, without these gotos.
/// Other exits stay as they are.
void leadGotosToEnd(ir::Module &M, ir::Block Body, llvm::StringRef Label,
                    StmtList &Out);

/// The same for the continues of the loop of which Body is the body.
void leadContinuesToEnd(ir::Module &M, ir::Block Body, StmtList &Out);

} // namespace nabla::normalize

#endif // NABLA_TRANSFORM_NORMALIZE_LEADTOEND_H
