// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fence: looks through a function before it is imported, and names all that
// stands in the way. What passes is modelled by the files of this folder or
// copied as text; nothing is left out in silence.

#ifndef NABLA_TRANSFORM_IMPORT_FENCE_H
#define NABLA_TRANSFORM_IMPORT_FENCE_H

#include "Import/Objection.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace nabla::import {

/// Whether a function has a rule, or no derivative, and may be given lambdas.
using CallsObjects = llvm::function_ref<bool(const clang::FunctionDecl &)>;

/// Everything in F's body, F's definition, that can't be imported; empty where
/// nothing is in the way.
std::vector<Objection> objectionsTo(const clang::FunctionDecl &F,
                                    CallsObjects Calls);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_FENCE_H
