// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// attachRule: a function of the IR is given its rule.

#ifndef NABLA_TRANSFORM_IMPORT_ATTACHRULE_H
#define NABLA_TRANSFORM_IMPORT_ATTACHRULE_H

#include "Import/Importer.h"

namespace nabla::import {

/// Makes R the rule of F, which stands for D; reports where it does not fit.
void attachRule(Importer &I, const HandRule &R, const clang::FunctionDecl &D,
                ir::Function *F, Diagnostics &Diags);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_ATTACHRULE_H
