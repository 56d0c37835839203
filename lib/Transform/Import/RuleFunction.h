// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions made of rules: what the address of std::sin leads to.

#ifndef NABLA_TRANSFORM_IMPORT_RULEFUNCTION_H
#define NABLA_TRANSFORM_IMPORT_RULEFUNCTION_H

#include "Import/Importer.h"

namespace nabla::import {

/// A function of the module that does what F's rule says; null if it has none.
ir::Function *ruled(Importer &I, const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULEFUNCTION_H
