// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions can have a rule that is written by hand.

#ifndef NABLA_TRANSFORM_IMPORT_RULABLE_H
#define NABLA_TRANSFORM_IMPORT_RULABLE_H

#include <string>

namespace clang {
class FunctionDecl;
}

namespace nabla::import {

/// Why no rule can be for F, and what to do; empty if one can.
std::string whyNoRuleFor(const clang::FunctionDecl &F);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_RULABLE_H
