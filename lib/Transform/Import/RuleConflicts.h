// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules written by hand of which it cannot be told which one is meant, or which
// nobody would look at.

#ifndef NABLA_TRANSFORM_IMPORT_RULECONFLICTS_H
#define NABLA_TRANSFORM_IMPORT_RULECONFLICTS_H

#include "Import/HandRules.h"

namespace nabla::import {

/// Reports, once for each module: two rules for one name, a rule for a function
/// that is inactive, and partial specializations.
void reportConflicts(const HandRules &ByHand, clang::ASTContext &Ctx,
                     ir::Module &M, Diagnostics &Diags);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULECONFLICTS_H
