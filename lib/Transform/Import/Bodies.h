// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies: what to import instead of a function whose own body is not there, or
// is none that can be followed. The specializations of nabla::body in the
// program say so; no function is known by name here.

#ifndef NABLA_TRANSFORM_IMPORT_BODIES_H
#define NABLA_TRANSFORM_IMPORT_BODIES_H

#include "Import/Argument.h"
#include "Import/Body.h"

namespace nabla::import {

/// What a substitute is given of a call: the object of a member function first,
/// then the arguments.
llvm::SmallVector<Argument, 4> operandsOf(const clang::CallExpr &E);

/// The substitute, with its body, for the call Call of F with these operands,
/// each of which can be given to it; null if there is none. A constructor's
/// takes the object that is made as first operand.
const clang::FunctionDecl *substituteFor(Body &B, const clang::FunctionDecl &F,
                                         llvm::ArrayRef<Argument> Operands,
                                         const clang::Expr &Call);
/// The same for a function of one of these names.
const clang::FunctionDecl *substituteFor(Body &B,
                                         llvm::ArrayRef<std::string> Names,
                                         llvm::ArrayRef<Argument> Operands,
                                         const clang::Expr &Call,
                                         bool Constructs = false);

/// An argument for a substitute: before it was converted to a pointer to void.
const clang::Expr *beforeVoid(const clang::Expr *E);

} // namespace nabla::import

#endif // NABLA_TRANSFORM_IMPORT_BODIES_H
