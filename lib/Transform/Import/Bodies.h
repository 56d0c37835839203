// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies: what to import instead of a function whose own body is not there, or
// is none that can be followed. The specializations of nabla::body in the
// program say so; no function is known by name here.

#ifndef NABLA_TRANSFORM_IMPORT_BODIES_H
#define NABLA_TRANSFORM_IMPORT_BODIES_H

#include "Import/Body.h"

namespace nabla::import {

/// The substitute for what E calls, with its body; null if there is none.
const clang::FunctionDecl *substituteFor(Body &B, const clang::CallExpr &E);

/// An argument for a substitute: before it was converted to a pointer to void.
const clang::Expr *beforeVoid(const clang::Expr *E);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_BODIES_H
