// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules: the registry as the AST shows it. importRules (Import.h) reads it
// into the module; here is how a call finds its rule.

#ifndef NABLA_TRANSFORM_IMPORT_RULES_H
#define NABLA_TRANSFORM_IMPORT_RULES_H

#include "IR/Module.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace nabla::import {

/// The rule for calls of F by the spellings of the module's rules, or null.
/// Only asked where every parameter and the result are arithmetic (or
/// references to const arithmetic).
const ir::Rule *ruleFor(const clang::FunctionDecl &F, ir::Module &M);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULES_H
