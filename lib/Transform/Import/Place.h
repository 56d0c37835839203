// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Place: glvalues, the objects that expressions denote.

#ifndef NABLA_TRANSFORM_IMPORT_PLACE_H
#define NABLA_TRANSFORM_IMPORT_PLACE_H

#include "Import/Body.h"

namespace nabla::import {

/// Why the glvalue E can't be a place of the IR, as a clause; empty if it can.
std::string whyNoPlace(Body &B, const clang::Expr *E);

/// The array that E, a pointer, is the decay of; null for other pointers.
const clang::Expr *decayedArray(const clang::Expr *E);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_PLACE_H
